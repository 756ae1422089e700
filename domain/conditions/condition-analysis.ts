// What is wrong with the conditions of a script: unreadable, naming what is not there or comes later, or never true (contract, rule names).
import type { Choice } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { nameKey, type Places, placesOf } from "../script/instruction-name.ts"
import type { Compare, ConditionSyntaxError, Holds, Operand, Reference } from "./condition.ts"
import { type Parsed, parse, print } from "./condition-syntax.ts"
import type { Value } from "./condition-value.ts"
import { compare } from "./evaluate.ts"
import { anythingPossible, nothingPossible, type Possible, possibleAnswers } from "./possible-answers.ts"
import type { Mention } from "./reference-parser.ts"
import { type Asked, type Budget, canHold, nothingAsked, partsOf } from "./satisfiability.ts"

// A comparison of a choice question's answer with a value that is no choice of it.

/** `value` is no value (or, with the facet `text`, no text) of a choice; `meant` is the choice whose text it is, if any. */
export type NoChoice = {
  readonly reference: Extract<Reference, { readonly _tag: "Answer" }>
  readonly value: number | string | boolean
  readonly meant: { readonly value: number; readonly text: string } | null
}

/** The wrong value in a comparison, or null. Only equality and membership are looked at: an order needs no choice to be exact. */
export const noChoice = (of: Compare | Holds, possibleOf: (reference: Reference) => Possible): NoChoice | null => {
  if (of._tag === "Holds") return null
  const pair = [sides(of.left, of.right), sides(of.right, of.left)].find((one) => one !== null)
  if (pair === undefined || pair === null) return null
  const { reference, value } = pair
  const possible = possibleOf(reference)
  const isList = possible._tag === "Several"
  const by = isList ? ["contains", "!contains"] : ["==", "!="]
  if (!by.includes(of.by) || (isList && reference !== of.left)) return null
  const known = choicesOf(possible)
  if (known === null || known.length === 0) return null
  const facet = reference.facet === "text" ? "text" : "value"
  if (facet === "text" && "recalls" in possible && possible.recalls) return null
  if (known.some((choice) => compare(choice[facet], "==", value))) return null
  const meant = typeof value === "string" ? known.find(({ text }) => text.trim().toLowerCase() === value.trim().toLowerCase()) : undefined
  return { reference, value, meant: facet === "value" ? (meant ?? null) : null }
}

const sides = (one: Operand, other: Operand): Pick<NoChoice, "reference" | "value"> | null => {
  if (one._tag !== "Answer" || one.facet === "score" || one.facet === "amount") return null
  return other._tag === "Literal" && other.value !== null ? { reference: one, value: other.value } : null
}

type Known = { readonly value: number; readonly text: string }

const choicesOf = (possible: Possible): ReadonlyArray<Known> | null => {
  switch (possible._tag) {
    case "OneOf":
      return possible.isChoice ? possible.answers.flatMap(({ value, text }) => known(value, text)) : null
    case "Several":
      return possible.choices.map(({ value, translation }: Choice) => ({ value, text: translation.content }))
    default:
      return null
  }
}

const known = (value: Value, text: Value): ReadonlyArray<Known> =>
  typeof value === "number" && typeof text === "string" ? [{ value, text }] : []

/** One thing wrong with a condition. `mention` tells where in its text, where one place can be told. */
export type Fault =
  | { readonly _tag: "Syntax"; readonly error: ConditionSyntaxError }
  | (NameFault & { readonly mention: Mention })
  | { readonly _tag: "NoChoice"; readonly wrong: NoChoice; readonly mention: Mention }
  | { readonly _tag: "PartNeverTrue"; readonly part: string }
  | { readonly _tag: "NeverTrue" }

/** A name that no instruction has, or one whose instruction comes later or is the one that asks. */
export type NameFault = { readonly _tag: "Unknown" | "Forward" | "Itself"; readonly name: string }

/** What is known of one instruction: the faults of its condition, and why it is never shown, if so. */
export type Studied = { readonly faults: ReadonlyArray<Fault>; readonly unreachable: "condition" | { readonly afterEnd: number } | null }

/** So many answers are tried in one script at most; beyond that no condition is claimed to be never true. */
const mostTries = 400_000

/** Studies the instructions in their order: what is never shown gives no answers to what comes after it. */
export const study = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<Studied> => {
  const places = placesOf(instructions)
  const possible: Array<() => Possible> = []
  const budget: Budget = { left: mostTries }
  let end: number | null = null
  return instructions.map((instruction, place): Studied => {
    const { faults, isNever, isAlways } = studyCondition(instruction, place, places, possible, budget)
    const unreachable = end !== null ? { afterEnd: end } : isNever ? "condition" : null
    possible.push(unreachable === null ? lazily(() => possibleAnswers(instruction)) : () => nothingPossible)
    if (unreachable === null && isAlways && isEnd(instruction)) end = place
    return { faults, unreachable }
  })
}

