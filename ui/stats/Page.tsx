/** @jsxImportSource preact */
// The live statistics' page: shows its machine; decides nothing.
import type { StatisticsActor, StatisticsState } from "../../machines/statistics.ts"
import { ChartCard } from "./ChartCard.tsx"
import { Notice } from "./Notice.tsx"
import { Period } from "./Period.tsx"
import { useSpeech } from "./speaking.ts"

type Given = { readonly state: StatisticsState; readonly send: StatisticsActor["send"] }

export const Page = ({ state, send }: Given) => {
  const { words, number } = useSpeech()
  const { shown, days, isLive } = state.context
  const failed = state.matches("failed")
  const retry = (
    <button type="button" onClick={() => send({ type: "stats.retry" })}>
      {words("stats.retry")}
    </button>
  )
  if (state.matches("missing")) return <Notice title={words("stats.missing")} text={words("stats.missing.text")} />
  if (shown === null)
    return failed ? (
      <Notice title={words("stats.failed")} text={words("stats.failed.text")}>
        {retry}
      </Notice>
    ) : (
      <main class="notice" aria-busy="true">
        <output>{words("stats.loading")}</output>
      </main>
    )
  return (
    <>
      <header>
        <p class="community">{shown.community.name}</p>
        <h1>{shown.title}</h1>
      </header>
      <main>
        <section class="totals" aria-label={words("stats.title")}>
          <dl>
            <div>
              <dt>{words("stats.begun")}</dt>
              <dd>{number.format(shown.begun)}</dd>
            </div>
            <div>
              <dt>{words("stats.finished")}</dt>
              <dd>{number.format(shown.finished)}</dd>
            </div>
          </dl>
          <Period days={days} choose={(next) => send({ type: "stats.days", days: next })} />
          <output class={isLive ? "line live" : "line"}>{words(isLive ? "stats.live" : "stats.late")}</output>
        </section>
        {failed && (
          <div class="trouble" role="alert">
            {words("stats.failed")} {retry}
          </div>
        )}
        {shown.charts.length === 0 && <p class="empty">{words("stats.empty")}</p>}
        <div class="charts">
          {shown.charts.map((chart) => (
            <ChartCard key={chart.instruction} chart={chart} />
          ))}
        </div>
      </main>
    </>
  )
}
