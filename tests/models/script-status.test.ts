// The status machine: every edge, and answers in any order.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import { picks, Status, step } from "../../domain/script/status.ts"
import { scriptStatusMachine } from "../../machines/script-status.ts"
import { listed, refused, unreachable } from "./console-stand-ins.ts"
import { done, edges, failed } from "./edges.ts"

/** Without the overview that keeps it. */
const alone = scriptStatusMachine.provide({ actions: { tellChanged: () => undefined } })
const script = (status: Status) => listed("s", status)
const events = [
  ...Status.literals.map((to) => ({ type: "status.pick", to }) as const),
  { type: "consent.give" } as const,
  { type: "consent.refuse" } as const,
  { type: "failure.dismiss" } as const,
  ...Status.literals.map((status) => done("changeStatus", script(status))),
  failed("changeStatus", refused("status", "The check found 2 errors.")),
  failed("changeStatus", unreachable),
]

describe.each(Status.literals)("a script's status, from %s", (from) => {
  const all = edges(alone, { input: { community: "demo", script: script(from) }, events })

  test("[S2] asks where the domain demands consent, acts where it does not, stays where there is no step", () => {
    const picked = all.filter(({ state, event }) => state.matches("resting") && event.type === "status.pick")
    expect(picked.length).toBeGreaterThan(0)
    for (const { state, event, next } of picked) {
      if (event.type !== "status.pick") continue
      const now = state.context.script.status
      expect(next.value).toBe(!picks(now).includes(event.to) ? "resting" : step(now, event.to) === null ? "changing" : "asking")
    }
  })

  test("[S2] a consent refused changes nothing, a consent given acts on what was picked", () => {
    const asked = all.filter(({ state }) => state.matches("asking"))
    for (const { state, event, next } of asked) {
      if (event.type === "consent.refuse") expect([next.value, next.context.script]).toEqual(["resting", state.context.script])
      else if (event.type === "consent.give") expect([next.value, next.context.to]).toEqual(["changing", state.context.to])
      else expect(next.value).toBe("asking")
    }
  })

  test("a refusal leaves the script as it was and says why; the next pick forgets it", () => {
    const refusals = all.filter(({ state, event }) => state.matches("changing") && event.type === "xstate.error.actor.changeStatus")
    expect(refusals.length).toBeGreaterThan(0)
    for (const { state, next } of refusals) {
      expect([next.value, next.context.script, next.context.to]).toEqual(["resting", state.context.script, state.context.script.status])
      expect(["Refused", "Unreachable"]).toContain(next.context.failure?._tag)
    }
    for (const { state, event, next } of all)
      if (state.matches("resting") && state.context.failure !== null && event.type === "status.pick" && next.value !== "resting")
        expect(next.context.failure).toBe(null)
  })

  test("while a step is being taken, nothing else is", () => {
    for (const { state, event, next } of all)
      if (state.matches("changing") && !event.type.startsWith("xstate.")) expect(next.value).toBe("changing")
  })
})

test("answers come late and in any order; only what the server said is shown", () =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.constantFrom(...Status.literals), { maxLength: 8 }), async (s, wishes) => {
      const said: Array<Status> = ["preparation"]
      const changeStatus = s.scheduleFunction(async (to: Status) => {
        said.push(to)
        return script(to)
      })
      const machine = alone.provide({ actors: { changeStatus: fromPromise(({ input }) => changeStatus(input.to)) } })
      const actor = createActor(machine, { input: { community: "demo", script: script("preparation") } }).start()
      s.scheduleSequence(
        wishes.map((to) => async () => {
          actor.send({ type: "status.pick", to })
          actor.send({ type: "consent.give" })
        }),
      )
      await s.waitIdle()
      const { context } = await waitFor(actor, (snapshot) => !snapshot.hasTag("busy"))
      expect(context.script.status).toBe(said.at(-1))
      expect(context.to).toBe(context.script.status)
    }),
  ))
