// What is wrong with anything at all that is to be a script: its shape first, then every rule (contract "Command line tool").
import type { Finding } from "../finding.ts"
import { valueFaults } from "../json.ts"
import { shapedAs } from "../structure.ts"
import { scriptFindings } from "./check.ts"
import { findingsAround } from "./check-around.ts"
import { Authored } from "./script.ts"

/**
 * All findings of what is to be a script, by place: a `structure` finding for each place that has not the shape of one, and what is wrong
 * beside those places. Total: anything at all has findings, or is a sound script. Pointers are into it (`/instructions/3/label`).
 */
export const checkScript = (script: unknown): ReadonlyArray<Finding> => {
  const faults = valueFaults(script)
  return faults.length > 0 ? faults : payloadFindings(script, "")
}

/** The same for the payload of a file, which `readJson` has read; `at` is where it stands in the file. */
export const payloadFindings = (payload: unknown, at: string): ReadonlyArray<Finding> => {
  const { value, findings } = shapedAs(Authored, payload, at)
  if (findings !== undefined) return [...findings, ...findingsAround(payload, findings, at)]
  return scriptFindings(value).map((it) => ({ ...it, pointer: at + it.pointer }))
}
