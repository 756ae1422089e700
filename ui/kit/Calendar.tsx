// The calendar of date fields. Weeks start on Monday [Q5].
import { VisuallyHidden } from "@mantine/core"
import { DatePicker } from "@mantine/dates"
import "@mantine/dates/styles.layer.css"
import dayjs from "dayjs"
import "dayjs/locale/nl"
import { type KeyboardEvent, useRef, useState } from "react"
import { firstDayOfWeek } from "../../domain/date/calendar-date.ts"
import { moveDayByKey } from "../../domain/date/calendar-keys.ts"
import classes from "./Calendar.module.css"
import { useDateFormat, useLanguage, useTranslate } from "./i18n.tsx"

export type CalendarProps = {
  /** The selected date, as `YYYY-MM-DD`; empty if none is selected. */
  readonly value: string
  /** `YYYY-MM-DD`; by default today in the user's time zone. */
  readonly today?: string
  /** The first selectable date, as `YYYY-MM-DD`. */
  readonly earliest?: string
  readonly onChange: (day: string) => void
}

/** Mantine counts Sunday as 0, the specification as 1. */
const daysFromSunday = { 1: 0, 2: 1 } as const

export const Calendar = ({ value, today = dayjs().format("YYYY-MM-DD"), earliest = "", onChange }: CalendarProps) => {
  const t = useTranslate()
  const { language } = useLanguage()
  const { day: formatDay, month } = useDateFormat()
  const [shownDay, setShownDay] = useState(() => {
    const day = value === "" ? today : value
    return day < earliest ? earliest : day
  })
  // The day that gets the focus once its month is shown.
  const dayToFocus = useRef<string | null>(shownDay)
  const moveFocus = (from: string) => (event: KeyboardEvent) => {
    const next = moveDayByKey(from, event.key)
    if (next === undefined) return
    event.preventDefault()
    if (next < earliest) return
    dayToFocus.current = next
    setShownDay(next)
  }
  const focusRequestedDay = (root: HTMLElement | null) => {
    const day = root?.querySelector<HTMLElement>(`[data-day="${dayToFocus.current}"]:not([data-outside])`)
    if (day === null || day === undefined) return
    dayToFocus.current = null
    day.focus()
  }
  return (
    <div ref={focusRequestedDay}>
      <VisuallyHidden aria-live="polite">{month(shownDay)}</VisuallyHidden>
      <DatePicker
        locale={language}
        firstDayOfWeek={daysFromSunday[firstDayOfWeek]}
        value={value === "" ? null : value}
        {...(earliest !== "" && { minDate: earliest })}
        date={shownDay}
        highlightToday
        // Weekends look like other days, because chats are closed and removed on them too.
        weekendDays={[]}
        classNames={classes}
        ariaLabels={{
          previousMonth: t("calendar.previous"),
          nextMonth: t("calendar.next"),
          previousYear: t("calendar.previous-year"),
          nextYear: t("calendar.next-year"),
          previousDecade: t("calendar.previous-decade"),
          nextDecade: t("calendar.next-decade"),
        }}
        // Escape closes the calendar, and not the dialog around it.
        __stopPropagation
        getDayAriaLabel={formatDay}
        getDayProps={(day) => ({
          "data-day": day,
          "aria-pressed": day === value,
          "aria-current": day === today ? "date" : undefined,
          onKeyDown: moveFocus(day),
        })}
        onDateChange={setShownDay}
        onChange={(day) => day !== null && onChange(day)}
      />
    </div>
  )
}
