// Changing one's password, with the old one or with the token of a mail (spec/1-console §4, §5, §7, spec/3-community §4).
import { type ActorRefFrom, assign, setup } from "xstate"
import { emailViolations } from "../../domain/accounts/credentials.ts"
import { type PasswordChange, type PasswordConstraints, passwordViolations } from "../../domain/accounts/password-rules.ts"
import type { Failure } from "../../domain/failure.ts"
import { type FormValues, formMachine, reopeningFormMachine } from "../form-machine.ts"
import { asFailure, port } from "../ports.ts"

type PasswordFacts = { readonly constraints: PasswordConstraints }

/** What is typed, in the domain's words. With a token nobody asks for the old password. */
export const parsePasswordChange = ({
  resetToken = "",
  oldPassword = "",
  newPassword = "",
  confirmPassword = "",
}: FormValues): PasswordChange => ({
  old: resetToken === "" ? oldPassword : null,
  next: newPassword,
  confirmation: confirmPassword,
})

export const passwordFormMachine = formMachine<void, PasswordFacts>({
  id: "password form",
  emptyValues: { resetToken: "", oldPassword: "", newPassword: "", confirmPassword: "" },
  violations: (values, { constraints }) => passwordViolations(parsePasswordChange(values), constraints),
})

export const passwordChangeMachine = setup({
  types: {
    /** `token`: of the mail, or null for someone who is signed in. */
    input: {} as { readonly token: string | null },
    context: {} as {
      readonly token: string | null
      readonly constraints: PasswordConstraints | null
      readonly failure: Failure | null
      readonly saved: boolean
    },
    events: {} as { readonly type: "constraints.retry" },
    children: {} as { form: "form"; constraints: "constraints" },
  },
  actors: {
    constraints: port<PasswordConstraints, { readonly token: string | null }>("constraints"),
    form: passwordFormMachine,
  },
  actions: {
    know: assign({ constraints: (_, constraints: PasswordConstraints) => constraints, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    keepNews: assign({ saved: (_, saved: boolean) => saved }),
  },
  guards: {
    isSavedByToken: ({ context }, saved: boolean) => saved && context.token !== null,
  },
  // "Password reset succeeded: redirect to login after 2 s" (spec/3-community §8).
  delays: { readingTime: 2000 },
}).createMachine({
  id: "password change",
  context: ({ input }) => ({ token: input.token, constraints: null, failure: null, saved: false }),
  initial: "loading",
  states: {
    loading: {
      invoke: {
        id: "constraints",
        src: "constraints",
        input: ({ context: { token } }) => ({ token }),
        onDone: { target: "asking", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "constraints.retry": "loading" } },
    asking: {
      invoke: {
        id: "form",
        src: "form",
        input: ({ context: { token, constraints } }) => ({
          given: { resetToken: token ?? "" },
          known: { constraints: constraints ?? { minimumLength: Number.POSITIVE_INFINITY, components: [] } },
        }),
        onDone: [
          {
            guard: { type: "isSavedByToken", params: ({ event }) => event.output !== null },
            target: "changed",
          },
          { target: "asking", reenter: true, actions: { type: "keepNews", params: ({ event }) => event.output !== null } },
        ],
      },
    },
    changed: { after: { readingTime: "over" } },
    over: { type: "final" },
  },
})
export type PasswordFormActor = ActorRefFrom<typeof passwordFormMachine>

// Changing one's email address (spec/1-console §4, §5, §7).

/** Gives the address that it became. The current password is asked for by the server, where the sign-in is not recent. */
export const emailFormMachine = formMachine<string>({
  id: "email form",
  emptyValues: { email: "", currentPassword: "" },
  violations: ({ email = "" }) => emailViolations(email),
})

export const emailChangeMachine = reopeningFormMachine("email change", emailFormMachine, (email) => ({ given: { email }, known: null }))

// Asking for a mail with which a forgotten password can be set anew (spec/1-console §4, spec/3-community §4).

export const passwordResetFormMachine = formMachine<void>({
  id: "password reset form",
  emptyValues: { email: "" },
  violations: ({ email = "" }) => emailViolations(email),
})

export const passwordResetMachine = setup({
  types: { children: {} as { form: "form" } },
  actors: { form: passwordResetFormMachine },
  // "The password-reset request redirects to login 2 seconds after success" (spec/1-console §4).
  delays: { readingTime: 2000 },
}).createMachine({
  id: "password reset",
  initial: "asking",
  states: {
    asking: {
      invoke: {
        id: "form",
        src: "form",
        input: { given: {}, known: null },
        onDone: "sent",
      },
    },
    sent: { after: { readingTime: "over" } },
    over: { type: "final" },
  },
})
