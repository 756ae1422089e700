// Who is using the console: unknown, signed out, asked for a code, signed in (spec/1-console §4 "Startup", §8; issue 5 point 3).
import { type ActorRefFrom, assign, fromCallback, sendTo, setup } from "xstate"
import type { User } from "../domain/accounts/user.ts"
import type { Failure } from "../domain/failure.ts"
import { asFailure, port } from "./port.ts"
import { signInMachine } from "./sign-in.ts"

/** What the tabs of one browser tell each other. */
export type TabNews = { readonly type: "session.began" } | { readonly type: "session.ended" }

type Events =
  /** A call, of whichever machine, found that nobody is signed in any more. */
  | { readonly type: "session.lost" }
  | { readonly type: "session.retry" }
  | { readonly type: "sign.out" }
  /** A screen says whether it holds work that is not yet with the server: then the session's end does not close the screen. */
  | { readonly type: "work.hold" }
  | { readonly type: "work.release" }
  | { readonly type: "code.asked" }
  | { readonly type: "code.left" }
  | TabNews

export const sessionMachine = setup({
  types: {
    /** `nobody`: it is known already that nobody is signed in. */
    input: {} as { readonly nobody: boolean },
    context: {} as {
      readonly user: User | null
      readonly nobody: boolean
      readonly holdsWork: boolean
      /** The person signed out, and is not to be brought back to where that was. */
      readonly leftByChoice: boolean
      readonly failure: Failure | null
    },
    events: {} as Events,
    children: {} as { signIn: "signIn"; otherTabs: "otherTabs"; currentUser: "currentUser"; signOut: "signOut" },
    /** inside: the screens behind the sign-in are shown. */
    tags: {} as "inside" | "busy",
  },
  actors: {
    currentUser: port<User | null, undefined>("currentUser"),
    signOut: port<void, undefined>("signOut"),
    /** Receives what is to be told to the other tabs, and sends what they tell. */
    otherTabs: fromCallback<TabNews>(() => {
      throw new Error('port "otherTabs" is not wired')
    }),
    signIn: signInMachine,
  },
  actions: {
    know: assign(({ context }, user: User | null) => ({
      user,
      // Another person gets nothing of what this one was working on.
      holdsWork: context.holdsWork && user?.uuid === context.user?.uuid,
      leftByChoice: false,
      failure: null,
    })),
    leave: assign({ leftByChoice: true }),
    forget: assign({ user: null, holdsWork: false, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    hold: assign({ holdsWork: true }),
    release: assign({ holdsWork: false }),
    tellBegan: sendTo("otherTabs", { type: "session.began" }),
    tellEnded: sendTo("otherTabs", { type: "session.ended" }),
  },
  guards: {
    isNobody: ({ context }) => context.nobody,
    holdsWork: ({ context }) => context.holdsWork,
    isUser: (_, user: User | null) => user !== null,
    isSignedOut: (_, failure: Failure) => failure._tag === "SignedOut",
  },
}).createMachine({
  id: "session",
  context: ({ input }) => ({ user: null, nobody: input.nobody, holdsWork: false, leftByChoice: false, failure: null }),
  invoke: { id: "otherTabs", src: "otherTabs" },
  initial: "starting",
  on: { "work.hold": { actions: "hold" }, "work.release": { actions: "release" } },
  states: {
    starting: { always: [{ guard: "isNobody", target: "signedOut" }, { target: "unknown" }] },
    unknown: {
      tags: "busy",
      invoke: {
        id: "currentUser",
        src: "currentUser",
        input: undefined,
        onDone: [
          {
            guard: { type: "isUser", params: ({ event }) => event.output },
            target: "signedIn",
            actions: { type: "know", params: ({ event }) => event.output },
          },
          { target: "signedOut" },
        ],
        onError: [
          { guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) }, target: "signedOut" },
          { target: "unreachable", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
    unreachable: { on: { "session.retry": "unknown", "session.began": "unknown" } },
    signedOut: {
      entry: "forget",
      invoke: { id: "signIn", src: "signIn", onDone: { target: "unknown", actions: "tellBegan" } },
      on: { "session.began": "unknown", "code.asked": ".codeAsked", "code.left": ".credentialsAsked" },
      initial: "credentialsAsked",
      states: { credentialsAsked: {}, codeAsked: {} },
    },
    signedIn: {
      tags: "inside",
      on: {
        "sign.out": "signingOut",
        "session.lost": [{ guard: "holdsWork", target: "interrupted" }, { target: "signedOut" }],
        "session.ended": [{ guard: "holdsWork", target: "interrupted" }, { target: "signedOut" }],
        "session.began": "returning",
      },
    },
    signingOut: {
      tags: ["inside", "busy"],
      invoke: {
        id: "signOut",
        src: "signOut",
        input: undefined,
        onDone: { target: "signedOut", actions: ["leave", "tellEnded"] },
        onError: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
            target: "signedOut",
            actions: ["leave", "tellEnded"],
          },
          { target: "signedIn", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
    /** The session ended over unsaved work: the screen stays as it is, and signing in opens over it. */
    interrupted: {
      tags: "inside",
      invoke: { id: "signIn", src: "signIn", onDone: { target: "returning", actions: "tellBegan" } },
      on: { "session.began": "returning", "sign.out": { target: "signedOut", actions: "leave" } },
    },
    /** Someone signed in again, here or in another tab: who? */
    returning: {
      tags: "inside",
      invoke: {
        id: "currentUser",
        src: "currentUser",
        input: undefined,
        onDone: [
          {
            guard: { type: "isUser", params: ({ event }) => event.output },
            target: "signedIn",
            actions: { type: "know", params: ({ event }) => event.output },
          },
          { guard: "holdsWork", target: "interrupted" },
          { target: "signedOut" },
        ],
        onError: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
            target: "signedOut",
          },
          { target: "signedIn", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
  },
})

export type SessionActor = ActorRefFrom<typeof sessionMachine>
