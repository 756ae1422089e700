// Creating links in batches, and the slug of a chat: what stays when a batch or a request fails.
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, waitFor } from "xstate"
import type { LinkResult } from "../../domain/exports/links-and-members-csv.ts"
import { parseLinkAmount } from "../../domain/links/participant-links.ts"
import { ScriptId } from "../../domain/script/script.ts"
import { linksMachine } from "../../machines/chat/links-machine.ts"
import type { LinkBatchPlan } from "../../machines/chat/people-import-machine.ts"
import { slugFormMachine, slugMachine } from "../../machines/chat/slug-machine.ts"
import type { FormValues } from "../../machines/form-machine.ts"
import { trackUnsavedWork, unreachable, validationFailed } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const chat = { community: "demo", uuid: ScriptId.make("chat") }
const input = { ...chat, name: "A chat", generator: "generator" }
const link: LinkResult = { user: null, found: false, identifier: null, conversation: "token", code: null }

describe("creating links", () => {
  const all = machineEdges(linksMachine, {
    input,
    events: [
      { type: "links.make", amount: "0" },
      { type: "links.make", amount: " 250 " },
      { type: "import.open" },
      { type: "consent.give" },
      { type: "consent.refuse" },
      { type: "links.retry" },
      { type: "links.cancel" },
      { type: "links.resume" },
      { type: "page.open", page: 1 },
      { type: "file.save" },
      doneEvent("plan", { batches: [150, 100] }),
      errorEvent("plan", unreachable),
      doneEvent("list", null),
      doneEvent("list", { batches: [70] }),
      doneEvent("createBatch", 100),
      errorEvent("createBatch", unreachable),
      doneEvent("readPage", [link]),
      doneEvent("save", undefined),
      errorEvent("save", unreachable),
    ],
  })
  const at = (creation: "planning" | "importingPeople" | "creating" | "failed" | "idle" | "confirmingLoss", type: string) =>
    all.filter(({ state, event }) => state.matches({ creation }) && event.type === type)
  const progress = ({ context: { batches, done: its, made } }: (typeof all)[number]["state"]) => ({ batches, done: its, made })

  const areLost = (state: (typeof all)[number]["state"]) => state.context.made > 0 && !state.matches({ file: "saved" })

  test("asks before it replaces links that are in no file, and keeps them if the user refuses", () => {
    const begun = [...at("idle", "links.make"), ...at("idle", "import.open")].filter(({ state }) => areLost(state))
    for (const { state, event, next } of begun)
      expect([next.hasTag("confirming-loss"), progress(next)]).toEqual([!("amount" in event && event.amount === "0"), progress(state)])
    for (const { state, next } of at("confirmingLoss", "consent.give"))
      expect([
        next.matches({ creation: state.context.requestedSource === "list" ? "importingPeople" : "planning" }),
        progress(next),
      ]).toEqual([true, progress(state)])
    for (const { state, next } of at("confirmingLoss", "consent.refuse"))
      expect([next.matches({ creation: "idle" }), next.matches({ file: "empty" }), progress(next)]).toEqual([true, false, progress(state)])
    expect(new Set(at("confirmingLoss", "consent.give").map(({ state }) => state.context.requestedSource))).toEqual(
      new Set(["amount", "list"]),
    )
  })

  test("starts with the first batch, from a valid amount or a list", () => {
    const [requested, planned] = [at("idle", "links.make"), at("planning", "xstate.done.actor.plan")]
    const listed = at("importingPeople", "xstate.done.actor.list").filter(({ event }) => "output" in event && event.output !== null)
    for (const { state, event, next } of requested) {
      const isAmount = "amount" in event && event.amount !== "0"
      expect(next.matches({ creation: areLost(state) ? "confirmingLoss" : "planning" })).toBe(isAmount)
      if (isAmount) expect(parseLinkAmount(next.context.amount)).toBe(250)
    }
    for (const { next } of planned)
      expect([next.matches({ creation: "creating" }), progress(next)]).toEqual([true, { batches: [150, 100], done: 0, made: 0 }])
    for (const { next } of listed)
      expect([next.matches({ creation: "creating" }), progress(next)]).toEqual([true, { batches: [70], done: 0, made: 0 }])
    expect(Math.min(requested.length, planned.length, listed.length)).toBeGreaterThan(1)
  })

  test("starts nothing else while links are being created", () => {
    const asked = all.filter(
      ({ state, event }) => state.hasTag("busy") && ["links.make", "import.open", "links.resume"].includes(event.type),
    )
    for (const { state, next } of asked) expect([next.value, next.context]).toEqual([state.value, state.context])
    expect(asked.length).toBeGreaterThan(4)
  })

  test("changes nothing if the import of a list is canceled", () => {
    const closed = at("importingPeople", "xstate.done.actor.list").filter(({ event }) => "output" in event && event.output === null)
    for (const { state, next } of closed) expect([next.matches({ creation: "idle" }), progress(next)]).toEqual([true, progress(state)])
    expect(closed.length).toBeGreaterThan(1)
  })

  test("[L10] keeps created batches through a failure, a stop and a resume, and a retry requests the failed batch again", () => {
    for (const { state, next } of at("creating", "xstate.done.actor.createBatch")) {
      const { batches, done: its, made } = progress(state)
      expect(progress(next)).toEqual({ batches, done: its + 1, made: made + 100 })
      expect(next.matches({ creation: its + 1 === batches.length ? { idle: "finished" } : "creating" })).toBe(true)
    }
    for (const { state, next } of at("creating", "xstate.error.actor.createBatch"))
      expect([next.matches({ creation: "failed" }), progress(next), next.context.failure]).toEqual([true, progress(state), unreachable])
    for (const { state, next } of at("failed", "links.retry"))
      expect([next.matches({ creation: "creating" }), progress(next), next.context.failure]).toEqual([true, progress(state), null])
    for (const { state, next } of [...at("creating", "links.cancel"), ...at("failed", "links.cancel")])
      expect([next.matches({ creation: { idle: "stopped" } }), progress(next)]).toEqual([true, progress(state)])
    // After a stop, the failure of the batch is no longer shown.
    for (const { next } of at("failed", "links.cancel")) expect(next.context.failure).toBe(null)
    const resumed = at("idle", "links.resume").filter(({ state }) => state.matches({ creation: { idle: "stopped" } }))
    for (const { state, next } of resumed)
      expect([next.matches({ creation: "creating" }), progress(next), next.context.failure]).toEqual([true, progress(state), null])
    expect(resumed.some(({ state }) => state.context.failure !== null)).toBe(true)
    expect(Math.min(at("failed", "links.retry").length, resumed.length)).toBeGreaterThan(1)
  })

  test("opens only pages that exist, and closes the table when a batch starts", () => {
    const [there, absent] = [true, false].map((isThere) =>
      all.filter(({ state, event }) => event.type === "page.open" && event.page * 100 < state.context.made === isThere),
    )
    for (const { next } of there ?? []) expect([next.matches({ table: "loading" }), next.context.page]).toEqual([true, 1])
    for (const { state, next } of absent ?? []) expect([next.value, next.context.page]).toEqual([state.value, state.context.page])
    expect([(there ?? []).length > 1, (absent ?? []).length > 1]).toEqual([true, true])
    for (const { state, next } of all)
      if (next.matches({ creation: "creating" }) && !state.matches({ creation: "creating" }))
        expect(next.matches({ table: "closed" })).toBe(true)
  })

  test("marks links that are in no file as unsaved, unless none were created", () => {
    const isStopped = (state: (typeof all)[number]["state"]) => state.matches({ creation: { idle: "stopped" } })
    for (const { state, event, next } of all) {
      if (!state.matches({ creation: "creating" }) && next.matches({ creation: "creating" }))
        expect(next.matches({ file: "unsaved" })).toBe(true)
      if (isStopped(next) && !isStopped(state)) expect(next.matches({ file: "empty" })).toBe(next.context.made === 0)
      if (event.type === "xstate.error.actor.save" && state.matches({ file: "saving" }))
        expect(next.matches({ file: "unsaved" })).toBe(true)
    }
    for (const { state, event, next } of all)
      if (event.type === "page.open" || event.type === "file.save") expect(next.value.creation).toEqual(state.value.creation)
    const saved = all.filter(({ next }) => next.matches({ file: "saved" }))
    expect(saved.length).toBeGreaterThan(1)
  })

  test("creates every batch once and in order, even if each fails at first", async () => {
    const [asked, seen, pages]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
    let held = 0
    const actor = createActor(
      linksMachine.provide({
        actors: {
          generator: fromCallback(() => undefined),
          warnBeforeUnload: fromCallback(() => undefined),
          holdWork: fromCallback(() => {
            held++
            return () => held--
          }),
          save: fromPromise(async (): Promise<void> => undefined),
          plan: fromPromise(async (): Promise<LinkBatchPlan> => ({ batches: [5000, 5000, 2000] })),
          readPage: fromPromise(async ({ input: { page } }): Promise<ReadonlyArray<LinkResult>> => {
            pages.push(page)
            return [link]
          }),
          createBatch: fromPromise(async ({ input: { batch } }) => {
            asked.push(batch)
            if (asked.length % 2 === 1) throw unreachable
            seen.push(batch)
            return [5000, 5000, 2000][batch] ?? 0
          }),
        },
      }),
      { input },
    ).start()
    actor.send({ type: "links.make", amount: "12000" })
    for (let round = 0; round < 3; round++) {
      await waitFor(actor, (state) => state.matches({ creation: "failed" }))
      actor.send({ type: "links.retry" })
    }
    await waitFor(actor, (state) => state.matches({ creation: { idle: "finished" }, table: "open" }))
    actor.send({ type: "page.open", page: 3 })
    actor.send({ type: "page.open", page: 119 })
    await waitFor(actor, (state) => state.matches({ table: "open" }))
    expect(pages).toEqual([0, 0, 0, 3, 119])
    expect([asked, seen, actor.getSnapshot().context.made]).toEqual([[0, 0, 1, 1, 2, 2], [0, 1, 2], 12_000])
    // Links that are in no file are unsaved work, which must survive the end of the session.
    expect(held).toBe(1)
    actor.send({ type: "file.save" })
    await waitFor(actor, (state) => state.matches({ file: "saved" }))
    expect(held).toBe(0)
  })
})

