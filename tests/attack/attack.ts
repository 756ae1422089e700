// A bounded attack on the built server: the known attacks, and then any number of generated requests. The same seed generates the same requests.
import { constants, loadavg, setPriority } from "node:os"
import fc from "fast-check"
import { readPeakMegabytes, resetPeakMemory } from "../fixtures/peak-memory.ts"
import { admin } from "../fixtures/program.ts"
import { type Health, startHealthProbe } from "./health-probe.ts"
import { type HostileRequest, hostileRequest } from "./hostile-requests.ts"
import { knownAttacks } from "./known-attacks.ts"
import { sendHostile, startTarget, type Target } from "./target.ts"

/** The health during a part; `longestTurnMs` is the most CPU time that the main thread took in one turn of its event loop, in milliseconds. */
type PartHealth = Health & { readonly part: string; readonly longestTurnMs: number }

export type AttackReport = {
  /** What the server did not withstand, in words. */
  readonly problems: ReadonlyArray<string>
  /** The number of responses to generated requests by status; 0 is a connection that ended without a response. */
  readonly statuses: ReadonlyMap<number, number>
  /** The health during each part of the attack. */
  readonly health: ReadonlyArray<PartHealth>
  /** The most memory that the process took before and during the attack, in megabytes; null if the system does not tell. */
  readonly peakMegabytes: { readonly before: number | null; readonly during: number | null }
}

export type AttackOptions = {
  /** The number of generated requests. */
  readonly requests: number
  readonly seed: number
  /** The names of the known attacks; all of them if not given. */
  readonly attacks?: ReadonlyArray<string>
  readonly onProgress?: (line: string) => void
  /** Whether this process gets a low priority for good: it shares the cores with the server, which real attackers do not. */
  readonly lowersPriority?: boolean
}

/** Requests that are sent at the same time. */
const concurrency = 16
/** Requests after which the people sign in again if they have lost their sessions. */
const batchSize = 200

/** Runs the attack. Rejects if the server cannot be started. */
export const attack = async ({
  requests,
  seed,
  attacks = Object.keys(knownAttacks),
  onProgress = () => undefined,
  lowersPriority = false,
}: AttackOptions): Promise<AttackReport> => {
  const target = await startTarget()
  const probe = await startHealthProbe(target.address)
  // Only now, because the server and the probe keep the usual priority.
  if (lowersPriority) setPriority(constants.priority.PRIORITY_LOW)
  // Starting the embedded database takes more than the attack.
  resetPeakMemory(target.pid)
  const before = readPeakMegabytes(target.pid)
  const problems: Array<string> = []
  const health: Array<PartHealth> = []
  const measure = async (part: string, work: () => Promise<ReadonlyArray<string>>): Promise<void> => {
    const start = new Date()
    await probe.takeHealth()
    const found = await work().catch((error: unknown) => [String(error)])
    const measured = await probe.takeHealth()
    const longestTurnMs = target.probe.readLongestTurn(start)
    health.push({ part, ...measured, longestTurnMs })
    problems.push(
      ...[...found, ...(measured.failures > 0 ? [`/healthz failed ${measured.failures} times`] : [])].map((it) => `${part}: ${it}`),
    )
    const worst = [measured.worstMs, measured.worstLoopDelayMs, longestTurnMs].map((ms) => `${ms.toFixed(0)} ms`)
    onProgress(
      `${part}: at worst /healthz ${worst[0]}, event loop ${worst[1]}, CPU time of a turn ${worst[2]}; load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  for (const name of attacks) await measure(name, async () => (await knownAttacks[name]?.(target)) ?? [`there is no attack ${name}`])
  const statuses = new Map<number, number>()
  await measure("generated requests", () => sendGenerated(target, { requests, seed, statuses, onProgress }))
  const peakMegabytes = { before, during: readPeakMegabytes(target.pid) }
  await probe.stop()
  const { code, complaints } = await target.stop()
  if (code !== 0) problems.push(`the server ended with ${code}: ${complaints.slice(-2000)}`)
  return { problems, statuses, health, peakMegabytes }
}

type Generated = Pick<AttackOptions, "requests" | "seed"> & {
  readonly statuses: Map<number, number>
  readonly onProgress: (line: string) => void
}

const sendGenerated = async (target: Target, { requests, seed, statuses, onProgress }: Generated): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  const arbitrary = hostileRequest(target)
  for (let start = 0; start < requests; start += batchSize) {
    const batch = fc.sample(arbitrary, { seed: seed + start, numRuns: Math.min(batchSize, requests - start) })
    let next = 0
    const sendNext = async (): Promise<void> => {
      for (let request = batch[next]; request !== undefined; request = batch[next]) {
        const from = start + next++
        const status = await sendHostile(target, request, from)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500 && status !== 503) problems.push(`${status} to ${describeRequest(request)}`)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, sendNext))
    await signInAgain(target)
    if ((start / batchSize) % 50 === 49) onProgress(`${start + batch.length} requests, ${problems.length} problems`)
  }
  return problems
}

const describeRequest = ({ who, method, path, headers, body }: HostileRequest): string =>
  `${method} ${path} by ${who} ${JSON.stringify(headers)} ${(body ?? "").slice(0, 500)}`

/** Signs in people who have lost their sessions; a request may have ended them. */
const signInAgain = async ({ people }: Target): Promise<void> => {
  for (const [who, name] of [
    ["member", "member"],
    ["admin", admin.username],
  ] as const)
    if ((await people[who].send("GET", "/api/current/user")).text === "{}") await people[who].signIn(name, admin.password)
}
