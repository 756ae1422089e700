// Edits lists of instructions: copy, insert, remove, move; `order` stays 0…n-1 and UUIDs stay unique [F7, I2, I13].

import { updateCopiedReferences } from "../recall/reference-renaming.ts"
import type { Action } from "../script/action.ts"
import { type Instruction, setOrder } from "../script/instruction.ts"
import { createNameGenerator } from "../script/instruction-name.ts"
import { mapRanges, replaceRanges } from "../script/score-ranges.ts"
import type { AuthoredScript } from "../script/script.ts"

type List = ReadonlyArray<Instruction>

/**
 * [I13] Copies the instructions with these UUIDs and inserts the copies after the last of them, in the same order. `copies` are the UUIDs
 * of the copies. References between the originals become references between the copies.
 */
export const createInstructionCopies = (
  list: List,
  uuids: ReadonlySet<string>,
  createUuid: () => string,
): { readonly list: List; readonly copies: ReadonlyArray<string> } => {
  const lastIndex = list.findLastIndex(({ uuid }) => uuids.has(uuid))
  if (lastIndex === -1) return { list, copies: [] }
  const getUniqueName = createNameGenerator(list)
  const pairs = list
    .filter(({ uuid }) => uuids.has(uuid))
    .map((original) => ({ original, copy: createInstructionCopy(original, getUniqueName, createUuid) }))
  const copyByOriginal = new Map(pairs.map(({ original, copy }) => [original.uuid, copy.uuid]))
  const questions = pairs.flatMap(({ original, copy }) =>
    original.question && copy.question ? [[original.question.uuid, copy.question.uuid] as const] : [],
  )
  const newIds = new Map([...copyByOriginal, ...questions])
  const copied = pairs.map(({ copy }) => redirectActionReferences(copy, newIds))
  const after = setOrder([...list.slice(0, lastIndex + 1), ...copied, ...list.slice(lastIndex + 1)])
  return { list: updateCopiedReferences(list, after, copyByOriginal), copies: [...copyByOriginal.values()] }
}

/** Returns a copy with new UUIDs throughout; `getUniqueName` returns the new name if the original has one. */
export const createInstructionCopy = (
  original: Instruction,
  getUniqueName: (preferredName: string) => string,
  createUuid: () => string,
): Instruction => ({
  ...mapRanges(original, (range) => ({ ...range, uuid: createUuid() })),
  uuid: createUuid(),
  label: original.label ? getUniqueName(original.label) : (original.label ?? null),
  messages: original.messages.map((message) => ({ ...message, uuid: createUuid() })),
  ...(original.question && {
    question: {
      ...original.question,
      uuid: createUuid(),
      ...(original.question.choices && { choices: original.question.choices.map((choice) => ({ ...choice, uuid: createUuid() })) }),
    },
  }),
})

/** Changes the UUIDs of the instructions and questions that an action uses. */
const redirectActionReferences = (instruction: Instruction, newIds: ReadonlyMap<string, string>): Instruction => {
  const { action } = instruction
  const getNewId = (id: string): string => newIds.get(id) ?? id
  const redirected: Action | null =
    action?.type === "payment" && action.params.amount
      ? { ...action, params: { ...action.params, amount: getNewId(action.params.amount) } }
      : action?.type === "send2api" && action.params.questions
        ? { ...action, params: { ...action.params, questions: action.params.questions.map(getNewId) } }
        : null
  return redirected === null ? instruction : { ...instruction, action: redirected }
}

/** Returns the instructions of a script by UUID, in script order. */
export const indexByUuid = ({ instructions }: Pick<AuthoredScript, "instructions">): ReadonlyMap<string, Instruction> =>
  new Map(instructions.map((instruction) => [instruction.uuid, instruction]))

/**
 * [F7] Gives instructions, choices and ranges of scores with a duplicate UUID a new one. References to such a UUID mean its first owner. Returns the same
 * list if there are no duplicates.
 */
