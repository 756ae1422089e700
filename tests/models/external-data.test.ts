// External data of a chat, and the connections that its steps can use: loading, editing and saving.
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, waitFor } from "xstate"
import type { ListedConnection } from "../../domain/connections/connection.ts"
import type { DataPoint } from "../../domain/connections/data-point.ts"
import { ScriptId } from "../../domain/script/script.ts"
import {
  type AvailableConnections,
  availableConnectionsMachine,
  externalDataMachine,
  type LoadedExternalData,
  rowProblems,
} from "../../machines/editor/external-data-machines.ts"
import { unreachable } from "./console-fixtures.ts"
import { doneEvent, errorEvent, machineEdges } from "./machine-edges.ts"

const connection: ListedConnection = { id: "c", name: "People", platform: 4, data: { externalKey: "k" }, isAuthorized: true, refusal: null }
const city: DataPoint = { selectedConnection: "c", valueSource: "city", dataSelector: "person.city" }

describe("external data", () => {
  const started = (
    found: () => Promise<LoadedExternalData>,
    save: (rows: ReadonlyArray<DataPoint>) => Promise<"ok"> = async () => "ok",
  ) => {
    const told: Array<string> = []
    const known: Array<ReadonlyArray<DataPoint>> = []
    const actor = createActor(
      externalDataMachine.provide({
        actors: { find: fromPromise(found), save: fromPromise(({ input }) => save(input.rows)) },
        actions: { showNoConnection: () => told.push("no connection"), showNothingFound: () => told.push("nothing") },
      }),
      { input: { community: "demo", uuid: ScriptId.make("chat"), known: (points) => known.push(points) } },
    ).start()
    const settled = async () => {
      await waitFor(actor, (state) => !state.matches("loading") && !state.matches("saving"))
      return actor.getSnapshot()
    }
    const opened = async () => {
      actor.send({ type: "data.open" })
      return settled()
    }
    const points = () => actor.getSnapshot().context.rows.map(({ point }) => point)
    return { actor, told, known, settled, opened, points }
  }

  test("closes immediately without a connection, and says why", async () => {
    const { opened, told } = started(async () => ({ connections: [], points: [city] }))
    expect([(await opened()).value, told]).toEqual(["closed", ["no connection"]])
  })

  test("says so if there is none yet, and offers a first row", async () => {
    const { opened, told, known, points } = started(async () => ({ connections: [connection], points: [] }))
    expect([(await opened()).value, told, known]).toEqual(["editing", ["nothing"], [[]]])
    expect(points()).toEqual([{ selectedConnection: "c", valueSource: "", dataSelector: "" }])
  })

  test("shows the saved rows, lets rows be added, edited and removed, and closes after a valid save", async () => {
    const saved: Array<ReadonlyArray<DataPoint>> = []
    const { actor, opened, settled, told, known, points } = started(
      async () => ({ connections: [connection], points: [city] }),
      async (rows) => {
        saved.push(rows)
        return "ok"
      },
    )
    expect([(await opened()).value, told, known, points()]).toEqual(["editing", [], [[city]], [city]])
    actor.send({ type: "row.add" })
    actor.send({ type: "row.add" })
    const [first, second, third] = actor.getSnapshot().context.rows.map(({ key }) => key)
    expect(new Set([first, second, third]).size).toBe(3)
    actor.send({ type: "row.update", key: second ?? 0, change: { valueSource: "street" } })
    expect(rowProblems(actor.getSnapshot().context)).toEqual([{ key: second, field: "dataSelector" }])
    actor.send({ type: "data.save" })
    expect(actor.getSnapshot().value).toBe("editing")
    actor.send({ type: "row.update", key: second ?? 0, change: { dataSelector: "$.street" } })
    actor.send({ type: "row.remove", key: first ?? 0 })
    actor.send({ type: "data.save" })
    expect((await settled()).value).toBe("closed")
    const street = { selectedConnection: "c", valueSource: "street", dataSelector: "$.street" }
    expect([saved, known]).toEqual([[[street]], [[city], [street]]])
  })

  test("keeps the rows and shows why a save failed, and drops changes only after confirmation", async () => {
    const { actor, opened, settled, points } = started(
      async () => ({ connections: [connection], points: [city] }),
      () => Promise.reject(unreachable),
    )
    await opened()
    const [key = 0] = actor.getSnapshot().context.rows.map((row) => row.key)
    actor.send({ type: "row.update", key, change: { valueSource: "town" } })
    actor.send({ type: "data.save" })
    const refused = await settled()
    expect([refused.value, refused.context.failure, points()]).toEqual(["editing", unreachable, [{ ...city, valueSource: "town" }]])
    actor.send({ type: "data.close" })
    expect(actor.getSnapshot().hasTag("confirming-close")).toBe(true)
    actor.send({ type: "close.cancel" })
    expect(points()).toEqual([{ ...city, valueSource: "town" }])
    actor.send({ type: "data.close" })
    actor.send({ type: "close.confirm" })
    expect([(await opened()).value, points()]).toEqual(["editing", [city]])
    actor.send({ type: "data.close" })
    expect(actor.getSnapshot().value).toBe("closed")
  })

  test("shows why it could not be loaded, and can be retried", async () => {
    let tries = 0
    const { actor, opened, settled } = started(() =>
      tries++ === 0 ? Promise.reject(unreachable) : Promise.resolve({ connections: [connection], points: [city] }),
    )
    const broken = await opened()
    expect([broken.value, broken.context.failure]).toEqual(["failed", unreachable])
    actor.send({ type: "data.retry" })
    const next = await settled()
    expect([next.value, next.context.failure]).toEqual(["editing", null])
  })
})

describe("available connections", () => {
  const some: AvailableConnections = { connections: [connection], mappers: ["default"] }
  const none: AvailableConnections = { connections: [], mappers: ["default"] }
  let told = 0
  const all = machineEdges(availableConnectionsMachine.provide({ actions: { showNoConnections: () => void told++ } }), {
    input: { community: "demo" },
    events: [
      { type: "connections.retry" },
      doneEvent("listConnections", some),
      doneEvent("listConnections", none),
      errorEvent("listConnections", unreachable),
    ],
  })

  test("are loaded, and can be loaded again after a failure or if there were none", () => {
    for (const { state, event, next } of all) {
      if (state.matches("reading") && event.type === "xstate.done.actor.listConnections" && "output" in event)
        expect([next.value, next.context.connections]).toEqual(
          event.output === some ? ["loaded", some.connections] : ["empty", none.connections],
        )
      if (state.matches("reading") && event.type === "xstate.error.actor.listConnections")
        expect([next.value, next.context.failure]).toEqual(["failed", unreachable])
      if (event.type === "connections.retry")
        expect(next.value).toBe(state.matches("empty") || state.matches("failed") ? "reading" : state.value)
    }
  })

  test("are reported once if there are none", async () => {
    told = 0
    const machine = availableConnectionsMachine.provide({
      actors: { listConnections: fromPromise(async () => none) },
      actions: { showNoConnections: () => void told++ },
    })
    const actor = createActor(machine, { input: { community: "demo" } }).start()
    await waitFor(actor, (state) => state.hasTag("empty"))
    expect(told).toBe(1)
  })
})
