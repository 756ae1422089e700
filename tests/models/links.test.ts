// Making links in batches, and the slug of a chat: what is kept when a batch or the server fails.
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, waitFor } from "xstate"
import type { LinkResult } from "../../domain/exports/people-csv.ts"
import { ScriptId } from "../../domain/script/script.ts"
import { linksMachine } from "../../machines/chat/links.ts"
import type { LinksPlan } from "../../machines/chat/people-list.ts"
import { slugMachine } from "../../machines/chat/slug.ts"
import { unreachable } from "./console-stand-ins.ts"
import { done, edges, failed } from "./edges.ts"

const chat = { community: "demo", uuid: ScriptId.make("chat") }
const input = { ...chat, name: "A chat", desk: "desk" }
const link: LinkResult = { user: null, found: false, identifier: null, conversation: "token", code: null }

describe("making links", () => {
  const all = edges(linksMachine, {
    input,
    events: [
      { type: "amount.type", text: "0" },
      { type: "amount.type", text: "250" },
      { type: "links.make" },
      { type: "list.open" },
      { type: "links.retry" },
      { type: "links.cancel" },
      { type: "links.resume" },
      { type: "page.open", page: 1 },
      { type: "file.save" },
      done("plan", { batches: [150, 100] }),
      failed("plan", unreachable),
      done("list", null),
      done("list", { batches: [70] }),
      done("make", 100),
      failed("make", unreachable),
      done("readPage", [link]),
      done("save", undefined),
      failed("save", unreachable),
    ],
  })
  const at = (work: "planning" | "listing" | "making" | "stuck" | "resting", type: string) =>
    all.filter(({ state, event }) => state.matches({ work }) && event.type === type)
  const progress = ({ context: { batches, done: its, made } }: (typeof all)[number]["state"]) => ({ batches, done: its, made })

  test("only an amount is made; a round begins at the first batch, from an amount or a list", () => {
    const [wished, planned] = [at("resting", "links.make"), at("planning", "xstate.done.actor.plan")]
    const listed = at("listing", "xstate.done.actor.list").filter(({ event }) => "output" in event && event.output !== null)
    for (const { state, next } of wished) expect(next.matches({ work: "planning" })).toBe(state.context.amount !== "0")
    for (const { next } of planned)
      expect([next.matches({ work: "making" }), progress(next)]).toEqual([true, { batches: [150, 100], done: 0, made: 0 }])
    for (const { next } of listed)
      expect([next.matches({ work: "making" }), progress(next)]).toEqual([true, { batches: [70], done: 0, made: 0 }])
    expect(Math.min(wished.length, planned.length, listed.length)).toBeGreaterThan(1)
  })

  test("while links are made nothing else is begun", () => {
    const asked = all.filter(
      ({ state, event }) => state.hasTag("busy") && ["links.make", "list.open", "links.resume", "amount.type"].includes(event.type),
    )
    for (const { state, next } of asked) expect([next.value, next.context]).toEqual([state.value, state.context])
    expect(asked.length).toBeGreaterThan(4)
  })

  test("a list that was called off changes nothing", () => {
    const closed = at("listing", "xstate.done.actor.list").filter(({ event }) => "output" in event && event.output === null)
    for (const { state, next } of closed) expect([next.matches({ work: "resting" }), progress(next)]).toEqual([true, progress(state)])
    expect(closed.length).toBeGreaterThan(1)
  })

  test("[L10] a batch that was made is kept whatever comes, and one that failed is asked for again", () => {
    for (const { state, next } of at("making", "xstate.done.actor.make")) {
      const { batches, done: its, made } = progress(state)
      expect(progress(next)).toEqual({ batches, done: its + 1, made: made + 100 })
      expect(next.matches({ work: its + 1 === batches.length ? { resting: "finished" } : "making" })).toBe(true)
    }
    for (const { state, next } of at("making", "xstate.error.actor.make"))
      expect([next.matches({ work: "stuck" }), progress(next), next.context.failure]).toEqual([true, progress(state), unreachable])
    for (const { state, next } of at("stuck", "links.retry"))
      expect([next.matches({ work: "making" }), progress(next), next.context.failure]).toEqual([true, progress(state), null])
    for (const { state, next } of [...at("making", "links.cancel"), ...at("stuck", "links.cancel")])
      expect([next.matches({ work: { resting: "stopped" } }), progress(next)]).toEqual([true, progress(state)])
    const resumed = at("resting", "links.resume").filter(({ state }) => state.matches({ work: { resting: "stopped" } }))
    for (const { state, next } of resumed) expect([next.matches({ work: "making" }), progress(next)]).toEqual([true, progress(state)])
    expect(Math.min(at("stuck", "links.retry").length, resumed.length)).toBeGreaterThan(1)
  })

  test("only a page that there is is turned to, and none stays open while links are made", () => {
    const [there, absent] = [true, false].map((isThere) =>
      all.filter(({ state, event }) => event.type === "page.open" && event.page * 100 < state.context.made === isThere),
    )
    for (const { next } of there ?? []) expect([next.matches({ table: "turning" }), next.context.page]).toEqual([true, 1])
    for (const { state, next } of absent ?? []) expect([next.value, next.context.page]).toEqual([state.value, state.context.page])
    expect([(there ?? []).length > 1, (absent ?? []).length > 1]).toEqual([true, true])
    for (const { state, next } of all)
      if (next.matches({ work: "making" }) && !state.matches({ work: "making" })) expect(next.matches({ table: "closed" })).toBe(true)
  })

  test("links that no file has hold the page, whichever way they came to be; none made hold nothing", () => {
    const isStopped = (state: (typeof all)[number]["state"]) => state.matches({ work: { resting: "stopped" } })
    for (const { state, event, next } of all) {
      if (!state.matches({ work: "making" }) && next.matches({ work: "making" })) expect(next.matches({ file: "wanted" })).toBe(true)
      if (isStopped(next) && !isStopped(state)) expect(next.matches({ file: "none" })).toBe(next.context.made === 0)
      if (event.type === "xstate.error.actor.save" && state.matches({ file: "saving" })) expect(next.matches({ file: "wanted" })).toBe(true)
    }
    for (const { state, event, next } of all)
      if (event.type === "page.open" || event.type === "file.save") expect(next.value.work).toEqual(state.value.work)
    const saved = all.filter(({ next }) => next.matches({ file: "saved" }))
    expect(saved.length).toBeGreaterThan(1)
  })

  test("with batches that fail now and then all are made, each once, in their order", async () => {
    const [asked, seen, pages]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
    let held = 0
    const actor = createActor(
      linksMachine.provide({
        actors: {
          desk: fromCallback(() => undefined),
          holdPage: fromCallback(() => undefined),
          holdWork: fromCallback(() => {
            held++
            return () => held--
          }),
          save: fromPromise(async (): Promise<void> => undefined),
          plan: fromPromise(async (): Promise<LinksPlan> => ({ batches: [5000, 5000, 2000] })),
          readPage: fromPromise(async ({ input: { page } }): Promise<ReadonlyArray<LinkResult>> => {
            pages.push(page)
            return [link]
          }),
          make: fromPromise(async ({ input: { batch } }) => {
            asked.push(batch)
            if (asked.length % 2 === 1) throw unreachable
            seen.push(batch)
            return [5000, 5000, 2000][batch] ?? 0
          }),
        },
      }),
      { input },
    ).start()
    actor.send({ type: "links.make" })
    for (let round = 0; round < 3; round++) {
      await waitFor(actor, (state) => state.matches({ work: "stuck" }))
      actor.send({ type: "links.retry" })
    }
    await waitFor(actor, (state) => state.matches({ work: { resting: "finished" }, table: "open" }))
    actor.send({ type: "page.open", page: 3 })
    actor.send({ type: "page.open", page: 119 })
    await waitFor(actor, (state) => state.matches({ table: "open" }))
    expect(pages).toEqual([0, 0, 0, 3, 119])
    expect([asked, seen, actor.getSnapshot().context.made]).toEqual([[0, 0, 1, 1, 2, 2], [0, 1, 2], 12_000])
    // Links that no file has are work that the session's end must not take away.
    expect(held).toBe(1)
    actor.send({ type: "file.save" })
    await waitFor(actor, (state) => state.matches({ file: "saved" }))
    expect(held).toBe(0)
  })
})

