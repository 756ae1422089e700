// What an action needs before it can do anything, and the instructions that it names (spec/2-editor §3, §5; decision A8).
import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import type { QuestionType } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"
import type { Action } from "./action.ts"
import { endpointFindings, isJsonObjectOrText, isJsonOrText, providerNeedsEndpoint } from "./action-fields.ts"
import { connectionIdOf } from "./crm-action.ts"
import { deliveryFindings, versionOf } from "./delivery-validation.ts"
import { endFindings } from "./end-action.ts"

/** "amount (… chosen among choice, numeric and currency questions)" (spec/2-editor §3). */
export const amountQuestionTypes: ReadonlySet<QuestionType> = new Set(["choice", "numeric", "currency"])

/** Rule `structure`: a connection or connector that has not been chosen; `at` points to the params. */
export const missingConnectionFindings = (action: Action, at: string): ReadonlyArray<Finding> => {
  switch (action.type) {
    case "crmAuth":
    case "crmApi":
      return connectionIdOf(action.params.connection) === ""
        ? [createFinding("structure", `${at}/connection`, "finding.no-connection")]
        : []
    case "send2con":
      return connectionIdOf(action.params.connector) === "" ? [createFinding("structure", `${at}/connector`, "finding.no-connector")] : []
    default:
      return []
  }
}

const suppliesAmount = ({ question }: Instruction): boolean => Boolean(question && amountQuestionTypes.has(question.type))

/** The questions that a payment at `place` can take its amount from: those before it, for what comes later is not answered then. */
export const amountQuestionsBefore = (instructions: ReadonlyArray<Instruction>, place: number): ReadonlyArray<Instruction> =>
  instructions.slice(0, Math.max(0, place)).filter(suppliesAmount)

/** The instruction that an amount names, by its uuid or its question's. */
export const amountSource = (instructions: ReadonlyArray<Instruction>, amount: string | null | undefined): Instruction | undefined =>
  amount ? instructions.find(({ uuid, question }) => amount === uuid || amount === question?.uuid) : undefined

/** Rule `structure`: payments and deliveries that name no question of the script from which they can take what they need. */
export const questionReferenceFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const asked = new Set(instructions.flatMap(({ uuid, question }) => (question ? [uuid, question.uuid] : [])))
  return instructions.flatMap(({ action }, place) => {
    const at = `/instructions/${place}/action/params`
    if (action?.type === "payment") {
      const amount = action.params.amount ?? ""
      if (amount.trim() === "") return [createFinding("structure", `${at}/amount`, "finding.payment.no-amount")]
      const from = amountSource(instructions, amount)
      if (from === undefined || !suppliesAmount(from)) return [createFinding("structure", `${at}/amount`, "finding.payment.not-asked")]
      return amountQuestionsBefore(instructions, place).includes(from)
        ? []
        : [createFinding("structure", `${at}/amount`, "finding.payment.asked-later", { name: getInstructionName(from) })]
    }
    if (action?.type !== "send2api" || versionOf(action.params) === 1) return []
    return (action.params.questions ?? []).flatMap((id, i) =>
      asked.has(id) ? [] : [createFinding("structure", `${at}/questions/${i}`, "finding.delivery.not-asked")],
    )
  })
}

// Every rule that an action must keep (spec/2-editor §5). The rules themselves stand with their types.

/** All findings of an action; `at` is the pointer to it. */
export const actionFindings = (action: Action, at: string): ReadonlyArray<Finding> => {
  const params = `${at}/params`
  switch (action.type) {
    case "end":
      return endFindings(action.params, params)
    case "send2api":
      return deliveryFindings(action.params, params)
    case "getFromAPI":
      return [...endpointFindings(action.params.endpoint, params), ...sentAlongFindings(action.params, params)]
    case "askAI":
      return aiFindings(action.params, params)
    case "send2con":
      return [...missingConnectionFindings(action, params), ...objectFindings(action.params, params)]
    default:
      return missingConnectionFindings(action, params)
  }
}

type Params<Type extends Action["type"]> = Extract<Action, { readonly type: Type }>["params"]

/** [A14] Rule `structure`: defaults and overrides that are no objects of JSON. */
const objectFindings = (params: Params<"send2con">, at: string): ReadonlyArray<Finding> =>
  (["defaults", "overrides"] as const).flatMap((field) =>
    isJsonObjectOrText(params[field]) ? [] : [createFinding("structure", `${at}/${field}`, "finding.no-object")],
  )

/** [A11] Rule `structure`: a text to send along that is no JSON. */
const sentAlongFindings = ({ sendPayload }: Params<"getFromAPI">, at: string): ReadonlyArray<Finding> =>
  isJsonOrText(sendPayload) ? [] : [createFinding("structure", `${at}/sendPayload`, "finding.no-json")]

const aiFindings = ({ provider, endpoint }: Params<"askAI">, at: string): ReadonlyArray<Finding> =>
  (provider ?? "").trim() === ""
    ? [createFinding("structure", `${at}/provider`, "finding.no-provider")]
    : providerNeedsEndpoint(provider)
      ? endpointFindings(endpoint, at)
      : []
