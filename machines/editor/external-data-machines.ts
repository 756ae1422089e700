// [O6, O8] The external data of a script, and the connections and mappers that its steps can use.
import { type ActorRefFrom, assign, setup } from "xstate"
import type { ListedConnection } from "../../domain/connections/connection.ts"
import { type DataPoint, dataPointProblems, isStarted } from "../../domain/connections/data-point.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { deepEqual } from "../../domain/json/json-value.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"

/** A row of the form; its key stays the same when other rows are added or removed. */
export type DataRow = { readonly key: number; readonly point: DataPoint }
/** The connections of the community and the stored data points. */
export type LoadedExternalData = { readonly connections: ReadonlyArray<ListedConnection>; readonly points: ReadonlyArray<DataPoint> }

type Input = {
  /** The slug of the community. */
  readonly community: string
  readonly uuid: ScriptId
  /** Receives the data points when they were loaded or saved. */
  readonly known: (points: ReadonlyArray<DataPoint>) => void
}
type Context = Input & {
  readonly connections: ReadonlyArray<ListedConnection>
  readonly before: ReadonlyArray<DataPoint>
  readonly rows: ReadonlyArray<DataRow>
  readonly next: number
  readonly failure: Failure | null
}

/** Loads, edits and saves the data points of a script. */
export const externalDataMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Context,
    events: {} as
      | { readonly type: "data.open" }
      | { readonly type: "data.retry" }
      | { readonly type: "row.add" }
      | { readonly type: "row.remove"; readonly key: number }
      | { readonly type: "row.update"; readonly key: number; readonly change: Partial<DataPoint> }
      | { readonly type: "data.save" }
      | { readonly type: "data.close" }
      | { readonly type: "close.confirm" }
      | { readonly type: "close.cancel" },
    children: {} as { find: "find"; save: "save" },
    tags: {} as "open" | "confirming-close" | "busy",
  },
  actors: {
    find: port<LoadedExternalData, Pick<Input, "community" | "uuid">>("find"),
    save: port<"ok", Pick<Input, "uuid"> & { readonly rows: ReadonlyArray<DataPoint> }>("save"),
  },
  actions: {
    storeLoaded: assign(({ context }, { connections, points }: LoadedExternalData) => {
      // Without data points, show one empty row to fill in.
      const shown = points.length === 0 ? [emptyPoint(connections)] : points
      return {
        connections,
        before: points,
        rows: shown.map((point, index) => ({ key: context.next + index, point })),
        next: context.next + shown.length,
        failure: null,
      }
    }),
    add: assign(({ context: { rows, next, connections } }) => ({
      rows: [...rows, { key: next, point: emptyPoint(connections) }],
      next: next + 1,
    })),
    remove: assign({ rows: ({ context: { rows } }, key: number) => rows.filter((row) => row.key !== key) }),
    updateRow: assign({
      rows: ({ context: { rows } }, { key, change }: { readonly key: number; readonly change: Partial<DataPoint> }) =>
        rows.map((row) => (row.key === key ? { key, point: { ...row.point, ...change } } : row)),
    }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    notifySaved: ({ context }) => context.known(enteredPoints(context)),
    notifyLoaded: (_, { points, known }: LoadedExternalData & Pick<Input, "known">) => known(points),
    /** Briefly shows that there is no connection. */
    showNoConnection: () => {
      throw new Error('port "showNoConnection" is not wired')
    },
    /** Briefly shows that the script has no external data yet. */
    showNothingFound: () => {
      throw new Error('port "showNothingFound" is not wired')
    },
  },
  guards: {
    hasNoConnection: (_, { connections }: LoadedExternalData) => connections.length === 0,
    isEmpty: (_, { points }: LoadedExternalData) => points.length === 0,
    isValid: ({ context }) => rowProblems(context).length === 0,
    isChanged: ({ context }) => isChanged(context),
  },
}).createMachine({
  id: "external data",
  context: ({ input }) => ({ ...input, connections: [], before: [], rows: [], next: 1, failure: null }),
  initial: "closed",
  states: {
    closed: { on: { "data.open": "loading" } },
    loading: {
      tags: "open",
      entry: "clearFailure",
      on: { "data.close": "closed" },
      invoke: {
        id: "find",
        src: "find",
        input: ({ context: { community, uuid } }) => ({ community, uuid }),
        onDone: [
          { guard: { type: "hasNoConnection", params: ({ event }) => event.output }, target: "closed", actions: "showNoConnection" },
          {
            guard: { type: "isEmpty", params: ({ event }) => event.output },
            target: "editing",
            actions: [
              { type: "storeLoaded", params: ({ event }) => event.output },
              { type: "notifyLoaded", params: ({ event, context: { known } }) => ({ ...event.output, known }) },
              "showNothingFound",
            ],
          },
          {
            target: "editing",
            actions: [
              { type: "storeLoaded", params: ({ event }) => event.output },
              { type: "notifyLoaded", params: ({ event, context: { known } }) => ({ ...event.output, known }) },
            ],
          },
        ],
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { tags: "open", on: { "data.retry": "loading", "data.close": "closed" } },
    editing: {
      tags: "open",
      on: {
        "row.add": { actions: "add" },
        "row.remove": { actions: { type: "remove", params: ({ event }) => event.key } },
        "row.update": { actions: { type: "updateRow", params: ({ event }) => event } },
        "data.save": { guard: "isValid", target: "saving", actions: "clearFailure" },
        "data.close": [{ guard: "isChanged", target: "confirmingClose" }, { target: "closed" }],
      },
    },
    /** The changes would be lost. */
    confirmingClose: { tags: ["open", "confirming-close"], on: { "close.confirm": "closed", "close.cancel": "editing" } },
    saving: {
      tags: ["open", "busy"],
      invoke: {
        id: "save",
        src: "save",
        input: ({ context }) => ({ uuid: context.uuid, rows: enteredPoints(context) }),
        onDone: { target: "closed", actions: "notifySaved" },
        onError: { target: "editing", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})
export type ExternalDataActor = ActorRefFrom<typeof externalDataMachine>

const emptyPoint = (connections: ReadonlyArray<ListedConnection>): DataPoint => ({
  selectedConnection: connections[0]?.id ?? "",
  valueSource: "",
  dataSelector: "",
})

/** The data points to save: rows with any input. */
const enteredPoints = ({ rows }: Pick<Context, "rows">): ReadonlyArray<DataPoint> =>
  rows.flatMap(({ point }) => (isStarted(point) ? [point] : []))

const isChanged = (context: Pick<Context, "rows" | "before">): boolean => !deepEqual(enteredPoints(context), context.before)

/** Returns the problems that block saving, each with the key of its row and the field. */
export const rowProblems = ({
  rows,
  connections,
}: Pick<Context, "rows" | "connections">): ReadonlyArray<{ readonly key: number; readonly field: keyof DataPoint | null }> => {
  const startedRows = rows.filter(({ point }) => isStarted(point))
  const connectionIds = new Set(connections.map(({ id }) => id))
  return dataPointProblems(
    startedRows.map(({ point }) => point),
    connectionIds,
  ).map(({ field }) => {
    const [index = "", name = ""] = field.split(".")
    return { key: startedRows[Number(index)]?.key ?? 0, field: fields.find((known) => known === name) ?? null }
  })
}

const fields = ["selectedConnection", "valueSource", "dataSelector"] as const satisfies ReadonlyArray<keyof DataPoint>

/** The connections and mappers that a step can use. */
export type AvailableConnections = { readonly connections: ReadonlyArray<ListedConnection>; readonly mappers: ReadonlyArray<string> }

/** Loads the connections of a community; if there are none, a message says so. */
export const availableConnectionsMachine = setup({
  types: {
    /** The slug of the community. */
    input: {} as { readonly community: string },
    context: {} as AvailableConnections & { readonly community: string; readonly failure: Failure | null },
    events: {} as { readonly type: "connections.retry" },
    tags: {} as "empty",
  },
  actors: { listConnections: port<AvailableConnections, { readonly community: string }>("listConnections") },
  actions: {
    storeConnections: assign((_, { connections, mappers }: AvailableConnections) => ({ connections, mappers, failure: null })),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    /** Briefly shows that there is no connection. */
    showNoConnections: () => {
      throw new Error('port "showNoConnections" is not wired')
    },
  },
  guards: { isEmpty: (_, { connections }: AvailableConnections) => connections.length === 0 },
}).createMachine({
  id: "connections at hand",
  context: ({ input: { community } }) => ({ community, connections: [], mappers: [], failure: null }),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "listConnections",
        src: "listConnections",
        input: ({ context: { community } }) => ({ community }),
        onDone: [
          {
            guard: { type: "isEmpty", params: ({ event }) => event.output },
            target: "empty",
            actions: [{ type: "storeConnections", params: ({ event }) => event.output }, "showNoConnections"],
          },
          { target: "loaded", actions: { type: "storeConnections", params: ({ event }) => event.output } },
        ],
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    loaded: {},
    empty: { tags: "empty", on: { "connections.retry": "reading" } },
    failed: { on: { "connections.retry": "reading" } },
  },
})
