// What is kept of a chat beside its answers: the archive of files, its versions, its transport. Every edge, and the pauses.
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate"
import { type Script, ScriptId } from "../../domain/script/script.ts"
import { transportMachine } from "../../machines/chat/chat-details-machine.ts"
import { type ArchiveStatus, fileArchiveMachine } from "../../machines/chat/file-archive-machine.ts"
import { type RevisionComparison, revisionsMachine } from "../../machines/chat/revisions-machine.ts"
import { listedScript, refused, unreachable } from "./console-stand-ins.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const chat = { community: "demo", uuid: ScriptId.make("chat") }

describe("the archive of files", () => {
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

  test("is what the server says of it, whoever asked: not there, nothing to put in, being made, ready", () => {
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

  test("is downloaded only when it is ready, and the server says that it still is; and is asked for anew after that", () => {
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

  test("where the server cannot be asked before the download that is told, and the archive stays to be downloaded", () => {
    const refusedThere = all.filter(({ state, event }) => state.matches("confirming") && event.type === "xstate.error.actor.confirm")
    expect(refusedThere.length).toBeGreaterThan(0)
    for (const { next } of refusedThere) {
      expect(next.value).toBe("ready")
      expect(next.context.failure).toBe(unreachable)
    }
  })

  test("where the server cannot be asked that is told, and tried again from the start", () => {
    for (const { state, event, next } of all) {
      if (event.type.startsWith("xstate.error.") && next.matches("failed") && !state.matches("failed"))
        expect(next.context.failure).toBe(unreachable)
      if (state.matches("failed")) expect(next.value).toBe(event.type === "files.retry" ? "checking" : "failed")
      if (!next.matches("failed") && !next.matches("ready")) expect(next.context.failure).toBe(null)
    }
  })

  test("while it is made, it is looked for every 2.5 s, silently", async () => {
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
    // In as many parts as the server says that it has now.
    expect(fetched).toEqual([3])
  })
})

describe("the versions of a script", () => {
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
      errorEvent("restore", refused("name", "locked")),
    ],
  })

  test("come when they are asked for, and more only as long as there are more", () => {
    for (const { state, event, next } of all) {
      if (state.matches("closed")) expect(next.value).toBe(event.type === "revisions.open" ? "loading" : "closed")
      if (state.matches("ready") && event.type === "revisions.more") expect(next.value).toBe(state.context.hasMore ? "loading" : "ready")
      if (state.matches("loading") && event.type === "xstate.error.actor.list")
        expect([next.value, next.context.versions]).toEqual(["failed", state.context.versions])
    }
  })

  test("each is listed once, also where somebody saves between two pages", () => {
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
    // The page that ends the list ends it, though the newest version is not in it.
    const ended = paged.filter(({ state }) => state.matches("ready") && state.context.versions.length === 3)
    expect(ended.length).toBeGreaterThan(0)
    for (const { next } of ended) expect(next.matches("loading")).toBe(false)
  })

  test("[V5] one is restored only after a look at it, and only where it may be", () => {
    const restored = all.filter(({ state, next }) => !state.matches("restoring") && next.matches("restoring"))
    expect(restored.length).toBeGreaterThan(0)
    for (const { state, event } of restored) {
      expect([event.type, state.value, state.context.look?.earlier.name]).toEqual(["revision.restore", "inspecting", "before"])
      expect(state.context.look?.now.status).toBe("preparation")
    }
  })

  test("a restored one is told, and the list is read anew; a refusal is told where it was looked at", () => {
    for (const { state, event, next } of all) {
      if (!state.matches("restoring")) continue
      if (event.type === "xstate.done.actor.restore")
        expect([next.value, next.context.restored, next.context.versions]).toEqual(["loading", 1, []])
      if (event.type === "xstate.error.actor.restore")
        expect([next.value, next.context.failure?._tag, next.context.look]).toEqual(["inspecting", "Refused", state.context.look])
    }
  })
})

test("a transport is shown as picked, and put back where the server refuses it, with the reason", () => {
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
