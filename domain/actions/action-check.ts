// What an action needs in order to work, and its findings in the check (A8, A11, A14).
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { QuestionType } from "../questions/question.ts"
import type { Action } from "../script/action.ts"
import { findAmountSource } from "../script/action-waiting.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"
import { endpointFindings, isJsonObjectOrText, isJsonOrText, providerNeedsEndpoint } from "./action-fields.ts"
import { getConnectionId } from "./crm-action.ts"
import { listSendableQuestions } from "./delivery-payload.ts"
import { deliveryFindings, getPayloadVersion } from "./delivery-validation.ts"
import { endFindings } from "./end-action.ts"

/** [A16] The question types that can supply the amount of a payment. */
export const amountQuestionTypes: ReadonlySet<QuestionType> = new Set(["choice", "numeric", "currency"])

/**
 * Returns `structure` findings for a CRM or connector action without a chosen connection; `pointer` is that of the
 * params.
 */
export const missingConnectionFindings = (action: Action, pointer: string): ReadonlyArray<Finding> => {
  switch (action.type) {
    case "crmAuth":
    case "crmApi":
      return getConnectionId(action.params.connection) === ""
        ? [createFinding("structure", `${pointer}/connection`, "finding.no-connection")]
        : []
    case "send2con":
      return getConnectionId(action.params.connector) === ""
        ? [createFinding("structure", `${pointer}/connector`, "finding.no-connector")]
        : []
    default:
      return []
  }
}

const canSupplyAmount = ({ question }: Instruction): boolean => Boolean(question && amountQuestionTypes.has(question.type))

/**
 * [A8] Returns the questions that can supply the amount of a payment at `index`: later ones are not answered yet
 * by then.
 */
export const listAmountQuestionsBefore = (instructions: ReadonlyArray<Instruction>, index: number): ReadonlyArray<Instruction> =>
  instructions.slice(0, Math.max(0, index)).filter(canSupplyAmount)

/** [A8] Returns `structure` findings for payments and deliveries that refer to missing, unsuitable or later questions. */
export const questionReferenceFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const questionIds = new Set(listSendableQuestions({ instructions }).flatMap(({ instruction, id }) => [instruction.uuid, id]))
  return instructions.flatMap(({ action }, index) => {
    const pointer = `/instructions/${index}/action/params`
    if (action?.type === "payment") {
      const amount = action.params.amount ?? ""
      if (amount.trim() === "") return [createFinding("structure", `${pointer}/amount`, "finding.payment.no-amount")]
      const source = findAmountSource(instructions, amount)
      if (source === undefined || !canSupplyAmount(source))
        return [createFinding("structure", `${pointer}/amount`, "finding.payment.not-asked")]
      return listAmountQuestionsBefore(instructions, index).includes(source)
        ? []
        : [createFinding("structure", `${pointer}/amount`, "finding.payment.asked-later", { name: getInstructionName(source) })]
    }
    if (action?.type !== "send2api" || getPayloadVersion(action.params) === 1) return []
    return (action.params.questions ?? []).flatMap((id, i) =>
      questionIds.has(id) ? [] : [createFinding("structure", `${pointer}/questions/${i}`, "finding.delivery.not-asked")],
    )
  })
}

/** [A17] Each respondent may cause as many deliveries, and each stores all answers. */
const maxDeliveryInstructions = 100

/** [A17] Returns a `structure` finding for the first instruction that sends answers once too often. */
export const deliveryCountFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const senders = instructions.flatMap(({ action }, index) => (action?.type === "send2api" || action?.type === "send2con" ? [index] : []))
  const index = senders[maxDeliveryInstructions]
  return index === undefined
    ? []
    : [createFinding("structure", `/instructions/${index}/action`, "finding.delivery.too-many", { most: maxDeliveryInstructions })]
}

/** Returns all findings of an action; `pointer` is the JSON pointer of the action. */
export const actionFindings = (action: Action, pointer: string): ReadonlyArray<Finding> => {
  const params = `${pointer}/params`
  switch (action.type) {
    case "end":
      return endFindings(action.params, params)
    case "send2api":
      return deliveryFindings(action.params, params)
    case "getFromAPI":
      return [...endpointFindings(action.params.endpoint, params), ...payloadFindings(action.params, params)]
    case "askAI":
      return aiFindings(action.params, params)
    case "send2con":
      return [...missingConnectionFindings(action, params), ...objectFindings(action.params, params)]
    default:
      return missingConnectionFindings(action, params)
  }
}

type Params<Type extends Action["type"]> = Extract<Action, { readonly type: Type }>["params"]

/** [A14] Rule `structure`: defaults and overrides that are not JSON objects. */
const objectFindings = (params: Params<"send2con">, pointer: string): ReadonlyArray<Finding> =>
  (["defaults", "overrides"] as const).flatMap((field) =>
    isJsonObjectOrText(params[field]) ? [] : [createFinding("structure", `${pointer}/${field}`, "finding.no-object")],
  )

/** [A11] Rule `structure`: a text to send that is not valid JSON. */
const payloadFindings = ({ sendPayload }: Params<"getFromAPI">, pointer: string): ReadonlyArray<Finding> =>
  isJsonOrText(sendPayload) ? [] : [createFinding("structure", `${pointer}/sendPayload`, "finding.no-json")]

const aiFindings = ({ provider, endpoint }: Params<"askAI">, pointer: string): ReadonlyArray<Finding> =>
  (provider ?? "").trim() === ""
    ? [createFinding("structure", `${pointer}/provider`, "finding.no-provider")]
    : providerNeedsEndpoint(provider)
      ? endpointFindings(endpoint, pointer)
      : []
