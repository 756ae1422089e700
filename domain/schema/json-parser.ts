// Parses JSON from outside without throwing; every error comes with its place [F7].

import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { loneSurrogate } from "../json/canonical-json.ts"
import {
  countFields,
  createLineIndex,
  estimateMaxFields,
  hasMoreValuesThan,
  type PathSegment,
  walkJsonValues,
} from "../json/json-locations.ts"
import { toJsonPointer } from "../json/json-value.ts"

export type JsonParseResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly findings: ReadonlyArray<Finding> }

/** Returns the value of a JSON text, ignoring a byte order mark, or findings with the places of its errors. */
export const parseJson = (text: string): JsonParseResult => {
  // An untyped caller can pass anything.
  if (typeof text !== "string") return { ok: false, findings: [createFinding("not-json", "", "finding.not-text")] }
  const body = text.startsWith("\ufeff") ? text.slice(1) : text
  if (body.trim() === "") return { ok: false, findings: [createFinding("not-json", "", "finding.empty-file")] }
  if (body.length > maxJsonValues && hasMoreValuesThan(maxJsonValues, body))
    return { ok: false, findings: [createFinding("structure", "", "finding.values", { values: maxJsonValues.toLocaleString("en") })] }
  const value = parseOrUndefined(body)
  if (value === undefined) return { ok: false, findings: [createFinding("not-json", "", "finding.not-json", locateSyntaxError(body))] }
  if (isCertainlyValid(value, body)) return { ok: true, value }
  const { fields, findings } = inspectValue(value)
  if (fields === countFields(body)) return findings.length > 0 ? { ok: false, findings } : { ok: true, value }
  return { ok: false, findings: [...findings, ...duplicateKeyFindings(body)] }
}

/** [F7] The maximum nesting depth. No script comes close, and recursive code would overflow the stack beyond it. */
export const maxJsonDepth = 200

/** [F7] The maximum number of values in a file: several times ten thousand instructions. More would exhaust the memory of the checking device. */
export const maxJsonValues = 2_000_000

/** More findings than this are of no use: after fixing so many the author checks again. */
const maxFindings = 10_000

/** [F7] Returns what makes any value invalid as JSON in a file, at most `most` findings; `basePointer` is the pointer of the value. */
export const invalidJsonFindings = (value: unknown, basePointer = "", most = maxFindings): ReadonlyArray<Finding> =>
  inspectValue(value, most).findings.map((finding) => ({ ...finding, pointer: basePointer + finding.pointer }))

/** Returns the offsets of the values that the pointers name in a JSON text; for a duplicate key, the last one. */
export const findPointerOffsets = (text: string, pointers: Iterable<string>): ReadonlyMap<string, number> => {
  const wantedPointers = new Set(pointers)
  const levels = new Set([...wantedPointers].map((pointer) => pointer.split("/").length - 1))
  const starts = new Map<string, number>()
  for (const { path, depth, start } of walkJsonValues(text)) {
    if (!levels.has(depth)) continue
    const pointer = toJsonPointer(...path())
    if (wantedPointers.has(pointer)) starts.set(pointer, start)
  }
  return starts
}

/** Returns undefined for a text that is not JSON: no JSON value is undefined. */
const parseOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Fast check whether a value has no errors and its text has no duplicate keys, which is true of most files. If false, `inspectValue`
 * and `countFields` decide.
 */
const isCertainlyValid = (value: unknown, text: string): boolean => {
  if (loneSurrogate.test(text) || text.includes("\\u")) return false
  const fields = countFieldsIfValid(value, 0)
  return fields === estimateMaxFields(text)
}

/** Returns the number of fields of a value, or NaN if something in it needs a closer look. Does not look for lone surrogates. */
const countFieldsIfValid = (value: unknown, depth: number): number => {
  if (typeof value === "number") return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== "object" || value === null) return 0
  if (depth === maxJsonDepth) return Number.NaN
  let fields = 0
  if (Array.isArray(value)) for (const item of value) fields += countFieldsIfValid(item, depth + 1)
  else for (const [key, item] of Object.entries(value)) fields += key === "__proto__" ? Number.NaN : 1 + countFieldsIfValid(item, depth + 1)
  return fields
}

