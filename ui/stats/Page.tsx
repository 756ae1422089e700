/** @jsxImportSource preact */
// The live statistics' page: shows its machine; decides nothing.
import { isLive, type StatisticsActor, type StatisticsState } from "../../machines/statistics.ts"
import { Notice } from "./Notice.tsx"
import { Shown } from "./Shown.tsx"
import { useSpeech } from "./speaking.ts"

type Given = { readonly state: StatisticsState; readonly send: StatisticsActor["send"] }

export const Page = ({ state, send }: Given) => {
  const { words } = useSpeech()
  const { shown, days, hasFailed } = state.context
  const retry = (
    <button type="button" onClick={() => send({ type: "stats.retry" })}>
      {words("stats.retry")}
    </button>
  )
  if (state.matches("missing")) return <Notice title={words("stats.missing")} text={words("stats.missing.text")} />
  if (shown === null)
    return hasFailed ? (
      <Notice title={words("stats.failed")} text={words("stats.failed.text")}>
        {retry}
      </Notice>
    ) : (
      <main class="notice" aria-busy="true">
        <output>{words("stats.loading")}</output>
      </main>
    )
  return (
    <Shown statistics={shown} days={days} isLive={isLive(state)} choose={(next) => send({ type: "stats.days", days: next })}>
      {hasFailed && (
        <div class="trouble" role="alert">
          {words("stats.failed")} {retry}
        </div>
      )}
    </Shown>
  )
}
