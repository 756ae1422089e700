/** @jsxImportSource preact */
// What was counted of a chat: the totals, the days they are of, and a chart for each question.
import type { ComponentChildren } from "preact"
import type { Days, Statistics } from "../../domain/statistics/told.ts"
import { ChartCard } from "./ChartCard.tsx"
import { Period } from "./Period.tsx"
import { useSpeech } from "./speaking.ts"

type Given = {
  readonly statistics: Pick<Statistics, "title" | "begun" | "finished" | "charts"> & {
    /** That of the chat, in which its title and its choices are worded, whatever the page speaks. */
    readonly language: string
    readonly community: { readonly name: string }
  }
  readonly days: Days
  readonly isLive: boolean | null
  readonly choose: (days: Days) => void
  /** What went wrong, above the charts. */
  readonly children?: ComponentChildren
}

export const Shown = ({ statistics: { community, title, language, begun, finished, charts }, days, isLive, choose, children }: Given) => {
  const { words, number } = useSpeech()
  return (
    <>
      <header>
        <p class="community">
          <bdi>{community.name}</bdi>
        </p>
        <h1>
          <bdi lang={language}>{title}</bdi>
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
          <Period days={days} choose={choose} />
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
