// The three steps in which a delivery is set up, and when each is valid (spec/2-editor §4, §5).

import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import type { Action } from "./action.ts"
import { endpointFindings, isEndpoint } from "./action-fields.ts"
import { isTriggerUnit, maxTriggerAmount, maxWaitSeconds, minTriggerAmount, secondsOf, waitSeconds } from "./delivery-trigger.ts"
import {
  defaultPayloadStructure,
  parsePayloadStructure,
  printPayloadStructure,
  structureProblemKeys,
  structureProblems,
} from "./payload-structure.ts"

export type SendToApiParams = Extract<Action, { readonly type: "send2api" }>["params"]

export const wizardSteps = ["endpoint", "questions", "structure"] as const
export type WizardStep = (typeof wizardSteps)[number]

/** "An instruction without a value reads as 1" (spec/2-editor §3). */
export const versionOf = (params: SendToApiParams): 1 | 2 => params.version ?? 1

/** A static delivery as a dynamic one, that says what it said of each question unless it has other options already. */
export const toDynamicDelivery = (params: SendToApiParams): SendToApiParams => ({
  ...params,
  version: 2,
  options: params.options?.length ? params.options : printPayloadStructure(defaultPayloadStructure),
})

const valid: Readonly<Record<WizardStep, (params: SendToApiParams) => boolean>> = {
  endpoint: ({ endpoint }) => isEndpoint(endpoint),
  questions: ({ questions }) => questions === null || questions === undefined || questions.length > 0,
  structure: ({ options, labels }) =>
    structureProblems(parsePayloadStructure(options)).length === 0 && Object.keys(labels ?? {}).every((key) => key.trim() !== ""),
}

/** Whether what a step asks for is there. */
export const isStepValid = (step: WizardStep, params: SendToApiParams): boolean => valid[step](params)

/** Whether a step can be gone to: all steps before it are valid. */
export const isStepReachable = (step: WizardStep, params: SendToApiParams): boolean =>
  wizardSteps.slice(0, wizardSteps.indexOf(step)).every((before) => isStepValid(before, params))

/** The step after or before one; null where there is none, or it cannot be gone to. */
export const adjacentStep = (step: WizardStep, by: 1 | -1, params: SendToApiParams): WizardStep | null => {
  const next = wizardSteps[wizardSteps.indexOf(step) + by]
  return next !== undefined && isStepReachable(next, params) ? next : null
}

/** Whether it can be saved: at the last step with all steps valid; version 1 has one step only. */
export const canSave = (step: WizardStep, params: SendToApiParams): boolean =>
  versionOf(params) === 1
    ? isStepValid("endpoint", params)
    : step === wizardSteps.at(-1) && wizardSteps.every((it) => isStepValid(it, params))

// The rules of a delivery (spec/2-editor §4, §5; decisions A4, A6).

/** Rules `endpoint-url` and `structure`; `at` points to the params. */
export const deliveryFindings = (params: SendToApiParams, at: string): ReadonlyArray<Finding> => [
  ...endpointFindings(params.endpoint, at),
  ...(versionOf(params) === 2 ? chosenFindings(params, at) : []),
  ...(params.trigger?.enabled ? triggerFindings(params.trigger, `${at}/trigger`) : []),
]

const chosenFindings = (params: SendToApiParams, at: string): ReadonlyArray<Finding> => [
  ...(isStepValid("questions", params) ? [] : [createFinding("structure", `${at}/questions`, "finding.delivery.no-question")]),
  ...structureProblems(parsePayloadStructure(params.options)).map((problem) =>
    createFinding("structure", `${at}/options`, structureProblemKeys[problem]),
  ),
  ...(Object.keys(params.labels ?? {}).some((key) => key.trim() === "")
    ? [createFinding("structure", `${at}/labels`, "finding.delivery.blank-key")]
    : []),
]

const triggerFindings = (trigger: NonNullable<SendToApiParams["trigger"]>, at: string): ReadonlyArray<Finding> => {
  const { config, timeout } = trigger
  const amount = config?.amount
  const wrong = [
    ...(typeof amount === "number" && amount < minTriggerAmount
      ? [createFinding("structure", `${at}/config/amount`, "finding.delivery.amount", { amount })]
      : []),
    ...(config?.unit && !isTriggerUnit(config.unit)
      ? [createFinding("structure", `${at}/config/unit`, "finding.delivery.unit", { unit: config.unit })]
      : []),
  ]
  if (wrong.length > 0) return wrong
  if (waitSeconds(trigger) === null)
    return [createFinding("structure", `${at}/timeout`, "finding.delivery.amount", { amount: timeout ?? 0 })]
  const { unit } = config ?? {}
  if (typeof amount === "number" && isTriggerUnit(unit) && secondsOf(amount, unit) > maxWaitSeconds)
    return [createFinding("structure", `${at}/config/amount`, "finding.delivery.amount.most", { amount, most: maxTriggerAmount(unit) })]
  return (timeout ?? 0) > maxWaitSeconds
    ? [createFinding("structure", `${at}/timeout`, "finding.delivery.amount.most", { amount: timeout ?? 0, most: maxWaitSeconds })]
    : []
}
