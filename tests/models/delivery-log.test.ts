// The delivery log of a chat: loading it page by page, and sending a delivery again.
import { describe, expect, test } from "vitest"
import type { LoggedDelivery } from "../../domain/actions/delivery.ts"
import { ScriptId } from "../../domain/script/script.ts"
import { deliveryLogMachine } from "../../machines/chat/delivery-log-machine.ts"
import { unreachable, validationFailed } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const delivery = (id: string, over: Partial<LoggedDelivery> = {}): LoggedDelivery => ({
  id,
  instruction: "i",
  conversation: null,
  reason: "reached",
  endpoint: "https://example.org",
  body: "{}",
  state: "failed",
  madeAt: "2026-01-01T00:00:00Z",
  endedAt: "2026-01-01T00:00:01Z",
  attempts: [],
  ...over,
})
const newest = [delivery("5"), delivery("4", { state: "due" }), delivery("3", { reason: "asked" })]
const older = [delivery("2", { state: "delivered" })]
const refusal = validationFailed("delivery", "gone on")
const ids = ["5", "4", "3", "2", "none"]

const all = machineEdges(deliveryLogMachine, {
  input: { community: "demo", uuid: ScriptId.make("chat") },
  events: [
    { type: "deliveries.open" },
    { type: "deliveries.refresh" },
    { type: "deliveries.more" },
    { type: "deliveries.retry" },
    ...ids.map((id) => ({ type: "delivery.resend" as const, id })),
    doneEvent("list", { items: newest, hasMore: true }),
    doneEvent("list", { items: older, hasMore: false }),
    doneEvent("list", { items: [], hasMore: false }),
    errorEvent("list", unreachable),
    doneEvent("resendDelivery", delivery("5", { state: "due" })),
    errorEvent("resendDelivery", refusal),
  ],
  // Otherwise the graph would be infinite, because there would always be more.
  stopWhen: ({ context }) => context.deliveries.length > 4,
})

describe("the delivery log", () => {
  test("is loaded only when it is opened", () => {
    const closed = all.filter(({ state }) => state.matches("closed"))
    expect(closed.length).toBeGreaterThan(0)
    for (const { event, next } of closed) expect(next.value).toBe(event.type === "deliveries.open" ? "loading" : "closed")
  })

  test("begins with the newest deliveries, and continues after the last one shown as long as there are more", () => {
    const came = all.filter(({ state, event }) => state.matches("loading") && event.type === "xstate.done.actor.list")
    for (const { state, event, next } of came) {
      const items = "output" in event ? (event.output as { readonly items: ReadonlyArray<LoggedDelivery> }).items : []
      expect(next.value).toBe("ready")
      expect(next.context.deliveries).toEqual(state.context.before === null ? items : [...state.context.deliveries, ...items])
    }
    const grown = all.filter(({ state, event }) => state.matches("ready") && event.type === "deliveries.more")
    expect(new Set(grown.map(({ state }) => state.context.hasMore))).toEqual(new Set([true, false]))
    for (const { state, next } of grown) {
      expect(next.value).toBe(state.context.hasMore ? "loading" : "ready")
      if (state.context.hasMore) expect(next.context.before).toBe(state.context.deliveries.at(-1)?.id)
    }
  })

  test("is reloaded from the newest delivery, and shows the current list meanwhile", () => {
    const fresh = all.filter(({ state, event }) => state.matches("ready") && event.type === "deliveries.refresh")
    expect(fresh.some(({ state }) => state.context.before !== null)).toBe(true)
    for (const { state, next } of fresh)
      expect([next.value, next.context.before, next.context.resendId, next.context.deliveries]).toEqual([
        "loading",
        null,
        null,
        state.context.deliveries,
      ])
  })

  test("shows a failure to load, keeps the loaded deliveries, and retries the same page", () => {
    const lost = all.filter(({ state, event }) => state.matches("loading") && event.type === "xstate.error.actor.list")
    expect(new Set(lost.map(({ state }) => state.context.before))).toContain(null)
    expect(lost.some(({ state }) => state.context.before !== null)).toBe(true)
    for (const { state, next } of lost) {
      expect([next.value, next.context.failure]).toEqual(["failed", unreachable])
      expect(next.context.deliveries).toEqual(state.context.deliveries)
    }
    for (const { state, event, next } of all.filter(({ state }) => state.matches("failed"))) {
      expect(next.value).toBe(event.type === "deliveries.retry" ? "loading" : "failed")
      if (next.matches("loading")) expect([next.context.failure, next.context.before]).toEqual([null, state.context.before])
    }
  })
})

describe("a delivery", () => {
  test("can be sent again if it has ended and no respondent waited for it, one at a time", () => {
    const sent = new Set<string>()
    for (const { state, event, next } of all) {
      if (event.type !== "delivery.resend" || !("id" in event)) continue
      const shown = state.context.deliveries.find(({ id }) => id === event.id)
      const may = state.matches("ready") && shown !== undefined && shown.state !== "due" && shown.reason !== "asked"
      if (may) {
        sent.add(event.id)
        expect([next.value, next.context.resendId, next.context.problem]).toEqual(["sending", event.id, null])
      } else expect(next.value).toEqual(state.value)
    }
    expect(sent).toEqual(new Set(["5", "2"]))
  })

  test("shows its new state in its place after it was sent again, or its own failure", () => {
    const sending = all.filter(({ state }) => state.matches("sending"))
    for (const { state, event, next } of sending) {
      if (event.type === "xstate.done.actor.resendDelivery") {
        expect([next.value, next.context.problem]).toEqual(["ready", null])
        expect(next.context.deliveries.map(({ id }) => id)).toEqual(state.context.deliveries.map(({ id }) => id))
        for (const it of next.context.deliveries) if (it.id === "5") expect(it.state).toBe("due")
      } else if (event.type === "xstate.error.actor.resendDelivery")
        expect([next.value, next.context.problem, next.context.resendId, next.context.deliveries]).toEqual([
          "ready",
          refusal,
          state.context.resendId,
          state.context.deliveries,
        ])
      else expect(next.value).toBe("sending")
    }
    expect(sending.some(({ event }) => event.type === "xstate.error.actor.resendDelivery")).toBe(true)
  })
})
