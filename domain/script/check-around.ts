// What else is wrong with a script of which some parts have no shape: those parts hide no mistake that stands beside them.
import type { Finding } from "../finding.ts"
import { isRecord } from "../json.ts"
import { shapedAs } from "../structure.ts"
import { scriptFindings } from "./check.ts"
import { defaultLanguage } from "./language.ts"
import { Authored } from "./script.ts"

/**
 * The findings of a payload beside those of its shape, `faults`, whose pointers start with `at`; so do those given. What could follow from a
 * part that is not known is left out.
 */
export const findingsAround = (payload: unknown, faults: ReadonlyArray<Finding>, at: string): ReadonlyArray<Finding> => {
  if (!isRecord(payload) || !Array.isArray(payload["instructions"])) return []
  const paths = faults.map(({ pointer }) => pointer.slice(at.length + 1).split("/"))
  const broken = new Set(paths.flatMap(([field, place]) => (field === "instructions" && place !== undefined ? [Number(place)] : [])))
  const fields = new Set(paths.flatMap(([field = ""]) => (field === "instructions" ? [] : [field])))
  const known = Object.entries(payload).filter(([field]) => !fields.has(field))
  const list: ReadonlyArray<unknown> = payload["instructions"]
  const instructions = list.map((it, place) => (broken.has(place) ? standIn(it, place) : it))
  const { value, findings } = shapedAs(Authored, { ...nothingKnown, ...Object.fromEntries(known), instructions })
  if (findings !== undefined) return []
  const places = new Set(faults.map(({ pointer }) => pointer))
  return scriptFindings(value)
    .filter(({ rule, pointer }) => {
      const [, field = "", place, part = ""] = pointer.split("/")
      if (rule === "structure" || fields.has(field) || (rule === "missing-translation" && fields.has("language"))) return false
      return field !== "instructions" || !broken.has(Number(place)) || readable.has(part)
    })
    .map((it) => ({ ...it, pointer: `${at}${it.pointer}` }))
    .filter(({ pointer }) => !places.has(pointer))
}

const nothingKnown = { name: "-", public_name: "", language: defaultLanguage } as const

/** What is looked at of an instruction that is not known as a whole. */
const readable: ReadonlySet<string> = new Set(["label", "condition"])

/** In the place of an instruction that has no shape: its name and condition, as far as they are texts, and an outcome that can be anything. */
const standIn = (broken: unknown, place: number) => {
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
