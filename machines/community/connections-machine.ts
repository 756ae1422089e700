// [O3, O4, O9] A community's connections: list, add, edit, test, delete.
import { type ActorRefFrom, assign, setup } from "xstate"
import type { DeliveryAttempt } from "../../domain/actions/delivery.ts"
import type { ListedConnection } from "../../domain/connections/connection.ts"
import { connectionFormFields, connectionFormViolations } from "../../domain/connections/connection-form.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { formMachine } from "../form-machine.ts"
import { port } from "../ports.ts"

/** The fact is the connection before the edit, null for a new one. `id` is blank for a new one, `community` is the slug. */
export const connectionFormMachine = formMachine<ListedConnection, ListedConnection | null>({
  id: "connection form",
  emptyValues: { id: "", community: "", ...connectionFormFields(null) },
  violations: connectionFormViolations,
})

/** The last change to a connection, shown above the list. */
export type ConnectionNotice = { readonly change: "added" | "changed" | "deleted"; readonly name: string }

/** [O9] A test of a connection: its attempt, or the failure of the request; both null while the test runs. */
export type ConnectionTest = {
  readonly connection: ListedConnection
  readonly attempt: DeliveryAttempt | null
  readonly failure: Failure | null
}

/** Lists the connections, with one at a time open for editing, testing or deletion. */
export const connectionsMachine = setup({
  types: {
    /** The slug of the community. */
    input: {} as { readonly slug: string },
    context: {} as {
      readonly slug: string
      readonly connections: ReadonlyArray<ListedConnection>
      /** The connection that is edited or deleted; null: a new one. */
      readonly chosen: ListedConnection | null
      readonly notice: ConnectionNotice | null
      readonly trial: ConnectionTest | null
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "list.retry" }
      | { readonly type: "connection.add" }
      | { readonly type: "connection.edit"; readonly connection: ListedConnection }
      | { readonly type: "connection.delete"; readonly connection: ListedConnection }
      | { readonly type: "connection.test"; readonly connection: ListedConnection }
      | { readonly type: "test.dismiss" }
      | { readonly type: "consent.give" }
      | { readonly type: "consent.refuse" },
    children: {} as { list: "list"; form: "form"; remove: "remove"; testConnection: "testConnection" },
    /** confirming-deletion: asks whether to delete the chosen connection. */
    tags: {} as "confirming-deletion" | "busy" | "testing",
  },
  actors: {
    list: port<ReadonlyArray<ListedConnection>, { readonly slug: string }>("list"),
    form: connectionFormMachine,
    /** Fails if the connection has been renamed since it was shown. */
    remove: port<object, { readonly id: string; readonly name: string }>("remove"),
    /** Calls the connection once and returns the attempt. */
    testConnection: port<DeliveryAttempt, { readonly id: string }>("testConnection"),
  },
  actions: {
    storeConnections: assign({ connections: (_, connections: ReadonlyArray<ListedConnection>) => connections, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    choose: assign({ chosen: (_, chosen: ListedConnection | null) => chosen, notice: null, trial: null, failure: null }),
    begin: assign((_, connection: ListedConnection) => ({
      notice: null,
      failure: null,
      trial: { connection, attempt: null, failure: null },
    })),
    storeTestAttempt: assign({ trial: ({ context: { trial } }, attempt: DeliveryAttempt) => trial && { ...trial, attempt } }),
    storeTestFailure: assign({ trial: ({ context: { trial } }, failure: Failure) => trial && { ...trial, failure } }),
    clearTest: assign({ trial: null }),
    applySaved: assign(({ context: { chosen, connections } }, saved: ListedConnection | null) =>
      saved === null
        ? {}
        : {
            connections: connections.some(({ id }) => id === saved.id)
              ? connections.map((connection) => (connection.id === saved.id ? saved : connection))
              : [...connections, saved],
            notice: { change: chosen === null ? ("added" as const) : ("changed" as const), name: saved.name },
          },
    ),
    drop: assign(({ context: { chosen, connections } }) => ({
      connections: connections.filter(({ id }) => id !== chosen?.id),
      notice: chosen && { change: "deleted" as const, name: chosen.name },
      failure: null,
    })),
  },
  guards: {
    hasFailed: ({ context }) => context.failure !== null,
    isMissing: (_, failure: Failure) => failure._tag === "NotFound",
  },
}).createMachine({
  id: "connections",
  context: ({ input }) => ({ ...input, connections: [], chosen: null, notice: null, trial: null, failure: null }),
  initial: "loading",
  states: {
    loading: {
      invoke: {
        id: "list",
        src: "list",
        input: ({ context: { slug } }) => ({ slug }),
        onDone: { target: "ready", actions: { type: "storeConnections", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "list.retry": "loading" } },
    ready: {
      on: {
        "connection.add": { target: "editing", actions: { type: "choose", params: null } },
        "connection.edit": { target: "editing", actions: { type: "choose", params: ({ event }) => event.connection } },
        "connection.delete": { target: "confirmingDeletion", actions: { type: "choose", params: ({ event }) => event.connection } },
        "connection.test": { target: "testing", actions: { type: "begin", params: ({ event }) => event.connection } },
        "test.dismiss": { actions: "clearTest" },
      },
    },
    testing: {
      tags: "testing",
      invoke: {
        id: "testConnection",
        src: "testConnection",
        input: ({ context: { trial } }) => ({ id: trial?.connection.id ?? "" }),
        onDone: { target: "ready", actions: { type: "storeTestAttempt", params: ({ event }) => event.output } },
        onError: { target: "ready", actions: { type: "storeTestFailure", params: ({ event }) => asFailure(event.error) } },
      },
    },
    editing: {
      invoke: {
        id: "form",
        src: "form",
        input: ({ context: { slug, chosen } }) => ({
          initialValues: { ...connectionFormFields(chosen), id: chosen?.id ?? "", community: slug },
          facts: chosen,
        }),
        onDone: { target: "ready", actions: { type: "applySaved", params: ({ event }) => event.output } },
      },
    },
    confirmingDeletion: {
      tags: "confirming-deletion",
      on: {
        "consent.give": "removing",
        // After a refusal, the list may show an earlier name.
        "consent.refuse": [{ guard: "hasFailed", target: "loading", actions: "clearFailure" }, { target: "ready" }],
      },
    },
    removing: {
      tags: ["confirming-deletion", "busy"],
      invoke: {
        id: "remove",
        src: "remove",
        input: ({ context: { chosen } }) => ({ id: chosen?.id ?? "", name: chosen?.name ?? "" }),
        onDone: { target: "ready", actions: "drop" },
        onError: [
          // Someone else deleted the connection first, so the result is the same.
          { guard: { type: "isMissing", params: ({ event }) => asFailure(event.error) }, target: "ready", actions: "drop" },
          { target: "confirmingDeletion", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
  },
})
export type ConnectionsActor = ActorRefFrom<typeof connectionsMachine>
export type ConnectionFormActor = ActorRefFrom<typeof connectionFormMachine>
