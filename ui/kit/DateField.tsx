// Date field with a calendar button: a date is typed in any accepted form, or picked by mouse or keyboard. Weeks start on Monday [Q5].
import { ActionIcon, Popover, TextInput } from "@mantine/core"
import { IconCalendar, IconChevronLeft, IconChevronRight } from "@tabler/icons-react"
import { type FocusEvent, type KeyboardEvent, useState } from "react"
import { formatDate, parseDate } from "../../domain/date/calendar-date.ts"
import { listCalendarWeeks, moveDayByKey } from "../../domain/date/calendar-month.ts"
import classes from "./DateField.module.css"
import { focusOnMount } from "./focus-hooks.ts"
import type { FieldChange } from "./form-fields.ts"
import { useDateFormat, useTranslate } from "./i18n.tsx"

type CalendarButtonProps = {
  readonly label: string
  /** The selected date and today, as `YYYY-MM-DD`; empty if none is selected. */
  readonly value: string
  readonly today: string
  /** The first selectable date, as `YYYY-MM-DD`. */
  readonly earliest?: string
  readonly disabled?: boolean
  /** The edge of the calendar that is aligned with the button. */
  readonly side?: "start" | "end"
  readonly onChange: (day: string) => void
}

export const CalendarButton = ({ label, value, today, earliest = "", disabled = false, side = "start", onChange }: CalendarButtonProps) => {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position={`bottom-${side}`} trapFocus returnFocus disabled={disabled}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          disabled={disabled}
          {...(opened && keepEscape)}
          onClick={() => setOpened(!opened)}
        >
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

/** On elements that can have the focus while the calendar is open: Escape closes the calendar, and not the dialog around it. */
const keepEscape = { "data-mantine-stop-propagation": true } as const

type MonthProps = Pick<CalendarButtonProps, "value" | "today" | "onChange"> & { readonly earliest: string }

const Month = ({ value, today, earliest, onChange }: MonthProps) => {
  const t = useTranslate()
  const { day: formatDay, month, weekday, dayOfMonth } = useDateFormat()
  // The day that has the keyboard focus; its month is shown.
  const [focusedDay, setFocusedDay] = useState(value === "" ? today : value)
  const weeks = listCalendarWeeks(focusedDay.slice(0, 7))
  const turnPage = (key: "PageUp" | "PageDown") => () => setFocusedDay(moveDayByKey(focusedDay, key) ?? focusedDay)
  const moveFocus = (event: KeyboardEvent) => {
    const next = moveDayByKey(focusedDay, event.key)
    if (next === undefined) return
    event.preventDefault()
    setFocusedDay(next)
  }
  return (
    <>
      <div className={classes["top"]}>
        <ActionIcon variant="subtle" color="gray" aria-label={t("calendar.previous")} {...keepEscape} onClick={turnPage("PageUp")}>
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <strong aria-live="polite">{month(focusedDay)}</strong>
        <ActionIcon variant="subtle" color="gray" aria-label={t("calendar.next")} {...keepEscape} onClick={turnPage("PageDown")}>
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
                    // A new key mounts a new button for the focused day, so that its ref callback moves the focus.
                    key={`${day} ${day === focusedDay}`}
                    type="button"
                    ref={day === focusedDay ? focusOnMount : null}
                    tabIndex={day === focusedDay ? 0 : -1}
                    data-autofocus={day === focusedDay || undefined}
                    {...keepEscape}
                    aria-label={formatDay(day)}
                    aria-pressed={day === value}
                    aria-current={day === today ? "date" : undefined}
                    // Not `disabled`, so that the keyboard can still move across it.
                    aria-disabled={day < earliest || undefined}
                    data-other={day.slice(0, 7) !== focusedDay.slice(0, 7) || undefined}
                    onKeyDown={moveFocus}
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

type DateFieldProps = {
  readonly label: string
  readonly name: string
  /** Label of the button that opens the calendar. */
  readonly calendarLabel: string
  /** Today and the first selectable date, as `YYYY-MM-DD`. */
  readonly today: string
  readonly earliest: string
  /** The text as typed. */
  readonly value: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (change: FieldChange) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

export const DateField = ({ label, name, calendarLabel, today, earliest, value, error, disabled, onChange, onBlur }: DateFieldProps) => {
  const t = useTranslate()
  const parsedDay = parseDate(value)
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
          label={calendarLabel}
          value={parsedDay ?? ""}
          today={today}
          earliest={earliest}
          disabled={disabled}
          side="end"
          onChange={(day) => onChange(formatDate(day))}
        />
      }
      rightSectionPointerEvents="all"
      onBlur={(event) => {
        // Normalize the format once the date is complete.
        if (parsedDay !== undefined && formatDate(parsedDay) !== value) onChange(formatDate(parsedDay))
        onBlur(event)
      }}
      onChange={onChange}
    />
  )
}
