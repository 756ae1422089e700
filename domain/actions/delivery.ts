// Configured deliveries of a script, the delivery log, and the delays of retries (A6, A10).
import * as Schema from "effect/Schema"
import { OutboundFailure } from "../connections/outbound-failure.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { getDeliveryWait } from "./delivery-trigger.ts"
import { getPayloadVersion } from "./delivery-validation.ts"

type NamedInstruction = Pick<Instruction, "label" | "order"> & Partial<Pick<Instruction, "action">>

/** [A6] Returns the name of a delivery: its record key `name` if set, else its instruction's name. */
export const getDeliveryName = (instruction: NamedInstruction): string => {
  const { action } = instruction
  const name = action?.type === "send2api" ? (action.params.labels?.["name"] ?? "").trim() : ""
  return name === "" ? getInstructionName(instruction) : name
}

/** A configured delivery; `wait` is undefined unless it is delivered automatically when stale. */
export type ConfiguredDelivery = {
  readonly uuid: string
  readonly name: string
  readonly version: 1 | 2
  readonly endpoint: string
  readonly wait: ReturnType<typeof getDeliveryWait>
}

/** Returns the "Send to API" deliveries of a script, in script order. */
export const listConfiguredDeliveries = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<ConfiguredDelivery> =>
  instructions.flatMap((instruction) => {
    const { uuid, action } = instruction
    if (action?.type !== "send2api") return []
    const { params } = action
    const wait = getDeliveryWait(params.trigger)
    return [{ uuid, name: getDeliveryName(instruction), version: getPayloadVersion(params), endpoint: params.endpoint ?? "", wait }]
  })

/** One attempt, at an ISO 8601 instant: the status and the beginning of the response, or the problem if there was none. */
export const DeliveryAttempt = Schema.Struct({
  at: Schema.String,
  milliseconds: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  problem: Schema.NullOr(OutboundFailure),
  answer: Schema.NullOr(Schema.String),
})
export type DeliveryAttempt = typeof DeliveryAttempt.Type

/**
 * A delivery that was or will be sent. `reason`: the conversation reached the instruction (`reached`) or went stale, an
 * author tested it, or an action waited for the response (`asked`). `state` `due`: still being retried. `conversation`
 * is null for a made-up one.
 */
export const LoggedDelivery = Schema.Struct({
  id: Schema.String,
  instruction: Schema.String,
  conversation: Schema.NullOr(Schema.String),
  reason: Schema.Literals(["reached", "stale", "test", "asked"]),
  endpoint: Schema.String,
  body: Schema.String,
  state: Schema.Literals(["due", "delivered", "failed"]),
  madeAt: Schema.String,
  endedAt: Schema.NullOr(Schema.String),
  attempts: Schema.Array(DeliveryAttempt),
})
export type LoggedDelivery = typeof LoggedDelivery.Type

/** [A10] Whether the receiver accepted the delivery: a 2xx status. Redirects and errors do not count. */
export const isAccepted = ({ status }: Pick<DeliveryAttempt, "status">): boolean => status !== null && status >= 200 && status < 300

/**
 * Returns what a status means that its number does not make obvious: a redirect, which is never followed, or that the
 * receiver wants no further deliveries (410).
 */
export const getStatusHint = (status: number): "elsewhere" | "gone" | null =>
  status >= 300 && status < 400 ? "elsewhere" : status === goneStatus ? "gone" : null

/** The status "Gone" (RFC 9110 §15.5.11): the receiver wants no further deliveries. */
export const goneStatus = 410

/** How long a finished delivery stays in the log, in milliseconds: 90 days. */
export const deliveryRetentionMs = 90 * 86_400_000

/** Whether a delivery can be sent again manually: it is finished, and no respondent was waiting for its response. */
export const canRedeliver = ({ state, reason }: Pick<LoggedDelivery, "state" | "reason">): boolean => state !== "due" && reason !== "asked"

type IdentifiedInstruction = Pick<Instruction, "uuid" | "label" | "order"> & Partial<Pick<Instruction, "action">>

/** Returns the name of the delivery of the instruction `uuid`; the beginning of the uuid if the script no longer has it. */
export const findDeliveryName = (instructions: ReadonlyArray<IdentifiedInstruction>, uuid: string): string => {
  const found = instructions.find((it) => it.uuid === uuid)
  return found === undefined ? uuid.slice(0, 8) : getDeliveryName(found)
}

/** Formats a body for display: JSON is indented, anything else stays as it was sent. */
export const formatBody = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const minute = 60_000
const hour = 60 * minute

/**
 * Delays in milliseconds before the second and later attempts, a little over 24 hours in total. After the last attempt
 * a delivery has failed for good.
 */
export const deliveryRetryDelaysMs = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 16 * hour] as const

/** Delays in milliseconds for a call that a respondent is waiting for: only seconds at first. */
const awaitedRetryDelaysMs = [1000, 5000, 15_000, ...deliveryRetryDelaysMs] as const

/** `untilDone`: retried without limit. `isAwaited`: retried soon, because a respondent is waiting. */
type RetryOptions = { readonly untilDone?: boolean; readonly isAwaited?: boolean }

/**
 * Returns the delay in milliseconds after `tries` failed attempts; null if there is no further attempt, which never
 * happens with `untilDone`.
 */
export const retryDelayMs = (tries: number, { untilDone = false, isAwaited = false }: RetryOptions = {}): number | null =>
  (isAwaited ? awaitedRetryDelaysMs : deliveryRetryDelaysMs)[tries - 1] ??
  (untilDone ? (deliveryRetryDelaysMs[deliveryRetryDelaysMs.length - 1] ?? null) : null)
