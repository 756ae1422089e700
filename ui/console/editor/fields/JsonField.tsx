// A JSON object as text: invalid text stays in the field with an error. Only objects are passed on; empty text is `{}`.
import { Input } from "@mantine/core"
import { useId, useState } from "react"
import { findJsonObjectError, jsonFieldText, parseJsonObject, printJsonObject } from "../../../../domain/actions/action-fields.ts"
import type { Completions } from "../../../../domain/editing/completion.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { CodeField } from "../code/CodeField.tsx"

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
  const id = useId()
  const [draftText, setDraftText] = useState(printJsonObject(value))
  const shownText = jsonFieldText(draftText, value)
  const isValid = parseJsonObject(shownText) !== undefined
  const type = (text: string) => {
    setDraftText(text)
    const next = parseJsonObject(text)
    if (next !== undefined) onChange(next)
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description={isValid ? description : undefined}
      error={isValid ? undefined : t("outbound.json.wrong")}
    >
      <CodeField
        language="json"
        text={shownText}
        onType={type}
        findCompletions={findCompletions}
        findProblems={(text) => {
          const range = findJsonObjectError(text)
          return range === null ? [] : [{ ...range, message: t("outbound.json.wrong") }]
        }}
        locked={locked}
        labelId={`${id}-label`}
        attributes={{
          "data-part": part,
          "aria-invalid": String(!isValid),
          "aria-describedby": isValid ? `${id}-description` : `${id}-error`,
        }}
      />
    </Input.Wrapper>
  )
}

const findNothing = (): Completions => ({ from: 0, to: 0, options: [] })
