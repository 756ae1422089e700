// The session: which user is signed in, in step with the server, the other tabs and the copy on this device (U13).
import { type ActorRefFrom, assign, enqueueActions, fromCallback, sendTo, setup } from "xstate"
import type { User } from "../../domain/accounts/user.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"
import { signInMachine } from "./sign-in-machine.ts"

/** Messages between the tabs of one browser. */
export type TabMessage = { readonly type: "session.began" } | { readonly type: "session.ended" }

/** [U13] Commands to the copy of the user on this device. */
export type StoredUserCommand = { readonly type: "stored-user.store"; readonly user: User } | { readonly type: "stored-user.delete" }

type Events =
  /** A request of any machine found that the session has ended. */
  | { readonly type: "session.lost" }
  | { readonly type: "session.retry" }
  /** The name or the permissions of the signed-in user changed. */
  | { readonly type: "user.changed" }
  | { readonly type: "sign.out" }
  | { readonly type: "failure.dismiss" }
  /** A screen registers work that the server does not have, so that the end of the session does not close the screen. */
  | { readonly type: "unsaved-work.add"; readonly work: string }
  | { readonly type: "unsaved-work.remove"; readonly work: string }
  | { readonly type: "code.required" }
  | { readonly type: "code.canceled" }
  | TabMessage

