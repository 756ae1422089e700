/** @jsxImportSource preact */
// The live statistics page: totals, period filter and a chart for each question.

import type { ComponentChildren } from "preact"
import { isIsoDate } from "../../domain/date/calendar-date.ts"
import { type LiveStatistics } from "../../domain/statistics/live-statistics.ts"
import { isPeriodReversed, type Period, unlimitedPeriod } from "../../domain/statistics/statistics-period.ts"
import { isLive, type StatisticsActor, type StatisticsState } from "../../machines/statistics-machine.ts"
import { ChartCard } from "./ChartCard.tsx"
import { useStatsTexts } from "./stats-texts.ts"

/** Upper bound of the date fields: without it, browsers accept years of more than four digits. */
const maxDay = "9999-12-31"

type PeriodProps = { readonly days: Period; readonly onChange: (days: Period) => void }

export const PeriodFilter = ({ days, onChange }: PeriodProps) => {
  const { words, day } = useStatsTexts()
  const renderField = (
    bound: keyof Period,
    label: string,
    bounds: { readonly min?: string | undefined; readonly max?: string | undefined },
  ) => (
    <label>
      {label}
      <input
        type="date"
        value={days[bound] ?? ""}
        {...bounds}
        onChange={({ currentTarget: { value } }) => onChange({ ...days, [bound]: value === "" ? null : value })}
      />
    </label>
  )
  // Despite the bounds, a year with more than four digits can be typed.
  const describeDay = (label: string, date: string | null) =>
    date === null || !isIsoDate(date) ? [] : [`${label}: ${day.format(new Date(`${date}T00:00:00Z`))}`]
  const periodText =
    [...describeDay(words("stats.from"), days.from), ...describeDay(words("stats.until"), days.until)].join(" · ") || words("stats.clear")
  return (
    <fieldset>
      <legend>{words("stats.period")}</legend>
      {renderField("from", words("stats.from"), { max: days.until ?? maxDay })}
      {renderField("until", words("stats.until"), { min: days.from ?? undefined, max: maxDay })}
      <output class="reversed">{isPeriodReversed(days) && words("stats.reversed")}</output>
      {/* Printed in place of the fields. */}
      <p class="printed">{periodText}</p>
      {(days.from !== null || days.until !== null) && (
        <button type="button" onClick={() => onChange(unlimitedPeriod)}>
          {words("stats.clear")}
        </button>
      )}
    </fieldset>
  )
}

type StatisticsViewProps = {
  readonly statistics: Pick<LiveStatistics, "title" | "begun" | "finished" | "charts"> & {
    /** Languages of the chat's title, if it is translated, and of its other texts that are not; they may differ from the page's. */
    readonly titleLanguage?: string
    readonly language: string
    readonly community: { readonly name: string }
  }
  readonly days: Period
  readonly isLive: boolean | null
  readonly onDaysChange: (days: Period) => void
  /** A failure notice, shown above the charts. */
  readonly children?: ComponentChildren
}

export const StatisticsView = ({
  statistics: { community, title, language, titleLanguage = language, begun, finished, charts },
  days,
  isLive,
  onDaysChange,
  children,
}: StatisticsViewProps) => {
  const { words, number } = useStatsTexts()
  return (
    <>
      <header>
        <p class="community">
          <bdi>{community.name}</bdi>
        </p>
        <h1>
          <bdi lang={titleLanguage}>{title}</bdi>
        </h1>
      </header>
      <main>
        <section class="totals" aria-label={words("stats.title")}>
          <dl>
            <div>
              <dt>{words("stats.begun")}</dt>
              <dd>{number.format(begun)}</dd>
            </div>
            <div>
              <dt>{words("stats.finished")}</dt>
              <dd>{number.format(finished)}</dd>
            </div>
          </dl>
          <PeriodFilter days={days} onChange={onDaysChange} />
          <output class={isLive === true ? "line live" : "line"}>{isLive !== null && words(isLive ? "stats.live" : "stats.late")}</output>
        </section>
        {children}
        {charts.length === 0 && <p class="empty">{words("stats.empty")}</p>}
        <div class="charts">
          {charts.map((chart) => (
            <ChartCard key={chart.instruction} chart={chart} language={language} />
          ))}
        </div>
      </main>
    </>
  )
}

type StatsNoticeProps = { readonly title: string; readonly text?: string; readonly children?: ComponentChildren }

/** Shown in place of statistics. */
export const StatsNotice = ({ title, text, children }: StatsNoticeProps) => (
  <main class="notice">
    <h1>{title}</h1>
    {text !== undefined && <p>{text}</p>}
    {children}
  </main>
)

type StatisticsPageProps = { readonly state: StatisticsState; readonly send: StatisticsActor["send"] }

export const StatisticsPage = ({ state, send }: StatisticsPageProps) => {
  const { words } = useStatsTexts()
  const { statistics, days, hasFailed } = state.context
  const retry = (
    <button type="button" onClick={() => send({ type: "stats.retry" })}>
      {words("stats.retry")}
    </button>
  )
  if (state.matches("missing")) return <StatsNotice title={words("stats.missing")} text={words("stats.missing.text")} />
  if (statistics === null)
    return hasFailed ? (
      <StatsNotice title={words("stats.failed")} text={words("stats.failed.text")}>
        {retry}
      </StatsNotice>
    ) : (
      <main class="notice" aria-busy="true">
        <output>{words("stats.loading")}</output>
      </main>
    )
  return (
    <StatisticsView
      statistics={statistics}
      days={days}
      isLive={isLive(state)}
      onDaysChange={(next) => send({ type: "stats.days", days: next })}
    >
      {hasFailed && (
        <div class="trouble" role="alert">
          {words("stats.failed")} {retry}
        </div>
      )}
    </StatisticsView>
  )
}
