// The deliveries that a script is set up for, as they are listed beside what it sent (spec/3-community §3 "Instruction (as used here)", §9).
import type { Instruction } from "../../script/instruction.ts"
import { nameOf } from "../../script/name.ts"
import { deliveryWait } from "./trigger.ts"
import { versionOf } from "./wizard.ts"

type Named = Pick<Instruction, "label" | "order"> & Partial<Pick<Instruction, "action">>

/** [A6] What a delivery is called: by the record key `name` where that says something, else as its instruction is. */
export const deliveryName = (instruction: Named): string => {
  const { action } = instruction
  const name = action?.type === "send2api" ? (action.params.labels?.["name"] ?? "").trim() : ""
  return name === "" ? nameOf(instruction) : name
}

/** One of them; `wait` is that of an automatic delivery, undefined where it makes none. */
export type Arranged = {
  readonly uuid: string
  readonly name: string
  readonly version: 1 | 2
  readonly endpoint: string
  readonly wait: ReturnType<typeof deliveryWait>
}

/** Those to addresses outside, in the script's order. */
export const arrangedDeliveries = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<Arranged> =>
  instructions.flatMap((instruction) => {
    const { uuid, action } = instruction
    if (action?.type !== "send2api") return []
    const { params } = action
    const wait = deliveryWait(params.trigger)
    return [{ uuid, name: deliveryName(instruction), version: versionOf(params), endpoint: params.endpoint ?? "", wait }]
  })
