// Copies of instructions: with uuids and names of their own, and naming each other as their originals do (decisions I13).
import type { Action } from "../actions/action.ts"
import { updateCopiedReferences } from "../recall/reference-renaming.ts"
import type { Instruction } from "./instruction.ts"
import { createNameGenerator } from "./instruction-name.ts"
import type { AuthoredScript } from "./script.ts"
import { setOrder } from "./script-patch.ts"

type List = ReadonlyArray<Instruction>

/**
 * [I13] With copies of the instructions of these uuids, in their order, behind the last of them. `copies` are theirs, in that order. What
 * one of them names among the originals is the copy of that; all else is what the original names.
 */
export const createInstructionCopies = (
  list: List,
  uuids: ReadonlySet<string>,
  fresh: () => string,
): { readonly list: List; readonly copies: ReadonlyArray<string> } => {
  const last = list.findLastIndex(({ uuid }) => uuids.has(uuid))
  if (last === -1) return { list, copies: [] }
  const named = createNameGenerator(list)
  const pairs = list
    .filter(({ uuid }) => uuids.has(uuid))
    .map((original) => ({ original, copy: createInstructionCopy(original, named, fresh) }))
  const twins = new Map(pairs.map(({ original, copy }) => [original.uuid, copy.uuid]))
  const questions = pairs.flatMap(({ original, copy }) =>
    original.question && copy.question ? [[original.question.uuid, copy.question.uuid] as const] : [],
  )
  const ids = new Map([...twins, ...questions])
  const made = pairs.map(({ copy }) => redirectActionReferences(copy, ids))
  const after = setOrder([...list.slice(0, last + 1), ...made, ...list.slice(last + 1)])
  return { list: updateCopiedReferences(list, after, twins), copies: [...twins.values()] }
}

/** The same with uuids of its own throughout, and with the name that `named` gives where it has one. */
export const createInstructionCopy = (original: Instruction, named: (wish: string) => string, fresh: () => string): Instruction => ({
  ...original,
  uuid: fresh(),
  label: original.label ? named(original.label) : (original.label ?? null),
  messages: original.messages.map((message) => ({ ...message, uuid: fresh() })),
  ...(original.question && {
    question: {
      ...original.question,
      uuid: fresh(),
      ...(original.question.choices && { choices: original.question.choices.map((choice) => ({ ...choice, uuid: fresh() })) }),
    },
  }),
})

/** With what its action takes by uuid taken from where these lead to. */
const redirectActionReferences = (instruction: Instruction, ids: ReadonlyMap<string, string>): Instruction => {
  const { action } = instruction
  const lead = (id: string): string => ids.get(id) ?? id
  const takes: Action | null =
    action?.type === "payment" && action.params.amount
      ? { ...action, params: { ...action.params, amount: lead(action.params.amount) } }
      : action?.type === "send2api" && action.params.questions
        ? { ...action, params: { ...action.params, questions: action.params.questions.map(lead) } }
        : null
  return takes === null ? instruction : { ...instruction, action: takes }
}

// The instructions of a script by what they are known by from version to version.

/** A script's instructions by uuid, in their order. */
export const indexByUuid = ({ instructions }: Pick<AuthoredScript, "instructions">): ReadonlyMap<string, Instruction> =>
  new Map(instructions.map((it) => [it.uuid, it]))

// Instructions out of a file of which two go by one uuid: what is done with one would be done with both (decisions F7).

/**
 * [F7] The list with a uuid of its own for each instruction, and for each choice of a question, that has one which stands for another
 * before it. What is named by such a uuid is the first that has it. Where none has, the list is the same object.
 */
export const ensureUniqueUuids = (list: List, fresh: () => string): List => {
  const owned = own(list, fresh)
  const next = owned.map((it) => {
    const choices = it.question?.choices
    if (!it.question || !choices) return it
    const owning = own(choices, fresh)
    return owning === choices ? it : { ...it, question: { ...it.question, choices: owning } }
  })
  return next.every((it, place) => it === list[place]) ? list : next
}

const own = <It extends { readonly uuid: string }>(list: ReadonlyArray<It>, fresh: () => string): ReadonlyArray<It> => {
  const seen = new Set<string>()
  const next = list.map((it) => {
    const isTaken = seen.has(it.uuid)
    seen.add(it.uuid)
    return isTaken ? { ...it, uuid: fresh() } : it
  })
  return next.every((it, place) => it === list[place]) ? list : next
}

// The order of a script's instructions: whatever is done, `order` is 0…n-1 as they stand (decisions I2).

/** With `instruction` behind the one whose uuid is `after`; at the beginning when that is null, at the end when it is unknown. */
export const insertInstruction = (list: List, instruction: Instruction, after: string | null): List => {
  const place = after === null ? 0 : (placeOf(list, after) ?? list.length - 1) + 1
  return setOrder(list.toSpliced(place, 0, instruction))
}

/** Without the instructions of these uuids. */
export const removeInstructions = (list: List, uuids: ReadonlyArray<string>): List => {
  const gone = new Set(uuids)
  const left = list.filter((it) => !gone.has(it.uuid))
  return left.length === list.length ? list : setOrder(left)
}

/** With the instruction standing at `to` (counted without itself; kept within the list). */
export const moveInstruction = (list: List, uuid: string, to: number): List => moveInstructionsTo(list, new Set([uuid]), to)

/** With the instructions of these uuids together, in their order, the first of them at `to` (counted without them; kept within the list). */
export const moveInstructionsTo = (list: List, uuids: ReadonlySet<string>, to: number): List => {
  const moved = list.filter(({ uuid }) => uuids.has(uuid))
  const others = list.filter(({ uuid }) => !uuids.has(uuid))
  const place = Math.min(Math.max(Math.trunc(to), 0), others.length)
  const now = others.toSpliced(place, 0, ...moved)
  return now.every((it, at) => it === list[at]) ? list : setOrder(now)
}

/** Where the instructions of these uuids would stand (see `moveTo`) before or after another; undefined beside what is not there or is one of them. */
export const getIndexBeside = (list: List, uuids: ReadonlySet<string>, other: string, side: "before" | "after"): number | undefined => {
  const place = uuids.has(other) ? undefined : placeOf(list, other)
  if (place === undefined) return undefined
  const before = list.slice(0, place).filter(({ uuid }) => !uuids.has(uuid)).length
  return side === "before" ? before : before + 1
}

/** With the instructions of these uuids one place further up (-1) or down (1), in their order; those that meet an end stay there. */
export const shiftInstructions = (list: List, uuids: ReadonlySet<string>, by: -1 | 1): List => {
  const moved = by === 1 ? list.toReversed() : [...list]
  for (const [place, it] of moved.entries()) {
    const before = moved[place - 1]
    if (before === undefined || !uuids.has(it.uuid) || uuids.has(before.uuid)) continue
    moved[place - 1] = it
    moved[place] = before
  }
  const now = by === 1 ? moved.toReversed() : moved
  return now.every((it, place) => it === list[place]) ? list : setOrder(now)
}

const placeOf = (list: List, uuid: string): number | undefined => {
  const place = list.findIndex((it) => it.uuid === uuid)
  return place === -1 ? undefined : place
}
