/** @jsxImportSource preact */
// [G3] Chart of one question. It is a table whose rows are drawn as bars, beside an optional pie, so that screen readers can read it.

import { shareOf, slicesOf } from "../../domain/statistics/chart-shares.ts"
import { type Chart } from "../../domain/statistics/live-statistics.ts"
import { type StatsTexts, useStatsTexts } from "./stats-texts.ts"

/** The message key that explains why a question has no chart: no answers yet, or answers that statistics do not show. */
export const noChartKey = ({ type, answered }: Pick<Chart, "type" | "answered">): "stats.none" | "stats.files" | "stats.words" => {
  if (answered === 0) return "stats.none"
  return type === "file" ? "stats.files" : "stats.words"
}

/** Number of slice colors in stats.css: four colors, and a paler shade of each. */
export const sliceColorCount = 8

/** Radius of a circle with circumference 100, so that dash lengths are percentages. */
const radius = 100 / (2 * Math.PI)

/** A pie chart, hidden from screen readers: the table has the same numbers. */
export const PieChart = ({ bars }: Pick<Chart, "bars">) => (
  <svg class="pie" viewBox="0 0 64 64" aria-hidden="true">
    {slicesOf(bars).map(({ from, size }, i) => (
      <circle
        key={`${from} ${i}`}
        class={`slice${i % sliceColorCount}`}
        cx="32"
        cy="32"
        r={radius}
        stroke-dasharray={`${size * 100} ${100 - size * 100}`}
        stroke-dashoffset={25 - from * 100}
      />
    ))}
  </svg>
)

/** Returns the label of a bar whose label is not a text of the author. */
const getBarLabel = (
  { value }: Chart["bars"][number],
  { type, currency }: Chart,
  { words, faces, currencyFormat, month }: StatsTexts,
): string => {
  if (value === null) return words("stats.gone")
  const number = currencyFormat(currency)
  if (typeof value === "string") return month.format(new Date(`${value}-01T00:00:00Z`))
  if (typeof value === "number") return type === "emoji" ? (faces[value - 1] ?? number.format(value)) : number.format(value)
  return number.formatRange(value.least, "most" in value ? value.most : value.next)
}

/** `language` is the language of the choices that are not translated. */
export const ChartCard = ({ chart, language }: { readonly chart: Chart; readonly language: string }) => {
  const texts = useStatsTexts()
  const { words, number, currencyFormat, percent } = texts
  const id = `chart-${chart.instruction}`
  const { title, type, kind, currency, answered, average, nps, bars } = chart
  return (
    <section class={`chart ${kind}`} aria-labelledby={id}>
      <h2 id={id}>
        <bdi lang={chart.language}>{title}</bdi>
      </h2>
      <p class="sums">
        <span>{words("stats.answered", { count: number.format(answered) })}</span>
        {average !== null && (
          <strong>
            {words(type === "score" ? "stats.average.score" : "stats.average", { average: currencyFormat(currency).format(average) })}
          </strong>
        )}
        {nps !== null && <strong>{words("stats.nps", { score: number.format(nps) })}</strong>}
      </p>
      {kind === "none" ? (
        <p class="empty">{words(noChartKey(chart))}</p>
      ) : (
        <div class="drawn">
          {kind === "pie" && answered > 0 && <PieChart bars={bars} />}
          <table aria-labelledby={id}>
            <thead>
              <tr>
                <th scope="col">{words("stats.answer")}</th>
                <th scope="col">{words("stats.number")}</th>
                <th scope="col">{words("stats.share")}</th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar, i) => (
                <tr key={`${i} ${JSON.stringify(bar.value)}`}>
                  <th scope="row">
                    {kind === "pie" && <i class={`swatch slice${i % sliceColorCount}`} aria-hidden="true" />}
                    {bar.label === null ? getBarLabel(bar, chart, texts) : <bdi lang={bar.language ?? language}>{bar.label}</bdi>}
                  </th>
                  <td>{number.format(bar.count)}</td>
                  <td class="share">
                    {kind === "bar" && <i class="bar" aria-hidden="true" style={{ "--share": String(shareOf(bar, answered)) }} />}
                    <span>{percent.format(shareOf(bar, answered))}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
