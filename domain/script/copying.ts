// Copies of instructions: with uuids and names of their own, and naming each other as their originals do (decisions I13).
import type { Action } from "../actions/action.ts"
import { followCopies } from "../recall/rename.ts"
import { numbered } from "./delta.ts"
import type { Instruction } from "./instruction.ts"
import { freshNames } from "./name.ts"

type List = ReadonlyArray<Instruction>

/**
 * [I13] With copies of the instructions of these uuids, in their order, behind the last of them. `copies` are theirs, in that order. What
 * one of them names among the originals is the copy of that; all else is what the original names.
 */
export const copyAll = (
  list: List,
  uuids: ReadonlySet<string>,
  fresh: () => string,
): { readonly list: List; readonly copies: ReadonlyArray<string> } => {
  const last = list.findLastIndex(({ uuid }) => uuids.has(uuid))
  if (last === -1) return { list, copies: [] }
  const named = freshNames(list)
  const pairs = list.filter(({ uuid }) => uuids.has(uuid)).map((original) => ({ original, copy: copyOf(original, named, fresh) }))
  const twins = new Map(pairs.map(({ original, copy }) => [original.uuid, copy.uuid]))
  const questions = pairs.flatMap(({ original, copy }) =>
    original.question && copy.question ? [[original.question.uuid, copy.question.uuid] as const] : [],
  )
  const ids = new Map([...twins, ...questions])
  const made = pairs.map(({ copy }) => taking(copy, ids))
  const after = numbered([...list.slice(0, last + 1), ...made, ...list.slice(last + 1)])
  return { list: followCopies(list, after, twins), copies: [...twins.values()] }
}

/** The same with uuids of its own throughout, and with the name that `named` gives where it has one. */
export const copyOf = (original: Instruction, named: (wish: string) => string, fresh: () => string): Instruction => ({
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
const taking = (instruction: Instruction, ids: ReadonlyMap<string, string>): Instruction => {
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
