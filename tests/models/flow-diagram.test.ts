// The flow diagram beside the editor: it is redrawn when the flow of the script changes, and only then.
import { describe, expect, test } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import { buildFlow } from "../../domain/flow/flow-graph.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { flowDiagramMachine } from "../../machines/editor/flow-diagram-machine.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const scriptOf = (...instructions: ReadonlyArray<Instruction>): AuthoredScript => ({
  name: "T",
  public_name: "T",
  language: "nl",
  instructions,
})
const choice = questionInstruction(0, "a", { uuid: "q0", type: "choice", choices: createChoices("Ja", "Nee") })
const said = (content: string, condition: string | null = null) =>
  instruction(1, { condition, messages: [{ uuid: "m", locale: "nl", content }] })

const drawing = (script: AuthoredScript) => {
  const clock = new SimulatedClock()
  let hear: (now: AuthoredScript) => void = () => expect.fail("nobody listens")
  let isHeard = true
  const watch = (it: typeof hear) => {
    hear = it
    return () => {
      isHeard = false
    }
  }
  const actor = createActor(flowDiagramMachine, { input: { script, watch }, clock }).start()
  return { actor, clock, at: () => actor.getSnapshot(), tell: (now: AuthoredScript) => hear(now), isHeard: () => isHeard }
}

describe("flow diagram", () => {
  test("is first shown as being computed, then drawn", () => {
    const script = scriptOf(choice, said("x"))
    const { clock, at } = drawing(script)
    expect([at().value, at().context.drawn]).toEqual(["computing", null])
    clock.increment(50)
    expect([at().value, at().context.drawn]).toEqual(["drawn", { script, flow: buildFlow(script) }])
  })

  test("is not redrawn when only a text changes; when a condition changes, the previous drawing stays until the new one is ready", () => {
    const script = scriptOf(choice, said("x"))
    const { clock, at, tell } = drawing(script)
    clock.increment(50)
    const first = at().context.drawn
    tell(scriptOf(choice, said("y")))
    expect([at().value, at().context.drawn]).toEqual(["drawn", first])
    const other = scriptOf(choice, said("y", "a == 1"))
    tell(other)
    expect([at().value, at().context.drawn]).toEqual(["computing", first])
    clock.increment(50)
    expect(at().context.drawn).toEqual({ script: other, flow: buildFlow(other) })
  })

  test("includes changes made while it is computed, and stops listening when it is closed", () => {
    const { actor, clock, at, tell, isHeard } = drawing(scriptOf(choice))
    clock.increment(40)
    const next = scriptOf(choice, said("x", "a == 2"))
    tell(next)
    clock.increment(40)
    expect(at().value).toBe("computing")
    tell(next)
    clock.increment(10)
    expect(at().context.drawn).toEqual({ script: next, flow: buildFlow(next) })
    actor.stop()
    expect(isHeard()).toBe(false)
  })
})
