/** @jsxImportSource preact */
// The choices of a question in their columns, and the search that narrows them down.
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { foundChoices } from "../../../domain/questions/choice-search.ts"
import type { Choice, Question } from "../../../domain/questions/question.ts"
import { Icon } from "../Icon.tsx"
import { useSpeech } from "../speaking.ts"

/** How many are shown at once of those that a search can find. */
const shownAtOnce = 30

/** Enter searches, which has happened already; it must not send what is picked so far. */
const stay = (event: KeyboardEvent): void => {
  if (event.key === "Enter") event.preventDefault()
}

type Given = {
  readonly question: Extract<Question, { readonly type: "choice" | "multiple" }>
  readonly label: string
  /** The id of what says how many to choose. */
  readonly hint?: string | undefined
  readonly children: (choices: ReadonlyArray<Choice>) => ComponentChildren
}

export const SearchedChoices = ({ question, label, hint, children }: Given) => {
  const { words } = useSpeech()
  const [typed, setTyped] = useState("")
  const choices = question.choices ?? []
  const options = question.options ?? {}
  const isSearched = options.search === true
  const found = isSearched ? foundChoices(choices, options, typed) : choices
  const shown = isSearched ? found.slice(0, shownAtOnce) : found
  return (
    <div class="choices">
      {isSearched && (
        <label class="search field">
          <Icon name="search" />
          <span class="unseen">{words("give.search")}</span>
          <input
            type="search"
            placeholder={question.placeholder || words("give.search")}
            value={typed}
            autocomplete="off"
            enterkeyhint="search"
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={stay}
          />
        </label>
      )}
      <fieldset
        class="columns"
        aria-labelledby={label}
        aria-describedby={hint}
        style={{ "--columns": String(Math.max(1, options.columns ?? 1)) }}
      >
        {children(shown)}
      </fieldset>
      {isSearched && (
        <output class="hint">
          {found.length === 0 && words("give.search.none")}
          {found.length > shown.length && words("give.search.more", { count: found.length - shown.length })}
        </output>
      )}
    </div>
  )
}
