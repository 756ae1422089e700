// The status machine of a script: every transition, and responses in any order.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import { ValidationFailed } from "../../domain/failures/failure.ts"
import type { ChangeImpact } from "../../domain/revisions/change-impact.ts"
import { getStatusConsent, listSelectableStatuses, Status } from "../../domain/script/status.ts"
import { scriptStatusMachine } from "../../machines/chat/script-status-machine.ts"
import { listedScript, unreachable, validationFailed } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

/** Without its parent, the overview. */
const alone = scriptStatusMachine.provide({ actions: { notifyParent: () => undefined } })
const script = (status: Status) => listedScript("s", status)
const stake: ChangeImpact = { conversations: 3, answered: 2, links: 1, columns: 4, conditions: 1, recalls: 0, actions: 0 }
const outOfDate = validationFailed("state", "ERROR.STATUS_STEP")
const unfit = new ValidationFailed({ violations: [], findings: [{ pointer: "", severity: "error", rule: "structure", message: "No." }] })
const events = [
  ...Status.literals.map((to) => ({ type: "status.pick", to }) as const),
  { type: "consent.give" } as const,
  { type: "consent.refuse" } as const,
  { type: "failure.dismiss" } as const,
  { type: "removal.switch", on: true } as const,
  { type: "removal.switch", on: false } as const,
  doneEvent("computeChangeImpact", stake),
  errorEvent("computeChangeImpact", unreachable),
  doneEvent("switchRemoval", { ...script("closed"), removalProcedure: false }),
  errorEvent("switchRemoval", unreachable),
  errorEvent("switchRemoval", outOfDate),
  doneEvent("read", script("deleted")),
  errorEvent("read", unreachable),
  ...Status.literals.map((status) => doneEvent("changeStatus", script(status))),
  errorEvent("changeStatus", unfit),
  errorEvent("changeStatus", outOfDate),
  errorEvent("changeStatus", unreachable),
]

