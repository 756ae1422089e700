/** @jsxImportSource preact */
// The days of which statistics are shown.
import { isIsoDate } from "../../domain/conditions/iso-date.ts"
import { allDays, areReversed, type Days } from "../../domain/statistics/told.ts"
import { useSpeech } from "./speaking.ts"

/** The last one whose year browsers take for one of four digits. */
const lastDay = "9999-12-31"

type Given = { readonly days: Days; readonly choose: (days: Days) => void }

export const Period = ({ days, choose }: Given) => {
  const { words, day } = useSpeech()
  const field = (which: keyof Days, label: string, bounds: { readonly min?: string | undefined; readonly max?: string | undefined }) => (
    <label>
      {label}
      <input
        type="date"
        value={days[which] ?? ""}
        {...bounds}
        onChange={({ currentTarget: { value } }) => choose({ ...days, [which]: value === "" ? null : value })}
      />
    </label>
  )
  // A year may be typed of more digits than a day has.
  const said = (label: string, date: string | null) =>
    date === null || !isIsoDate(date) ? [] : [`${label}: ${day.format(new Date(`${date}T00:00:00Z`))}`]
  const chosen = [...said(words("stats.from"), days.from), ...said(words("stats.until"), days.until)].join(" · ") || words("stats.clear")
  return (
    <fieldset>
      <legend>{words("stats.period")}</legend>
      {field("from", words("stats.from"), { max: days.until ?? lastDay })}
      {field("until", words("stats.until"), { min: days.from ?? undefined, max: lastDay })}
      <output class="reversed">{areReversed(days) && words("stats.reversed")}</output>
      {/* On paper, in place of the fields. */}
      <p class="printed">{chosen}</p>
      {(days.from !== null || days.until !== null) && (
        <button type="button" onClick={() => choose(allDays)}>
          {words("stats.clear")}
        </button>
      )}
    </fieldset>
  )
}
