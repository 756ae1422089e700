// JSON from outside: read without throwing, every fault with its place (decisions F7).

import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { loneSurrogate } from "./canonical-json.ts"
import { countFields, createLineIndex, estimateMaxFields, hasMoreValuesThan, type PathSegment, walkJsonValues } from "./json-locations.ts"

export type JsonParseResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly findings: ReadonlyArray<Finding> }

/** The value of a JSON text (a byte order mark before it is passed over), or what is wrong with the text and where. What is no text is none. */
export const parseJson = (text: string): JsonParseResult => {
  // A caller without types can hand in anything.
  if (typeof text !== "string") return { ok: false, findings: [createFinding("not-json", "", "finding.not-text")] }
  const body = text.startsWith("\ufeff") ? text.slice(1) : text
  if (body.trim() === "") return { ok: false, findings: [createFinding("not-json", "", "finding.empty-file")] }
  if (body.length > maxJsonValues && hasMoreValuesThan(maxJsonValues, body))
    return { ok: false, findings: [createFinding("structure", "", "finding.values", { values: maxJsonValues.toLocaleString("en") })] }
  const value = parsed(body)
  if (value === undefined) return { ok: false, findings: [createFinding("not-json", "", "finding.not-json", faultOf(body))] }
  if (isCertainlyValid(value, body)) return { ok: true, value }
  const { fields, faults } = inspectValue(value)
  if (fields === countFields(body)) return faults.length > 0 ? { ok: false, findings: faults } : { ok: true, value }
  return { ok: false, findings: [...faults, ...duplicateKeyFindings(body)] }
}

/** [F7] Levels that a value may nest: beyond them no script has been seen, and what walks through values by calls would not survive. */
export const maxJsonDepth = 200

/** [F7] Values that a file may hold, ten thousand instructions several times over: more of them would fill the memory of who checks it. */
export const maxJsonValues = 2_000_000

/** [F7] What keeps a value out of a script, wherever it stands, whatever it is: `at` points to the value. */
export const invalidJsonFindings = (value: unknown, at = ""): ReadonlyArray<Finding> =>
  inspectValue(value).faults.map((it) => ({ ...it, pointer: at + it.pointer }))

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An RFC 6901 JSON pointer to a place. */
export const toJsonPointer = (...path: ReadonlyArray<PropertyKey>): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** Where the values stand that pointers point to, as offsets of a JSON text; of a field that stands twice, the last. */
export const findPointerOffsets = (text: string, pointers: Iterable<string>): ReadonlyMap<string, number> => {
  const wanted = new Set(pointers)
  const levels = new Set([...wanted].map((pointer) => pointer.split("/").length - 1))
  const starts = new Map<string, number>()
  for (const { path, depth, start } of walkJsonValues(text)) {
    if (!levels.has(depth)) continue
    const pointer = toJsonPointer(...path())
    if (wanted.has(pointer)) starts.set(pointer, start)
  }
  return starts
}

/** A value as JSON; undefined for what JSON cannot say (a value that holds itself, a big integer). */
export const tryStringify = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** JSON has no undefined, so that it can stand for a text that is none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether a value is certainly without a fault and no field of its text stands twice: what most files come to, told in little time. Where
 * this cannot tell, `look` and `countFields` can.
 */
const isCertainlyValid = (value: unknown, text: string): boolean => {
  if (loneSurrogate.test(text) || text.includes("\\u")) return false
  const fields = fieldsOfSound(value, 0)
  return fields === estimateMaxFields(text)
}

/** How many fields a value has, or NaN where something in it needs a closer look. Half a surrogate pair is not looked for. */
const fieldsOfSound = (value: unknown, level: number): number => {
  if (typeof value === "number") return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== "object" || value === null) return 0
  if (level === maxJsonDepth) return Number.NaN
  let fields = 0
  if (Array.isArray(value)) for (const item of value) fields += fieldsOfSound(item, level + 1)
  else for (const [key, item] of Object.entries(value)) fields += key === "__proto__" ? Number.NaN : 1 + fieldsOfSound(item, level + 1)
  return fields
}

