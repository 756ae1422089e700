// Dates and times as the person's language writes them.
import { useLanguage } from "./words.tsx"

const tags = { en: "en-GB", nl: "nl-NL" } as const
const day = { day: "numeric", month: "short", year: "numeric" } as const satisfies Intl.DateTimeFormatOptions
const time = { hour: "2-digit", minute: "2-digit" } as const satisfies Intl.DateTimeFormatOptions
const minute = { ...day, ...time } as const satisfies Intl.DateTimeFormatOptions

/** Writes an instant (ISO 8601) as a day, as a time, or as a day with its time, in the browser's time zone. */
export const useMoments = () => {
  const { language } = useLanguage()
  const as = (form: Intl.DateTimeFormatOptions) => (instant: string) =>
    new Intl.DateTimeFormat(tags[language], form).format(new Date(instant))
  return { day: as(day), time: as(time), minute: as(minute) }
}
