// A file as someone hands it in, script or style: what is wrong with it, and its checksum made right (contract "Files").

import type { Finding } from "../check/finding.ts"
import { payloadFindings } from "../check/script-check.ts"
import { walkJsonValues } from "../json/json-locations.ts"
import { checkStyle } from "../style/style-file.ts"
import { computeChecksum, type Digest, type Envelope, openEnvelope, type SealedFileKind, verifyChecksum } from "./file-envelope.ts"

/**
 * Every finding of a file's text, in the order of the places. A wrong version ends the check; a wrong checksum is one finding among
 * the others, for whoever wrote the file by hand wants to hear of the rest too.
 */
export const checkFile = async (text: string, digest: Digest): Promise<ReadonlyArray<Finding>> => {
  const opened = openEnvelope(text)
  if (!opened.ok) return sortByPointer(opened.findings)
  const { kind, payload } = opened.envelope
  return sortByPointer([...(await verifyChecksum(opened.envelope, digest)), ...checks[kind](payload)])
}

const checks = {
  script: (payload) => payloadFindings(payload, "/payload"),
  style: (payload) => checkStyle(payload, "/payload"),
} as const satisfies Record<SealedFileKind, (payload: Envelope["payload"]) => ReadonlyArray<Finding>>

/** [F9] The same text with the checksum that its payload has and nothing else changed, or what keeps it from having one. */
export const resealFile = async (
  text: string,
  digest: Digest,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly findings: ReadonlyArray<Finding> }> => {
  const opened = openEnvelope(text)
  if (!opened.ok) return opened
  const { kind, payload } = opened.envelope
  const sum = await computeChecksum(payload, kind, digest)
  if (typeof sum !== "string") throw new Error(`a payload that was read has no canonical form: ${sum.reason}`)
  return { ok: true, text: replaceChecksum(text, JSON.stringify(sum)) }
}

/** Puts the checksum where the old one stands, or at the end of the file's object. */
const replaceChecksum = (text: string, sum: string): string => {
  const mark = text.startsWith("\ufeff") ? 1 : 0
  const body = text.slice(mark)
  let last = 0
  for (const { path, start, end } of walkJsonValues(body)) {
    const [key, ...deeper] = path()
    if (deeper.length > 0) continue
    if (key === "checksum") return text.slice(0, mark + start) + sum + text.slice(mark + end)
    if (key !== undefined) last = end
  }
  const indent = /^\s*\{(\s*)/.exec(body)?.[1] ?? ""
  return `${text.slice(0, mark + last)},${indent}"checksum":${indent === "" ? "" : " "}${sum}${text.slice(mark + last)}`
}

const sortByPointer = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  findings.toSorted((one, other) => comparePointers(one.pointer, other.pointer))

/** [F8] The order of two places: step by step, numbers as numbers and before names, the outer before the inner. */
export const comparePointers = (one: string, other: string): number => {
  const [left, right] = [one.split("/"), other.split("/")]
  for (const [i, step] of left.entries()) {
    const against = right[i]
    if (against === undefined) return 1
    if (step === against) continue
    const byLetters = step < against ? -1 : 1
    if (!isPlace(step)) return isPlace(against) ? 1 : byLetters
    return isPlace(against) ? Number(step) - Number(against) || byLetters : -1
  }
  return left.length - right.length
}

const isPlace = (step: string): boolean => /^\d+$/.test(step)
