// A script may have thousands of scores: playing it takes time in proportion to their number.
import { expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { listConversationScores } from "../../domain/chat/conversation-scores.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const count = 200
const choices = createChoices("One", "Two").map((choice, i) => ({ ...choice, score: i + 1 }))
const score = (order: number): Instruction =>
  instruction(order, { type: "score", label: `score_${order}`, action: { type: "score", params: {} } })

/** Counts the instructions that are read from it one after the other. */
class CountedInstructions extends Map<string, Instruction> {
  reads = 0
  override *[Symbol.iterator](): MapIterator<[string, Instruction]> {
    for (const entry of super.entries()) {
      this.reads++
      yield entry
    }
  }
}

test("many scores that are reached together read the instructions a few times only", () => {
  const question = questionInstruction(0, "a", { uuid: "q", type: "choice", choices })
  const compiled = compileScript({ language: "en", instructions: [question, ...Array.from({ length: count }, (_, i) => score(i + 1))] })
  const counted = new CountedInstructions(compiled.instructionsByName)
  const chat = { ...compiled, instructionsByName: counted }
  const { state } = handleEvent(chat, beginConversation(chat, { seed: "s" }).state, { type: "answer", uuid: "i0", given: 2 })
  expect(counted.reads).toBeLessThanOrEqual(5 * (count + 1))
  const scores = Object.values(listConversationScores(chat, state))
  expect(scores).toEqual(Array.from({ length: count }, () => ({ total: 2, average: 2 })))
})
