// A number as text: what is no number yet stays in the field and is told, and only numbers are handed on.
import { TextInput } from "@mantine/core"
import { type KeyboardEvent, type ReactNode, useState } from "react"
import { parseDecimal } from "../../../../domain/text/text-input.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import classes from "./fields.module.css"

type Props = {
  readonly label: string
  readonly value: number | null
  readonly unit?: string
  readonly error?: ReactNode
  /** The id of where an `error` without words is told. */
  readonly "aria-errormessage"?: string
  /** Which part of the instruction it is for. */
  readonly "data-part"?: string
  /** What is told of a text that is no number that will do. */
  readonly wrong?: string
  readonly description?: ReactNode
  /** Characters at most. */
  readonly most?: number
  readonly locked?: boolean
  readonly hideLabel?: boolean
  /** Undefined where the text is no number that will do; null is an empty field. */
  readonly read?: (text: string) => number | null | undefined
  readonly onChange: (value: number | null) => void
  /** A text that is no number and that is kept elsewhere, and where a next one is to be kept; without them it is gone with the field. */
  readonly unread?: string | undefined
  readonly onUnread?: (text: string) => void
  readonly onKey?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
}

const written = (value: number | null): string => (value === null ? "" : String(value))

export const NumberField = ({
  label,
  value,
  unit,
  error,
  "aria-errormessage": tellsError,
  "data-part": part,
  wrong,
  description,
  most,
  locked = false,
  hideLabel = false,
  read = parseDecimal,
  onChange,
  unread,
  onUnread,
  onKey,
}: Props) => {
  const t = useTranslate()
  const [typed, type] = useState({ text: written(value), beside: value })
  const told = read(typed.text)
  // The text is the author's as long as it says the value, or nothing that can be read; a value that came from elsewhere is written anew.
  const isTheirs = told === undefined ? typed.beside === value : told === value
  const text = unread ?? (isTheirs ? typed.text : written(value))
  const said = read(text)
  return (
    <TextInput
      className={classes["number"]}
      data-part={part}
      label={hideLabel ? undefined : label}
      aria-label={hideLabel ? label : undefined}
      description={description}
      error={said === undefined ? (wrong ?? t("editor.no-number")) : error}
      aria-errormessage={said === undefined ? undefined : tellsError}
      inputMode="decimal"
      autoComplete="off"
      maxLength={most}
      readOnly={locked}
      value={text}
      rightSection={unit === undefined ? undefined : <span aria-hidden="true">{unit}</span>}
      onChange={(event) => {
        const next = event.currentTarget.value
        const number = read(next)
        if (number === undefined && onUnread !== undefined) return onUnread(next)
        type({ text: next, beside: number === undefined ? value : number })
        if (number !== undefined && (number !== value || unread !== undefined)) onChange(number)
      }}
      onKeyDown={onKey}
      onBlur={() => said !== undefined && type({ text: written(value), beside: value })}
    />
  )
}
