// A moment to be typed: a day in any of the accepted forms, hours and minutes, clamped when the field is left (spec/3-community §5, §9).
import { Input, TextInput } from "@mantine/core"
import { useId, useState } from "react"
import { type MomentParts, momentParts, parseMoment } from "../../../domain/exports/export-options.ts"
import { CalendarButton } from "../../kit/DateField.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./ChatDetails.module.css"

type Props = {
  readonly label: string
  readonly hours: string
  readonly minutes: string
  readonly calendar: string
  /** `YYYY-MM-DD`, here. */
  readonly today: string
  /** `YYYY-MM-DDTHH:mm`, or blank. */
  readonly value: string
  readonly usual: "00:00" | "23:59"
  readonly disabled: boolean
  /** Told when the field is left: undefined where what was typed is no moment. */
  readonly onChange: (moment: string | undefined) => void
}

export const DateTimeField = ({ label, hours, minutes, calendar, today, value, usual, disabled, onChange }: Props) => {
  const t = useTranslate()
  const id = useId()
  // What is being typed, until the field is left.
  const [typed, setTyped] = useState<MomentParts | null>(null)
  const parts = typed ?? momentParts(value, usual)
  const moment = parseMoment(parts)
  const type = (of: keyof MomentParts) => (event: { readonly currentTarget: { readonly value: string } }) =>
    setTyped({ ...parts, [of]: event.currentTarget.value })
  const take = () => {
    if (typed === null) return
    if (moment !== undefined) setTyped(null)
    onChange(moment)
  }
  const choose = (day: string) => {
    const chosen = parseMoment({ ...parts, day })
    setTyped(null)
    onChange(chosen)
  }
  const leaving = {
    onBlur: take,
    onKeyDown: ({ key }: { readonly key: string }) => {
      if (key === "Enter") take()
    },
  }
  const time = { ...leaving, inputMode: "numeric", maxLength: 2, disabled, autoComplete: "off", className: classes["two"] } as const
  return (
    <Input.Wrapper
      label={label}
      id={id}
      error={moment === undefined ? t("export.day.wrong") : null}
      errorProps={{ id: `${id}-error` }}
      className={classes["moment"]}
    >
      <div className={classes["parts"]}>
        <TextInput
          {...leaving}
          id={id}
          className={classes["day"]}
          value={parts.day}
          placeholder={t("day.form")}
          disabled={disabled}
          autoComplete="off"
          error={moment === undefined}
          aria-describedby={moment === undefined ? `${id}-error` : undefined}
          onChange={type("day")}
        />
        <CalendarButton label={calendar} value={value.slice(0, 10)} today={today} disabled={disabled} onChange={choose} />
        <TextInput {...time} aria-label={hours} value={parts.hour} onChange={type("hour")} />
        <span aria-hidden="true">:</span>
        <TextInput {...time} aria-label={minutes} value={parts.minute} onChange={type("minute")} />
      </div>
    </Input.Wrapper>
  )
}
