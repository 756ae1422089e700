// A community's options: the signing secret of deliveries, checkout credentials and connections.
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import { type Checkout, emptyCheckout } from "../../domain/communities/checkout-credentials.ts"
import type { ListedConnection } from "../../domain/connections/connection.ts"
import { connectionFormFields, connectionFormProblems } from "../../domain/connections/connection-form.ts"
import { secretMask } from "../../domain/connections/secret-masking.ts"
import { NotFound } from "../../domain/failures/failure.ts"
import { checkoutFormMachine, checkoutMachine, signingSecretMachine } from "../../machines/community/community-secrets-machines.ts"
import { connectionFormMachine, connectionsMachine } from "../../machines/community/connections-machine.ts"
import { trackUnsavedWork, unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const kept: Checkout = {
  ...emptyCheckout,
  prod: { username: "shop", password: secretMask, clientId: secretMask, clientSecret: secretMask },
}

test("the signing secret of deliveries is in memory only while it is shown, and is renewed only after confirmation", () => {
  const all = machineEdges(signingSecretMachine, {
    input: { slug: "acme" },
    events: [
      { type: "secret.show" },
      { type: "secret.hide" },
      { type: "secret.renew" },
      { type: "consent.give" },
      { type: "consent.refuse" },
      doneEvent("read", "whsec_old"),
      errorEvent("read", unreachable),
      doneEvent("renew", "whsec_new"),
      errorEvent("renew", unreachable),
    ],
  })
  for (const { state, event, next } of all) {
    expect(next.context.secret === null).toBe(next.matches("hidden") || next.matches("reading"))
    if (next.matches("renewing") && !state.matches("renewing"))
      expect([state.value, event.type, next.hasTag("busy")]).toEqual(["confirmingRenewal", "consent.give", true])
    if (state.matches("reading") && event.type === "xstate.error.actor.read")
      expect([next.value, next.context.failure]).toEqual(["hidden", unreachable])
    if (state.matches("renewing") && event.type === "xstate.error.actor.renew")
      expect([next.value, next.context.failure]).toEqual(["confirmingRenewal", unreachable])
    if (state.matches("renewing") && event.type === "xstate.done.actor.renew")
      expect([next.value, next.context.secret, next.context.isNew, next.context.failure]).toEqual(["shown", "whsec_new", true, null])
    if (event.type === "secret.hide" || event.type === "xstate.done.actor.read")
      expect(next.context.isNew && !state.context.isNew).toBe(false)
  }
  expect(all.some(({ next }) => next.matches("shown") && next.context.isNew)).toBe(true)
})

describe("checkout credentials", () => {
  const all = machineEdges(checkoutMachine, {
    input: { slug: "acme" },
    events: [
      { type: "checkout.retry" },
      doneEvent("read", kept),
      errorEvent("read", unreachable),
      doneEvent("form", kept),
      doneEvent("form", null),
    ],
  })

  test("can be loaded again after a failure, and a save is reported with the stored values in the form", () => {
    let saves = 0
    for (const { state, event, next } of all) {
      if (state.matches("failed")) expect(next.value).toBe(event.type === "checkout.retry" ? "reading" : "failed")
      if (state.matches("reading") && event.type === "xstate.error.actor.read")
        expect([next.value, next.context.failure]).toEqual(["failed", unreachable])
      if (state.matches("reading") && event.type === "xstate.done.actor.read") expect(next.context.checkout).toEqual(kept)
      if (state.matches("open") && event.type === "xstate.done.actor.form" && "output" in event && event.output !== null) {
        saves++
        expect([next.value, next.context.checkout, next.context.saved]).toEqual(["open", kept, true])
      }
    }
    expect(saves).toBeGreaterThan(0)
  })

  test("can be submitted only after an edit, with all values of the form and the community", async () => {
    const sent: Array<unknown> = []
    const machine = checkoutMachine.provide({
      actors: {
        read: fromPromise(async () => kept),
        form: checkoutFormMachine.provide({
          actors: {
            holdWork: trackUnsavedWork,
            submit: fromPromise(async ({ input }) => {
              sent.push(input)
              return kept
            }),
          },
        }),
      },
    })
    const actor = createActor(machine, { input: { slug: "acme" } }).start()
    await waitFor(actor, (state) => state.matches("open"))
    const form = actor.getSnapshot().children.form
    const written = { ...form?.getSnapshot().context.initialValues, "test.username": "tester" }
    expect(form?.getSnapshot().can({ type: "form.submit", values: written })).toBe(false)
    form?.send({ type: "form.edit", values: written })
    form?.send({ type: "form.submit", values: written })
    await waitFor(actor, ({ context }) => context.saved)
    expect(sent).toMatchObject([{ community: "acme", "test.username": "tester", "prod.username": "shop", "prod.password": secretMask }])
    expect(actor.getSnapshot().children.form?.getSnapshot().value).toBe("pristine")
  })
})

const connection = (id: string, name = `connection ${id}`): ListedConnection => ({
  id,
  name,
  platform: 1,
  data: { externalKey: "k" },
  isAuthorized: true,
  refusal: null,
})

describe("connections", () => {
  const [a, b] = [connection("a"), connection("b")]
  const attempt = { at: "2026-01-01T00:00:00Z", milliseconds: 12, status: 200, problem: null, answer: "{}" }
  const gone = new NotFound({})
  const all = machineEdges(connectionsMachine, {
    input: { slug: "acme" },
    events: [
      { type: "list.retry" },
      { type: "connection.add" },
      { type: "connection.edit", connection: a },
      { type: "connection.delete", connection: a },
      { type: "connection.test", connection: a },
      { type: "test.dismiss" },
      { type: "consent.give" },
      { type: "consent.refuse" },
      doneEvent("testConnection", attempt),
      errorEvent("testConnection", unreachable),
      doneEvent("list", [a]),
      errorEvent("list", unreachable),
      doneEvent("form", b),
      doneEvent("form", connection("a", "renamed")),
      doneEvent("form", null),
      doneEvent("remove", {}),
      errorEvent("remove", unreachable),
      errorEvent("remove", gone),
    ],
  })
  const ids = (connections: ReadonlyArray<ListedConnection>) => connections.map(({ id }) => id)

  test("are deleted only after confirmation, and then leave the list, even if someone else deleted them already", () => {
    let removals = 0
    for (const { state, event, next } of all) {
      if (next.matches("removing") && !state.matches("removing"))
        expect([state.value, event.type, next.context.chosen]).toEqual(["confirmingDeletion", "consent.give", a])
      if (!state.matches("removing")) continue
      if (event.type === "xstate.done.actor.remove" || ("error" in event && event.error === gone)) {
        removals++
        expect([next.value, ids(next.context.connections).includes("a"), next.context.notice]).toEqual([
          "ready",
          false,
          { change: "deleted", name: a.name },
        ])
      }
      if ("error" in event && event.error === unreachable && event.type === "xstate.error.actor.remove")
        expect([next.value, next.context.failure, next.context.connections]).toEqual([
          "confirmingDeletion",
          unreachable,
          state.context.connections,
        ])
    }
    const refusals = all.filter(({ state, event }) => state.matches("confirmingDeletion") && event.type === "consent.refuse")
    // A refused deletion reloads the list, which may show an earlier name.
    for (const { state, next } of refusals) expect(next.value).toBe(state.context.failure === null ? "ready" : "loading")
    expect(new Set(refusals.map(({ next }) => next.value))).toEqual(new Set(["ready", "loading"]))
    expect(removals).toBeGreaterThan(1)
  })

  test("are tested one at a time, and the result stays until the next action", () => {
    let tries = 0
    for (const { state, event, next } of all) {
      if (next.hasTag("testing") && !state.hasTag("testing")) {
        tries++
        expect([state.value, event.type, next.context.trial]).toEqual([
          "ready",
          "connection.test",
          { connection: a, attempt: null, failure: null },
        ])
      }
      if (state.hasTag("testing") && event.type === "xstate.done.actor.testConnection")
        expect([next.value, next.context.trial]).toEqual(["ready", { connection: a, attempt, failure: null }])
      if (state.hasTag("testing") && event.type === "xstate.error.actor.testConnection")
        expect([next.value, next.context.trial]).toEqual(["ready", { connection: a, attempt: null, failure: unreachable }])
      if (state.matches("ready") && (event.type === "connection.add" || event.type === "test.dismiss"))
        expect(next.context.trial).toBe(null)
    }
    expect(tries).toBeGreaterThan(0)
  })

  test("appear in the list and are reported when they are saved, and do not change when the form is closed", () => {
    let saves = 0
    for (const { state, event, next } of all) {
      if (!state.matches("editing") || event.type !== "xstate.done.actor.form" || !("output" in event)) continue
      expect(next.value).toBe("ready")
      if (event.output === null) expect([next.context.connections, next.context.notice]).toEqual([state.context.connections, null])
      else {
        saves++
        const saved = event.output
        expect(next.context.notice?.change).toBe(state.context.chosen === null ? "added" : "changed")
        expect(next.context.connections.filter((it) => it === saved)).toHaveLength(1)
        expect(new Set(ids(next.context.connections)).size).toBe(next.context.connections.length)
      }
    }
    expect(saves).toBeGreaterThan(0)
  })

  test("can be loaded again after a failure", () => {
    for (const { state, event, next } of all) if (state.matches("failed") && event.type === "list.retry") expect(next.value).toBe("loading")
  })

  test("[O3] are submitted only if the domain's validation finds no problem", () => {
    const blank = { ...connectionFormFields(null), id: "", community: "acme" }
    const named = { ...blank, name: "Sheet", externalKey: "k" }
    const sheet = { ...named, platform: "2", spreadsheetId: "s", sheetName: "n", sheetRange: "A1:B" }
    const drafts = [blank, named, { ...named, platform: "2" }, { ...sheet, sheetCredentials: "{" }, { ...sheet, sheetCredentials: "{}" }]
    const form = machineEdges(connectionFormMachine, {
      input: { initialValues: blank, facts: null },
      events: [
        { type: "form.edit", values: named },
        ...drafts.map((values) => ({ type: "form.submit", values }) as const),
        errorEvent("submit", unreachable),
      ],
    })
    const sent = form
      .filter(({ state, next }) => state.matches("edited") && next.matches("submitting"))
      .flatMap(({ event }) => ("values" in event ? [event.values] : []))
    for (const values of sent) expect(connectionFormProblems(values, null)).toEqual([])
    expect(new Set(sent.map((values) => values["platform"]))).toEqual(new Set(["1", "2"]))
  })
})
