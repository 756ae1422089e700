// Date field with a calendar button: a date is typed in any accepted form, or picked by mouse or keyboard. Weeks start on Monday [Q5].
import { ActionIcon, Popover, TextInput } from "@mantine/core"
import { IconCalendar } from "@tabler/icons-react"
import { type FocusEvent, Suspense, useState } from "react"
import { formatDate, parseDate } from "../../domain/date/calendar-date.ts"
import type { CalendarProps } from "./Calendar.tsx"
import { type FieldChange, fieldButtonAttribute } from "./form-fields.ts"
import { useTranslate } from "./i18n.tsx"
import { LoadingPlaceholder } from "./LoadingPlaceholder.tsx"
import { lazyPart } from "./lazy-part.tsx"

const Calendar = lazyPart(async () => (await import("./Calendar.tsx")).Calendar)

/** The height of a month with six weeks, in pixels. */
const calendarHeight = 267

type CalendarButtonProps = CalendarProps & {
  readonly label: string
  readonly disabled?: boolean
  /** The edge of the calendar that is aligned with the button. */
  readonly side?: "start" | "end"
}

export const CalendarButton = ({ label, disabled = false, side = "start", onChange, ...calendarProps }: CalendarButtonProps) => {
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
          // Escape closes the calendar, and not the dialog around it.
          data-mantine-stop-propagation={opened || undefined}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={18} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<LoadingPlaceholder height={calendarHeight} />}>
          <Calendar
            {...calendarProps}
            onChange={(day) => {
              setOpened(false)
              onChange(day)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
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
        <span {...fieldButtonAttribute}>
          <CalendarButton
            label={calendarLabel}
            value={parsedDay ?? ""}
            today={today}
            earliest={earliest}
            disabled={disabled}
            side="end"
            onChange={(day) => onChange(formatDate(day))}
          />
        </span>
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
