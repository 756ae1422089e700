// Where one is signed in, and ending all sessions but this one.
import { assign, setup } from "xstate"
import type { OpenSession } from "../../domain/accounts/open-session.ts"
import type { Failure } from "../../domain/failure.ts"
import { asFailure, port } from "../port.ts"

export const openSessionsMachine = setup({
  types: {
    context: {} as { readonly sessions: ReadonlyArray<OpenSession>; readonly failure: Failure | null; readonly ended: boolean },
    events: {} as { readonly type: "list.retry" } | { readonly type: "others.end" },
    children: {} as { list: "list"; endOthers: "endOthers" },
    tags: {} as "busy",
  },
  actors: {
    list: port<ReadonlyArray<OpenSession>, undefined>("list"),
    endOthers: port<void, undefined>("endOthers"),
  },
  actions: {
    know: assign({ sessions: (_, sessions: ReadonlyArray<OpenSession>) => sessions, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    forgetFailure: assign({ failure: null, ended: false }),
    tellEnded: assign({ ended: true }),
  },
}).createMachine({
  id: "open sessions",
  context: { sessions: [], failure: null, ended: false },
  initial: "loading",
  states: {
    loading: {
      tags: "busy",
      invoke: {
        id: "list",
        src: "list",
        input: undefined,
        onDone: { target: "ready", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "list.retry": "loading" } },
    ready: { on: { "others.end": { target: "ending", actions: "forgetFailure" } } },
    ending: {
      tags: "busy",
      invoke: {
        id: "endOthers",
        src: "endOthers",
        input: undefined,
        onDone: { target: "loading", actions: "tellEnded" },
        onError: { target: "ready", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})
