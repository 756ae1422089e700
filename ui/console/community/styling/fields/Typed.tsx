// A value as text: what is typed stays in the field until it is left, and only what can stand there is handed on.
import { TextInput, type TextInputProps } from "@mantine/core"
import { type ReactNode, useState } from "react"

type Props = Pick<TextInputProps, "leftSection" | "description" | "placeholder" | "maxLength" | "inputMode" | "spellCheck" | "dir"> & {
  readonly label: string
  /** What stands there while nobody types. */
  readonly written: string
  readonly own: string
  readonly wrong: string
  /** What is kept of a text; undefined for one that cannot stand there. */
  readonly read: (text: string) => string | undefined
  readonly onRead: (value: string) => void
  readonly below?: ReactNode
}

export const Typed = ({ label, written, own, wrong, read, onRead, description, ...rest }: Props) => {
  const [typed, type] = useState<string | null>(null)
  const said = typed === null ? undefined : read(typed)
  // The text is the author's as long as it says the value; a value that came from elsewhere is written anew.
  const isTheirs = typed !== null && (said === undefined || said === own)
  return (
    <TextInput
      {...rest}
      label={label}
      autoComplete="off"
      value={isTheirs ? typed : written}
      description={description}
      error={isTheirs && said === undefined ? wrong : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        type(text)
        const value = read(text)
        if (value !== undefined && value !== own) onRead(value)
      }}
      onBlur={() => type(null)}
    />
  )
}
