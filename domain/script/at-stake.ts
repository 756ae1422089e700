// What an edit of a script could make wrong, counted: shown before one with conversations goes back to preparation (decisions V4).
import type { Use } from "../recall/uses.ts"
import { touched } from "./compare.ts"
import type { Authored } from "./script.ts"

/** What a script's respondents have by now: conversations that were begun, those of them that hold an answer, links not opened yet. */
export type Holdings = { readonly conversations: number; readonly answered: number; readonly links: number }

/** That, and what hangs on the answers: columns of the export, conditions, recalls in texts, deliveries and payments. */
export type AtStake = Holdings & {
  readonly columns: number
  readonly conditions: number
  readonly recalls: number
  readonly actions: number
}

/** [V4] All that could be touched: what would be if every instruction went. */
export const atStake = (script: Authored, holdings: Holdings): AtStake => {
  const all = touched(script, { ...script, instructions: [] })
  const uses = new Map(all.flatMap((it) => it.uses.map((use) => [oneOf(use), use.as] as const)))
  const as = (wished: "condition" | "recall" | "action") => [...uses.values()].filter((it) => it === wished).length
  return { ...holdings, columns: all.length, conditions: as("condition"), recalls: as("recall"), actions: as("action") }
}

/** [V4] Whether anybody has begun, or can begin: otherwise there is nothing to be warned of. */
export const isHeld = ({ conversations, links }: Holdings): boolean => conversations + links > 0

/** An instruction has one condition, and is one delivery whatever it names; it may have several texts. */
const oneOf = ({ uuid, as, pointer }: Use): string => `${as} ${as === "recall" ? pointer : uuid}`
