// A value as JSON text: what is no object of JSON yet stays in the field and is told, and only objects are handed on. Nothing is none.
import { Textarea } from "@mantine/core"
import { useState } from "react"
import { readObject, writtenObject } from "../../../../domain/actions/json-object.ts"
import { useWords } from "../../../kit/words.tsx"

type Props = {
  readonly label: string
  readonly description: string
  readonly value: unknown
  readonly locked: boolean
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void
}

export const JsonField = ({ label, description, value, locked, onChange }: Props) => {
  const t = useWords()
  const [typed, type] = useState(writtenObject(value))
  const read = readObject(typed)
  return (
    <Textarea
      w="100%"
      label={label}
      description={read === undefined ? undefined : description}
      error={read === undefined ? t("outbound.json.wrong") : undefined}
      rows={4}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      readOnly={locked}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value
        type(text)
        const next = readObject(text)
        if (next !== undefined) onChange(next)
      }}
    />
  )
}
