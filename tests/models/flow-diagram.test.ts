// The flow diagram beside the editor: it is redrawn when the flow of the script changes, and only then.
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import { Unreachable } from "../../domain/failures/failure.ts"
import { buildFlow, type Flow } from "../../domain/flow/flow-graph.ts"
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

/** A diagram whose flow the test computes: `finish` ends the computation that was started last. */
const drawing = (script: AuthoredScript) => {
  let hear: (now: AuthoredScript) => void = () => expect.fail("nobody listens")
  let isHeard = true
  const started: Array<{ readonly script: AuthoredScript; readonly finish: (outcome: Flow | Error) => void }> = []
  const machine = flowDiagramMachine.provide({
    actors: {
      buildFlow: fromPromise<Flow, AuthoredScript>(
        ({ input }) =>
          new Promise((resolve, reject) => {
            started.push({
              script: input,
              finish: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
            })
          }),
      ),
    },
  })
  const watch = (it: typeof hear) => {
    hear = it
    return () => {
      isHeard = false
    }
  }
  const actor = createActor(machine, { input: { script, watch } }).start()
  const end = async (outcome?: Error) => {
    const last = started.at(-1)
    last?.finish(outcome ?? buildFlow(last.script))
    await waitFor(actor, (state) => !state.matches("computing"))
  }
  return {
    actor,
    at: () => actor.getSnapshot(),
    tell: (now: AuthoredScript) => hear(now),
    isHeard: () => isHeard,
    started,
    finish: () => end(),
    fail: () => end(new Unreachable({ message: "" })),
  }
}

describe("flow diagram", () => {
  test("is first shown as being computed, then drawn", async () => {
    const script = scriptOf(choice, said("x"))
    const { at, finish } = drawing(script)
    expect([at().value, at().context.drawn]).toEqual(["computing", null])
    await finish()
    expect([at().value, at().context.drawn]).toEqual(["drawn", { script, flow: buildFlow(script) }])
  })

  test("is not redrawn when only a text changes; when a condition changes, the previous drawing stays until the new one is ready", async () => {
    const script = scriptOf(choice, said("x"))
    const { at, tell, finish, started } = drawing(script)
    await finish()
    const first = at().context.drawn
    tell(scriptOf(choice, said("y")))
    expect([at().value, at().context.drawn, started.length]).toEqual(["drawn", first, 1])
    const other = scriptOf(choice, said("y", "a == 1"))
    tell(other)
    expect([at().value, at().context.drawn]).toEqual(["computing", first])
    await finish()
    expect(at().context.drawn).toEqual({ script: other, flow: buildFlow(other) })
  })

  test("is computed again for a change meanwhile, without the result for the previous script, and stops listening when it is closed", async () => {
    const { actor, at, tell, isHeard, finish, started } = drawing(scriptOf(choice))
    const next = scriptOf(choice, said("x", "a == 2"))
    tell(next)
    started[0]?.finish(buildFlow(scriptOf(choice)))
    tell(next)
    expect([at().value, started.length]).toEqual(["computing", 2])
    await finish()
    expect(at().context.drawn).toEqual({ script: next, flow: buildFlow(next) })
    actor.stop()
    expect(isHeard()).toBe(false)
  })

  test("that cannot be computed keeps the previous drawing, and is computed again on request or after a change", async () => {
    const script = scriptOf(choice)
    const { actor, at, tell, finish, fail } = drawing(script)
    await finish()
    const first = at().context.drawn
    const other = scriptOf(choice, said("x", "a == 1"))
    tell(other)
    await fail()
    expect(at()).toMatchObject({ value: "failed", context: { drawn: first, failure: { _tag: "Unreachable" } } })
    actor.send({ type: "flow.retry" })
    await fail()
    tell(scriptOf(choice, said("x", "a == 2")))
    await finish()
    expect(at()).toMatchObject({ value: "drawn", context: { failure: null } })
  })
})