/** Finds out who is signed in, runs the sign-in, and protects unsaved work when the session ends. */
export const sessionMachine = setup({
  types: {
    /** `isSignedOut`: the page has already found that no user is signed in. */
    input: {} as { readonly isSignedOut: boolean },
    context: {} as {
      readonly user: User | null
      readonly isSignedOut: boolean
      /** The ids of the unsaved work that screens registered. */
      readonly unsavedWork: ReadonlyArray<string>
      /** The user signed out on purpose, so the next sign-in does not return to the previous page. */
      readonly isSignedOutByUser: boolean
      /** No user was signed in here before, so the next user is announced to the other tabs. */
      readonly wasSignedOut: boolean
      readonly failure: Failure | null
    },
    events: {} as Events,
    children: {} as {
      signIn: "signIn"
      otherTabs: "otherTabs"
      copy: "copy"
      readStoredUser: "readStoredUser"
      currentUser: "currentUser"
      signOut: "signOut"
    },
    /** authenticated: the screens for signed-in users are shown. */
    tags: {} as "authenticated" | "busy",
  },
  actors: {
    currentUser: port<User | null, undefined>("currentUser"),
    signOut: port<void, undefined>("signOut"),
    /** Exchanges messages with the other tabs. */
    otherTabs: fromCallback<TabMessage>(() => {
      throw new Error('port "otherTabs" is not wired')
    }),
    /** [U13] Reads the copy of the user on this device; null if there is none. Never rejects. */
    readStoredUser: port<User | null, undefined>("readStoredUser"),
    /** [U13] Stores or deletes the copy of the user on this device. */
    copy: fromCallback<StoredUserCommand>(() => {
      throw new Error('port "copy" is not wired')
    }),
    signIn: signInMachine,
  },
  actions: {
    storeUser: enqueueActions(({ context, enqueue }, user: User | null) => {
      const isAnother = context.user !== null && user?.uuid !== context.user.uuid
      if (isAnother || context.wasSignedOut) enqueue.sendTo("otherTabs", { type: "session.began" })
      if (user !== null) enqueue.sendTo("copy", { type: "stored-user.store", user })
      // A different user must not get the unsaved work of the previous one.
      enqueue.assign({
        user,
        unsavedWork: isAnother ? [] : context.unsavedWork,
        isSignedOutByUser: false,
        wasSignedOut: false,
        failure: null,
      })
    }),
    storeRecognizedUser: assign((_, user: User | null) => ({ user, isSignedOutByUser: false })),
    /** The other tabs have to ask the server again, too. */
    notifyOtherTabs: sendTo("otherTabs", { type: "session.began" }),
    /** Another tab's pending request may have been answered before the session ended, so it has to ask again. */
    notifySessionEnd: sendTo("otherTabs", { type: "session.ended" }),
    markSignedOut: assign({ wasSignedOut: true }),
    deleteStoredUser: sendTo("copy", { type: "stored-user.delete" }),
    markSignedOutByUser: assign({ isSignedOutByUser: true }),
    clearUser: enqueueActions(({ context, enqueue }) => {
      if (context.user !== null) enqueue.sendTo("otherTabs", { type: "session.ended" })
      enqueue.sendTo("copy", { type: "stored-user.delete" })
      enqueue.assign({ user: null, unsavedWork: [], wasSignedOut: true, failure: null })
    }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    addUnsavedWork: assign({ unsavedWork: ({ context }, work: string) => [...context.unsavedWork.filter((it) => it !== work), work] }),
    removeUnsavedWork: assign({ unsavedWork: ({ context }, work: string) => context.unsavedWork.filter((it) => it !== work) }),
  },
  guards: {
    isKnownSignedOut: ({ context }) => context.isSignedOut,
    hasUnsavedWork: ({ context }) => context.unsavedWork.length > 0,
    isUser: (_, user: User | null) => user !== null,
    hasUser: ({ context }) => context.user !== null,
    interruptsWork: ({ context }, failure: Failure) => context.unsavedWork.length > 0 && failure._tag === "SignedOut",
    isSignedOut: (_, failure: Failure) => failure._tag === "SignedOut",
  },
}).createMachine({
  id: "session",
  context: ({ input }) => ({
    user: null,
    isSignedOut: input.isSignedOut,
    unsavedWork: [],
    isSignedOutByUser: false,
    wasSignedOut: false,
    failure: null,
  }),
  invoke: [
    { id: "otherTabs", src: "otherTabs" },
    { id: "copy", src: "copy" },
  ],
  initial: "deciding",
  on: {
    "unsaved-work.add": { guard: "hasUser", actions: { type: "addUnsavedWork", params: ({ event }) => event.work } },
    "unsaved-work.remove": { actions: { type: "removeUnsavedWork", params: ({ event }) => event.work } },
  },
  states: {
    deciding: { always: [{ guard: "isKnownSignedOut", target: "signedOut" }, { target: "identifying" }] },
    identifying: {
      tags: "busy",
      // The pending answer may be older than the message.
      on: { "session.began": { target: "identifying", reenter: true }, "session.ended": { target: "identifying", reenter: true } },
      invoke: [
        {
          id: "currentUser",
          src: "currentUser",
          input: undefined,
          onDone: [
            {
              guard: { type: "isUser", params: ({ event }) => event.output },
              target: "signedIn",
              actions: { type: "storeUser", params: ({ event }) => event.output },
            },
            { target: "signedOut" },
          ],
          onError: [
            { guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) }, target: "signedOut" },
            { target: "unreachable", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          ],
        },
        {
          id: "readStoredUser",
          src: "readStoredUser",
          input: undefined,
          onDone: {
            guard: { type: "isUser", params: ({ event }) => event.output },
            target: ".recognized",
            actions: { type: "storeRecognizedUser", params: ({ event }) => event.output },
          },
        },
      ],
      initial: "awaitingServer",
      states: {
        awaitingServer: {},
        /** [U13] The device remembers the user: the screens are shown while the server is still being asked. */
        recognized: {
          tags: "authenticated",
          // Once there is unsaved work, the screen must stay whatever the server answers, as after an ended session.
          always: { guard: "hasUnsavedWork", target: "#session.reverifying" },
          on: { "sign.out": "#session.signingOut" },
        },
      },
    },
    unreachable: { on: { "session.retry": "identifying", "session.began": "identifying" } },
    signedOut: {
      entry: "clearUser",
      invoke: { id: "signIn", src: "signIn", input: { username: "" }, onDone: "identifying" },
      on: { "session.began": "identifying", "code.required": ".codeAsked", "code.canceled": ".credentialsAsked" },
      initial: "credentialsAsked",
      states: { credentialsAsked: {}, codeAsked: {} },
    },
    signedIn: {
      tags: "authenticated",
      on: {
        "sign.out": "signingOut",
        "failure.dismiss": { actions: "clearFailure" },
        // The event may be late, and the user may have signed in again since, so ask the server.
        "session.lost": "reverifying",
        "session.ended": "reverifying",
        "session.began": "reverifying",
        "user.changed": { target: "reverifying", actions: "notifyOtherTabs" },
      },
    },
    signingOut: {
      tags: ["authenticated", "busy"],
      on: { "session.began": "identifying" },
      invoke: {
        id: "signOut",
        src: "signOut",
        input: undefined,
        onDone: { target: "signedOut", actions: "markSignedOutByUser" },
        onError: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
            target: "signedOut",
            actions: "markSignedOutByUser",
          },
          { target: "signedIn", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
    /** The session ended during unsaved work: the screen stays and the sign-in opens on top of it. */
    interrupted: {
      tags: "authenticated",
      entry: ["markSignedOut", "deleteStoredUser", "notifySessionEnd"],
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => ({ username: context.user?.username ?? "" }),
        onDone: "reverifying",
      },
      on: { "session.began": "reverifying", "sign.out": "signingOut" },
    },
    /** Someone may have signed in or out, here or in another tab: ask the server who it is now. */
    reverifying: {
      tags: "authenticated",
      on: {
        "session.began": { target: "reverifying", reenter: true },
        "session.ended": { target: "reverifying", reenter: true },
        // The pending answer may be older than the change.
        "user.changed": { target: "reverifying", reenter: true, actions: "notifyOtherTabs" },
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
            actions: { type: "storeUser", params: ({ event }) => event.output },
          },
          { guard: "hasUnsavedWork", target: "interrupted" },
          { target: "signedOut" },
        ],
        onError: [
          { guard: { type: "interruptsWork", params: ({ event }) => asFailure(event.error) }, target: "interrupted" },
          { guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) }, target: "signedOut" },
          { target: "signedIn", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
  },
})

export type SessionActor = ActorRefFrom<typeof sessionMachine>
