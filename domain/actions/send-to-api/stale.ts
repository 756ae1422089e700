// The deliveries of a script that wait for a conversation to go stale (spec/2-editor §4; decisions A10).
import type { Instruction } from "../../script/instruction.ts"
import { secondsWaited } from "./trigger.ts"
import type { SendToApiParams } from "./wizard.ts"

/** `seconds` that nobody goes on before it is delivered. */
export type StaleDelivery = { readonly instruction: string; readonly params: SendToApiParams; readonly seconds: number }

/** Seconds after which the first of them is due; null where there is none. */
export const staleAfter = (script: { readonly instructions: ReadonlyArray<Instruction> }): number | null =>
  staleDeliveries(script)[0]?.seconds ?? null

/** [A10] Those whose trigger is on, the most impatient first. */
export const staleDeliveries = ({ instructions }: { readonly instructions: ReadonlyArray<Instruction> }): ReadonlyArray<StaleDelivery> =>
  instructions
    .flatMap(({ uuid, action }): ReadonlyArray<StaleDelivery> => {
      if (action?.type !== "send2api") return []
      const { trigger } = action.params
      const seconds = secondsWaited(trigger)
      return trigger?.enabled === true && seconds !== null ? [{ instruction: uuid, params: action.params, seconds }] : []
    })
    .toSorted((one, other) => one.seconds - other.seconds)
