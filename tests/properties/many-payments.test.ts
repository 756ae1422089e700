// A script may have thousands of payments without an amount: playing it takes time in proportion to their number.
import { expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation } from "../../domain/chat/conversation-engine.ts"
import { instruction } from "../arbitraries/answerable.ts"

const count = 200

test("many payments that are not due read the instructions a few times only", () => {
  const instructions = Array.from({ length: count }, (_, i) =>
    instruction(i, { type: "action", action: { type: "payment", params: { amount: "unknown" } } }),
  )
  const compiled = compileScript({ language: "en", instructions })
  let reads = 0
  const list = compiled.list.map((one) => {
    const { uuid } = one.instruction
    const counted = {
      ...one.instruction,
      get uuid() {
        reads++
        return uuid
      },
    }
    return { ...one, instruction: counted }
  })
  const { state } = beginConversation({ ...compiled, list }, { seed: "s" })
  expect(state.visited).toHaveLength(count)
  expect(reads).toBeLessThanOrEqual(10 * count)
})
