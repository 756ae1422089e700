// The instructions of a script by what they are known by from version to version.
import type { Instruction } from "./instruction.ts"
import type { Authored } from "./script.ts"

/** A script's instructions by uuid, in their order. */
export const byUuid = ({ instructions }: Pick<Authored, "instructions">): ReadonlyMap<string, Instruction> =>
  new Map(instructions.map((it) => [it.uuid, it]))
