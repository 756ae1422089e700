// Dates and times as the person's language writes them.
import { useLanguage } from "./words.tsx"

const tags = { en: "en-GB", nl: "nl-NL" } as const
const day = { day: "numeric", month: "short", year: "numeric" } as const satisfies Intl.DateTimeFormatOptions
const time = { hour: "2-digit", minute: "2-digit" } as const satisfies Intl.DateTimeFormatOptions
const minute = { ...day, ...time } as const satisfies Intl.DateTimeFormatOptions
const month = { month: "long", year: "numeric" } as const satisfies Intl.DateTimeFormatOptions
const weekday = { weekday: "short" } as const satisfies Intl.DateTimeFormatOptions
const dayOfMonth = { day: "numeric" } as const satisfies Intl.DateTimeFormatOptions

/** Of a text that is a day without a time: at noon it is that day here, too. */
const dayLength = "YYYY-MM-DD".length

/** Writes an instant or a day (ISO 8601) as a day, as a time, as a day with its time, or as a part of it, in the browser's time zone. */
export const useMoments = () => {
  const { language } = useLanguage()
  const as = (form: Intl.DateTimeFormatOptions) => (instant: string) =>
    new Intl.DateTimeFormat(tags[language], form).format(new Date(instant.length === dayLength ? `${instant}T12:00` : instant))
  return { day: as(day), time: as(time), minute: as(minute), month: as(month), weekday: as(weekday), dayOfMonth: as(dayOfMonth) }
}
