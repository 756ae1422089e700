// The chat overview: which rows each list shows, for any operations and any order of responses.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, type InputFrom, SimulatedClock, waitFor } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import { type ListedScript, ScriptId } from "../../domain/script/script.ts"
import { type DeletionAction, getDeletionAction, getListName, statusesByList } from "../../domain/script/script-list.ts"
import { getStatusConsent, Status } from "../../domain/script/status.ts"
import {
  type ChatDeletionToken,
  chatDeletionMachine,
  chatOverviewMachine,
  type DeletedChat,
} from "../../machines/chat/chat-overview-machine.ts"
import { scriptStatusMachine } from "../../machines/chat/script-status-machine.ts"
import { listedScript, targetChanged, unreachable, validationFailed } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const input: InputFrom<typeof chatOverviewMachine> = { community: "demo", list: "active" }
const one = listedScript("one", "preparation")
const two = listedScript("two", "live")
const old = listedScript("old", "deleted")
const events = [
  { type: "list.retry" } as const,
  { type: "add.open" } as const,
  { type: "script.copy", script: one } as const,
  { type: "script.delete", script: one } as const,
  { type: "script.delete", script: old } as const,
  { type: "script.changed", script: { ...two, status: "closed" } } as const,
  { type: "script.changed", script: { ...old, status: "preparation" } } as const,
  // Someone else deleted it.
  { type: "script.changed", script: { ...two, status: "deleted" } } as const,
  { type: "failure.dismiss" } as const,
  doneEvent("list", [one, two]),
  doneEvent("list", [old]),
  errorEvent("list", unreachable),
  doneEvent("copy", { ...one, uuid: ScriptId.make("copy"), name: "copy" }),
  errorEvent("copy", unreachable),
  doneEvent("chatDeletion", null),
  doneEvent("chatDeletion", { script: { ...one, status: "deleted" }, action: "archive" }),
  doneEvent("chatDeletion", { script: old, action: "erase" }),
]

describe("the answer counts, filter and search of the chat overview", () => {
  const all = machineEdges(chatOverviewMachine, {
    input,
    events: [
      { type: "status.filter", only: "live" },
      { type: "status.filter", only: null },
      doneEvent("list", [one, two]),
      doneEvent("answers", { two: 7 }),
      errorEvent("answers", unreachable),
    ],
  })

  test("load the counts independently of the list, which is shown without them if they fail", () => {
    const seen = new Set<unknown>()
    for (const { state, event, next } of all) {
      if (event.type === "xstate.done.actor.answers") expect(next.context.answers).toEqual({ two: 7 })
      else if (event.type === "xstate.error.actor.answers") expect(next.context.answers).toBe("unknown")
      else expect(next.context.answers).toEqual(state.context.answers)
      if (event.type.endsWith("actor.answers")) {
        expect([next.value, next.context.rows, next.context.failure]).toEqual([state.value, state.context.rows, state.context.failure])
        seen.add(next.hasTag("loading"))
      }
    }
    expect(seen).toEqual(new Set([true, false]))
  })

  test("keep the status filter until it is changed", () => {
    for (const { state, event, next } of all)
      expect(next.context.only).toBe(event.type === "status.filter" ? event.only : state.context.only)
  })
})

