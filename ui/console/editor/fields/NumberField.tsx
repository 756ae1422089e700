// A number as text: text that is not a valid number stays in the field with an error. Only numbers are passed on.
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
  /** The id of the message that an `error` without text refers to. */
  readonly "aria-errormessage"?: string
  /** JSON pointer of the part of the instruction. */
  readonly "data-part"?: string
  /** The error message for an invalid text. */
  readonly invalidMessage?: string
  readonly description?: ReactNode
  /** Maximum number of characters. */
  readonly maxLength?: number
  readonly locked?: boolean
  readonly hideLabel?: boolean
  /** Returns undefined for an invalid text and null for an empty field. */
  readonly parse?: (text: string) => number | null | undefined
  readonly onChange: (value: number | null) => void
  /** An invalid text kept by the parent, and how to pass on the next one. Without them, it is lost with the field. */
  readonly unread?: string | undefined
  readonly onUnread?: (text: string) => void
  readonly onKey?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
}

const formatNumber = (value: number | null): string => (value === null ? "" : String(value))

export const NumberField = ({
  label,
  value,
  unit,
  error,
  "aria-errormessage": errorMessageId,
  "data-part": part,
  invalidMessage,
  description,
  maxLength,
  locked = false,
  hideLabel = false,
  parse = parseDecimal,
  onChange,
  unread,
  onUnread,
  onKey,
}: Props) => {
  const t = useTranslate()
  const [draft, setDraft] = useState({ text: formatNumber(value), beside: value })
  const parsedDraft = parse(draft.text)
  // The typed text stays while it parses to the value, or is invalid and the value is unchanged. Other values replace it.
  const isDraftCurrent = parsedDraft === undefined ? draft.beside === value : parsedDraft === value
  const text = unread ?? (isDraftCurrent ? draft.text : formatNumber(value))
  const parsed = parse(text)
  // A parent that keeps the invalid text decides itself what becomes of it.
  const keptText =
    onUnread !== undefined
      ? ""
      : value === null
        ? ` ${t("editor.number.kept.none")}`
        : ` ${t("editor.number.kept", { value: formatNumber(value) })}`
  return (
    <TextInput
      className={classes["number"]}
      data-part={part}
      label={hideLabel ? undefined : label}
      aria-label={hideLabel ? label : undefined}
      description={description}
      error={parsed === undefined ? `${invalidMessage ?? t("editor.no-number")}${keptText}` : error}
      aria-errormessage={parsed === undefined ? undefined : errorMessageId}
      inputMode="decimal"
      autoComplete="off"
      maxLength={maxLength}
      readOnly={locked}
      value={text}
      rightSection={unit === undefined ? undefined : <span aria-hidden="true">{unit}</span>}
      onChange={(event) => {
        const next = event.currentTarget.value
        const number = parse(next)
        if (number === undefined && onUnread !== undefined) return onUnread(next)
        setDraft({ text: next, beside: number === undefined ? value : number })
        if (number !== undefined && (number !== value || unread !== undefined)) onChange(number)
      }}
      onKeyDown={onKey}
      onBlur={() => parsed !== undefined && setDraft({ text: formatNumber(value), beside: value })}
    />
  )
}
