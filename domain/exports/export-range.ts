// Between which moments an export's conversations began (spec/3-community §2 "from and to date-time pickers", §5, §9).
// A moment is a local time without a zone, to the minute: `YYYY-MM-DDTHH:mm`; blank for no limit.
import { readDate, writtenDate } from "../questions/date.ts"
import { timePart, usualRange } from "./export-options.ts"

export type ExportRange = { readonly from: string; readonly to: string }

/** What a person starts with: from one month ago at start of day to end of today (`YYYY-MM-DD`). */
export const startingRange = (today: string): ExportRange => {
  const { from, to } = usualRange(today)
  return { from: from.slice(0, 16), to: to.slice(0, 16) }
}

export const blankRange: ExportRange = { from: "", to: "" }

/** The local times, to the millisecond, of the first and the last instant of a range; left out where there is no limit. */
export const limitsOf = ({ from, to }: ExportRange): { readonly from?: string; readonly to?: string } => ({
  ...(from === "" ? {} : { from: `${from}:00.000` }),
  ...(to === "" ? {} : { to: `${to}:59.999` }),
})

export type MomentParts = { readonly day: string; readonly hour: string; readonly minute: string }

/** A moment in the parts that are typed: the day as `DD-MM-YYYY`, hours and minutes with two digits. `usual` is the time of a blank one. */
export const partsOf = (moment: string, usual: "00:00" | "23:59"): MomentParts => {
  const [date = "", time = usual] = moment === "" ? ["", usual] : moment.split("T")
  return { day: writtenDate(date), hour: time.slice(0, 2), minute: time.slice(3, 5) }
}

/** The moment of what was typed: blank without a day, undefined where that is no day; hours and minutes are clamped. */
export const momentOf = ({ day, hour, minute }: MomentParts): string | undefined => {
  if (day.trim() === "") return ""
  const date = readDate(day)
  return date === undefined ? undefined : `${date}T${timePart(Number(hour), 23)}:${timePart(Number(minute), 59)}`
}
