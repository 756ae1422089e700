// What processes take of the processor, where the system tells (Linux): what others do on the same cores changes it far less than the time on
// the clock.
import { readdirSync, readFileSync } from "node:fs"

/** Milliseconds of the processor by now. */
export type Meter = () => number

/** Of one process with all its threads; null where the system does not tell. */
export const meterOf = (pid: number): Meter | null => (statOf(pid) === null ? null : () => statOf(pid)?.own ?? Number.NaN)

/** Of a PostgreSQL server, told by the process that serves one of its connections; null where the system does not tell. */
export const databaseMeter = (backend: number): Meter | null => {
  const parent = statOf(backend)?.parent
  if (parent === undefined) return null
  return () => {
    const parts = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [statOf(Number(name))] : []))
    const serving = parts.reduce((sum, it) => sum + (it?.parent === parent ? it.own : 0), 0)
    const itself = statOf(parent)
    return serving + (itself === null ? Number.NaN : itself.own + itself.ended)
  }
}

/** Milliseconds in one of the ticks in which the system counts. */
const tick = 10

/** Of a process: who began it, its own milliseconds, and those of the processes it began that have ended; null where there is none. */
const statOf = (pid: number): { readonly parent: number; readonly own: number; readonly ended: number } | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    // Behind the name, which may hold anything: the state, then numbers (proc(5)).
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number)
    const sum = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * tick
    return { parent: fields[1] ?? 0, own: sum(11), ended: sum(13) }
  } catch {
    return null
  }
}
