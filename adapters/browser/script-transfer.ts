// Sends scripts to a worker. An instruction of the previous script is sent as its index there, so that the worker can keep what it has
// computed for that instruction.
import type { AuthoredScript } from "../../domain/script/script.ts"

type Instructions = AuthoredScript["instructions"]

/**
 * A script to send. `fields` has everything but the instructions; in `instructions`, a number stands for the instruction with that index in
 * the script that was sent before.
 */
export type TransferredScript = {
  readonly fields: AuthoredScript
  readonly instructions: ReadonlyArray<Instructions[number] | number>
}

/** Returns a function that encodes scripts for one worker, which must receive all of them in the same order. */
export const createScriptEncoder = (): ((script: AuthoredScript) => TransferredScript) => {
  let sent: ReadonlyMap<Instructions[number], number> = new Map()
  return (script) => {
    const instructions = script.instructions.map((instruction) => sent.get(instruction) ?? instruction)
    sent = new Map(script.instructions.map((instruction, index) => [instruction, index]))
    return { fields: { ...script, instructions: [] }, instructions }
  }
}

/** Returns a function that decodes the scripts of one encoder. */
export const createScriptDecoder = (): ((script: TransferredScript) => AuthoredScript) => {
  let received: Instructions = []
  return ({ fields, instructions }) => {
    received = instructions.flatMap((instruction) => (typeof instruction === "number" ? (received[instruction] ?? []) : instruction))
    return { ...fields, instructions: received }
  }
}
