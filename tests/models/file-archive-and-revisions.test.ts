// The file archive of a chat, its revisions and its transport: every transition, and the polling interval.
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate"
import { type Script, ScriptId } from "../../domain/script/script.ts"
import { transportMachine } from "../../machines/chat/chat-details-machine.ts"
import { type ArchiveStatus, fileArchiveMachine } from "../../machines/chat/file-archive-machine.ts"
import { type RevisionComparison, revisionsMachine } from "../../machines/chat/revisions-machine.ts"
import { listedScript, unreachable, validationFailed } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const chat = { community: "demo", uuid: ScriptId.make("chat") }

describe("file archive", () => {
  const answers: ReadonlyArray<ArchiveStatus> = [
    { result: "notFound" },
    { result: "filesNotFound" },
    { result: false },
    { result: true, parts: 2 },
  ]
  const all = machineEdges(fileArchiveMachine, {
    input: chat,
    events: [
      { type: "files.request" },
      { type: "files.download" },
      { type: "files.retry" },
      ...["look", "ask", "watch", "confirm"].flatMap((port) => [
        ...answers.map((answer) => doneEvent(port, answer)),
        errorEvent(port, unreachable),
      ]),
      doneEvent("download", undefined),
      errorEvent("download", unreachable),
    ],
  })
  const become = { notFound: "notRequested", filesNotFound: "empty", false: "building", true: "ready" } as const

  test("has the status that the server reports, whichever request it answers: not requested, empty, building or ready", () => {
    const told = all.filter(({ event }) => event.type.startsWith("xstate.done.actor.") && event.type !== "xstate.done.actor.download")
    const seen = new Set<string>()
    for (const { state, event, next } of told) {
      if (!("output" in event) || JSON.stringify(state.value) === JSON.stringify(next.value)) continue
      const archive = event.output as ArchiveStatus
      const isDownloaded = state.matches("confirming") && archive.result === true
      expect(next.matches(isDownloaded ? "downloading" : become[`${archive.result}`])).toBe(true)
      seen.add(`${archive.result}`)
    }
    expect(seen).toEqual(new Set(Object.keys(become)))
  })

  test("is downloaded only when it is ready and the server confirms that, and can be requested again afterwards", () => {
    const comes = { ready: 0, confirmed: 0 }
    for (const { state, event, next } of all) {
      if (state.matches("ready")) expect(next.value).toBe(event.type === "files.download" ? "confirming" : "ready")
      if (next.matches("confirming") && !state.matches("confirming")) {
        expect(state.value).toBe("ready")
        comes.ready++
      }
      if (next.matches("downloading") && !state.matches("downloading")) {
        expect([state.value, event.type]).toEqual(["confirming", "xstate.done.actor.confirm"])
        expect(next.context.archive).toEqual({ result: true, parts: 2 })
        comes.confirmed++
      }
      if (event.type === "xstate.done.actor.download" && state.matches("downloading")) expect(next.value).toBe("notRequested")
    }
    expect(comes.ready).toBeGreaterThan(0)
    expect(comes.confirmed).toBeGreaterThan(0)
  })

  test("stays ready and shows the failure if the check before the download fails", () => {
    const refusedThere = all.filter(({ state, event }) => state.matches("confirming") && event.type === "xstate.error.actor.confirm")
    expect(refusedThere.length).toBeGreaterThan(0)
    for (const { next } of refusedThere) {
      expect(next.value).toBe("ready")
      expect(next.context.failure).toBe(unreachable)
    }
  })

  test("shows the failure if a request fails, and a retry checks its status again", () => {
    for (const { state, event, next } of all) {
      if (event.type.startsWith("xstate.error.") && next.matches("failed") && !state.matches("failed"))
        expect(next.context.failure).toBe(unreachable)
      if (state.matches("failed")) expect(next.value).toBe(event.type === "files.retry" ? "checking" : "failed")
      if (!next.matches("failed") && !next.matches("ready")) expect(next.context.failure).toBe(null)
    }
  })

  test("polls its status every 2.5 s while it is built, without requesting it again", async () => {
    const clock = new SimulatedClock()
    const asked: Array<boolean> = []
    const fetched: Array<number> = []
    const coming: Array<ArchiveStatus> = [
      { result: "notFound" },
      { result: false },
      { result: false },
      { result: true, parts: 1 },
      { result: true, parts: 3 },
    ]
    const machine = fileArchiveMachine.provide({
      actors: {
        request: fromPromise(async ({ input: { silent } }) => {
          asked.push(silent)
          return coming.shift() ?? { result: "notFound" }
        }),
        download: fromPromise(async ({ input: { parts } }): Promise<void> => void fetched.push(parts)),
      },
    })
    const actor = createActor(machine, { input: chat, clock }).start()
    await waitFor(actor, (state) => state.matches("notRequested"))
    actor.send({ type: "files.request" })
    const waiting = () => waitFor(actor, (state) => state.matches({ building: "waiting" }))
    await waiting()
    expect(asked).toEqual([true, false])
    clock.increment(2499)
    expect(asked).toHaveLength(2)
    clock.increment(1)
    await waiting()
    clock.increment(2500)
    await waitFor(actor, (state) => state.matches("ready"))
    expect(asked).toEqual([true, false, true, true])
    actor.send({ type: "files.download" })
    await waitFor(actor, (state) => state.matches("notRequested"))
    // The number of parts comes from the check before the download.
    expect(fetched).toEqual([3])
  })
})

