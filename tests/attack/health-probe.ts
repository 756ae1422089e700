// Asks a server for its health at short intervals, on a thread of its own, so that the load of the attack does not delay the measurement.
import { Worker } from "node:worker_threads"

export type Health = {
  /** The longest response of `/healthz`, in milliseconds. */
  readonly worstMs: number
  /** The longest delay of the server's event loop, in milliseconds, by its own metrics. */
  readonly worstLoopDelayMs: number
  /** The responses other than 200, and failed connections. */
  readonly failures: number
}

const intervalMs = 50
/** The metrics are read once in so many rounds, because reading them takes time of the server. */
const metricsEvery = 20

const probe = `
const { parentPort, workerData: address } = require("node:worker_threads")
let health = { worstMs: 0, worstLoopDelayMs: 0, failures: 0 }
let isRunning = true
parentPort.once("message", () => { isRunning = false })
const probeOnce = async (round) => {
  const start = performance.now()
  const isOk = await fetch(address + "/healthz").then(async (response) => { await response.text(); return response.status === 200 }, () => false)
  const ms = performance.now() - start
  health = { ...health, worstMs: Math.max(health.worstMs, ms), failures: health.failures + (isOk ? 0 : 1) }
  if (round % ${metricsEvery} !== 0) return
  const metrics = await fetch(address + "/metrics").then((response) => response.text(), () => "")
  const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\\S+)/m.exec(metrics)?.[1] ?? 0)
  health = { ...health, worstLoopDelayMs: Math.max(health.worstLoopDelayMs, seconds * 1000) }
}
const run = async () => {
  for (let round = 1; isRunning; round++) {
    await probeOnce(round)
    await new Promise((done) => setTimeout(done, ${intervalMs}))
  }
  await probeOnce(0)
  parentPort.postMessage(health)
}
run()
`

/** Starts to probe a server; the function that is returned stops and returns what was measured. */
export const startHealthProbe = (address: string): (() => Promise<Health>) => {
  const worker = new Worker(probe, { eval: true, workerData: address })
  const measured = new Promise<Health>((resolve, reject) => worker.once("message", resolve).once("error", reject))
  return () => {
    worker.postMessage("stop")
    return measured
  }
}
