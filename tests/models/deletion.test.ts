// Deleting in two steps: fetching a token and confirming, also with a token that is spent, expired or refused.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import { ScriptId } from "../../domain/script/script.ts"
import { type ChatDeletionToken, chatDeletionMachine } from "../../machines/chat/chat-overview-machine.ts"
import { deletionMachine } from "../../machines/deletion-machine.ts"
import { expired, forbidden, gone, targetChanged, unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const machine = deletionMachine<string, string>("deletion", { buildOutputWithoutResponse: ({ target, token }) => `${target} by ${token}` })
const input = { target: "chat 1" }
const events = [
  { type: "consent.give" } as const,
  { type: "consent.refuse" } as const,
  { type: "deletion.retry" } as const,
  doneEvent("fetchToken", "token"),
  errorEvent("fetchToken", unreachable),
  doneEvent("remove", "gone"),
  errorEvent("fetchToken", targetChanged),
  errorEvent("remove", expired),
  errorEvent("remove", forbidden),
  errorEvent("remove", targetChanged),
  errorEvent("remove", unreachable),
  errorEvent("remove", gone),
]

describe("a deletion", () => {
  const all = machineEdges(machine, { input, events })

  test("[U4] is carried out only with a token and a confirmation given after the token arrived, or repeated after a lost response", () => {
    const into = all.filter(({ state, next }) => !state.matches("removing") && next.matches("removing"))
    const steps = into.map(({ state, event }) => `${JSON.stringify(state.value)} ${event.type}`)
    expect(new Set(steps)).toEqual(new Set(['"confirming" consent.give', '"failed" deletion.retry']))
    for (const { state, next } of into) {
      expect([state.context.token, next.context.token]).toEqual(["token", "token"])
      if (state.matches("failed")) expect(state.context.failure).toBe(unreachable)
    }
  })

  test("ends without removing anything if it is canceled before the removal", () => {
    for (const { state, event, next } of all)
      if (event.type === "consent.refuse" && !state.matches("removing") && state.status === "active")
        expect([next.status, next.output]).toEqual(["done", null])
  })

  test("[U4] fetches a new token once if the first is refused; a second refusal is final", () => {
    const spent = all.filter(
      ({ state, event }) => state.matches("removing") && event.type === "xstate.error.actor.remove" && event.error === expired,
    )
    for (const { state, next } of spent) expect(next.value).toBe(state.context.failure === null ? "fetching" : "failed")
    expect(new Set(spent.map(({ next }) => next.value))).toEqual(new Set(["fetching", "failed"]))
  })

  test("[U4] never asks again by itself about something that changed, or that the user may not remove", () => {
    const refused = all.filter(({ event }) => "error" in event && (event.error === targetChanged || event.error === forbidden))
    const waiting = refused.filter(({ state, event }) => state.matches(event.type.endsWith("remove") ? "removing" : "fetching"))
    expect(waiting.length).toBeGreaterThan(0)
    for (const { event, next } of waiting) {
      // A new token starts a new removal: if the target no longer exists, another user has removed it.
      expect([next.value, next.context.token, next.context.isResponseLost]).toEqual(["failed", null, false])
      if ("error" in event) expect(next.context.failure).toBe(event.error)
    }
  })

  test("[U4] is done if the target no longer exists after a lost response, and has failed if it was gone before", () => {
    const missing = all.filter(({ state, event }) => state.matches("removing") && "error" in event && event.error === gone)
    const isLost = new Set(missing.map(({ state }) => state.context.isResponseLost))
    expect(isLost).toEqual(new Set([true, false]))
    for (const { state, next } of missing)
      expect([next.value, next.output ?? null]).toEqual(state.context.isResponseLost ? ["over", "chat 1 by token"] : ["failed", null])
    // Without an answer for it, a removal that was done is not reported as one.
    const withoutAnswer = machineEdges(deletionMachine<string, string>("deletion"), { input, events })
    expect(withoutAnswer.some(({ event, next }) => "error" in event && event.error === gone && next.status === "done")).toBe(false)
  })

  test("can be retried, from the start unless the response was lost, or canceled after a failure", () => {
    for (const { state, event, next } of all) {
      if (!state.matches("failed")) continue
      const { token } = state.context
      if (event.type === "deletion.retry")
        expect([next.value, next.context.failure, next.context.token]).toEqual([token === null ? "fetching" : "removing", null, token])
      else if (event.type === "consent.refuse") expect(next.status).toBe("done")
      else expect(next.value).toBe("failed")
    }
  })
})

test("a token request is shown as slow after 300 ms, until the token arrives or the user cancels", async () => {
  for (const leaves of [false, true]) {
    const clock = new SimulatedClock()
    let give: (token: string) => void = () => undefined
    const fetchToken = () =>
      new Promise<string>((resolve) => {
        give = resolve
      })
    const actor = createActor(machine.provide({ actors: { fetchToken: fromPromise(fetchToken) } }), { input, clock }).start()
    clock.increment(299)
    expect(actor.getSnapshot().context.isSlow).toBe(false)
    clock.increment(1)
    expect(actor.getSnapshot().context.isSlow).toBe(true)
    if (leaves) actor.send({ type: "consent.refuse" })
    else give("token")
    await waitFor(actor, (state) => (leaves ? state.status === "done" : state.matches("confirming")))
    expect(actor.getSnapshot().context.isSlow).toBe(false)
  }
})

test("[U4] each removal uses an unused token, or that of a lost response, for any order of clicks and responses", () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom("consent.give", "consent.give", "consent.refuse", "deletion.retry"), { maxLength: 10 }),
      fc.array(fc.constantFrom<Failure | null>(expired, unreachable, null), { maxLength: 4 }),
      async (s, clicks, outcomes) => {
        const used: Array<string> = []
        const lost = new Set<string>()
        const issued: Array<string> = []
        const coming = [...outcomes]
        const fetchToken = s.scheduleFunction(async () => {
          issued.push(`t${issued.length}`)
          return issued.at(-1) ?? ""
        })
        const remove = s.scheduleFunction(async (token: string) => {
          if (!lost.delete(token)) used.push(token)
          const failure = coming.shift() ?? null
          if (failure === unreachable) lost.add(token)
          if (failure !== null) throw failure
          return "gone"
        })
        const wired = machine.provide({
          actors: { fetchToken: fromPromise(() => fetchToken()), remove: fromPromise(({ input: { token } }) => remove(token)) },
        })
        const actor = createActor(wired, { input }).start()
        s.scheduleSequence(
          clicks.map((type) => async () => {
            if (actor.getSnapshot().status === "active") actor.send({ type })
          }),
        )
        await s.waitIdle()
        expect(used).toEqual([...new Set(used)])
        expect(used.every((token) => issued.includes(token))).toBe(true)
        if (actor.getSnapshot().output === "gone") expect(used.length).toBeGreaterThan(0)
      },
    ),
  ))

test("[S10] a chat that no longer exists after a lost response was erased, even if this removal was to archive it", async () => {
  const outcomes = [unreachable, gone]
  const deletion = chatDeletionMachine.provide({
    actors: {
      fetchToken: fromPromise(
        async (): Promise<ChatDeletionToken> => ({ token: "token", action: "archive", answers: 0, files: 0, links: 0 }),
      ),
      remove: fromPromise(() => Promise.reject(outcomes.shift())),
    },
  })
  const actor = createActor(deletion, {
    input: { target: { community: "acme", uuid: ScriptId.make("s1"), name: "Intake", action: "archive" } },
  }).start()
  await waitFor(actor, (state) => state.hasTag("confirming"))
  actor.send({ type: "consent.give" })
  await waitFor(actor, (state) => state.matches("failed"))
  actor.send({ type: "deletion.retry" })
  const { output } = await waitFor(actor, ({ status }) => status === "done")
  expect(output).toEqual({ script: { uuid: "s1", name: "Intake" }, action: "erase" })
})
