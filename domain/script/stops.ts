// What a chat can come by: of each instruction its condition, judged together with the others, or what keeps it from ever being shown.
import type { Condition } from "../conditions/condition.ts"
import { judgedTogether } from "../conditions/judge.ts"
import { parse } from "../conditions/parse.ts"
import { isEnd, study } from "../conditions/study.ts"
import type { Thing } from "../conditions/things.ts"
import type { Instruction } from "./instruction.ts"
import { kindOf } from "./kind.ts"
import type { ConditionedStop } from "./memory.ts"

/** Why nothing can reach an instruction: its condition never holds or cannot be read, it says nothing yet, the chat has ended before. */
export type Unreached = "condition" | "unreadable" | "empty" | "after-end"

export type ScriptStop = ConditionedStop & {
  readonly instruction: Instruction
  readonly isEnd: boolean
  /** Null where it can be shown, as far as its own condition and the ends before it tell. */
  readonly unreached: Unreached | null
}

/** The instructions, each at its place, and the things that their conditions ask about. */
export const stopsOf = (
  instructions: ReadonlyArray<Instruction>,
): { readonly stops: ReadonlyArray<ScriptStop>; readonly things: ReadonlyArray<Thing> } => {
  const studied = study(instructions)
  const conditions = instructions.map(({ condition }) => conditionOf(condition ?? ""))
  const { things, judged } = judgedTogether(
    instructions,
    conditions.map((it) => (it === "unreadable" ? null : it)),
  )
  const unreachedAt = (instruction: Instruction, place: number): Unreached | null => {
    if (conditions[place] === "unreadable") return "unreadable"
    const { unreachable = null } = studied[place] ?? {}
    if (unreachable !== null) return unreachable === "condition" ? "condition" : "after-end"
    return kindOf(instruction) === "empty" ? "empty" : null
  }
  const stops = instructions.map((instruction, place) => ({
    place,
    instruction,
    isEnd: isEnd(instruction),
    condition: judged[place] ?? null,
    unreached: unreachedAt(instruction, place),
  }))
  return { stops, things }
}

/** What cannot be read never shows its instruction. */
const conditionOf = (text: string): Condition | null | "unreadable" => {
  if (text.trim() === "") return null
  const parsed = parse(text)
  return parsed._tag === "Parsed" ? parsed.condition : "unreadable"
}
