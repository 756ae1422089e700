// npm run attack: a bounded attack on the built server, on this machine only. `npm run attack -- 5000 7` sends 5000 generated requests of seed 7.
import { buildStaleTargets } from "../adapters/server/launch/build.ts"
import { attack } from "./attack/attack.ts"

/** Milliseconds within which `/healthz` answers, and which the event loop is not blocked longer than. */
const healthLimitMs = 100

const [requests = "100000", seed = "1"] = process.argv.slice(2)
if (![requests, seed].every((it) => /^\d{1,9}$/.test(it))) {
  console.error("npm run attack -- [requests] [seed]")
  process.exit(2)
}
await buildStaleTargets(["server", "console", "chat", "stats"])
const { problems, statuses, health, peakMegabytes } = await attack({
  requests: Number(requests),
  seed: Number(seed),
  onProgress: (line) => console.log(line),
})
console.log(
  `\nresponses: ${[...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`)
    .join(", ")}`,
)
console.log(`peak memory of the server: ${peakMegabytes.before ?? "?"} MB before, ${peakMegabytes.during ?? "?"} MB during the attack`)
for (const { part, worstMs, worstLoopDelayMs } of health)
  if (worstMs > healthLimitMs)
    console.log(
      worstLoopDelayMs > healthLimitMs
        ? `slow: ${part} blocked the event loop for ${worstLoopDelayMs.toFixed(0)} ms`
        : `slow: /healthz took ${worstMs.toFixed(0)} ms during ${part}, of which the event loop explains ${worstLoopDelayMs.toFixed(0)} ms; the machine was busy`,
    )
for (const problem of problems.slice(0, 50)) console.log(`✗ ${problem}`)
console.log(`${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
