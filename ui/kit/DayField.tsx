// A day to be typed in any of the accepted forms, or chosen from a calendar (spec/3-community §9).
import { TextInput } from "@mantine/core"
import type { FocusEvent } from "react"
import { readDate, writtenDate } from "../../domain/questions/date.ts"
import { CalendarButton } from "./CalendarButton.tsx"
import type { Change } from "./fields.ts"
import { useWords } from "./words.tsx"

type Props = {
  readonly label: string
  readonly name: string
  /** What the button is called that opens the calendar. */
  readonly calendar: string
  /** Days as `YYYY-MM-DD`: today, and the first that can be chosen. */
  readonly today: string
  readonly earliest: string
  /** As it is typed. */
  readonly value: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (change: Change) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

export const DayField = ({ label, name, calendar, today, earliest, value, error, disabled, onChange, onBlur }: Props) => {
  const t = useWords()
  const read = readDate(value)
  return (
    <TextInput
      label={label}
      name={name}
      placeholder={t("day.form")}
      autoComplete="off"
      value={value}
      error={error}
      disabled={disabled}
      rightSection={
        <CalendarButton
          label={calendar}
          value={read ?? ""}
          today={today}
          earliest={earliest}
          disabled={disabled}
          side="end"
          onChoose={(day) => onChange(writtenDate(day))}
        />
      }
      rightSectionPointerEvents="all"
      onBlur={(event) => {
        // In one form from here on, whichever it was typed in.
        if (read !== undefined && writtenDate(read) !== value) onChange(writtenDate(read))
        onBlur(event)
      }}
      onChange={onChange}
    />
  )
}