describe("the chat overview", () => {
  const all = (["active", "archive"] as const).flatMap((list) => machineEdges(chatOverviewMachine, { input: { ...input, list }, events }))
  const uuids = (state: (typeof all)[number]["state"]) => state.context.rows.map(({ script }) => script.uuid)

  test("shows why the list failed to load, and can retry", () => {
    const failures = all.filter(({ state, event }) => state.hasTag("loading") && event.type === "xstate.error.actor.list")
    expect(failures.length).toBeGreaterThan(0)
    for (const { next } of failures) expect([next.hasTag("failed"), next.context.failure?._tag]).toEqual([true, "Unreachable"])
    for (const { state, event, next } of all)
      if (state.hasTag("failed") && event.type === "list.retry")
        expect([next.hasTag("loading"), next.context.failure]).toEqual([true, null])
  })

  test("removes a script whose new status moves it to the other list, and reports the move", () => {
    const changes = all.filter(({ state, event }) => event.type === "script.changed" && uuids(state).includes(event.script.uuid))
    const left = changes.filter(({ state, next }) => uuids(next).length < uuids(state).length)
    expect(left.length).toBeGreaterThan(0)
    for (const { state, event, next } of changes) {
      if (event.type !== "script.changed") continue
      const stays = getListName(event.script.status) === state.context.list
      expect(uuids(next).includes(event.script.uuid)).toBe(stays)
      const kind = event.script.status === "deleted" ? "archived" : "reactivated"
      if (!stays) expect(next.context.notice).toEqual({ kind, name: event.script.name })
    }
  })

  test("[S10] archives a script deleted from the active list, erases one deleted from the archive, and deletes nothing when canceled", () => {
    const ends = all.filter(
      ({ state, event }) => state.matches({ operation: "deleting" }) && event.type === "xstate.done.actor.chatDeletion",
    )
    for (const { state, event, next } of ends) {
      if (!("output" in event)) continue
      const gone = event.output as DeletedChat | null
      const row = state.context.rows.find(({ script }) => script.uuid === gone?.script.uuid)
      expect(uuids(next)).toEqual(uuids(state).filter((uuid) => uuid !== gone?.script.uuid))
      if (row !== undefined)
        expect(next.context.notice).toEqual({ kind: gone?.action === "erase" ? "erased" : "archived", name: row.script.name })
    }
    const kinds = ends.map(({ next }) => next.context.notice?.kind)
    expect([kinds.includes("archived"), kinds.includes("erased")]).toEqual([true, true])
  })

  test("refreshes the list after a canceled deletion: removes rows that someone else deleted, and leaves the others untouched", () => {
    const looking = all.filter(({ state }) => state.matches({ list: { ready: "refreshing" } }))
    const back = all.filter(({ event }) => event.type === "xstate.done.actor.chatDeletion" && "output" in event && event.output === null)
    expect(back.some(({ next }) => next.matches({ list: { ready: "refreshing" } }))).toBe(true)
    let left = 0
    for (const { state, event, next } of looking) {
      if (event.type === "xstate.error.actor.list")
        expect([uuids(next), next.context.failure]).toEqual([uuids(state), state.context.failure])
      if (event.type !== "xstate.done.actor.list" || !("output" in event)) continue
      const there = (event.output as ReadonlyArray<ListedScript>).map(({ uuid }) => uuid)
      expect(uuids(next)).toEqual(uuids(state).filter((uuid) => there.includes(uuid)))
      for (const row of next.context.rows) expect(state.context.rows).toContain(row)
      expect(next.hasTag("loading")).toBe(false)
      left += uuids(state).length - uuids(next).length
    }
    expect(left).toBeGreaterThan(0)
  })

  test("adds a copy to the active list, and shows why a copy failed without changing the list", () => {
    for (const { state, event, next } of all) {
      if (event.type === "xstate.done.actor.copy" && state.hasTag("copying")) {
        const joins = state.matches({ list: "ready" }) && state.context.list === "active"
        expect(uuids(next)).toEqual(joins ? [...new Set([...uuids(state), "copy"])] : uuids(state))
        // A list that is still loading may be older than the copy, so it is requested again.
        expect(next.hasTag("loading")).toBe(state.hasTag("loading"))
      }
      if (event.type === "xstate.error.actor.copy" && state.hasTag("copying"))
        expect([uuids(next), next.context.failure?._tag]).toEqual([uuids(state), "Unreachable"])
    }
  })

  test("requests the list again if it was requested before a copy was finished", async () => {
    const asked: Array<(scripts: ReadonlyArray<ListedScript>) => void> = []
    let finish: (script: ListedScript) => void = () => undefined
    const machine = chatOverviewMachine.provide({
      actors: {
        list: fromPromise(() => new Promise<ReadonlyArray<ListedScript>>((resolve) => void asked.push(resolve))),
        answers: fromPromise(async () => ({})),
        copy: fromPromise(
          () =>
            new Promise<ListedScript>((resolve) => {
              finish = resolve
            }),
        ),
      },
    })
    const actor = createActor(machine, { input }).start()
    actor.send({ type: "script.copy", script: one })
    expect(asked).toHaveLength(1)
    const copy = { ...one, uuid: ScriptId.make("copy") }
    finish(copy)
    await waitFor(actor, (state) => state.matches({ operation: "idle" }))
    // The list that was already loading does not contain the copy.
    asked[0]?.([one])
    asked[1]?.([one, copy])
    await waitFor(actor, (state) => state.matches({ list: "ready" }))
    expect(actor.getSnapshot().context.rows.map(({ script }) => script.uuid)).toEqual(["one", "copy"])
  })

  test("allows one operation at a time", () => {
    for (const { state, event, next } of all)
      if (!state.matches({ operation: "idle" }) && ["add.open", "script.copy", "script.delete"].includes(event.type))
        expect(next.value).toEqual(state.value)
  })
})

type Server = Map<ScriptId, ListedScript>

