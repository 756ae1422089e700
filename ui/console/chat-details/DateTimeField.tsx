// Field for a typed date and time: the date in any accepted form, hours and minutes clamped on blur.
import { Input, TextInput } from "@mantine/core"
import { useId, useState } from "react"
import { getInvalidDateKey } from "../../../domain/date/calendar-date.ts"
import { type MomentParts, parseMoment, splitMoment } from "../../../domain/exports/export-options.ts"
import { CalendarButton } from "../../kit/DateField.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./ChatDetails.module.css"

type Props = {
  readonly label: string
  readonly hoursLabel: string
  readonly minutesLabel: string
  readonly calendarLabel: string
  /** `YYYY-MM-DD` in the user's time zone. */
  readonly today: string
  /** `YYYY-MM-DDTHH:mm`, or empty. */
  readonly value: string
  readonly defaultTime: "00:00" | "23:59"
  readonly disabled: boolean
  /** Called on blur; undefined if the text is not a valid date and time. */
  readonly onChange: (moment: string | undefined) => void
}

export const DateTimeField = ({ label, hoursLabel, minutesLabel, calendarLabel, today, value, defaultTime, disabled, onChange }: Props) => {
  const t = useTranslate()
  const id = useId()
  // The text being typed, until blur.
  const [draft, setDraft] = useState<MomentParts | null>(null)
  const parts = draft ?? splitMoment(value, defaultTime)
  const moment = parseMoment(parts)
  const updatePart = (part: keyof MomentParts) => (event: { readonly currentTarget: { readonly value: string } }) =>
    setDraft({ ...parts, [part]: event.currentTarget.value })
  const commit = () => {
    if (draft === null) return
    if (moment !== undefined) setDraft(null)
    onChange(moment)
  }
  const pickDay = (day: string) => {
    const picked = parseMoment({ ...parts, day })
    setDraft(null)
    onChange(picked)
  }
  const commitHandlers = {
    onBlur: commit,
    onKeyDown: ({ key }: { readonly key: string }) => {
      if (key === "Enter") commit()
    },
  }
  const timeProps = {
    ...commitHandlers,
    inputMode: "numeric",
    maxLength: 2,
    disabled,
    autoComplete: "off",
    className: classes["two"],
  } as const
  return (
    <Input.Wrapper
      label={label}
      id={id}
      error={moment === undefined ? t(getInvalidDateKey(parts.day)) : null}
      errorProps={{ id: `${id}-error` }}
      className={classes["moment"]}
    >
      <div className={classes["parts"]}>
        <TextInput
          {...commitHandlers}
          id={id}
          className={classes["day"]}
          value={parts.day}
          placeholder={t("day.form")}
          disabled={disabled}
          autoComplete="off"
          error={moment === undefined}
          aria-describedby={moment === undefined ? `${id}-error` : undefined}
          onChange={updatePart("day")}
        />
        <CalendarButton label={calendarLabel} value={value.slice(0, 10)} today={today} disabled={disabled} onChange={pickDay} />
        <TextInput {...timeProps} aria-label={hoursLabel} value={parts.hour} onChange={updatePart("hour")} />
        <span aria-hidden="true">:</span>
        <TextInput {...timeProps} aria-label={minutesLabel} value={parts.minute} onChange={updatePart("minute")} />
      </div>
    </Input.Wrapper>
  )
}
