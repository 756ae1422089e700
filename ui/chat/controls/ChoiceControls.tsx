/** @jsxImportSource preact */
// Controls for choice questions: buttons, dropdown, checkboxes and a search that narrows them down.
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { restoreChoice, restoreChoices } from "../../../domain/questions/answer-draft.ts"
import { getChoiceLimits } from "../../../domain/questions/answer-limits.ts"
import { canPick, hasEnoughPicks, togglePick } from "../../../domain/questions/choice-question.ts"
import { isDropdown, searchChoices } from "../../../domain/questions/choices.ts"
import type { Choice, Question } from "../../../domain/questions/question.ts"
import { ChatIcon } from "../ChatIcon.tsx"
import { type ChatTexts, languageAttributes, useChatTexts } from "../chat-texts.ts"
import { AnswerForm, type ControlPropsOf, useDraftValue } from "./AnswerForm.tsx"

/** Maximum number of choices shown below a search field. */
const maxShownChoices = 30

/** The search runs while typing; Enter must not submit the surrounding form. */
const ignoreEnter = (event: KeyboardEvent): void => {
  if (event.key === "Enter") event.preventDefault()
}

type SearchableChoicesProps = {
  readonly question: Extract<Question, { readonly type: "choice" | "multiple" }>
  readonly label: string
  /** The id of the element that says how many choices to pick. */
  readonly hint?: string | undefined
  readonly children: (choices: ReadonlyArray<Choice>) => ComponentChildren
}

export const SearchableChoices = ({ question, label, hint, children }: SearchableChoicesProps) => {
  const { words } = useChatTexts()
  const [searchText, setSearchText] = useState("")
  const choices = question.choices ?? []
  const options = question.options ?? {}
  const isSearched = options.search === true
  const found = isSearched ? searchChoices(choices, options, searchText) : choices
  const shown = isSearched ? found.slice(0, maxShownChoices) : found
  return (
    <div class="choices">
      {isSearched && (
        <label class="search field">
          <ChatIcon name="search" />
          <span class="unseen">{words("give.search")}</span>
          <input
            type="search"
            placeholder={question.placeholder || words("give.search")}
            value={searchText}
            autocomplete="off"
            enterkeyhint="search"
            onInput={({ currentTarget }) => setSearchText(currentTarget.value)}
            onKeyDown={ignoreEnter}
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

/** One choice of several: buttons that answer immediately, optionally with a search, or a dropdown. */
export const SingleChoice = (props: ControlPropsOf<"choice">) => {
  const { question, labelId, onSubmit } = props
  const { language } = useChatTexts()
  if (isDropdown(question.options ?? {})) return <Dropdown {...props} />
  return (
    <SearchableChoices question={question} label={labelId}>
      {(choices: ReadonlyArray<Choice>) =>
        choices.map((choice) => (
          <button key={choice.uuid} class="choice" type="button" onClick={() => onSubmit(choice.value)}>
            <span {...languageAttributes(choice.translation.locale, language)}>{choice.translation.content}</span>
          </button>
        ))
      }
    </SearchableChoices>
  )
}

const Dropdown = (props: ControlPropsOf<"choice">) => {
  const { question, labelId, problemId, onSubmit } = props
  const { words, language } = useChatTexts()
  const [value, setValue] = useDraftValue(props, (draft) => restoreChoice(question, draft))
  return (
    <AnswerForm label={labelId} canSend={value !== null} onSend={() => onSubmit(value)} isLine>
      <select
        class="field"
        aria-labelledby={labelId}
        aria-describedby={problemId}
        value={value ?? ""}
        onChange={({ currentTarget }) => setValue(Number(currentTarget.value))}
      >
        <option value="" disabled>
          {question.placeholder || words("give.choose")}
        </option>
        {(question.choices ?? []).map((choice) => (
          <option key={choice.uuid} value={choice.value} {...languageAttributes(choice.translation.locale, language)}>
            {choice.translation.content}
          </option>
        ))}
      </select>
    </AnswerForm>
  )
}

/** Several choices: checkboxes, and a button that is enabled once enough are ticked. */
export const MultipleChoice = (props: ControlPropsOf<"multiple">) => {
  const { question, labelId, problemId, onSubmit } = props
  const texts = useChatTexts()
  const hint = getPickHint(question, texts)
  const [picked, setPicked] = useDraftValue(props, (draft) => restoreChoices(question, draft))
  return (
    <AnswerForm label={labelId} canSend={hasEnoughPicks(question, picked)} onSend={() => onSubmit(picked)}>
      {hint !== null && (
        <p class="hint" id="how-many">
          {hint}
        </p>
      )}
      <SearchableChoices question={question} label={labelId} hint={hint === null ? undefined : "how-many"}>
        {(choices: ReadonlyArray<Choice>) =>
          choices.map(({ uuid, value, translation }) => (
            <label key={uuid} class="choice tick">
              <input
                type="checkbox"
                checked={picked.includes(value)}
                disabled={!canPick(question, picked, value)}
                aria-describedby={problemId}
                onChange={() => setPicked(togglePick(question, picked, value))}
              />
              <span {...languageAttributes(translation.locale, texts.language)}>{translation.content}</span>
            </label>
          ))
        }
      </SearchableChoices>
    </AnswerForm>
  )
}

/** The hint with the number of choices to pick; null if the question sets no limits. */
const getPickHint = (question: ControlPropsOf<"multiple">["question"], { words }: ChatTexts): string | null => {
  const { fewest, most } = getChoiceLimits(question)
  const count = question.choices?.length ?? 0
  if (most < count) return fewest > 1 ? words("give.between", { fewest, most }) : words("give.most", { most })
  return fewest > 1 ? words("give.fewest", { fewest }) : null
}