const faultOf = (text: string): { readonly line: number; readonly column: number } => {
  const walk = walkJsonValues(text)
  let step = walk.next()
  while (!step.done) step = walk.next()
  return createLineIndex(text)(step.value ?? text.length)
}

const duplicateKeyFindings = (text: string): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  for (const { path, depth, isDuplicateKey } of walkJsonValues(text)) {
    // What nests too deep is found already, and its paths are long.
    if (!isDuplicateKey || depth > maxJsonDepth) continue
    const steps = path()
    findings.push(createFinding("structure", toJsonPointer(...steps), "finding.twice", { name: String(steps.at(-1)) }))
  }
  return findings
}

type Node = { readonly value: object; readonly step: PathSegment; readonly within: Node | null; readonly level: number }

/** Faults that are looked for: whoever mends so many asks again. */
const maxFindings = 10_000

/**
 * Every fault of a value and the number of its fields; what nests too deep is not looked into. Goes through without recursion, and puts a
 * path together only for a fault. What did not come from a text can hold anything, itself too, and one value in so many places that it
 * would never end: it is looked at no longer than the largest file.
 */
const inspectValue = (whole: unknown): { readonly fields: number; readonly faults: ReadonlyArray<Finding> } => {
  const faults: Array<Finding> = []
  const todo: Array<Node> = []
  let fields = 0
  let values = 0
  const see = (value: unknown, step: PathSegment, within: Node | null) => {
    values++
    if (typeof value === "string") {
      if (loneSurrogate.test(value)) faults.push(createFinding("structure", pathTo(step, within), "finding.surrogate"))
    } else if (typeof value === "number") {
      if (!Number.isFinite(value)) faults.push(createFinding("structure", pathTo(step, within), "finding.number"))
    } else if (typeof value === "object" && value !== null) {
      const level = within?.level ?? 0
      if (!isOfJson(value) || isHolding(value, within)) faults.push(createFinding("structure", pathTo(step, within), "finding.no-value"))
      else if (level === maxJsonDepth)
        faults.push(createFinding("structure", pathTo(step, within), "finding.depth", { levels: maxJsonDepth }))
      else todo.push({ value, step, within, level: level + 1 })
    } else if (typeof value !== "boolean" && value !== undefined && value !== null)
      faults.push(createFinding("structure", pathTo(step, within), "finding.no-value"))
  }
  const isEnough = () => values > maxJsonValues || faults.length >= maxFindings
  see(whole, "", null)
  for (let node = todo.pop(); node !== undefined && !isEnough(); node = todo.pop()) {
    const { value } = node
    if (Array.isArray(value)) {
      // A list can be all gaps: the first is enough.
      let hasGap = false
      for (let i = 0; i < value.length && !isEnough(); i++) {
        const item: unknown = value[i]
        if (item === undefined && !hasGap) faults.push(createFinding("structure", pathTo(i, node), "finding.no-value"))
        hasGap ||= item === undefined
        see(item, i, node)
      }
      continue
    }
    for (const [key, item] of Object.entries(value)) {
      fields++
      if (key === "__proto__" || loneSurrogate.test(key))
        faults.push(createFinding("structure", pathTo(key, node), "finding.field-name", { name: key.replace(/\p{Surrogate}/gu, "\ufffd") }))
      see(item, key, node)
    }
  }
  if (values > maxJsonValues) faults.push(createFinding("structure", "", "finding.values", { values: maxJsonValues.toLocaleString("en") }))
  return { fields, faults }
}

/** Whether it is a list, or an object of nothing but fields: what has more to it (a date, a map) JSON writes as something else. */
const isOfJson = (value: object): boolean => {
  if (Array.isArray(value)) return true
  const kind: unknown = Object.getPrototypeOf(value)
  return kind === null || Object.getPrototypeOf(kind) === null
}

/** Whether a value holds the place that it stands in. */
const isHolding = (value: object, place: Node | null): boolean => {
  for (let node = place; node !== null; node = node.within) if (node.value === value) return true
  return false
}

const pathTo = (step: PathSegment, within: Node | null): string => {
  const path: Array<PathSegment> = []
  for (let [at, up]: [PathSegment, Node | null] = [step, within]; up !== null; [at, up] = [up.step, up.within]) path.unshift(at)
  return toJsonPointer(...path)
}
