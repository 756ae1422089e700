// Why an instruction is shown or not: its condition, the values that it saw, the outcome.
import type { Environment, Value } from "../conditions/value.ts"
import { kindOf } from "../script/kind.ts"
import type { Prepared } from "./prepare.ts"

/**
 * `condition` is as its author wrote it, null where there is none; `saw` holds each reference of it, in its canonical form, with its value.
 * An instruction is not shown when its condition does not hold, when it cannot be read, or when the instruction is still empty.
 */
export type Look = {
  readonly uuid: string
  readonly name: string
  readonly condition: string | null
  readonly saw: ReadonlyArray<{ readonly reference: string; readonly value: Value }>
  readonly outcome: "shown" | "not-shown" | "unreadable" | "empty"
}

export const lookAt = ({ instruction, name, condition }: Prepared, environment: Environment): Look => {
  const known = { uuid: instruction.uuid, name, condition: condition === null ? null : (instruction.condition ?? null) }
  if (condition === "unreadable") return { ...known, saw: [], outcome: "unreadable" }
  const saw = condition === null ? [] : condition.seen.map(({ reference, get }) => ({ reference, value: get(environment) }))
  if (condition !== null && !condition.test(environment)) return { ...known, saw, outcome: "not-shown" }
  return { ...known, saw, outcome: kindOf(instruction) === "empty" ? "empty" : "shown" }
}
