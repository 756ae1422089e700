// The rules of a delivery (spec/2-editor §4, §5; decisions A4, A6).
import type { Finding } from "../../finding.ts"
import { found } from "../../found.ts"
import { endpointFindings } from "../endpoint.ts"
import { structureOf, structureProblems, structureProblemTexts } from "./structure.ts"
import { isTriggerUnit, leastAmount, longestWait, mostAmount, secondsOf, secondsWaited } from "./trigger.ts"
import { isStepValid, type SendToApiParams, versionOf } from "./wizard.ts"

/** Rules `endpoint-url` and `structure`; `at` points to the params. */
export const deliveryFindings = (params: SendToApiParams, at: string): ReadonlyArray<Finding> => [
  ...endpointFindings(params.endpoint, at),
  ...(versionOf(params) === 2 ? chosenFindings(params, at) : []),
  ...(params.trigger?.enabled ? triggerFindings(params.trigger, `${at}/trigger`) : []),
]

const chosenFindings = (params: SendToApiParams, at: string): ReadonlyArray<Finding> => [
  ...(isStepValid("questions", params) ? [] : [found("structure", `${at}/questions`, "finding.delivery.no-question")]),
  ...structureProblems(structureOf(params.options)).map((problem) => found("structure", `${at}/options`, structureProblemTexts[problem])),
  ...(Object.keys(params.labels ?? {}).some((key) => key.trim() === "")
    ? [found("structure", `${at}/labels`, "finding.delivery.blank-key")]
    : []),
]

const triggerFindings = (trigger: NonNullable<SendToApiParams["trigger"]>, at: string): ReadonlyArray<Finding> => {
  const { config, timeout } = trigger
  const amount = config?.amount
  const wrong = [
    ...(typeof amount === "number" && amount < leastAmount
      ? [found("structure", `${at}/config/amount`, "finding.delivery.amount", { amount })]
      : []),
    ...(config?.unit && !isTriggerUnit(config.unit)
      ? [found("structure", `${at}/config/unit`, "finding.delivery.unit", { unit: config.unit })]
      : []),
  ]
  if (wrong.length > 0) return wrong
  if (secondsWaited(trigger) === null) return [found("structure", `${at}/timeout`, "finding.delivery.amount", { amount: timeout ?? 0 })]
  const { unit } = config ?? {}
  if (typeof amount === "number" && isTriggerUnit(unit) && secondsOf(amount, unit) > longestWait)
    return [found("structure", `${at}/config/amount`, "finding.delivery.amount.most", { amount, most: mostAmount(unit) })]
  return (timeout ?? 0) > longestWait
    ? [found("structure", `${at}/timeout`, "finding.delivery.amount.most", { amount: timeout ?? 0, most: longestWait })]
    : []
}