describe("slug of a chat", () => {
  const taken = validationFailed("slug", "ERROR.SLUG_TAKEN")
  const opened = async (kept: string | null) => {
    const sent: Array<FormValues> = []
    const machine = slugMachine.provide({
      actors: {
        read: fromPromise(async () => kept),
        form: slugFormMachine.provide({
          actors: {
            holdWork: trackUnsavedWork,
            submit: fromPromise(async ({ input }) => {
              sent.push(input)
              if (sent.length === 1) throw taken
              return "mine"
            }),
          },
        }),
      },
    })
    const actor = createActor(machine, { input: chat }).start()
    await waitFor(actor, (state) => state.matches("open"))
    const form = () => actor.getSnapshot().children.form
    const written = (slug: string): FormValues => ({ ...form()?.getSnapshot().context.initialValues, slug })
    return { actor, form, written, sent }
  }

  test("is sent only if it is valid and differs from the stored one", async () => {
    const { form, written } = await opened("there")
    const may = (slug: string) => {
      form()?.send({ type: "form.edit", values: written(slug) })
      return form()
        ?.getSnapshot()
        .can({ type: "form.submit", values: written(slug) })
    }
    expect([" ", "not a slug", "there", "mine", " mine "].map(may)).toEqual([false, false, false, true, true])
  })

  test("shows why the server refused it, and the stored slug after a save", async () => {
    const { actor, form, written, sent } = await opened(null)
    form()?.send({ type: "form.edit", values: written(" mine ") })
    form()?.send({ type: "form.submit", values: written(" mine ") })
    await expect.poll(() => form()?.getSnapshot().context.failure).toEqual(taken)
    expect([actor.getSnapshot().context.kept, actor.getSnapshot().context.saved]).toEqual([null, false])
    form()?.send({ type: "form.submit", values: written(" mine ") })
    await waitFor(actor, ({ context }) => context.saved)
    expect(sent).toEqual([{ community: "demo", uuid: "chat", slug: " mine " }, sent[0]])
    expect([actor.getSnapshot().context.kept, form()?.getSnapshot().context.initialValues["slug"]]).toEqual(["mine", "mine"])
  })

  test("can be loaded again after a failure", () => {
    const all = machineEdges(slugMachine, {
      input: chat,
      events: [{ type: "reading.retry" }, doneEvent("read", "there"), errorEvent("read", unreachable)],
    })
    for (const { state, event, next } of all) {
      if (event.type === "xstate.error.actor.read" && state.matches("loading"))
        expect([next.value, next.context.failure]).toEqual(["failed", unreachable])
      if (state.matches("failed")) expect(next.value).toBe(event.type === "reading.retry" ? "loading" : "failed")
    }
    expect(all.some(({ next }) => next.context.kept === "there")).toBe(true)
  })
})
