// Checks any value as a script: structure first, then the rules, without hiding other errors (F6, F7).
import { parseCondition } from "../conditions/condition-syntax.ts"
import type { Finding, Rule } from "../findings/finding.ts"
import { isRecord } from "../json/json-value.ts"
import { invalidJsonFindings } from "../schema/json-parser.ts"
import { decodeJson } from "../schema/schema-decoder.ts"
import { getInstructionKind } from "../script/instruction.ts"
import { getInstructionName, toNameKey } from "../script/instruction-name.ts"
import { type AuthoredScript, AuthoredScriptSchema } from "../script/script.ts"
import { defaultLanguage } from "../text/language.ts"
import { type Inspection, inspectScript, scriptFindings } from "./script-rules.ts"

/**
 * Returns the findings of the readable parts of a payload, besides its `structureFindings`. All pointers start with
 * `basePointer`. Findings that could follow from an unreadable part are left out.
 */
export const findingsInReadableParts = (
  payload: unknown,
  structureFindings: ReadonlyArray<Finding>,
  basePointer: string,
): ReadonlyArray<Finding> => {
  if (!isRecord(payload) || !Array.isArray(payload["instructions"])) return []
  const paths = structureFindings.map(({ pointer }) => pointer.slice(basePointer.length + 1).split("/"))
  const unreadable = new Set(paths.flatMap(([field, index]) => (field === "instructions" && index !== undefined ? [Number(index)] : [])))
  const unreadableFields = new Set(paths.flatMap(([field = ""]) => (field === "instructions" ? [] : [field])))
  const readableEntries = Object.entries(payload).filter(([field]) => !unreadableFields.has(field))
  const items: ReadonlyArray<unknown> = payload["instructions"]
  const instructions = items.map((item, index) => (unreadable.has(index) ? createPlaceholder(item, index) : item))
  const { value, findings } = decodeJson(AuthoredScriptSchema, { ...fallbackFields, ...Object.fromEntries(readableEntries), instructions })
  if (findings !== undefined) return []
  const faultyPointers = new Set(structureFindings.map(({ pointer }) => pointer))
  const unknownNames = new Set(listUnknownNames(value, unreadable))
  return scriptFindings(value)
    .filter(({ rule, key = "", pointer, because, example }) => {
      const [, field = "", index, instructionField = ""] = pointer.split("/")
      if (rule === "structure" || unreadableFields.has(field) || (rule === "missing-translation" && unreadableFields.has("language")))
        return false
      // What conversations show, and which conditions exclude each other, can depend on an unreadable part by way of others.
      if (pathKeys.has(key) || example !== undefined || (because !== undefined && unreadable.size > 0)) return false
      if (reachabilityRules.has(rule) && refersToAny(unknownNames, value.instructions[Number(index)]?.condition ?? "")) return false
      return field !== "instructions" || !unreadable.has(Number(index)) || readableFields.has(instructionField)
    })
    .map((item) => movePointers(item, basePointer))
    .filter(({ pointer }) => !faultyPointers.has(pointer))
}

/** Rules that depend on the possible results of a condition. */
const reachabilityRules: ReadonlySet<Rule> = new Set(["condition-never-true", "condition-always-true", "unreachable-instruction"])

/** Messages about all conversations, besides those whose findings have an example. */
const pathKeys: ReadonlySet<string> = new Set(["condition.always-true", "condition.always-true-by-part", "condition.part-always-true"])

/** The names whose values are not known: those of unreadable instructions, and of scores that may count the answers to them [C15]. */
const listUnknownNames = ({ instructions }: AuthoredScript, unreadable: ReadonlySet<number>): ReadonlyArray<string> => {
  const first = [...unreadable].reduce((least, index) => Math.min(least, index), Number.POSITIVE_INFINITY)
  return instructions
    .filter((instruction, index) => unreadable.has(index) || (index > first && getInstructionKind(instruction) === "score"))
    .map((instruction) => toNameKey(getInstructionName(instruction)))
}

/** Whether a condition refers to one of these names, so that its result depends on an unreadable part. */
const refersToAny = (keys: ReadonlySet<string>, condition: string): boolean => {
  const parsed = parseCondition(condition)
  return parsed._tag === "Parsed" && parsed.references.some(({ reference: it }) => "name" in it && keys.has(toNameKey(it.name)))
}

const fallbackFields = { name: "-", public_name: "", language: defaultLanguage } as const

/** Fields that are still checked in an unreadable instruction. */
const readableFields: ReadonlySet<string> = new Set(["label", "condition"])

/**
 * Returns a stand-in for an unreadable instruction: its name and condition if they are texts, and an action with an
 * unknown outcome.
 */
const createPlaceholder = (unreadable: unknown, index: number) => {
  const { uuid, label, condition } = isRecord(unreadable) ? unreadable : {}
  return {
    uuid: typeof uuid === "string" ? uuid : `#${index}`,
    order: index,
    type: "action",
    label: typeof label === "string" ? label : null,
    condition: typeof condition === "string" ? condition : null,
    typing_delay: 0,
    messages: [],
    question: null,
    action: null,
  }
}

/**
 * [F6, F7] Returns all findings of a value as a script, in script order: a `structure` finding for each mismatch, and
 * the findings of the readable rest. Total: accepts any value. Pointers are relative to it (`/instructions/3/label`).
 */
export const checkScript = (script: unknown): ReadonlyArray<Finding> => {
  const jsonFindings = invalidJsonFindings(script)
  return jsonFindings.length > 0 ? jsonFindings : inspectPayload(script, "").findings
}

/**
 * Returns all findings of a file's payload, already parsed as JSON, and what could not be decided; `basePointer` is that of the payload in
 * the file.
 */
export const inspectPayload = (payload: unknown, basePointer: string): Inspection => {
  const { value, findings } = decodeJson(AuthoredScriptSchema, payload, basePointer)
  if (findings !== undefined)
    return {
      findings: [...findings, ...findingsInReadableParts(payload, findings, basePointer)],
      // What conversations show can depend on an unreadable part.
      unproven: isRecord(payload) && Array.isArray(payload["instructions"]) ? [`${basePointer}/instructions`] : [],
    }
  const inspection = inspectScript(value)
  return {
    findings: inspection.findings.map((it) => movePointers(it, basePointer)),
    unproven: inspection.unproven.map((pointer) => basePointer + pointer),
  }
}

const movePointers = (finding: Finding, basePointer: string): Finding => ({
  ...finding,
  pointer: basePointer + finding.pointer,
  ...(finding.because && { because: finding.because.map((it) => ({ ...it, pointer: basePointer + it.pointer })) }),
})
