// Updates references in conditions and recalls when instructions are renamed or renumbered [C12].
import type { Reference, Sum } from "../conditions/condition.ts"
import { parseCondition, printAnswerName, printKeyAccess } from "../conditions/condition-syntax.ts"
import { type Instruction, setOrder } from "../script/instruction.ts"
import { createNameGenerator, getInstructionName, toNameKey } from "../script/instruction-name.ts"
import { type Markup, printRecall, splitRecalls } from "./recall.ts"
import { mapRecallTexts } from "./texts-with-recalls.ts"

type List = ReadonlyArray<Instruction>

/** New names by the name keys of the old ones. */
export type NameChanges = ReadonlyMap<string, string>

/**
 * Rewrites the references in `after` so that they name the same instructions as in `before`. Ambiguous names are left alone. A reference to
 * a deleted instruction keeps its name, unless another instruction has that name now: then it gets an unused name, so that the check
 * reports it. A longer name can push a condition over 64 kB; the check reports that too.
 */
export const updateReferences = (before: List, after: List): List => {
  const renaming = findNameChanges(before, after)
  return renaming.size === 0 ? after : applyNameChanges(after, renaming)
}

/**
 * [I13] The same after instructions were copied. `twins` maps the UUIDs of originals to those of their copies. References from one copy to
 * another original are changed to its copy.
 */
export const updateCopiedReferences = (before: List, after: List, twins: ReadonlyMap<string, string>): List => {
  const copyUuids = new Set(twins.values())
  const nameChanges = findNameChanges(before, after)
  const unique = indexUniqueNames(after)
  const names = new Map(
    after.flatMap((instruction) =>
      unique.get(toNameKey(getInstructionName(instruction))) === instruction.uuid
        ? [[instruction.uuid, getInstructionName(instruction)] as const]
        : [],
    ),
  )
  const copyNames = [...indexUniqueNames(before)].flatMap(([key, uuid]) => {
    const name = names.get(twins.get(uuid) ?? "")
    return name === undefined ? [] : [[key, name] as const]
  })
  const copyNameChanges = new Map([...nameChanges, ...copyNames])
  const next = after.map((instruction) => renameInInstruction(instruction, copyUuids.has(instruction.uuid) ? copyNameChanges : nameChanges))
  return next.every((instruction, index) => instruction === after[index]) ? after : next
}

/**
 * [I2] Sets `order` to 0…n-1 by position. Default names (`q1`) change with it and references follow them; references that named nothing
 * still do. Returns the same list if it is numbered already.
 */
export const renumberInstructions = (list: List): List => {
  if (list.every(({ order }, index) => order === index)) return list
  const after = setOrder(list)
  const oldKeys = new Set(list.map((instruction) => toNameKey(getInstructionName(instruction))))
  const createName = createNameGenerator(after)
  const newKeys = after.map((instruction) => toNameKey(getInstructionName(instruction))).filter((key) => !oldKeys.has(key))
  const renaming = new Map([...findNameChanges(list, after), ...newKeys.map((key) => [key, createName(`${key}_deleted`)] as const)])
  return renaming.size === 0 ? after : applyNameChanges(after, renaming)
}

/** Replaces names in conditions and recalls, all at the same time; instructions without any of these names are returned unchanged. */
export const applyNameChanges = (instructions: List, renaming: NameChanges): List => {
  const next = instructions.map((instruction) => renameInInstruction(instruction, renaming))
  return next.every((instruction, i) => instruction === instructions[i]) ? instructions : next
}

const renameInInstruction = (instruction: Instruction, renaming: NameChanges): Instruction => {
  if (renaming.size === 0) return instruction
  const texts = mapRecallTexts(instruction, (text, markup) => renameInText(text, markup, renaming))
  const condition = instruction.condition && renameInCondition(instruction.condition, renaming)
  return condition === instruction.condition ? texts : { ...texts, ...(condition && { condition }) }
}

/** Replaces names in a condition and leaves everything else as its author wrote it; an unreadable condition is returned unchanged. */
export const renameInCondition = (text: string, renaming: NameChanges): string => {
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") return text
  let result = ""
  let copiedUntil = 0
  for (const { reference, nameStart, nameEnd, start } of parsed.references) {
    const next = renameReference(reference, renaming)
    if (next === null) continue
    result += text.slice(copiedUntil, nameStart) + (nameStart === start ? printAnswerName(next.name) : printKeyAccess(next.name))
    copiedUntil = nameEnd
  }
  return result + text.slice(copiedUntil)
}

/** Replaces names in the recalls of a text and leaves everything else as its author wrote it. */
export const renameInText = (text: string, markup: Markup, renaming: NameChanges): string => {
  if (!text.includes("{{")) return text
  return splitRecalls(text, markup)
    .map((segment) => {
      if (segment._tag !== "Recall") return segment.source
      const { reference } = segment
      const next = reference._tag === "Sum" ? renameSum(reference, renaming) : renameReference(reference, renaming)
      return next === null ? segment.source : printRecall(next, segment.fallback, markup)
    })
    .join("")
}

type NamedReference = Extract<Reference, { readonly name: string }>

/** Returns the reference with its new name; null if its name does not change. */
const renameReference = (reference: Reference, renaming: NameChanges): NamedReference | null => {
  if (!("name" in reference)) return null
  const name = renaming.get(toNameKey(reference.name))
  return name === undefined ? null : { ...reference, name }
}

const renameSum = ({ terms: [first, ...more] }: Sum, renaming: NameChanges): Sum | null => {
  const terms = [first, ...more]
  if (terms.every((term) => renameReference(term, renaming) === null)) return null
  const rename = (term: Reference): Reference => renameReference(term, renaming) ?? term
  return { _tag: "Sum", terms: [rename(first), ...more.map(rename)] }
}

const findNameChanges = (before: List, after: List): NameChanges => {
  const [uuidsBefore, uuidsAfter] = [indexUniqueNames(before), indexUniqueNames(after)]
  const names = new Map(after.map((instruction) => [instruction.uuid, getInstructionName(instruction)]))
  const createName = createNameGenerator(after)
  const renaming = new Map<string, string>()
  for (const [key, uuid] of uuidsBefore) {
    const name = names.get(uuid)
    const isTaken = uuidsAfter.has(key)
    if (name === undefined) {
      if (isTaken) renaming.set(key, createName(`${key}_deleted`))
    } else if (toNameKey(name) !== key && (isTaken || uuidsAfter.get(toNameKey(name)) === uuid)) renaming.set(key, name)
  }
  return renaming
}

/** Returns the UUIDs by name key, for names that only one instruction has. */
const indexUniqueNames = (list: List): ReadonlyMap<string, string> => {
  const counts = new Map<string, number>()
  for (const instruction of list)
    counts.set(toNameKey(getInstructionName(instruction)), (counts.get(toNameKey(getInstructionName(instruction))) ?? 0) + 1)
  return new Map(
    list.flatMap((instruction) => {
      const key = toNameKey(getInstructionName(instruction))
      return counts.get(key) === 1 ? [[key, instruction.uuid] as const] : []
    }),
  )
}
