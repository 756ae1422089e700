// What else is wrong with a script of which some parts have no shape: those parts hide no mistake that stands beside them.
import { parseCondition } from "../conditions/condition-syntax.ts"
import { invalidJsonFindings, isRecord } from "../json/json-parser.ts"
import { decodeJson } from "../schema/schema-decoder.ts"
import { getInstructionName, nameKey } from "../script/instruction-name.ts"
import { defaultLanguage } from "../script/language.ts"
import { AuthoredScript } from "../script/script.ts"
import type { Finding, Rule } from "./finding.ts"
import { scriptFindings } from "./script-rules.ts"

/**
 * The findings of a payload beside those of its shape, `faults`, whose pointers start with `at`; so do those given. What could follow from a
 * part that is not known is left out.
 */
export const findingsInReadableParts = (payload: unknown, faults: ReadonlyArray<Finding>, at: string): ReadonlyArray<Finding> => {
  if (!isRecord(payload) || !Array.isArray(payload["instructions"])) return []
  const paths = faults.map(({ pointer }) => pointer.slice(at.length + 1).split("/"))
  const broken = new Set(paths.flatMap(([field, place]) => (field === "instructions" && place !== undefined ? [Number(place)] : [])))
  const fields = new Set(paths.flatMap(([field = ""]) => (field === "instructions" ? [] : [field])))
  const known = Object.entries(payload).filter(([field]) => !fields.has(field))
  const list: ReadonlyArray<unknown> = payload["instructions"]
  const instructions = list.map((it, place) => (broken.has(place) ? createPlaceholder(it, place) : it))
  const { value, findings } = decodeJson(AuthoredScript, { ...nothingKnown, ...Object.fromEntries(known), instructions })
  if (findings !== undefined) return []
  const places = new Set(faults.map(({ pointer }) => pointer))
  const unknown = new Set([...broken].flatMap((place) => nameKeyAt(value, place)))
  return scriptFindings(value)
    .filter(({ rule, pointer }) => {
      const [, field = "", place, part = ""] = pointer.split("/")
      if (rule === "structure" || fields.has(field) || (rule === "missing-translation" && fields.has("language"))) return false
      if (reachabilityRules.has(rule) && namesOneOf(unknown, value.instructions[Number(place)]?.condition ?? "")) return false
      return field !== "instructions" || !broken.has(Number(place)) || readableFields.has(part)
    })
    .map((it) => ({ ...it, pointer: `${at}${it.pointer}` }))
    .filter(({ pointer }) => !places.has(pointer))
}

/** Rules that judge what a condition can come to. */
const reachabilityRules: ReadonlySet<Rule> = new Set(["condition-never-true", "unreachable-instruction"])

const nameKeyAt = ({ instructions }: AuthoredScript, place: number): ReadonlyArray<string> => {
  const instruction = instructions[place]
  return instruction === undefined ? [] : [nameKey(getInstructionName(instruction))]
}

/** Whether a condition names an instruction of these names: what it comes to hangs on a part that is not known. */
const namesOneOf = (keys: ReadonlySet<string>, condition: string): boolean => {
  const parsed = parseCondition(condition)
  return parsed._tag === "Parsed" && parsed.references.some(({ reference: it }) => "name" in it && keys.has(nameKey(it.name)))
}

const nothingKnown = { name: "-", public_name: "", language: defaultLanguage } as const

/** What is looked at of an instruction that is not known as a whole. */
const readableFields: ReadonlySet<string> = new Set(["label", "condition"])

/** In the place of an instruction that has no shape: its name and condition, as far as they are texts, and an outcome that can be anything. */
const createPlaceholder = (broken: unknown, place: number) => {
  const { uuid, label, condition } = isRecord(broken) ? broken : {}
  return {
    uuid: typeof uuid === "string" ? uuid : `#${place}`,
    order: place,
    type: "action",
    label: typeof label === "string" ? label : null,
    condition: typeof condition === "string" ? condition : null,
    typing_delay: 0,
    messages: [],
    question: null,
    action: null,
  }
}

// What is wrong with anything at all that is to be a script: its shape first, then every rule (contract "Command line tool").

/**
 * All findings of what is to be a script, by place: a `structure` finding for each place that has not the shape of one, and what is wrong
 * beside those places. Total: anything at all has findings, or is a sound script. Pointers are into it (`/instructions/3/label`).
 */
export const checkScript = (script: unknown): ReadonlyArray<Finding> => {
  const faults = invalidJsonFindings(script)
  return faults.length > 0 ? faults : payloadFindings(script, "")
}

/** The same for the payload of a file, which `readJson` has read; `at` is where it stands in the file. */
export const payloadFindings = (payload: unknown, at: string): ReadonlyArray<Finding> => {
  const { value, findings } = decodeJson(AuthoredScript, payload, at)
  if (findings !== undefined) return [...findings, ...findingsInReadableParts(payload, findings, at)]
  return scriptFindings(value).map((it) => ({ ...it, pointer: at + it.pointer }))
}
