// Who is using the console: unknown, signed out, asked for a code, signed in (spec/1-console §4 "Startup", §8).
import { type ActorRefFrom, assign, enqueueActions, fromCallback, sendTo, setup } from "xstate"
import type { User } from "../../domain/accounts/user.ts"
import type { Failure } from "../../domain/failure.ts"
import { asFailure, port } from "../ports.ts"
import { signInMachine } from "./sign-in-machine.ts"

/** What the tabs of one browser tell each other. */
export type TabMessage = { readonly type: "session.began" } | { readonly type: "session.ended" }

/** What the copy of the user on this device is told. */
export type StoredUserCommand = { readonly type: "copy.keep"; readonly user: User } | { readonly type: "copy.drop" }

type Events =
  /** A call, of whichever machine, found that nobody is signed in any more. */
  | { readonly type: "session.lost" }
  | { readonly type: "session.retry" }
  /** Who is signed in has changed what they are called by, or what they may do. */
  | { readonly type: "user.changed" }
  | { readonly type: "sign.out" }
  | { readonly type: "failure.dismiss" }
  /** A screen says whether it holds work that is not yet with the server: then the session's end does not close the screen. */
  | { readonly type: "work.hold"; readonly work: string }
  | { readonly type: "work.release"; readonly work: string }
  | { readonly type: "code.asked" }
  | { readonly type: "code.left" }
  | TabMessage