/** The machine on a server of scripts whose responses arrive when the scheduler lets them. */
const wired = (s: fc.Scheduler, server: Server, fates: Array<Failure | null>) => {
  const failing = () => {
    const failure = fates.shift() ?? null
    if (failure !== null) throw failure
  }
  const put = (script: ListedScript): ListedScript => {
    server.set(script.uuid, script)
    return script
  }
  const at = (uuid: ScriptId): ListedScript => {
    const script = server.get(uuid)
    if (script === undefined) throw unreachable
    return script
  }
  const list = s.scheduleFunction(async (statuses: ReadonlyArray<Status>) => {
    failing()
    return [...server.values()].filter(({ status }) => statuses.includes(status))
  })
  const copy = s.scheduleFunction(async (uuid: ScriptId) => {
    failing()
    return put({ ...at(uuid), uuid: ScriptId.make(`copy ${server.size}`), status: "preparation" })
  })
  const changeStatus = s.scheduleFunction(async (uuid: ScriptId, to: Status) => {
    failing()
    if (getStatusConsent(at(uuid).status, to) === undefined) throw validationFailed("state", "ERROR.STATUS_STEP")
    return put({ ...at(uuid), status: to })
  })
  const look = s.scheduleFunction(async () => {
    failing()
    return { conversations: 1, answered: 1, links: 0, columns: 1, conditions: 0, recalls: 0, actions: 0 }
  })
  const read = s.scheduleFunction(async (uuid: ScriptId) => at(uuid))
  const switchRemoval = s.scheduleFunction(async (uuid: ScriptId, on: boolean) => {
    failing()
    if (at(uuid).status === "deleted") throw validationFailed("deletionState", "ERROR.REMOVAL_DELETED")
    return put({ ...at(uuid), removalProcedure: on })
  })
  const fetchToken = s.scheduleFunction(async (uuid: ScriptId, action: DeletionAction): Promise<ChatDeletionToken> => {
    if (getDeletionAction(at(uuid).status) !== action) throw targetChanged
    return { token: "t", action, answers: 0, files: 0, links: 0 }
  })
  const remove = s.scheduleFunction(async (uuid: ScriptId, { action }: ChatDeletionToken): Promise<DeletedChat> => {
    failing()
    if (getDeletionAction(at(uuid).status) !== action) throw targetChanged
    if (action === "archive") return { script: put({ ...at(uuid), status: "deleted" }), action }
    const script = at(uuid)
    server.delete(uuid)
    return { script, action }
  })
  return chatOverviewMachine.provide({
    actors: {
      list: fromPromise(({ input: { statuses } }) => list(statuses)),
      answers: fromPromise(async () => ({})),
      copy: fromPromise(({ input: { uuid } }) => copy(uuid)),
      scriptStatus: scriptStatusMachine.provide({
        actors: {
          changeStatus: fromPromise(({ input: { uuid, to } }) => changeStatus(uuid, to)),
          computeChangeImpact: fromPromise(() => look()),
          switchRemoval: fromPromise(({ input: { uuid, on } }) => switchRemoval(uuid, on)),
          read: fromPromise(({ input: { uuid } }) => read(uuid)),
        },
      }),
      chatDeletion: chatDeletionMachine.provide({
        actors: {
          fetchToken: fromPromise(({ input: { target } }) => fetchToken(target.uuid, target.action)),
          remove: fromPromise(({ input: { target, token } }) => remove(target.uuid, token)),
        },
      }),
    },
  })
}

const operation = fc.oneof(
  fc.record({ do: fc.constant("pick" as const), row: fc.nat(4), to: fc.constantFrom(...Status.literals) }),
  fc.record({ do: fc.constant("remove" as const), row: fc.nat(4), on: fc.boolean() }),
  fc.record({ do: fc.constant("consent" as const), row: fc.nat(4) }),
  fc.record({ do: fc.constant("copy" as const), row: fc.nat(4) }),
  fc.record({ do: fc.constant("delete" as const), row: fc.nat(4) }),
  fc.record({ do: fc.constant("confirm" as const) }),
  fc.record({ do: fc.constant("retry" as const) }),
)

test("the displayed list matches the server's list row by row, for any operations and any order of responses", () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom("active" as const, "archive" as const),
      fc.array(operation, { maxLength: 12 }),
      fc.array(fc.constantFrom<Failure | null>(null, null, unreachable), { maxLength: 8 }),
      async (s, list, operations, fates) => {
        const server: Server = new Map([one, two, old].map((script) => [script.uuid, script]))
        const actor = createActor(wired(s, server, [...fates]), { input: { ...input, list }, clock: new SimulatedClock() }).start()
        const rows = () => actor.getSnapshot().context.rows
        s.scheduleSequence(
          operations.map((it) => async () => {
            if (it.do === "retry") return actor.send({ type: "list.retry" })
            if (it.do === "confirm") return actor.getSnapshot().children.chatDeletion?.send({ type: "consent.give" })
            const row = rows()[it.row]
            if (row === undefined) return
            if (it.do === "copy") return actor.send({ type: "script.copy", script: row.script })
            if (it.do === "delete") return actor.send({ type: "script.delete", script: row.script })
            if (it.do === "remove") return row.status.send({ type: "removal.switch", on: it.on })
            if (it.do === "consent") return row.status.send({ type: "consent.give" })
            row.status.send({ type: "status.pick", to: it.to })
          }),
        )
        await s.waitIdle()
        const state = await waitFor(actor, (it) => !it.hasTag("loading"))
        if (state.hasTag("failed")) {
          expect(rows()).toEqual([])
          return
        }
        const shown = rows().map(({ script }) => script)
        expect(shown.toSorted(byId)).toEqual(
          [...server.values()].filter(({ status }) => statusesByList[list].some((it) => it === status)).toSorted(byId),
        )
        for (const { script, status } of rows()) expect(status.getSnapshot().context.script).toEqual(script)
      },
    ),
  ))

const byId = (a: ListedScript, b: ListedScript) => a.uuid.localeCompare(b.uuid)
