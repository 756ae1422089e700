// [U3, U16] Signing in: username and password, then a verification code if the account requires one.
import { assertEvent, assign, sendParent, setup } from "xstate"
import {
  type Credentials,
  codeViolations,
  credentialViolations,
  isSameUsername,
  stripCodeSpaces,
  trimUsername,
} from "../../domain/accounts/credentials.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"

/** The context of the sign-in machine. The form holds the typed values and passes them with each submission. */
export type SignInContext = {
  /** The username to prefill, or the one submitted last; blank if neither is known. */
  readonly username: string
  readonly failure: Failure | null
  /** The step that `failure` belongs to. */
  readonly failedAt: "credentials" | "code" | null
  /** Seconds until the next attempt is allowed. */
  readonly secondsLeft: number
}

const signInSetup = setup({
  types: {
    input: {} as Pick<SignInContext, "username">,
    context: {} as SignInContext,
    events: {} as
      | ({ readonly type: "credentials.submit" } & Credentials)
      | { readonly type: "code.submit"; readonly code: string }
      | { readonly type: "code.cancel" },
    tags: {} as "busy" | "code" | "waiting",
  },
  actors: {
    /** True when signed in, false when a verification code is required. */
    login: port<boolean, Credentials>("login"),
    verify: port<void, { readonly code: string }>("verify"),
  },
  actions: {
    begin: assign((_, username: string) => ({ username, failure: null, failedAt: null, secondsLeft: 0 })),
    clearFailure: assign({ failure: null, failedAt: null }),
    /** Also clears the wait, which belonged to the code step: nothing would explain it here. */
    resetAttempt: assign({ failure: null, failedAt: null, secondsLeft: 0 }),
    fail: assign((_, { at, failure }: { at: "credentials" | "code"; failure: Failure }) => ({
      failure,
      failedAt: at,
      secondsLeft: failure._tag === "RateLimited" ? Math.ceil(failure.retryAfterSeconds) : 0,
    })),
    countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
    notifyCodeRequired: sendParent({ type: "code.required" }),
    notifyCodeCanceled: sendParent({ type: "code.canceled" }),
  },
  guards: {
    canSubmitCredentials: (_, credentials: Credentials) => credentialViolations(credentials).length === 0,
    /** [U3] The limit applies to one account, so another account may be tried immediately. */
    canSubmitOtherAccount: ({ context }, credentials: Credentials) =>
      !isSameUsername(credentials.username, context.username) && credentialViolations(credentials).length === 0,
    canSubmitCode: (_, code: string) => codeViolations(code).length === 0,
    mustWait: ({ context }) => context.secondsLeft > 0,
    isSignedIn: (_, complete: boolean) => complete,
    isSignedOut: (_, failure: Failure) => failure._tag === "SignedOut",
  },
  delays: { second: 1000 },
})

const waiting = { always: { guard: "mustWait", target: "waiting" } } as const
const waitingState = {
  tags: "waiting",
  after: { second: { target: "waiting", reenter: true, actions: "countDown" } },
  always: { guard: ({ context }: { context: SignInContext }) => context.secondsLeft <= 0, target: "writing" },
} as const

/** Ends once the user is signed in. Notifies its parent when the code step opens and when the user leaves it. */
export const signInMachine = signInSetup.createMachine({
  id: "sign in",
  context: ({ input }) => ({ username: input.username, failure: null, failedAt: null, secondsLeft: 0 }),
  initial: "credentials",
  states: {
    credentials: {
      initial: "writing",
      states: {
        writing: {
          ...waiting,
          on: {
            "credentials.submit": {
              guard: { type: "canSubmitCredentials", params: ({ event }) => event },
              target: "submitting",
              actions: { type: "begin", params: ({ event }) => event.username },
            },
          },
        },
        submitting: {
          tags: "busy",
          invoke: {
            id: "login",
            src: "login",
            input: ({ event }) => {
              assertEvent(event, "credentials.submit")
              return { username: trimUsername(event.username), password: event.password }
            },
            onDone: [
              { guard: { type: "isSignedIn", params: ({ event }) => event.output }, target: "#sign in.done" },
              { target: "#sign in.code", actions: "notifyCodeRequired" },
            ],
            onError: {
              target: "writing",
              actions: { type: "fail", params: ({ event }) => ({ at: "credentials" as const, failure: asFailure(event.error) }) },
            },
          },
        },
        waiting: {
          ...waitingState,
          on: {
            "credentials.submit": {
              guard: { type: "canSubmitOtherAccount", params: ({ event }) => event },
              target: "submitting",
              actions: { type: "begin", params: ({ event }) => event.username },
            },
          },
        },
      },
    },
    code: {
      tags: "code",
      initial: "writing",
      on: { "code.cancel": { target: "credentials", actions: ["resetAttempt", "notifyCodeCanceled"] } },
      states: {
        writing: {
          ...waiting,
          on: {
            "code.submit": {
              guard: { type: "canSubmitCode", params: ({ event }) => event.code },
              target: "submitting",
              actions: "clearFailure",
            },
          },
        },
        submitting: {
          tags: "busy",
          invoke: {
            id: "verify",
            src: "verify",
            input: ({ event }) => {
              assertEvent(event, "code.submit")
              return { code: stripCodeSpaces(event.code) }
            },
            onDone: "#sign in.done",
            onError: [
              {
                guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
                target: "#sign in.credentials",
                actions: [
                  { type: "fail", params: ({ event }) => ({ at: "code" as const, failure: asFailure(event.error) }) },
                  "notifyCodeCanceled",
                ],
              },
              {
                target: "writing",
                actions: { type: "fail", params: ({ event }) => ({ at: "code" as const, failure: asFailure(event.error) }) },
              },
            ],
          },
        },
        waiting: waitingState,
      },
    },
    done: { type: "final" },
  },
})
