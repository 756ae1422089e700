// CPU time of processes, on Linux only. Other load on the same cores changes it far less than wall clock time.
import { readdirSync, readFileSync } from "node:fs"

/** CPU time so far, in milliseconds. */
export type Meter = () => number

/** Measures one process with all its threads; null where the system does not report it. */
export const meterOf = (pid: number): Meter | null => (statOf(pid) === null ? null : () => statOf(pid)?.own ?? Number.NaN)

/** Measures a PostgreSQL server, given the process that serves one of its connections; null where the system does not report it. */
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

/** Milliseconds per clock tick of the system. */
const tick = 10

/** A process's parent, its own milliseconds and those of its child processes that have ended; null if there is no such process. */
const statOf = (pid: number): { readonly parent: number; readonly own: number; readonly ended: number } | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    // After the name, which may contain anything, come the state and then numbers (proc(5)).
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
