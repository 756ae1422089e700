// Asks a server for its health at short intervals, on a thread of its own, so that the load of the attack does not delay the measurement.
import { once } from "node:events"
import { Worker } from "node:worker_threads"

export type Health = {
  /** The longest response of `/healthz`, in milliseconds. */
  readonly worstMs: number
  /** The longest delay of the server's event loop, in milliseconds, by its own metrics. */
  readonly worstLoopDelayMs: number
  /** The responses other than 200, and failed connections. */
  readonly failures: number
}

export type HealthProbe = {
  /** Returns what was measured since the last call, or since the start. */
  readonly takeHealth: () => Promise<Health>
  readonly stop: () => Promise<void>
}

const intervalMs = 50
/** The metrics are read once in so many rounds, because reading them takes time of the server. */
const metricsEvery = 20
/** The first requests load and compile the code of the probe itself, so that they are not counted. */
const uncountedRounds = 20

const probe = `
const { parentPort, workerData: address } = require("node:worker_threads")
const nothingMeasured = { worstMs: 0, worstLoopDelayMs: 0, failures: 0 }
let health = nothingMeasured
const probeHealth = async () => {
  const start = performance.now()
  const isOk = await fetch(address + "/healthz").then(async (response) => { await response.text(); return response.status === 200 }, () => false)
  const ms = performance.now() - start
  health = { ...health, worstMs: Math.max(health.worstMs, ms), failures: health.failures + (isOk ? 0 : 1) }
}
const readLoopDelay = async () => {
  const metrics = await fetch(address + "/metrics").then((response) => response.text(), () => "")
  const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\\S+)/m.exec(metrics)?.[1] ?? 0)
  health = { ...health, worstLoopDelayMs: Math.max(health.worstLoopDelayMs, seconds * 1000) }
}
let round = Promise.resolve()
parentPort.on("message", async () => {
  await round
  await readLoopDelay()
  parentPort.postMessage(health)
  health = nothingMeasured
})
const run = async () => {
  for (let count = 1; ; count++) {
    round = probeHealth()
    await round
    if (count % ${metricsEvery} === 0) await readLoopDelay()
    if (count === ${uncountedRounds}) {
      health = nothingMeasured
      parentPort.postMessage("ready")
    }
    await new Promise((done) => setTimeout(done, count < ${uncountedRounds} ? 0 : ${intervalMs}))
  }
}
run()
`

/** Starts to probe a server. Resolves when the probe measures. */
export const startHealthProbe = async (address: string): Promise<HealthProbe> => {
  const worker = new Worker(probe, { eval: true, workerData: address })
  const receive = async () => (await once(worker, "message"))[0]
  await receive()
  return {
    takeHealth: async () => {
      const measured: Promise<Health> = receive()
      worker.postMessage("take")
      return measured
    },
    stop: async () => void (await worker.terminate()),
  }
}
