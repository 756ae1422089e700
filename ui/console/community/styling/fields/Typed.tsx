// A value as text: what is typed stays in the field until it is left, and only what can stand there is handed on. What cannot stays, too,
// and why, until it is mended or the value comes from elsewhere.
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
  const [typed, type] = useState<{ readonly text: string; readonly own: string } | null>(null)
  const said = typed === null ? undefined : read(typed.text)
  // The text is the author's as long as it says the value, or says nothing of one that is as it was; one that came from elsewhere is written anew.
  const isTheirs = typed !== null && own === (said ?? typed.own)
  const isWrong = isTheirs && said === undefined
  return (
    <TextInput
      {...rest}
      label={label}
      autoComplete="off"
      value={isTheirs ? typed.text : written}
      description={description}
      error={isWrong ? wrong : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        type({ text, own })
        const value = read(text)
        if (value !== undefined && value !== own) onRead(value)
      }}
      onBlur={() => {
        if (!isWrong) type(null)
      }}
    />
  )
}
