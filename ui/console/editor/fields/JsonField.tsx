// A JSON object as text: invalid text stays in the field with an error. Only objects are passed on; empty text is `{}`.
import { Textarea } from "@mantine/core"
import { useState } from "react"
import { jsonFieldText, parseJsonObject, printJsonObject } from "../../../../domain/actions/action-fields.ts"
import type { Completions } from "../../../../domain/editing/completion.ts"
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
  readonly findCompletions?: (text: string, caret: number) => Completions
}

export const JsonField = ({ label, part, description, value, locked, onChange, findCompletions = findNothing }: Props) => {
  const t = useTranslate()
  const [draftText, setDraftText] = useState(printJsonObject(value))
  const shownText = jsonFieldText(draftText, value)
  const parsed = parseJsonObject(shownText)
  const { fieldRef, options, activeIndex, accept, closeList, handleChange, handleKey, ariaProps } = useFieldCompletion({
    text: shownText,
    onType: (text) => {
      setDraftText(text)
      const next = parseJsonObject(text)
      if (next !== undefined) onChange(next)
    },
    findCompletions,
  })
  return (
    <div className={classes["recall"]} onBlur={closeList}>
      <Textarea
        ref={fieldRef}
        data-part={part}
        label={label}
        description={parsed === undefined ? undefined : description}
        error={parsed === undefined ? t("outbound.json.wrong") : undefined}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...(findCompletions !== findNothing && ariaProps)}
        readOnly={locked}
        value={shownText}
        onChange={({ currentTarget: { value: text, selectionStart } }) => handleChange(text, selectionStart)}
        onKeyDown={locked ? undefined : (event) => void handleKey(event)}
      />
      {options.length > 0 && <CompletionList options={options} activeIndex={activeIndex} onAccept={accept} />}
    </div>
  )
}

const findNothing = (): Completions => ({ from: 0, to: 0, options: [] })
