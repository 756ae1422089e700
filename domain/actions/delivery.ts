// What was sent to addresses outside, as it is looked at afterwards: the delivery log (spec/2-editor §7, decisions "Send to API").

import * as Schema from "effect/Schema"
import { OutboundFailure } from "../connections/outbound-failure.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { deliveryWait } from "./delivery-trigger.ts"
import { versionOf } from "./delivery-validation.ts"

// The deliveries that a script is set up for, as they are listed beside what it sent (spec/3-community §3 "Instruction (as used here)", §9).

type NamedOfArranged = Pick<Instruction, "label" | "order"> & Partial<Pick<Instruction, "action">>

/** [A6] What a delivery is called: by the record key `name` where that says something, else as its instruction is. */
export const deliveryName = (instruction: NamedOfArranged): string => {
  const { action } = instruction
  const name = action?.type === "send2api" ? (action.params.labels?.["name"] ?? "").trim() : ""
  return name === "" ? getInstructionName(instruction) : name
}

/** One of them; `wait` is that of an automatic delivery, undefined where it makes none. */
export type ConfiguredDelivery = {
  readonly uuid: string
  readonly name: string
  readonly version: 1 | 2
  readonly endpoint: string
  readonly wait: ReturnType<typeof deliveryWait>
}

/** Those to addresses outside, in the script's order. */
export const listConfiguredDeliveries = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<ConfiguredDelivery> =>
  instructions.flatMap((instruction) => {
    const { uuid, action } = instruction
    if (action?.type !== "send2api") return []
    const { params } = action
    const wait = deliveryWait(params.trigger)
    return [{ uuid, name: deliveryName(instruction), version: versionOf(params), endpoint: params.endpoint ?? "", wait }]
  })

/** One attempt, at an ISO 8601 instant: a status with the beginning of the answer, or the problem that there was none. */
export const DeliveryAttempt = Schema.Struct({
  at: Schema.String,
  milliseconds: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  problem: Schema.NullOr(OutboundFailure),
  answer: Schema.NullOr(Schema.String),
})
export type DeliveryAttempt = typeof DeliveryAttempt.Type

/**
 * What was sent, or is to be sent, to an address outside. `reason`: the conversation reached the instruction, or went stale; somebody tried
 * it; or a step asked while its respondent waited. `state` `due`: it is still tried. `conversation` is null where it was made up.
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

/** Whether the receiver took it: who leads elsewhere, refuses or breaks has not. */
export const isAccepted = ({ status }: Pick<DeliveryAttempt, "status">): boolean => status !== null && status >= 200 && status < 300

/** What an answer of this status means that its number does not say: it leads elsewhere, where nobody goes; the receiver wants no more. */
export const statusHint = (status: number): "elsewhere" | "gone" | null =>
  status >= 300 && status < 400 ? "elsewhere" : status === goneStatus ? "gone" : null

/** "Gone" (RFC 9110 §15.5.11) is the receiver's word that it wants no more. */
export const goneStatus = 410

/** Milliseconds for which a delivery that has ended can be looked up: 90 days. */
export const deliveryRetentionMs = 90 * 86_400_000

/** Whether it can be sent again by hand: it has ended, and no respondent waited for what came of it. */
export const canRedeliver = ({ state, reason }: Pick<LoggedDelivery, "state" | "reason">): boolean => state !== "due" && reason !== "asked"

type Named = Pick<Instruction, "uuid" | "label" | "order"> & Partial<Pick<Instruction, "action">>

/** What the delivery of the instruction `uuid` is called; where the script has it no more, the beginning of its uuid. */
export const deliveryNameIn = (instructions: ReadonlyArray<Named>, uuid: string): string => {
  const found = instructions.find((it) => it.uuid === uuid)
  return found === undefined ? uuid.slice(0, 8) : deliveryName(found)
}

/** A body as people read it: JSON with a line for each of its parts, anything else as it was sent. */
export const readableBody = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