describe.each(Status.literals)("script status, starting from %s", (from) => {
  const all = machineEdges(alone, { input: { community: "demo", script: script(from) }, events })

  test("[S2] asks for consent before a step that requires it, takes other steps directly, and ignores steps that do not exist", () => {
    const picked = all.filter(({ state, event }) => state.matches("idle") && event.type === "status.pick")
    expect(picked.length).toBeGreaterThan(0)
    for (const { state, event, next } of picked) {
      if (event.type !== "status.pick") continue
      const now = state.context.script.status
      expect(next.value).toBe(
        !listSelectableStatuses(now).includes(event.to) ? "idle" : getStatusConsent(now, event.to) === null ? "changing" : "loadingImpact",
      )
    }
  })

  test("[V4] computes the change impact before it asks, and does not ask if that fails", () => {
    for (const { state, event, next } of all) {
      if (next.matches("confirmingChange")) expect(next.context.stake).toEqual(stake)
      if (next.matches("idle")) expect(next.context.stake).toBe(null)
      if (!state.matches("loadingImpact")) continue
      const was =
        event.type === "xstate.done.actor.computeChangeImpact"
          ? "confirmingChange"
          : event.type === "xstate.error.actor.computeChangeImpact"
            ? "idle"
            : "loadingImpact"
      expect([next.value, next.context.failure?._tag]).toEqual([was, was === "idle" ? "Unreachable" : undefined])
    }
  })

  test("[S2] takes the picked step if consent is given, and changes nothing if it is refused", () => {
    const asked = all.filter(({ state }) => state.matches("confirmingChange"))
    for (const { state, event, next } of asked) {
      if (event.type === "consent.refuse") expect([next.value, next.context.script]).toEqual(["idle", state.context.script])
      else if (event.type === "consent.give") expect([next.value, next.context.to]).toEqual(["changing", state.context.to])
      else expect(next.value).toBe("confirmingChange")
    }
  })

  test("keeps the script and shows the failure when the server refuses a step; the next pick clears the failure", () => {
    const refusals = all.filter(({ state, event }) => state.matches("changing") && event.type === "xstate.error.actor.changeStatus")
    expect(refusals.length).toBeGreaterThan(0)
    for (const { state, event, next } of refusals) {
      if (!("error" in event)) continue
      expect([next.context.script, next.context.failure]).toEqual([state.context.script, event.error])
      // The script may be out of date, so it is loaded again.
      if (event.error === outOfDate) expect(next.value).toBe("refreshing")
      else expect([next.value, next.context.to]).toEqual(["idle", state.context.script.status])
    }
    for (const { state, event, next } of all)
      if (state.matches("idle") && state.context.failure !== null && event.type === "status.pick" && next.value !== "idle")
        expect(next.context.failure).toBe(null)
  })

  test("shows the current script and the failure if someone else has made the step impossible", () => {
    const reads = all.filter(({ state, event }) => state.matches("refreshing") && event.type.startsWith("xstate."))
    for (const { state, event, next } of reads) {
      const isRead = event.type === "xstate.done.actor.read"
      if (!isRead && event.type !== "xstate.error.actor.read") continue
      expect([next.value, next.context.failure]).toEqual(["idle", outOfDate])
      expect(next.context.script).toEqual(isRead ? script("deleted") : state.context.script)
      expect([next.context.to, next.context.removal]).toEqual([next.context.script.status, next.context.script.removalProcedure])
    }
  })

  test("turns the removal procedure on immediately and off after consent, shows the new setting meanwhile, and reverts it on failure", () => {
    for (const { state, event, next } of all) {
      if (event.type === "removal.switch" && state.matches("idle")) {
        const { status, removalProcedure } = state.context.script
        const isOffered = status !== "deleted" && removalProcedure !== event.on
        expect(next.value).toBe(!isOffered ? "idle" : event.on ? "switching" : "confirmingRemoval")
        if (isOffered) expect([next.context.removal, next.context.failure]).toEqual([event.on, null])
      }
      if (state.matches("confirmingRemoval"))
        expect(next.value).toBe(
          event.type === "consent.give" ? "switching" : event.type === "consent.refuse" ? "idle" : "confirmingRemoval",
        )
      if (next.matches("idle")) expect(next.context.removal).toBe(next.context.script.removalProcedure)
      if (state.matches("switching") && event.type === "xstate.error.actor.switchRemoval" && "error" in event)
        expect([next.context.script, next.context.failure]).toEqual([state.context.script, event.error])
    }
    const asked = all.filter(({ state, next }) => !state.matches("confirmingRemoval") && next.matches("confirmingRemoval"))
    expect(asked.length > 0).toBe(all.some(({ state }) => state.matches("idle") && state.context.script.status !== "deleted"))
  })

  test("takes no other step while one is in progress", () => {
    for (const { state, event, next } of all)
      if (state.matches("changing") && !event.type.startsWith("xstate.")) expect(next.value).toBe("changing")
  })
})

test("shows only the status that the server reported, even if responses arrive late and in any order", () =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.constantFrom(...Status.literals), { maxLength: 8 }), async (s, wishes) => {
      const said: Array<Status> = ["preparation"]
      const changeStatus = s.scheduleFunction(async (to: Status) => {
        said.push(to)
        return script(to)
      })
      const look = s.scheduleFunction(async () => stake)
      const machine = alone.provide({
        actors: { changeStatus: fromPromise(({ input }) => changeStatus(input.to)), computeChangeImpact: fromPromise(() => look()) },
      })
      const actor = createActor(machine, { input: { community: "demo", script: script("preparation") } }).start()
      s.scheduleSequence(
        wishes.flatMap((to) => [
          async () => actor.send({ type: "status.pick", to }),
          async () => actor.send({ type: "consent.give" }),
          async () => actor.send({ type: "consent.give" }),
        ]),
      )
      await s.waitIdle()
      const settled = await waitFor(actor, (snapshot) => !snapshot.hasTag("busy"))
      const { context } = settled
      expect(context.script.status).toBe(said.at(-1))
      if (settled.matches("idle")) expect(context.to).toBe(context.script.status)
    }),
  ))