describe("the slug of a chat", () => {
  const all = edges(slugMachine, {
    input: chat,
    events: [
      { type: "slug.type", text: " " },
      { type: "slug.type", text: "not a slug" },
      { type: "slug.type", text: " mine " },
      { type: "slug.save" },
      { type: "reading.retry" },
      done("read", null),
      failed("read", unreachable),
      done("save", { status: "ok" as const, message: "" }),
      done("save", { status: "error" as const, message: "ERROR.SLUG_TAKEN" }),
      failed("save", unreachable),
    ],
  })

  test("only what can be a slug and is not there yet is sent, without white space around it", () => {
    let sent = 0
    for (const { state, event, next } of all) {
      if (event.type !== "slug.save") continue
      const { slug, saved } = state.context
      const isNew = slug === " mine " && saved !== "mine"
      expect(next.matches("saving")).toBe(state.matches("saving") || (state.matches("ready") && isNew))
      if (next.matches("saving")) sent++
    }
    expect(sent).toBeGreaterThan(0)
  })

  test("what the server says is told, what was typed stays, and typing on forgets what was said", () => {
    for (const { state, event, next } of all) {
      if (state.matches("saving") && "output" in event) {
        const isOk = typeof event.output === "object" && event.output !== null && "status" in event.output && event.output.status === "ok"
        if (event.type !== "xstate.done.actor.save") continue
        expect([next.matches({ ready: "saved" }), next.context.problem]).toEqual([isOk, isOk ? null : "ERROR.SLUG_TAKEN"])
        if (isOk) expect(next.context.saved).toBe("mine")
        expect(next.context.slug).toBe(" mine ")
      }
      if (state.matches("ready") && event.type === "slug.type")
        expect([next.context.problem, next.matches({ ready: "fresh" })]).toEqual([null, true])
    }
  })
})