export const ensureUniqueUuids = (list: List, createUuid: () => string): List => {
  const distinct = renewDuplicateUuids(list, createUuid)
  const next = distinct.map((withRanges) => {
    const instruction = replaceRanges(withRanges, (ranges) => renewDuplicateUuids(ranges, createUuid))
    const choices = instruction.question?.choices
    if (!instruction.question || !choices) return instruction
    const distinctChoices = renewDuplicateUuids(choices, createUuid)
    return distinctChoices === choices ? instruction : { ...instruction, question: { ...instruction.question, choices: distinctChoices } }
  })
  return next.every((instruction, index) => instruction === list[index]) ? list : next
}

const renewDuplicateUuids = <Item extends { readonly uuid: string }>(
  list: ReadonlyArray<Item>,
  createUuid: () => string,
): ReadonlyArray<Item> => {
  const uuids = new Set<string>()
  const next = list.map((item) => {
    const isTaken = uuids.has(item.uuid)
    uuids.add(item.uuid)
    return isTaken ? { ...item, uuid: createUuid() } : item
  })
  return next.every((item, index) => item === list[index]) ? list : next
}

/** Inserts an instruction after the one with the UUID `after`: at the start if it is null, at the end if it is unknown. */
export const insertInstruction = (list: List, instruction: Instruction, after: string | null): List => {
  const index = after === null ? 0 : (findIndex(list, after) ?? list.length - 1) + 1
  return setOrder(list.toSpliced(index, 0, instruction))
}

/** Removes the instructions with these UUIDs. */
export const removeInstructions = (list: List, uuids: ReadonlyArray<string>): List => {
  const removed = new Set(uuids)
  const remaining = list.filter((instruction) => !removed.has(instruction.uuid))
  return remaining.length === list.length ? list : setOrder(remaining)
}

/** Moves an instruction to the index `to`, counted without it and limited to the list. */
export const moveInstruction = (list: List, uuid: string, to: number): List => moveInstructionsTo(list, new Set([uuid]), to)

/** Moves these instructions together, in script order, to the index `to`, counted without them and limited to the list. */
export const moveInstructionsTo = (list: List, uuids: ReadonlySet<string>, to: number): List => {
  const moved = list.filter(({ uuid }) => uuids.has(uuid))
  const others = list.filter(({ uuid }) => !uuids.has(uuid))
  const index = Math.min(Math.max(Math.trunc(to), 0), others.length)
  const next = others.toSpliced(index, 0, ...moved)
  return next.every((instruction, position) => instruction === list[position]) ? list : setOrder(next)
}

/** Returns the index (as in `moveInstructionsTo`) before or after another instruction; undefined if that is missing or one of them. */
export const getIndexBeside = (list: List, uuids: ReadonlySet<string>, other: string, side: "before" | "after"): number | undefined => {
  const index = uuids.has(other) ? undefined : findIndex(list, other)
  if (index === undefined) return undefined
  const before = list.slice(0, index).filter(({ uuid }) => !uuids.has(uuid)).length
  return side === "before" ? before : before + 1
}

/** Moves each of these instructions one place up (-1) or down (1); those that reach an end stay there. */
export const shiftInstructions = (list: List, uuids: ReadonlySet<string>, offset: -1 | 1): List => {
  const moved = offset === 1 ? list.toReversed() : [...list]
  for (const [index, instruction] of moved.entries()) {
    const previous = moved[index - 1]
    if (previous === undefined || !uuids.has(instruction.uuid) || uuids.has(previous.uuid)) continue
    moved[index - 1] = instruction
    moved[index] = previous
  }
  const next = offset === 1 ? moved.toReversed() : moved
  return next.every((instruction, index) => instruction === list[index]) ? list : setOrder(next)
}

const findIndex = (list: List, uuid: string): number | undefined => {
  const index = list.findIndex((instruction) => instruction.uuid === uuid)
  return index === -1 ? undefined : index
}
