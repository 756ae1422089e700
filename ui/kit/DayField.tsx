// A day to be typed in any of the accepted forms, or chosen from a calendar (spec/3-community §9).
import { TextInput } from "@mantine/core"
import { useState } from "react"
import { readDate, writtenDate } from "../../domain/questions/date.ts"
import { CalendarButton } from "./CalendarButton.tsx"
import { useWords } from "./words.tsx"

type Props = {
  readonly label: string
  /** What the button is called that opens the calendar. */
  readonly calendar: string
  /** Days as `YYYY-MM-DD`: today, and the first that can be chosen. */
  readonly today: string
  readonly earliest: string
  /** `YYYY-MM-DD`, or what was typed where that is no day. */
  readonly value: string
  readonly error: string | null
  readonly disabled: boolean
  readonly onChange: (day: string) => void
}

export const DayField = ({ label, calendar, today, earliest, value, error, disabled, onChange }: Props) => {
  const t = useWords()
  // What is being typed stays as it is until the field is left.
  const [typed, setTyped] = useState<string | null>(null)
  const read = readDate(value)
  return (
    <TextInput
      label={label}
      placeholder={t("day.form")}
      autoComplete="off"
      value={typed ?? writtenDate(value)}
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
          onChoose={(day) => {
            setTyped(null)
            onChange(day)
          }}
        />
      }
      rightSectionPointerEvents="all"
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(readDate(text) ?? text)
      }}
    />
  )
}
