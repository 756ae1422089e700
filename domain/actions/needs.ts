// What an action needs before it can do anything, and the instructions that it names (spec/2-editor §3, §5; decision A8).
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import type { Question, QuestionType } from "../questions/question.ts"
import type { Authored } from "../script/script.ts"
import type { Action } from "./action.ts"
import { versionOf } from "./send-to-api/wizard.ts"

/** "amount (… chosen among choice, numeric and currency questions)" (spec/2-editor §3). */
export const amountQuestions: ReadonlySet<QuestionType> = new Set(["choice", "numeric", "currency"])

const isBlank = (value: unknown): boolean => value === null || value === undefined || (typeof value === "string" && value.trim() === "")

/** Rule `structure`: a connection or connector that has not been chosen; `at` points to the params. */
export const missingParts = (action: Action, at: string): ReadonlyArray<Finding> => {
  switch (action.type) {
    case "crmAuth":
    case "crmApi":
      return isBlank(action.params.connection) ? [found("structure", `${at}/connection`, "finding.no-connection")] : []
    case "send2con":
      return isBlank(action.params.connector) ? [found("structure", `${at}/connector`, "finding.no-connector")] : []
    default:
      return []
  }
}

/** Rule `structure`: payments and deliveries that name no question of the script from which they can take what they need. */
export const takingFindings = ({ instructions }: Authored): ReadonlyArray<Finding> => {
  const asked = new Map<string, Question>()
  for (const { uuid, question } of instructions) if (question) for (const id of [uuid, question.uuid]) asked.set(id, question)
  return instructions.flatMap(({ action }, place) => {
    const at = `/instructions/${place}/action/params`
    if (action?.type === "payment") {
      const amount = action.params.amount ?? ""
      if (amount.trim() === "") return [found("structure", `${at}/amount`, "finding.payment.no-amount")]
      const from = asked.get(amount)
      return from && amountQuestions.has(from.type) ? [] : [found("structure", `${at}/amount`, "finding.payment.not-asked")]
    }
    if (action?.type !== "send2api" || versionOf(action.params) === 1) return []
    return (action.params.questions ?? []).flatMap((id, i) =>
      asked.has(id) ? [] : [found("structure", `${at}/questions/${i}`, "finding.delivery.not-asked")],
    )
  })
}