const locateSyntaxError = (text: string): { readonly line: number; readonly column: number } => {
  const walk = walkJsonValues(text)
  let step = walk.next()
  while (!step.done) step = walk.next()
  return createLineIndex(text)(step.value ?? text.length)
}

const duplicateKeyFindings = (text: string): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  for (const { path, depth, isDuplicateKey } of walkJsonValues(text)) {
    // Values nested too deep are reported already, and their paths are long.
    if (!isDuplicateKey || depth > maxJsonDepth) continue
    const steps = path()
    findings.push(createFinding("structure", toJsonPointer(...steps), "finding.twice", { name: String(steps.at(-1)) }))
  }
  return findings
}

type PendingValue = { readonly value: object; readonly segment: PathSegment; readonly parent: PendingValue | null; readonly depth: number }

/**
 * Finds all errors of a value and counts its fields, without recursion. Values nested too deep are not entered. Stops after as many values
 * as the largest file may have, since a value that does not come from a text can be cyclic or contain one object in countless places.
 */
const inspectValue = (root: unknown, most = maxFindings): { readonly fields: number; readonly findings: ReadonlyArray<Finding> } => {
  const findings: Array<Finding> = []
  const todo: Array<PendingValue> = []
  let fields = 0
  let values = 0
  const visit = (value: unknown, segment: PathSegment, parent: PendingValue | null) => {
    values++
    if (typeof value === "string") {
      if (loneSurrogate.test(value)) findings.push(createFinding("structure", pointerTo(segment, parent), "finding.surrogate"))
    } else if (typeof value === "number") {
      if (!Number.isFinite(value)) findings.push(createFinding("structure", pointerTo(segment, parent), "finding.number"))
    } else if (typeof value === "object" && value !== null) {
      const depth = parent?.depth ?? 0
      if (!isPlainValue(value) || isCyclic(value, parent))
        findings.push(createFinding("structure", pointerTo(segment, parent), "finding.no-value"))
      else if (depth === maxJsonDepth)
        findings.push(createFinding("structure", pointerTo(segment, parent), "finding.depth", { levels: maxJsonDepth }))
      else todo.push({ value, segment, parent, depth: depth + 1 })
    } else if (typeof value !== "boolean" && value !== undefined && value !== null)
      findings.push(createFinding("structure", pointerTo(segment, parent), "finding.no-value"))
  }
  const isAtLimit = () => values > maxJsonValues || findings.length >= most
  visit(root, "", null)
  for (let node = todo.pop(); node !== undefined && !isAtLimit(); node = todo.pop()) {
    const { value } = node
    if (Array.isArray(value)) {
      // A list can consist of gaps only: one finding is enough.
      let hasGap = false
      for (let i = 0; i < value.length && !isAtLimit(); i++) {
        const item: unknown = value[i]
        if (item === undefined && !hasGap) findings.push(createFinding("structure", pointerTo(i, node), "finding.no-value"))
        hasGap ||= item === undefined
        visit(item, i, node)
      }
      continue
    }
    for (const [key, item] of Object.entries(value)) {
      fields++
      if (key === "__proto__" || loneSurrogate.test(key))
        findings.push(
          createFinding("structure", pointerTo(key, node), "finding.field-name", { name: key.replace(/\p{Surrogate}/gu, "\ufffd") }),
        )
      visit(item, key, node)
    }
  }
  if (values > maxJsonValues)
    findings.push(createFinding("structure", "", "finding.values", { values: maxJsonValues.toLocaleString("en") }))
  return { fields, findings }
}

/** Returns whether it is a list or a plain object: JSON writes anything else (a date, a map) as something else. */
const isPlainValue = (value: object): boolean => {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Returns whether the value is one of its own ancestors. */
const isCyclic = (value: object, parent: PendingValue | null): boolean => {
  for (let node = parent; node !== null; node = node.parent) if (node.value === value) return true
  return false
}

const pointerTo = (segment: PathSegment, parent: PendingValue | null): string => {
  const path: Array<PathSegment> = []
  for (
    let [current, ancestor]: [PathSegment, PendingValue | null] = [segment, parent];
    ancestor !== null;
    [current, ancestor] = [ancestor.segment, ancestor.parent]
  )
    path.unshift(current)
  return toJsonPointer(...path)
}
