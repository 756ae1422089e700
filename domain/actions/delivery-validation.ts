// Steps of the delivery wizard, when each is valid, and the findings of a delivery (A4, A6, A7).

import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { SendToApiParams } from "../script/action.ts"
import { endpointFindings, isEndpoint } from "./action-fields.ts"
import { getWaitSeconds, isTriggerUnit, maxTriggerAmount, maxWaitSeconds, minTriggerAmount, toSeconds } from "./delivery-trigger.ts"
import {
  defaultPayloadStructure,
  parsePayloadStructure,
  printPayloadStructure,
  structureProblemKeys,
  structureProblems,
} from "./payload-structure.ts"

export const wizardSteps = ["endpoint", "questions", "structure"] as const
export type WizardStep = (typeof wizardSteps)[number]

/** Returns the payload version; a delivery without one is version 1. */
export const getPayloadVersion = (params: SendToApiParams): 1 | 2 => params.version ?? 1

/** Converts a static delivery to a dynamic one that sends the same data, unless it already has options of its own. */
export const toDynamicDelivery = (params: SendToApiParams): SendToApiParams => ({
  ...params,
  version: 2,
  options: params.options?.length ? params.options : printPayloadStructure(defaultPayloadStructure),
})

const stepValidators: Readonly<Record<WizardStep, (params: SendToApiParams) => boolean>> = {
  endpoint: ({ endpoint }) => isEndpoint(endpoint),
  questions: ({ questions }) => questions === null || questions === undefined || questions.length > 0,
  structure: ({ options, labels }) =>
    structureProblems(parsePayloadStructure(options)).length === 0 && Object.keys(labels ?? {}).every((key) => key.trim() !== ""),
}

/** Whether a step is completed. */
export const isStepValid = (step: WizardStep, params: SendToApiParams): boolean => stepValidators[step](params)

/** Whether a step can be opened: all steps before it are valid. */
export const isStepReachable = (step: WizardStep, params: SendToApiParams): boolean =>
  wizardSteps.slice(0, wizardSteps.indexOf(step)).every((previous) => isStepValid(previous, params))

/** Returns the next (1) or previous (-1) step; null if there is none or it cannot be opened yet. */
export const getAdjacentStep = (step: WizardStep, direction: 1 | -1, params: SendToApiParams): WizardStep | null => {
  const next = wizardSteps[wizardSteps.indexOf(step) + direction]
  return next !== undefined && isStepReachable(next, params) ? next : null
}

/** Whether the delivery can be saved: on the last step with all steps valid. Version 1 has only the first step. */
export const canSave = (step: WizardStep, params: SendToApiParams): boolean =>
  getPayloadVersion(params) === 1
    ? isStepValid("endpoint", params)
    : step === wizardSteps.at(-1) && wizardSteps.every((it) => isStepValid(it, params))

/** Returns findings of the rules `endpoint-url` and `structure`; `pointer` is that of the params. */
export const deliveryFindings = (params: SendToApiParams, pointer: string): ReadonlyArray<Finding> => [
  ...endpointFindings(params.endpoint, pointer),
  ...(getPayloadVersion(params) === 2 ? optionFindings(params, pointer) : []),
  ...(params.trigger?.enabled ? triggerFindings(params.trigger, `${pointer}/trigger`) : []),
]

const optionFindings = (params: SendToApiParams, pointer: string): ReadonlyArray<Finding> => [
  ...(isStepValid("questions", params) ? [] : [createFinding("structure", `${pointer}/questions`, "finding.delivery.no-question")]),
  ...structureProblems(parsePayloadStructure(params.options)).map((problem) =>
    createFinding("structure", `${pointer}/options`, structureProblemKeys[problem]),
  ),
  ...(Object.keys(params.labels ?? {}).some((key) => key.trim() === "")
    ? [createFinding("structure", `${pointer}/labels`, "finding.delivery.blank-key")]
    : []),
]

const triggerFindings = (trigger: NonNullable<SendToApiParams["trigger"]>, pointer: string): ReadonlyArray<Finding> => {
  const { config, timeout } = trigger
  const amount = config?.amount
  const findings = [
    ...(typeof amount === "number" && amount < minTriggerAmount
      ? [createFinding("structure", `${pointer}/config/amount`, "finding.delivery.amount", { amount })]
      : []),
    ...(config?.unit && !isTriggerUnit(config.unit)
      ? [createFinding("structure", `${pointer}/config/unit`, "finding.delivery.unit", { unit: config.unit })]
      : []),
  ]
  if (findings.length > 0) return findings
  if (getWaitSeconds(trigger) === null)
    return [createFinding("structure", `${pointer}/timeout`, "finding.delivery.amount", { amount: timeout ?? 0 })]
  const { unit } = config ?? {}
  if (typeof amount === "number" && isTriggerUnit(unit) && toSeconds(amount, unit) > maxWaitSeconds)
    return [
      createFinding("structure", `${pointer}/config/amount`, "finding.delivery.amount.most", { amount, most: maxTriggerAmount(unit) }),
    ]
  return (timeout ?? 0) > maxWaitSeconds
    ? [createFinding("structure", `${pointer}/timeout`, "finding.delivery.amount.most", { amount: timeout ?? 0, most: maxWaitSeconds })]
    : []
}
