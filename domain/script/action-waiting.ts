// Which actions a conversation waits for: only those can have an outcome (E4).

import type { Question } from "../questions/question.ts"
import type { ActionType } from "./action.ts"
import type { Instruction } from "./instruction.ts"

/**
 * [E4] Whether a conversation waits for the outcome of an action of this type. Deliveries run in the background, so it does not wait for
 * them; for a payment it waits only if an amount is due.
 */
export const waitsForOutcome = {
  send2api: false,
  send2con: false,
  crmAuth: true,
  crmApi: true,
  getFromAPI: true,
  askAI: true,
  payment: "amount-due",
  end: false,
  score: false,
} as const satisfies Record<ActionType, boolean | "amount-due">

/** Returns the instruction that `amount` names, by its uuid or its question's uuid. */
export const findAmountSource = (instructions: ReadonlyArray<Instruction>, amount: string | null | undefined): Instruction | undefined =>
  amount ? instructions.find(({ uuid, question }) => amount === uuid || amount === question?.uuid) : undefined

/** Indexes the instructions by all amounts that name them, by the rule of `findAmountSource`; for scripts of thousands of payments. */
export const indexAmountSources = (instructions: ReadonlyArray<Instruction>): ReadonlyMap<string, Instruction> => {
  const index = new Map<string, Instruction>()
  for (const instruction of instructions)
    for (const uuid of [instruction.uuid, instruction.question?.uuid]) if (uuid && !index.has(uuid)) index.set(uuid, instruction)
  return index
}

/**
 * Whether some conversation can wait for the outcome of this instruction; `earlier` are the instructions that can come before it. If none
 * can, its outcome is never known. A payment needs a question before it that an amount above zero can come from. An unreadable action
 * (null) may have any outcome.
 */
export const canHaveOutcome = ({ type, action }: Instruction, earlier: ReadonlyArray<Instruction>): boolean => {
  if (type !== "action") return false
  if (!action) return true
  const waits = waitsForOutcome[action.type]
  if (waits !== "amount-due") return waits
  const source = action.type === "payment" ? findAmountSource(earlier, action.params.amount) : undefined
  return source?.type === "question" && source.question ? listPayableAnswers(source.question).length > 0 : false
}

/**
 * Lists answers from which an amount above zero comes: one for each choice that has one, and one for a number. An answer can still be refused,
 * for example because a multiple choice needs two.
 */
export const listPayableAnswers = (question: Question): ReadonlyArray<unknown> => {
  switch (question.type) {
    case "numeric":
    case "currency":
      return [question.options?.maximum ?? Math.max(1, question.options?.minimum ?? 1)].filter((amount) => amount > 0)
    case "choice":
    case "multiple": {
      if (question.options?.amounts === false) return []
      const values = (question.choices ?? []).flatMap(({ amount, value }) => ((amount ?? 0) > 0 ? [value] : []))
      return question.type === "choice" ? values : values.map((value) => [value])
    }
    default:
      return []
  }
}
