// Keeps conditions and recalls with the instructions they name: when names change, and when unnamed instructions move (decisions C12).
import type { Reference } from "../conditions/condition.ts"
import { parseCondition, printAnswerName, printKeyAccess } from "../conditions/condition-syntax.ts"
import type { Instruction } from "../script/instruction.ts"
import { createNameGenerator, getInstructionName, nameKey } from "../script/instruction-name.ts"
import { setOrder } from "../script/script-patch.ts"
import { type Markup, printRecall, splitRecalls } from "./recall.ts"
import { mapRecallTexts } from "./recall-texts.ts"

type List = ReadonlyArray<Instruction>

/** New names by the keys of the old ones. */
export type NameChanges = ReadonlyMap<string, string>

/**
 * `after` with every condition and recall naming the instructions that it named in `before`. Where names are not unique nobody can say
 * which is meant: what names them stays as it is. What named an instruction that is gone keeps its name, unless another has it now:
 * then it names none, so that the check tells. A longer name can bring a condition over 64 kB: the check tells that too.
 */
export const updateReferences = (before: List, after: List): List => {
  const renaming = findNameChanges(before, after)
  return renaming.size === 0 ? after : applyNameChanges(after, renaming)
}

/**
 * [I13] The same after copies were made; `twins` are their uuids by those of their originals. What a copy names among the originals is
 * the copy of that.
 */
export const updateCopiedReferences = (before: List, after: List, twins: ReadonlyMap<string, string>): List => {
  const made = new Set(twins.values())
  const others = findNameChanges(before, after)
  const unique = uniqueNames(after)
  const names = new Map(
    after.flatMap((it) => (unique.get(nameKey(getInstructionName(it))) === it.uuid ? [[it.uuid, getInstructionName(it)] as const] : [])),
  )
  const among = [...uniqueNames(before)].flatMap(([key, uuid]) => {
    const name = names.get(twins.get(uuid) ?? "")
    return name === undefined ? [] : [[key, name] as const]
  })
  const copies = new Map([...others, ...among])
  const next = after.map((it) => renameInInstruction(it, made.has(it.uuid) ? copies : others))
  return next.every((one, place) => one === after[place]) ? after : next
}

/**
 * [I2] The list with `order` 0…n-1 as it stands. What stood for blank names changes by that, and what was named by it is followed; what
 * named nothing goes on naming nothing. A list that is numbered already is the same object.
 */
export const renumberInstructions = (list: List): List => {
  if (list.every(({ order }, place) => order === place)) return list
  const after = setOrder(list)
  const known = new Set(list.map((it) => nameKey(getInstructionName(it))))
  const fresh = createNameGenerator(after)
  const come = after.map((it) => nameKey(getInstructionName(it))).filter((key) => !known.has(key))
  const renaming = new Map([...findNameChanges(list, after), ...come.map((key) => [key, fresh(`${key}_deleted`)] as const)])
  return renaming.size === 0 ? after : applyNameChanges(after, renaming)
}

/** The instructions with names replaced in conditions and recalls, all at once; those that name none of them are the same objects. */
export const applyNameChanges = (instructions: List, renaming: NameChanges): List => {
  const next = instructions.map((instruction) => renameInInstruction(instruction, renaming))
  return next.every((one, i) => one === instructions[i]) ? instructions : next
}

const renameInInstruction = (instruction: Instruction, renaming: NameChanges): Instruction => {
  if (renaming.size === 0) return instruction
  const texts = mapRecallTexts(instruction, (text, markup) => renameInText(text, markup, renaming))
  const condition = instruction.condition && renameInCondition(instruction.condition, renaming)
  return condition === instruction.condition ? texts : { ...texts, ...(condition && { condition }) }
}

/** A condition with names replaced and everything else as its author wrote it; one that cannot be read stays as it is. */
export const renameInCondition = (text: string, renaming: NameChanges): string => {
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") return text
  let written = ""
  let from = 0
  for (const { reference, nameStart, nameEnd, start } of parsed.references) {
    const next = renamedReference(reference, renaming)
    if (next === null) continue
    written += text.slice(from, nameStart) + (nameStart === start ? printAnswerName(next.name) : printKeyAccess(next.name))
    from = nameEnd
  }
  return written + text.slice(from)
}

/** A text with names replaced in its recalls and everything else as its author wrote it. */
export const renameInText = (text: string, markup: Markup, renaming: NameChanges): string => {
  if (!text.includes("{{")) return text
  return splitRecalls(text, markup)
    .map((piece) => {
      if (piece._tag !== "Recall") return piece.source
      const next = renamedReference(piece.reference, renaming)
      return next === null ? piece.source : printRecall(next, piece.fallback, markup)
    })
    .join("")
}

type Naming = Extract<Reference, { readonly name: string }>

/** The reference by its new name, or null where it has none. */
const renamedReference = (reference: Reference, renaming: NameChanges): Naming | null => {
  if (!("name" in reference)) return null
  const name = renaming.get(nameKey(reference.name))
  return name === undefined ? null : { ...reference, name }
}

const findNameChanges = (before: List, after: List): NameChanges => {
  const [was, is] = [uniqueNames(before), uniqueNames(after)]
  const names = new Map(after.map((instruction) => [instruction.uuid, getInstructionName(instruction)]))
  const fresh = createNameGenerator(after)
  const renaming = new Map<string, string>()
  for (const [key, uuid] of was) {
    const name = names.get(uuid)
    const isTaken = is.has(key)
    if (name === undefined) {
      if (isTaken) renaming.set(key, fresh(`${key}_deleted`))
    } else if (nameKey(name) !== key && (isTaken || is.get(nameKey(name)) === uuid)) renaming.set(key, name)
  }
  return renaming
}

/** The uuids by the keys of the names that only one instruction has. */
const uniqueNames = (list: List): ReadonlyMap<string, string> => {
  const times = new Map<string, number>()
  for (const instruction of list)
    times.set(nameKey(getInstructionName(instruction)), (times.get(nameKey(getInstructionName(instruction))) ?? 0) + 1)
  return new Map(
    list.flatMap((instruction) => {
      const key = nameKey(getInstructionName(instruction))
      return times.get(key) === 1 ? [[key, instruction.uuid] as const] : []
    }),
  )
}
