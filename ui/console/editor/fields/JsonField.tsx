// A JSON object as text: invalid text stays in the field with an error. Only objects are passed on; empty text is `{}`.
import { Textarea } from "@mantine/core"
import { useState } from "react"
import { jsonFieldText, parseJsonObject, printJsonObject } from "../../../../domain/actions/action-fields.ts"
import type { Completions } from "../../../../domain/conditions/completion.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { CompletionList, useFieldCompletion } from "./CompletionList.tsx"
import classes from "./fields.module.css"

type Props = {
  readonly label: string
  /** JSON pointer of the part of the instruction. */
  readonly part: string
  readonly description: string
  readonly value: unknown
  readonly locked: boolean
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void
  /** Finds the completions at a caret position. */
  readonly find?: (text: string, caret: number) => Completions
}

export const JsonField = ({ label, part, description, value, locked, onChange, find = nothing }: Props) => {
  const t = useTranslate()
  const [written, write] = useState(printJsonObject(value))
  const shown = jsonFieldText(written, value)
  const read = parseJsonObject(shown)
  const { field, options, picked, take, leave, typed, keyed, said } = useFieldCompletion({
    text: shown,
    onType: (text) => {
      write(text)
      const next = parseJsonObject(text)
      if (next !== undefined) onChange(next)
    },
    find,
  })
  return (
    <div className={classes["recall"]} onBlur={leave}>
      <Textarea
        ref={field}
        data-part={part}
        label={label}
        description={read === undefined ? undefined : description}
        error={read === undefined ? t("outbound.json.wrong") : undefined}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...(find !== nothing && said)}
        readOnly={locked}
        value={shown}
        onChange={({ currentTarget: { value: text, selectionStart } }) => typed(text, selectionStart)}
        onKeyDown={locked ? undefined : (event) => void keyed(event)}
      />
      {options.length > 0 && <CompletionList options={options} picked={picked} onTake={take} />}
    </div>
  )
}

const nothing = (): Completions => ({ from: 0, to: 0, options: [] })