export const sessionMachine = setup({
  types: {
    /** `nobody`: it is known already that nobody is signed in. */
    input: {} as { readonly nobody: boolean },
    context: {} as {
      readonly user: User | null
      readonly nobody: boolean
      /** The ids of the works that the screen holds. */
      readonly works: ReadonlyArray<string>
      /** The person signed out, and is not to be brought back to where that was. */
      readonly leftByChoice: boolean
      /** Nobody was signed in here last: whoever is found next is news to the other tabs. */
      readonly wasOut: boolean
      readonly failure: Failure | null
    },
    events: {} as Events,
    children: {} as {
      signIn: "signIn"
      otherTabs: "otherTabs"
      copy: "copy"
      recall: "recall"
      currentUser: "currentUser"
      signOut: "signOut"
    },
    /** inside: the screens behind the sign-in are shown. */
    tags: {} as "inside" | "busy",
  },
  actors: {
    currentUser: port<User | null, undefined>("currentUser"),
    signOut: port<void, undefined>("signOut"),
    /** Receives what is to be told to the other tabs, and sends what they tell. */
    otherTabs: fromCallback<TabMessage>(() => {
      throw new Error('port "otherTabs" is not wired')
    }),
    /** The user that this device has a copy of, or null. Never rejects. */
    recall: port<User | null, undefined>("recall"),
    /** Keeps the copy, or drops it. */
    copy: fromCallback<StoredUserCommand>(() => {
      throw new Error('port "copy" is not wired')
    }),
    signIn: signInMachine,
  },
  actions: {
    know: enqueueActions(({ context, enqueue }, user: User | null) => {
      const isAnother = context.user !== null && user?.uuid !== context.user.uuid
      if (isAnother || context.wasOut) enqueue.sendTo("otherTabs", { type: "session.began" })
      if (user !== null) enqueue.sendTo("copy", { type: "copy.keep", user })
      // Another person gets nothing of what this one was working on.
      enqueue.assign({ user, works: isAnother ? [] : context.works, leftByChoice: false, wasOut: false, failure: null })
    }),
    recognise: assign((_, user: User | null) => ({ user, leftByChoice: false })),
    /** The other tabs ask anew, too. */
    tellOthers: sendTo("otherTabs", { type: "session.began" }),
    /** What another tab asked meanwhile may have been answered before: it asks again. */
    tellEnd: sendTo("otherTabs", { type: "session.ended" }),
    miss: assign({ wasOut: true }),
    dropCopy: sendTo("copy", { type: "copy.drop" }),
    leave: assign({ leftByChoice: true }),
    forget: enqueueActions(({ context, enqueue }) => {
      if (context.user !== null) enqueue.sendTo("otherTabs", { type: "session.ended" })
      enqueue.sendTo("copy", { type: "copy.drop" })
      enqueue.assign({ user: null, works: [], wasOut: true, failure: null })
    }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    forgetFailure: assign({ failure: null }),
    hold: assign({ works: ({ context }, work: string) => [...context.works.filter((it) => it !== work), work] }),
    release: assign({ works: ({ context }, work: string) => context.works.filter((it) => it !== work) }),
  },
  guards: {
    isNobody: ({ context }) => context.nobody,
    holdsWork: ({ context }) => context.works.length > 0,
    isUser: (_, user: User | null) => user !== null,
    isSomebody: ({ context }) => context.user !== null,
    isSignedOutOverWork: ({ context }, failure: Failure) => context.works.length > 0 && failure._tag === "SignedOut",
    isSignedOut: (_, failure: Failure) => failure._tag === "SignedOut",
  },
}).createMachine({
  id: "session",
  context: ({ input }) => ({ user: null, nobody: input.nobody, works: [], leftByChoice: false, wasOut: false, failure: null }),
  invoke: [
    { id: "otherTabs", src: "otherTabs" },
    { id: "copy", src: "copy" },
  ],
  initial: "starting",
  on: {
    "work.hold": { guard: "isSomebody", actions: { type: "hold", params: ({ event }) => event.work } },
    "work.release": { actions: { type: "release", params: ({ event }) => event.work } },
  },
  states: {
    starting: { always: [{ guard: "isNobody", target: "signedOut" }, { target: "unknown" }] },
    unknown: {
      tags: "busy",
      // The answer under way may be older than the news.
      on: { "session.began": { target: "unknown", reenter: true }, "session.ended": { target: "unknown", reenter: true } },
      invoke: [
        {
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
        {
          id: "recall",
          src: "recall",
          input: undefined,
          onDone: {
            guard: { type: "isUser", params: ({ event }) => event.output },
            target: ".recognised",
            actions: { type: "recognise", params: ({ event }) => event.output },
          },
        },
      ],
      initial: "asking",
      states: {
        asking: {},
        /** This device knows who it was: the screens can come, while the server is still asked who it is. */
        recognised: {
          tags: "inside",
          // From the first work on the screen stays, whatever the server says: it is asked as after news of the session's end.
          always: { guard: "holdsWork", target: "#session.returning" },
          on: { "sign.out": "#session.signingOut" },
        },
      },
    },
    unreachable: { on: { "session.retry": "unknown", "session.began": "unknown" } },
    signedOut: {
      entry: "forget",
      invoke: { id: "signIn", src: "signIn", input: { username: "" }, onDone: "unknown" },
      on: { "session.began": "unknown", "code.asked": ".codeAsked", "code.left": ".credentialsAsked" },
      initial: "credentialsAsked",
      states: { credentialsAsked: {}, codeAsked: {} },
    },
    signedIn: {
      tags: "inside",
      on: {
        "sign.out": "signingOut",
        "failure.dismiss": { actions: "forgetFailure" },
        // Such news may be late, and the person signed in again since: the server knows.
        "session.lost": "returning",
        "session.ended": "returning",
        "session.began": "returning",
        "user.changed": { target: "returning", actions: "tellOthers" },
      },
    },
    signingOut: {
      tags: ["inside", "busy"],
      on: { "session.began": "unknown" },
      invoke: {
        id: "signOut",
        src: "signOut",
        input: undefined,
        onDone: { target: "signedOut", actions: "leave" },
        onError: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
            target: "signedOut",
            actions: "leave",
          },
          { target: "signedIn", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
    /** The session ended over unsaved work: the screen stays as it is, and signing in opens over it. */
    interrupted: {
      tags: "inside",
      entry: ["miss", "dropCopy", "tellEnd"],
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => ({ username: context.user?.username ?? "" }),
        onDone: "returning",
      },
      on: { "session.began": "returning", "sign.out": "signingOut" },
    },
    /** Someone may have signed out or in, here or in another tab: who is it now? */
    returning: {
      tags: "inside",
      on: {
        "session.began": { target: "returning", reenter: true },
        "session.ended": { target: "returning", reenter: true },
        // The answer under way may be older than the change.
        "user.changed": { target: "returning", reenter: true, actions: "tellOthers" },
        "sign.out": "signingOut",
      },
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
          { guard: { type: "isSignedOutOverWork", params: ({ event }) => asFailure(event.error) }, target: "interrupted" },
          { guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) }, target: "signedOut" },
          { target: "signedIn", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
  },
})

export type SessionActor = ActorRefFrom<typeof sessionMachine>
