// npm run attack: a bounded attack on the built server, on this machine only. `npm run attack -- 5000 7` sends 5000 generated requests of seed 7.
import { buildStaleTargets } from "../adapters/server/launch/build.ts"
import { guessAccounts } from "./attack/account-timing.ts"
import { attack } from "./attack/attack.ts"

/** Milliseconds within which `/healthz` answers. */
const healthLimitMs = 100

/** Milliseconds of CPU time of one turn of the event loop: those that are reported, and those that are a problem, also while memory is collected. */
const [slowTurnMs, maxTurnMs] = [50, 150]

/** The most memory of the server: the heaps of both threads (512 and 400 MB), and as much again for what lies outside of them. */
const maxMegabytes = 1800

/** Guesses whether an address has an account, and how many may be right: of those who only guess, one in a hundred has more. */
const [guesses, maxRightGuesses] = [48, 32]

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
  lowersPriority: true,
})
console.log(
  `\nresponses: ${[...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`)
    .join(", ")}`,
)
console.log(`peak memory of the server: ${peakMegabytes.before ?? "?"} MB before, ${peakMegabytes.during ?? "?"} MB during the attack`)
for (const { part, longestTurnMs } of health)
  if (longestTurnMs > slowTurnMs)
    console.log(`slow: a turn of the event loop took ${longestTurnMs.toFixed(0)} ms of CPU time during ${part}`)
const guessed = await guessAccounts(guesses, Number(seed))
if (guessed !== null) console.log(`accounts guessed from response times: ${guessed.right} of ${guessed.guesses} right`)
const isGuessable = guessed !== null && guessed.right > maxRightGuesses
const slowParts = health
  .filter(({ worstMs }) => worstMs > healthLimitMs)
  .map(({ part, worstMs }) => `${part}: /healthz took ${worstMs.toFixed(0)} ms, more than ${healthLimitMs}`)
const heldParts = health
  .filter(({ longestTurnMs }) => longestTurnMs > maxTurnMs)
  .map(({ part, longestTurnMs }) => `${part}: a turn took ${longestTurnMs.toFixed(0)} ms of CPU time, more than ${maxTurnMs}`)
const isTooLarge = (peakMegabytes.during ?? 0) > maxMegabytes
const found = [
  ...problems,
  ...slowParts,
  ...heldParts,
  ...(isTooLarge ? [`the server took ${peakMegabytes.during} MB, more than ${maxMegabytes}`] : []),
  ...(isGuessable ? ["response times show which addresses have accounts"] : []),
]
for (const problem of found.slice(0, 50)) console.log(`✗ ${problem}`)
console.log(`${found.length} problems`)
process.exitCode = found.length > 0 ? 1 : 0
