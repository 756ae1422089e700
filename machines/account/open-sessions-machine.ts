// [U1] The open sessions of the signed-in user, and ending all but this one.
import { assign, fromCallback, setup } from "xstate"
import type { OpenSession } from "../../domain/accounts/user.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"

/** The other sessions were ended elsewhere: by a new password, or by turning two-factor authentication on or off. */
export type OtherSessionsEnded = { readonly type: "other-sessions.ended" }

/** Lists the open sessions and ends the others on request. */
export const openSessionsMachine = setup({
  types: {
    context: {} as { readonly sessions: ReadonlyArray<OpenSession>; readonly failure: Failure | null; readonly ended: boolean },
    events: {} as { readonly type: "list.retry" } | { readonly type: "other-sessions.end" } | OtherSessionsEnded,
    children: {} as { list: "list"; endOthers: "endOthers"; sessionChanges: "sessionChanges" },
    tags: {} as "busy",
  },
  actors: {
    list: port<ReadonlyArray<OpenSession>, undefined>("list"),
    endOthers: port<void, undefined>("endOthers"),
    /** Sends an event when the list is out of date. */
    sessionChanges: fromCallback<OtherSessionsEnded>(() => {
      throw new Error('port "sessionChanges" is not wired')
    }),
  },
  actions: {
    storeSessions: assign({ sessions: (_, sessions: ReadonlyArray<OpenSession>) => sessions, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearOutcome: assign({ failure: null, ended: false }),
    markEnded: assign({ ended: true }),
  },
}).createMachine({
  id: "open sessions",
  context: { sessions: [], failure: null, ended: false },
  invoke: { id: "sessionChanges", src: "sessionChanges" },
  initial: "loading",
  states: {
    loading: {
      tags: "busy",
      // The pending request may return a list from before the event.
      on: { "other-sessions.ended": { target: "loading", reenter: true } },
      invoke: {
        id: "list",
        src: "list",
        input: undefined,
        onDone: { target: "ready", actions: { type: "storeSessions", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "list.retry": "loading", "other-sessions.ended": "loading" } },
    ready: { on: { "other-sessions.end": { target: "ending", actions: "clearOutcome" }, "other-sessions.ended": "loading" } },
    ending: {
      tags: "busy",
      invoke: {
        id: "endOthers",
        src: "endOthers",
        input: undefined,
        onDone: { target: "loading", actions: "markEnded" },
        onError: { target: "ready", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})
