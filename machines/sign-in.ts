// Signing in: name and password, then a verification code where the account asks for one (spec/1-console §2, §4, §5, §8).
import { assign, sendParent, setup } from "xstate"
import { tidyUsername } from "../domain/accounts/identity.ts"
import { mayTry, mayVerify, tidyCode } from "../domain/accounts/sign-in.ts"
import type { Failure, Violation } from "../domain/failure.ts"
import { asFailure, port } from "./port.ts"

export type SignInField = "username" | "password" | "code"
type Fields = Readonly<Record<SignInField, string>>

export type SignInContext = {
  readonly fields: Fields
  /** What the server has against single fields; cleared field by field as they are edited. */
  readonly violations: ReadonlyArray<Violation>
  readonly failure: Failure | null
  /** Which step `failure` belongs to. */
  readonly failedAt: "credentials" | "code" | null
  /** Seconds until the next try is allowed. */
  readonly secondsLeft: number
}

const machine = setup({
  types: {
    /** Who is expected to sign in; blank where that is open. */
    input: {} as { readonly username: string },
    context: {} as SignInContext,
    events: {} as
      | { readonly type: "field.type"; readonly field: SignInField; readonly text: string }
      | { readonly type: "form.submit" }
      | { readonly type: "code.leave" },
    tags: {} as "busy" | "code" | "waiting",
  },
  actors: {
    /** True when signed in, false when a verification code is still to be given. */
    login: port<boolean, { readonly username: string; readonly password: string }>("login"),
    verify: port<void, { readonly code: string }>("verify"),
  },
  actions: {
    write: assign(({ context }, { field, text }: { field: SignInField; text: string }) => ({
      fields: { ...context.fields, [field]: text },
      violations: context.violations.filter((violation) => violation.field !== field),
    })),
    forgetFailure: assign({ violations: [], failure: null, failedAt: null }),
    forgetPassword: assign({ fields: ({ context }) => ({ ...context.fields, password: "" }) }),
    forgetCode: assign({ fields: ({ context }) => ({ ...context.fields, code: "" }) }),
    fail: assign((_, { at, failure }: { at: "credentials" | "code"; failure: Failure }) => ({
      failure,
      failedAt: at,
      violations: failure._tag === "Refused" ? failure.violations : [],
      secondsLeft: failure._tag === "TooSoon" ? Math.ceil(failure.seconds) : 0,
    })),
    /** Says which of the fields are still empty. */
    demand: assign(({ context: { fields } }, asked: ReadonlyArray<SignInField>) => ({
      violations: asked
        .filter((field) => (field === "password" ? fields[field] : fields[field].trim()) === "")
        .map((field) => ({ field, message: `sign-in.blank.${field}` })),
    })),
    stopWaiting: assign({ secondsLeft: 0 }),
    countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
    tellCodeAsked: sendParent({ type: "code.asked" }),
    tellCodeLeft: sendParent({ type: "code.left" }),
  },
  guards: {
    mayTry: ({ context }) => mayTry(context.fields),
    mayVerify: ({ context }) => mayVerify(context.fields.code),
    mustWait: ({ context }) => context.secondsLeft > 0,
    isAnotherName: ({ context }, { field, text }: { field: SignInField; text: string }) =>
      field === "username" && text.trim() !== context.fields.username.trim(),
    isComplete: (_, complete: boolean) => complete,
    isSignedOut: (_, failure: Failure) => failure._tag === "SignedOut",
  },
  delays: { second: 1000 },
})

const waiting = { always: { guard: "mustWait", target: "waiting" } } as const
const counting = {
  tags: "waiting",
  after: { second: { target: "waiting", reenter: true, actions: "countDown" } },
  always: { guard: ({ context }: { context: SignInContext }) => context.secondsLeft <= 0, target: "writing" },
} as const

export const signInMachine = machine.createMachine({
  id: "sign in",
  context: ({ input }) => ({
    fields: { username: input.username, password: "", code: "" },
    violations: [],
    failure: null,
    failedAt: null,
    secondsLeft: 0,
  }),
  initial: "credentials",
  on: { "field.type": { actions: { type: "write", params: ({ event }) => event } } },
  states: {
    credentials: {
      initial: "writing",
      states: {
        writing: {
          ...waiting,
          on: {
            "form.submit": [
              { guard: "mayTry", target: "trying", actions: "forgetFailure" },
              { actions: ["forgetFailure", { type: "demand", params: ["username", "password"] }] },
            ],
          },
        },
        trying: {
          tags: "busy",
          on: { "field.type": {} },
          invoke: {
            id: "login",
            src: "login",
            input: ({ context: { fields } }) => ({ username: tidyUsername(fields.username), password: fields.password }),
            onDone: [
              { guard: { type: "isComplete", params: ({ event }) => event.output }, target: "#sign in.done", actions: "forgetPassword" },
              { target: "#sign in.code", actions: ["forgetPassword", "tellCodeAsked"] },
            ],
            onError: {
              target: "writing",
              actions: { type: "fail", params: ({ event }) => ({ at: "credentials" as const, failure: asFailure(event.error) }) },
            },
          },
        },
        waiting: {
          ...counting,
          on: {
            "field.type": [
              // The limit is that of an account: another one may be tried at once.
              {
                guard: { type: "isAnotherName", params: ({ event }) => event },
                target: "writing",
                actions: [{ type: "write", params: ({ event }) => event }, "forgetFailure", "stopWaiting"],
              },
              { actions: { type: "write", params: ({ event }) => event } },
            ],
          },
        },
      },
    },
    code: {
      tags: "code",
      initial: "writing",
      on: { "code.leave": { target: "credentials", actions: ["forgetCode", "forgetFailure", "tellCodeLeft"] } },
      states: {
        writing: {
          ...waiting,
          on: {
            "form.submit": [
              { guard: "mayVerify", target: "trying", actions: "forgetFailure" },
              { actions: ["forgetFailure", { type: "demand", params: ["code"] }] },
            ],
          },
        },
        trying: {
          tags: "busy",
          on: { "field.type": {} },
          invoke: {
            id: "verify",
            src: "verify",
            input: ({ context }) => ({ code: tidyCode(context.fields.code) }),
            onDone: { target: "#sign in.done", actions: "forgetCode" },
            onError: [
              {
                guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
                target: "#sign in.credentials",
                actions: [
                  "forgetCode",
                  { type: "fail", params: ({ event }) => ({ at: "code" as const, failure: asFailure(event.error) }) },
                  "tellCodeLeft",
                ],
              },
              {
                target: "writing",
                actions: [
                  "forgetCode",
                  { type: "fail", params: ({ event }) => ({ at: "code" as const, failure: asFailure(event.error) }) },
                ],
              },
            ],
          },
        },
        waiting: counting,
      },
    },
    done: { type: "final" },
  },
})