describe("revisions of a script", () => {
  const now: Script = { ...listedScript("chat", "preparation"), instructions: [] }
  const { name, public_name, language } = now
  const earlier = { name, public_name, language, instructions: [] }
  const look = (over: Partial<RevisionComparison> = {}): RevisionComparison => ({
    revision: 1,
    now,
    earlier: { ...earlier, name: "before" },
    ...over,
  })
  const page = (first: number) => ({
    items: [{ revision: first, savedAt: "2026-01-01T00:00:00Z", savedBy: "ada", name: "a", instructions: 0 }],
    total: 2,
  })
  const all = machineEdges(revisionsMachine.provide({ actions: { notifyParent: () => undefined } }), {
    input: chat,
    events: [
      { type: "revisions.open" },
      { type: "revisions.more" },
      { type: "revisions.retry" },
      { type: "revision.inspect", revision: 1 },
      { type: "revision.close" },
      { type: "revision.restore" },
      doneEvent("list", page(2)),
      errorEvent("list", unreachable),
      doneEvent("compareRevision", look()),
      doneEvent("compareRevision", look({ earlier })),
      doneEvent("compareRevision", look({ now: { ...now, status: "live" } })),
      errorEvent("compareRevision", unreachable),
      doneEvent("restore", now),
      errorEvent("restore", validationFailed("name", "locked")),
    ],
  })

  test("are loaded on request, and the next page only if there is one", () => {
    for (const { state, event, next } of all) {
      if (state.matches("closed")) expect(next.value).toBe(event.type === "revisions.open" ? "loading" : "closed")
      if (state.matches("ready") && event.type === "revisions.more") expect(next.value).toBe(state.context.hasMore ? "loading" : "ready")
      if (state.matches("loading") && event.type === "xstate.error.actor.list")
        expect([next.value, next.context.versions]).toEqual(["failed", state.context.versions])
    }
  })

  test("are each listed once, even if someone saves between two pages", () => {
    const [saved] = page(1).items
    if (saved === undefined) throw new Error("a page without a version")
    const of = (...revisions: ReadonlyArray<number>) =>
      doneEvent("list", { items: revisions.map((revision) => ({ ...saved, revision })), total: 4 })
    const paged = machineEdges(revisionsMachine, {
      input: chat,
      events: [{ type: "revisions.open" }, { type: "revisions.more" }, of(3, 2), of(2, 1)],
    })
    const lists = paged.map(({ next }) => next.context.versions.map(({ revision }) => revision))
    expect(lists).toContainEqual([3, 2, 1])
    for (const list of lists) expect(list).toEqual([...new Set(list)])
    // The list ends with revision 1, although it lacks the newest revision.
    const ended = paged.filter(({ state }) => state.matches("ready") && state.context.versions.length === 3)
    expect(ended.length).toBeGreaterThan(0)
    for (const { next } of ended) expect(next.matches("loading")).toBe(false)
  })

  test("[V5] can be restored only after inspection, and only if they differ from the script and its status allows it", () => {
    const restored = all.filter(({ state, next }) => !state.matches("restoring") && next.matches("restoring"))
    expect(restored.length).toBeGreaterThan(0)
    for (const { state, event } of restored) {
      expect([event.type, state.value, state.context.comparison?.earlier.name]).toEqual(["revision.restore", "inspecting", "before"])
      expect(state.context.comparison?.now.status).toBe("preparation")
    }
  })

  test("are reloaded with a notice after one was restored; a refusal is shown in the inspection", () => {
    for (const { state, event, next } of all) {
      if (!state.matches("restoring")) continue
      if (event.type === "xstate.done.actor.restore")
        expect([next.value, next.context.restored, next.context.versions]).toEqual(["loading", 1, []])
      if (event.type === "xstate.error.actor.restore")
        expect([next.value, next.context.failure?._tag, next.context.comparison]).toEqual([
          "inspecting",
          "ValidationFailed",
          state.context.comparison,
        ])
    }
  })
})

test("shows the picked transport immediately, and reverts to the saved one with the reason if saving fails", () => {
  const all = machineEdges(transportMachine.provide({ actions: { notifyParent: () => undefined } }), {
    input: { ...chat, transport: "statistics" },
    events: [
      { type: "transport.pick", transport: null },
      { type: "transport.pick", transport: "statistics-tertiary" },
      doneEvent("saveTransport", listedScript("chat", "preparation")),
      errorEvent("saveTransport", unreachable),
    ],
  })
  for (const { state, event, next } of all) {
    if (event.type === "transport.pick" && state.matches("idle"))
      expect([next.value, next.context.picked, next.context.failure]).toEqual(["saving", event.transport, null])
    if (!state.matches("saving")) continue
    if (event.type === "xstate.done.actor.saveTransport")
      expect([next.value, next.context.saved, next.context.picked]).toEqual(["idle", state.context.picked, state.context.picked])
    else if (event.type === "xstate.error.actor.saveTransport")
      expect([next.value, next.context.picked, next.context.failure]).toEqual(["idle", state.context.saved, unreachable])
    else expect(next.context.picked).toBe(state.context.picked)
  }
  expect(all.some(({ state }) => state.matches("saving") && state.context.saved !== "statistics")).toBe(true)
})
