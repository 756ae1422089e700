// A button that opens a month to choose a day from, by mouse and by keyboard (spec/3-community §9 "Calendar week starts on day 2").
import { ActionIcon, Popover, TextInput } from "@mantine/core"
import { IconCalendar, IconChevronLeft, IconChevronRight } from "@tabler/icons-react"
import { type FocusEvent, type KeyboardEvent, useState } from "react"
import { formatDate, parseDate } from "../../domain/date/calendar-date.ts"
import { listCalendarWeeks, moveDayByKey } from "../../domain/date/calendar-month.ts"
import classes from "./DateField.module.css"
import { focusOnMount } from "./focus-hooks.ts"
import type { FieldChange } from "./form-fields.ts"
import { useDateFormat, useTranslate } from "./i18n.tsx"

type Props = {
  readonly label: string
  /** Days as `YYYY-MM-DD`: the one that is chosen, blank for none, and today. */
  readonly value: string
  readonly today: string
  /** The first that can be chosen. */
  readonly earliest?: string
  readonly disabled?: boolean
  /** Which side of the month stands at the button. */
  readonly side?: "start" | "end"
  readonly onChange: (day: string) => void
}

export const CalendarButton = ({ label, value, today, earliest = "", disabled = false, side = "start", onChange }: Props) => {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position={`bottom-${side}`} trapFocus returnFocus disabled={disabled}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} disabled={disabled} onClick={() => setOpened(!opened)}>
          <IconCalendar size={18} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Month
          value={value}
          today={today}
          earliest={earliest}
          onChange={(day) => {
            setOpened(false)
            onChange(day)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type MonthProps = Pick<Props, "value" | "today" | "onChange"> & { readonly earliest: string }

const Month = ({ value, today, earliest, onChange }: MonthProps) => {
  const t = useTranslate()
  const { day: whole, month, weekday, dayOfMonth } = useDateFormat()
  // The day that the keyboard is at; the month is its.
  const [at, setAt] = useState(value === "" ? today : value)
  const weeks = listCalendarWeeks(at.slice(0, 7))
  const page = (key: "PageUp" | "PageDown") => () => setAt(moveDayByKey(at, key) ?? at)
  const move = (event: KeyboardEvent) => {
    const next = moveDayByKey(at, event.key)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }
  return (
    <>
      <div className={classes["top"]}>
        <ActionIcon variant="subtle" color="gray" aria-label={t("calendar.previous")} onClick={page("PageUp")}>
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <strong aria-live="polite">{month(at)}</strong>
        <ActionIcon variant="subtle" color="gray" aria-label={t("calendar.next")} onClick={page("PageDown")}>
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      <table className={classes["month"]}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    // Another button for the day that is come to, so that the focus arrives with it.
                    key={`${day} ${day === at}`}
                    type="button"
                    ref={day === at ? focusOnMount : null}
                    tabIndex={day === at ? 0 : -1}
                    data-autofocus={day === at || undefined}
                    aria-label={whole(day)}
                    aria-pressed={day === value}
                    aria-current={day === today ? "date" : undefined}
                    // The keyboard still passes over it.
                    aria-disabled={day < earliest || undefined}
                    data-other={day.slice(0, 7) !== at.slice(0, 7) || undefined}
                    onKeyDown={move}
                    onClick={() => day < earliest || onChange(day)}
                  >
                    {dayOfMonth(day)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

// A day to be typed in any of the accepted forms, or chosen from a calendar (spec/3-community §9).

type DayFieldProps = {
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
  readonly onChange: (change: FieldChange) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

export const DateField = ({ label, name, calendar, today, earliest, value, error, disabled, onChange, onBlur }: DayFieldProps) => {
  const t = useTranslate()
  const read = parseDate(value)
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
          onChange={(day) => onChange(formatDate(day))}
        />
      }
      rightSectionPointerEvents="all"
      onBlur={(event) => {
        // In one form from here on, whichever it was typed in.
        if (read !== undefined && formatDate(read) !== value) onChange(formatDate(read))
        onBlur(event)
      }}
      onChange={onChange}
    />
  )
}