/** Most instructions are never asked for. */
const lazily = (make: () => Possible): (() => Possible) => {
  let made: Possible | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** Whether the chat ends with this instruction. */
export const isEnd = ({ type, action }: Instruction): boolean => type === "end" || (type === "action" && action?.type === "end")

type StudiedCondition = { readonly faults: ReadonlyArray<Fault>; readonly isNever: boolean; readonly isAlways: boolean }

const studyCondition = (
  instruction: Instruction,
  place: number,
  places: Places,
  possible: ReadonlyArray<() => Possible>,
  budget: Budget,
): StudiedCondition => {
  const { parsed, faults } = readCondition(instruction, place, places)
  if (parsed === null) return { faults, isNever: false, isAlways: faults.length === 0 }
  const possibleOf = (reference: Reference): Possible => {
    const at = reference._tag === "Answer" ? places.get(nameKey(reference.name)) : undefined
    return (at === undefined ? undefined : possible[at]?.()) ?? anythingPossible
  }
  const { condition } = parsed
  const asked = nothingAsked()
  const isNever = !canHold(condition, possibleOf, budget, true, asked)
  const parts = partFaults(parsed, isNever, possibleOf, budget, asked)
  return {
    faults: isNever && parts.length === 0 ? [{ _tag: "NeverTrue" }] : parts,
    isNever,
    isAlways: isEnd(instruction) && !isNever && !canHold(condition, possibleOf, budget, false, asked),
  }
}

/** The condition, where there is one and nothing is wrong with how it is written. */
type Read = { readonly parsed: Parsed | null; readonly faults: ReadonlyArray<Fault> }

const readCondition = ({ condition }: Instruction, place: number, places: Places): Read => {
  const text = condition ?? ""
  if (text.trim() === "") return { parsed: null, faults: [] }
  const parsed = parse(text)
  if (parsed._tag === "ConditionSyntaxError") return { parsed: null, faults: [{ _tag: "Syntax", error: parsed }] }
  const faults = parsed.mentions.flatMap((mention) => {
    const fault = nameFault(mention.reference, place, places)
    return fault === null ? [] : [{ ...fault, mention }]
  })
  return { parsed: faults.length === 0 ? parsed : null, faults }
}

/** What is wrong with how each condition is written. Whether one can ever be true is not asked: that takes far longer. */
export const writingFaults = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<ReadonlyArray<Fault>> => {
  const places = placesOf(instructions)
  return instructions.map((instruction, place) => readCondition(instruction, place, places).faults)
}

/** What is wrong with a name: nothing, where it is that of an instruction that came before. Keys of metadata and CRM are not known here. */
export const nameFault = (reference: Reference, place: number, places: Places): NameFault | null => {
  if (reference._tag !== "Answer" && reference._tag !== "Action") return null
  const { name } = reference
  const at = places.get(nameKey(name))
  if (at === undefined) return { _tag: "Unknown", name }
  return at < place ? null : { _tag: at === place ? "Itself" : "Forward", name }
}

/** A part that the condition needs can hold where the condition can. */
const partFaults = (
  { condition, mentions }: Parsed,
  isNever: boolean,
  possibleOf: (reference: Reference) => Possible,
  budget: Budget,
  asked: Asked,
): ReadonlyArray<Fault> =>
  partsOf(condition).flatMap(({ of, holds, isNeeded }): ReadonlyArray<Fault> => {
    const wrong = noChoice(of, possibleOf)
    const mention = wrong === null ? undefined : mentions.find(({ reference }) => reference === wrong.reference)
    if (wrong !== null && mention !== undefined) return [{ _tag: "NoChoice", wrong, mention }]
    if (of === condition || (isNeeded && !isNever)) return []
    if (canHold(of, possibleOf, budget, holds, asked)) return []
    return [{ _tag: "PartNeverTrue", part: print(holds ? of : { _tag: "Not", term: of }) }]
  })

// Where in the text of a condition something is wrong, for underlining it while it is typed (decisions C10).

/** A stretch of a text, in UTF-16 units. */
export type Stretch = { readonly from: number; readonly to: number }

/**
 * What cannot be read in the condition of the instruction at `place`, or names what is not there or comes later. The names of the script,
 * `places`, are asked for only where the text names something. Nothing is wrong with a blank text: that is no condition.
 */
export const wrongWords = (text: string, place: number, places: () => Places): ReadonlyArray<Stretch> => {
  if (text.trim() === "") return []
  const parsed = parse(text)
  if (parsed._tag === "ConditionSyntaxError") return [{ from: parsed.offset, to: parsed.offset + Math.max(parsed.found.length, 1) }]
  if (parsed.mentions.length === 0) return []
  const known = places()
  return parsed.mentions
    .filter(({ reference }) => nameFault(reference, place, known) !== null)
    .map(({ start, end }) => ({ from: start, to: end }))
}
