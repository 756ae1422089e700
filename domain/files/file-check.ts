// Checks a script or style file and repairs its checksum [F7–F9].

import { inspectPayload } from "../check/script-check.ts"
import type { Inspection } from "../check/script-rules.ts"
import type { Finding } from "../findings/finding.ts"
import { walkJsonValues } from "../json/json-locations.ts"
import { computeChecksum, type Digest, type Envelope, openEnvelope, type SealedFileKind, verifyChecksum } from "./file-envelope.ts"
import { checkStyle } from "./style-file.ts"

/**
 * Returns all findings of a file, sorted by pointer. An unknown version ends the check; a wrong checksum is reported along with everything
 * else, because files edited by hand usually have one.
 */
export const checkFile = async (text: string, digest: Digest): Promise<ReadonlyArray<Finding>> => (await inspectFile(text, digest)).findings

/** Returns the findings of a file, as `checkFile` does, and the pointers of what could not be decided. */
export const inspectFile = async (text: string, digest: Digest): Promise<Inspection> => {
  const result = openEnvelope(text)
  if (!result.ok) return { findings: sortByPointer(result.findings), unproven: [] }
  const { kind, payload } = result.envelope
  const { findings, unproven } = payloadChecks[kind](payload)
  return { findings: sortByPointer([...(await verifyChecksum(result.envelope, digest)), ...findings]), unproven }
}

const payloadChecks = {
  script: (payload) => inspectPayload(payload, "/payload"),
  style: (payload) => ({ findings: checkStyle(payload, "/payload"), unproven: [] }),
} as const satisfies Record<SealedFileKind, (payload: Envelope["payload"]) => Inspection>

/** [F9] Returns the file's text with the correct checksum and otherwise unchanged, or the findings that prevent computing it. */
export const resealFile = async (
  text: string,
  digest: Digest,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly findings: ReadonlyArray<Finding> }> => {
  const result = openEnvelope(text)
  if (!result.ok) return result
  const { kind, payload } = result.envelope
  const checksum = await computeChecksum(payload, kind, digest)
  if (typeof checksum !== "string") throw new Error(`a payload that was read has no canonical form: ${checksum.reason}`)
  return { ok: true, text: replaceChecksum(text, JSON.stringify(checksum)) }
}

/** Replaces the checksum in the text, or adds it at the end of the file's object. */
const replaceChecksum = (text: string, checksum: string): string => {
  const bomLength = text.startsWith("\ufeff") ? 1 : 0
  const body = text.slice(bomLength)
  let lastFieldEnd = 0
  for (const { path, start, end } of walkJsonValues(body)) {
    const [key, ...deeper] = path()
    if (deeper.length > 0) continue
    if (key === "checksum") return text.slice(0, bomLength + start) + checksum + text.slice(bomLength + end)
    if (key !== undefined) lastFieldEnd = end
  }
  const indent = /^\s*\{(\s*)/.exec(body)?.[1] ?? ""
  return `${text.slice(0, bomLength + lastFieldEnd)},${indent}"checksum":${indent === "" ? "" : " "}${checksum}${text.slice(bomLength + lastFieldEnd)}`
}

const sortByPointer = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  findings.toSorted((a, b) => comparePointers(a.pointer, b.pointer))

/** [F8] Orders two pointers step by step: numbers numerically and before names, the outer value before the inner. */
export const comparePointers = (a: string, b: string): number => {
  const [stepsA, stepsB] = [a.split("/"), b.split("/")]
  for (const [i, stepA] of stepsA.entries()) {
    const stepB = stepsB[i]
    if (stepB === undefined) return 1
    if (stepA === stepB) continue
    const nameOrder = stepA < stepB ? -1 : 1
    if (!isIndex(stepA)) return isIndex(stepB) ? 1 : nameOrder
    return isIndex(stepB) ? Number(stepA) - Number(stepB) || nameOrder : -1
  }
  return stepsA.length - stepsB.length
}

const isIndex = (step: string): boolean => /^\d+$/.test(step)
