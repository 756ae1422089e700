// The details of a chat: counting its conversations, clearing its data and exporting its answers.
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from "xstate"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { defaultExportOptions, type ExportOptions } from "../../domain/exports/export-options.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { type Script, ScriptId } from "../../domain/script/script.ts"
import {
  type AnswersExportPreview,
  answersExportMachine,
  type ExportProgressEvent,
  type ExportRequest,
} from "../../machines/chat/answers-export-machine.ts"
import {
  type ClearTokens,
  type ConversationCounts,
  chatDetailsMachine,
  clearDataMachine,
  transportMachine,
} from "../../machines/chat/chat-details-machine.ts"
import { type ArchiveStatus, fileArchiveMachine } from "../../machines/chat/file-archive-machine.ts"
import { scriptStatusMachine } from "../../machines/chat/script-status-machine.ts"
import { listedScript, unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const chat = { community: "demo", uuid: ScriptId.make("chat") }
const input = { ...chat, range: { from: "2026-01-01T00:00", to: "2026-02-01T23:59" }, options: defaultExportOptions }
const row: Conversation = {
  cuuid: "conversation",
  uuid: null,
  status: "finished",
  startedAt: null,
  updatedAt: null,
  syncedAt: null,
  finishedAt: null,
  metadata: {},
  answers: { question: "yes" },
  actions: {},
}
const preview: AnswersExportPreview = { count: 3, total: 5, revisions: [], metadataKeys: [], rows: [row] }
const script: Script = { ...listedScript("chat", "live"), instructions: [] }

describe("chat details", () => {
  const counting = () => {
    const clock = new SimulatedClock()
    let counts = 0
    let looks = 0
    let previews = 0
    let tell: (event: { readonly type: "tab.shown" | "tab.hidden" }) => void = () => undefined
    const machine = chatDetailsMachine.provide({
      actors: {
        read: fromPromise(async () => script),
        count: fromPromise(async (): Promise<ConversationCounts> => ({ count: ++counts, days: [{ day: "2026-03-01", count: counts }] })),
        visibility: fromCallback(({ sendBack }) => {
          tell = sendBack
        }),
        files: fileArchiveMachine.provide({
          actors: {
            request: fromPromise(async (): Promise<ArchiveStatus> => {
              looks++
              return { result: "notFound" }
            }),
          },
        }),
        answersExport: answersExportMachine.provide({
          actors: {
            preview: fromPromise(async () => {
              previews++
              return preview
            }),
            optionStore: fromCallback(() => undefined),
            exportFiles: fromCallback(() => undefined),
            holdWork: fromCallback(() => undefined),
          },
        }),
        status: scriptStatusMachine.provide({
          actors: { changeStatus: fromPromise(async ({ input: { to } }) => listedScript("chat", to)) },
        }),
        transport: transportMachine.provide({
          actors: {
            saveTransport: fromPromise(async ({ input: { transport } }) => ({
              ...listedScript("chat", "live"),
              queue_config: { transport },
            })),
          },
        }),
        clearing: clearDataMachine.provide({
          actors: {
            fetchToken: fromPromise(
              async (): Promise<ClearTokens> => ({
                statistics: null,
                data: { token: "token", answers: 1, files: 0, links: 0 },
                identities: null,
              }),
            ),
            remove: fromPromise(async () => ({})),
          },
        }),
      },
    })
    const actor = createActor(machine, { input, clock }).start()
    return {
      actor,
      clock,
      counted: () => counts,
      looked: () => looks,
      previewed: () => previews,
      tell: (type: "tab.shown" | "tab.hidden") => tell({ type }),
    }
  }
  const waiting = { ready: { count: "waiting" as const } }

  test("count conversations every 30 s while the tab is visible, and immediately when it becomes visible again", async () => {
    const { actor, clock, counted, tell } = counting()
    await waitFor(actor, (state) => state.matches(waiting))
    expect([counted(), actor.getSnapshot().context.count]).toEqual([1, 1])
    expect(actor.getSnapshot().context.days).toEqual([{ day: "2026-03-01", count: 1 }])
    clock.increment(29_999)
    expect(counted()).toBe(1)
    clock.increment(1)
    await waitFor(actor, (state) => state.matches(waiting))
    expect(counted()).toBe(2)
    tell("tab.hidden")
    clock.increment(300_000)
    expect(counted()).toBe(2)
    tell("tab.shown")
    await waitFor(actor, (state) => state.matches(waiting))
    expect(counted()).toBe(3)
  })

  test("stop counting if the tab is hidden during a count, until it is visible again", async () => {
    const { actor, clock, counted, tell } = counting()
    await waitFor(actor, (state) => state.matches(waiting))
    clock.increment(30_000)
    expect(actor.getSnapshot().matches({ ready: { count: "counting" } })).toBe(true)
    tell("tab.hidden")
    await new Promise((resolve) => setTimeout(resolve))
    clock.increment(300_000)
    expect([actor.getSnapshot().matches({ ready: { count: "hidden" } }), counted()]).toEqual([true, 2])
    tell("tab.shown")
    await waitFor(actor, (state) => state.matches(waiting))
    expect(counted()).toBe(3)
  })

  test("count again after data was cleared in a hidden tab only once it is visible", async () => {
    const { actor, clock, counted, tell } = counting()
    await waitFor(actor, (state) => state.matches(waiting))
    actor.send({ type: "data.clear", what: "data" })
    const { clearing } = actor.getSnapshot().children
    if (clearing === undefined) throw new Error("nothing is being cleared")
    await waitFor(clearing, (state) => state.matches("confirming"))
    clearing.send({ type: "consent.give" })
    tell("tab.hidden")
    await waitFor(actor, (state) => state.context.cleared === "data")
    clock.increment(300_000)
    expect([actor.getSnapshot().matches({ ready: { count: "hidden" } }), counted()]).toEqual([true, 1])
    tell("tab.shown")
    await waitFor(actor, (state) => state.matches(waiting))
    expect(counted()).toBe(2)
  })

  test("report cleared data and count again, but not after a canceled clearing", async () => {
    const { actor, counted, looked } = counting()
    await waitFor(actor, (state) => state.matches(waiting))
    for (const [answer, what, cleared] of [
      ["consent.refuse", "data", null],
      ["consent.give", "data", "data"],
      ["consent.refuse", "identities", null],
      ["consent.give", "identities", "identities"],
    ] as const) {
      const [before, seen] = [counted(), looked()]
      actor.send({ type: "data.clear", what })
      // The report of the previous clearing is gone.
      expect(actor.getSnapshot().context.cleared).toBe(null)
      const { clearing } = actor.getSnapshot().children
      if (clearing === undefined) throw new Error("nothing is being cleared")
      await waitFor(clearing, (state) => state.matches("confirming"))
      clearing.send({ type: answer })
      await waitFor(actor, (state) => state.matches({ ready: { data: "idle" } }))
      expect(actor.getSnapshot().context.cleared).toBe(cleared)
      await waitFor(actor, (state) => state.matches(waiting))
      expect(counted() > before).toBe(cleared !== null)
      // Clearing also deletes the file archive, so its status is requested again.
      expect(looked() - seen).toBe(cleared === null ? 0 : 1)
    }
  })

  test("reload the export preview with the same range after data was cleared, and do not interrupt a running export", async () => {
    const { actor, previewed } = counting()
    await waitFor(actor, (state) => state.matches(waiting))
    const { answersExport } = actor.getSnapshot().children
    if (answersExport === undefined) throw new Error("there is no export")
    const clear = async (what: "statistics" | "data") => {
      actor.send({ type: "data.clear", what })
      const { clearing } = actor.getSnapshot().children
      if (clearing === undefined) throw new Error("nothing is being cleared")
      await waitFor(clearing, (state) => state.matches("confirming"))
      clearing.send({ type: "consent.give" })
      await waitFor(actor, (state) => state.context.cleared === what)
    }
    answersExport.send({ type: "range.set", of: "from", moment: "" })
    await waitFor(answersExport, (state) => state.matches("ready"))
    const before = previewed()
    await clear("statistics")
    expect([previewed(), answersExport.getSnapshot().matches("ready")]).toEqual([before, true])
    await clear("data")
    await waitFor(answersExport, (state) => state.matches("ready"))
    expect([previewed(), answersExport.getSnapshot().context.range.from]).toEqual([before + 1, ""])
    answersExport.send({ type: "export.start", kind: "answers" })
    await clear("statistics")
    await clear("data")
    expect([answersExport.getSnapshot().matches("exporting"), actor.getSnapshot().children.answersExport]).toEqual([true, answersExport])
  })

  test("show a changed status and transport, and keep the instructions", async () => {
    const { actor } = counting()
    await waitFor(actor, (state) => state.matches(waiting))
    const { status, transport } = actor.getSnapshot().children
    status?.send({ type: "status.pick", to: "closed" })
    await waitFor(actor, ({ context }) => context.script?.status === "closed")
    transport?.send({ type: "transport.pick", transport: "statistics-secondary" })
    await waitFor(actor, ({ context }) => context.script?.queue_config?.transport === "statistics-secondary")
    expect(actor.getSnapshot().context.script?.instructions).toEqual([])
  })

  test("can be loaded again after a failure", () => {
    const all = machineEdges(chatDetailsMachine, {
      input,
      events: [{ type: "reading.retry" }, errorEvent("read", unreachable)],
    })
    for (const { state, event, next } of all)
      if (state.matches("failed"))
        expect([next.value, next.context.failure?._tag]).toEqual([event.type === "reading.retry" ? "loading" : "failed", "Unreachable"])
    expect(all.some(({ next }) => next.matches("failed"))).toBe(true)
  })
})

describe("the export of answers", () => {
  const input = { ...chat, name: "Intake", range: { from: "2026-01-01T00:00", to: "2026-02-01T23:59" }, options: defaultExportOptions }
  const whole: AnswersExportPreview = { ...preview, count: 5 }

  test("reloads the preview only when the range or the selected rows change", () => {
    const all = machineEdges(answersExportMachine, {
      input,
      events: [
        { type: "option.set", option: "type", on: true },
        { type: "option.set", option: "emptyChats", on: true },
        { type: "range.set", of: "from", moment: "" },
        { type: "range.set", of: "from", moment: input.range.from },
        { type: "range.set", of: "to", moment: undefined },
        { type: "range.set", of: "to", moment: input.range.to },
        { type: "answers.cleared" },
        { type: "export.start", kind: "answers" },
        { type: "export.cancel" },
        { type: "preview.retry" },
        { type: "preview.show", of: "period" },
        { type: "preview.show", of: "all" },
        { type: "preview.close" },
        doneEvent("previewAll", whole),
        errorEvent("previewAll", unreachable),
        doneEvent("preview", preview),
        errorEvent("preview", unreachable),
      ],
    })
    for (const { state, event, next } of all) {
      if (!state.matches("ready")) continue
      const isOther =
        event.type === "answers.cleared" ||
        (event.type === "range.set" && "of" in event && event.moment !== undefined && event.moment !== state.context.range[event.of]) ||
        (event.type === "option.set" && "option" in event && event.option === "emptyChats")
      expect([event, next.matches("loading")]).toEqual([event, isOther])
      if (event.type === "option.set" && "option" in event) expect(next.context.options[event.option]).toBe(true)
    }
    expect(all.some(({ state }) => state.matches("ready"))).toBe(true)
    const wrong = all.filter(({ state: { context } }) => context.wrong.length > 0)
    // An invalid date blocks the export, which would have another range than the preview.
    for (const { event, next } of wrong) if (event.type === "export.start") expect(next.matches("exporting")).toBe(false)
    for (const { state, event, next } of wrong)
      if (event.type === "range.set" && "of" in event && !state.matches("exporting"))
        expect(next.context.wrong).toEqual(event.of === "to" && event.moment !== undefined ? [] : ["to"])
    expect(wrong.some(({ event }) => event.type === "export.start")).toBe(true)
    const exporting = all.filter(({ state, event }) => state.matches("exporting") && event.type === "answers.cleared")
    for (const { next } of exporting) expect([next.matches("exporting"), next.context.preview?.rows]).toEqual([true, []])
    expect(exporting.length).toBeGreaterThan(0)
    // Setting an option after the preview failed applies it and retries.
    const failedAt = all.filter(({ state, event }) => state.matches("failed") && event.type === "option.set")
    for (const { event, next } of failedAt)
      if ("option" in event) expect([next.matches("loading"), next.context.options[event.option]]).toEqual([true, true])
    expect(failedAt.length).toBeGreaterThan(0)
    for (const { state, event, next } of all) {
      // The full preview shows what was requested, and only in its own state.
      if (next.context.shown !== null)
        expect([next.matches({ ready: "showingPreview" }), next.context.shown.preview]).toEqual([
          true,
          next.context.shown.of === "all" ? whole : next.context.preview,
        ])
      if (state.matches({ ready: "loadingFullPreview" }) && event.type === "xstate.error.actor.previewAll")
        expect([next.value, next.context.failure?._tag]).toEqual([{ ready: "idle" }, "Unreachable"])
      if (event.type === "preview.close" && state.matches({ ready: "showingPreview" }))
        expect([next.value, next.context.shown]).toEqual([{ ready: "idle" }, null])
    }
    expect(new Set(all.map(({ next }) => next.context.shown?.of))).toEqual(new Set([undefined, "period", "all"]))
    expect(all.some(({ state, event, next }) => state.matches("failed") && event.type === "preview.retry" && next.matches("loading"))).toBe(
      true,
    )
  })

  const running = async () => {
    let tell: (event: ExportProgressEvent) => void = () => undefined
    const log: Array<string> = []
    const kept: Array<ExportOptions> = []
    let wish: ExportRequest | null = null
    const held: Array<string> = []
    const machine = answersExportMachine.provide({
      actors: {
        preview: fromPromise(async () => preview),
        optionStore: fromCallback(({ receive }) => {
          receive(({ options }) => kept.push(options))
        }),
        exportFiles: fromCallback(({ input: given, sendBack, receive }) => {
          wish = given
          tell = sendBack
          receive(({ type }) => log.push(type))
          return () => log.push("stopped")
        }),
        holdWork: fromCallback(() => {
          held.push("held")
          return () => held.pop()
        }),
      },
    })
    const actor = createActor(machine, { input }).start()
    await waitFor(actor, (state) => state.matches("ready"))
    actor.send({ type: "option.set", option: "type", on: true })
    actor.send({ type: "export.start", kind: "spss" })
    return { actor, log, kept, held, tell: (event: ExportProgressEvent) => tell(event), wish: () => wish }
  }

  test("stores an option whenever it is set, also while the preview is loading or has failed", async () => {
    const kept: Array<ExportOptions> = []
    const machine = answersExportMachine.provide({
      actors: {
        preview: fromPromise(async ({ input: { options } }) => {
          if (!options.emptyChats) throw unreachable
          return preview
        }),
        optionStore: fromCallback(({ receive }) => {
          receive(({ options }) => kept.push(options))
        }),
      },
    })
    const actor = createActor(machine, { input }).start()
    const chosen: Array<ExportOptions> = []
    for (const [where, option] of [
      ["loading", "type"],
      ["failed", "emptyChats"],
      ["ready", "separatorDefinition"],
    ] as const) {
      // The first option is set while the preview is still loading.
      if (where !== "loading") await waitFor(actor, (state) => state.matches(where))
      expect(actor.getSnapshot().matches(where)).toBe(true)
      actor.send({ type: "option.set", option, on: true })
      chosen.push({ ...(chosen.at(-1) ?? defaultExportOptions), [option]: true })
    }
    expect(kept).toEqual(chosen)
  })

  test("reports progress, pauses when a page fails to load, and resumes on retry", async () => {
    const { actor, log, kept, held, tell, wish } = await running()
    expect(kept).toEqual([{ ...defaultExportOptions, type: true }])
    expect(wish()).toMatchObject({ ...input, kind: "spss", options: { type: true } })
    tell({ type: "export.progress", read: 2, written: 1 })
    const failure: Failure = unreachable
    tell({ type: "export.stuck", failure })
    expect([actor.getSnapshot().value, actor.getSnapshot().context.read]).toEqual([{ exporting: "failed" }, 2])
    // A partly written export is unsaved work, which the end of the session must not discard.
    expect(held).toEqual(["held"])
    actor.send({ type: "export.retry" })
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure, log]).toEqual([
      { exporting: "running" },
      null,
      ["export.retry"],
    ])
    tell({ type: "export.progress", read: 3, written: 2 })
    tell({ type: "export.done", written: 2, count: 3 })
    const { value, context } = actor.getSnapshot()
    expect([value, context.written, context.count, held]).toEqual([{ ready: "completed" }, 2, 3, []])
  })

  test("can be canceled at any time, and starts again from zero", async () => {
    const { actor, log, tell } = await running()
    tell({ type: "export.progress", read: 2, written: 2 })
    actor.send({ type: "export.cancel" })
    expect([actor.getSnapshot().value, log]).toEqual([{ ready: "idle" }, ["stopped"]])
    actor.send({ type: "export.start", kind: "answers" })
    expect([actor.getSnapshot().context.read, actor.getSnapshot().context.written]).toEqual([0, 0])
    tell({ type: "export.stuck", failure: unreachable })
    actor.send({ type: "export.cancel" })
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure]).toEqual([{ ready: "idle" }, null])
  })
})
