// What an action needs before it can do anything, and the instructions that it names (spec/2-editor §3, §5; decision A8).
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import type { QuestionType } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { nameOf } from "../script/name.ts"
import type { Authored } from "../script/script.ts"
import type { Action } from "./action.ts"
import { chosenConnection } from "./crm.ts"
import { versionOf } from "./send-to-api/wizard.ts"

/** "amount (… chosen among choice, numeric and currency questions)" (spec/2-editor §3). */
export const amountQuestions: ReadonlySet<QuestionType> = new Set(["choice", "numeric", "currency"])

/** Rule `structure`: a connection or connector that has not been chosen; `at` points to the params. */
export const missingParts = (action: Action, at: string): ReadonlyArray<Finding> => {
  switch (action.type) {
    case "crmAuth":
    case "crmApi":
      return chosenConnection(action.params.connection) === "" ? [found("structure", `${at}/connection`, "finding.no-connection")] : []
    case "send2con":
      return chosenConnection(action.params.connector) === "" ? [found("structure", `${at}/connector`, "finding.no-connector")] : []
    default:
      return []
  }
}

const suppliesAmount = ({ question }: Instruction): boolean => Boolean(question && amountQuestions.has(question.type))

/** The questions that a payment at `place` can take its amount from: those before it, for what comes later is not answered then. */
export const amountsBefore = (instructions: ReadonlyArray<Instruction>, place: number): ReadonlyArray<Instruction> =>
  instructions.slice(0, Math.max(0, place)).filter(suppliesAmount)

/** The instruction that an amount names, by its uuid or its question's. */
export const amountSource = (instructions: ReadonlyArray<Instruction>, amount: string | null | undefined): Instruction | undefined =>
  amount ? instructions.find(({ uuid, question }) => amount === uuid || amount === question?.uuid) : undefined

/** Rule `structure`: payments and deliveries that name no question of the script from which they can take what they need. */
export const takingFindings = ({ instructions }: Authored): ReadonlyArray<Finding> => {
  const asked = new Set(instructions.flatMap(({ uuid, question }) => (question ? [uuid, question.uuid] : [])))
  return instructions.flatMap(({ action }, place) => {
    const at = `/instructions/${place}/action/params`
    if (action?.type === "payment") {
      const amount = action.params.amount ?? ""
      if (amount.trim() === "") return [found("structure", `${at}/amount`, "finding.payment.no-amount")]
      const from = amountSource(instructions, amount)
      if (from === undefined || !suppliesAmount(from)) return [found("structure", `${at}/amount`, "finding.payment.not-asked")]
      return amountsBefore(instructions, place).includes(from)
        ? []
        : [found("structure", `${at}/amount`, "finding.payment.asked-later", { name: nameOf(from) })]
    }
    if (action?.type !== "send2api" || versionOf(action.params) === 1) return []
    return (action.params.questions ?? []).flatMap((id, i) =>
      asked.has(id) ? [] : [found("structure", `${at}/questions/${i}`, "finding.delivery.not-asked")],
    )
  })
}
