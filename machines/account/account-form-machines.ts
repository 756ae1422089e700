// The account forms: changing the password, changing the email address, and requesting a password reset.
import { type ActorRefFrom, assign, setup } from "xstate"
import { emailViolations } from "../../domain/accounts/credentials.ts"
import { type PasswordChange, type PasswordConstraints, passwordViolations } from "../../domain/accounts/password-rules.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { type FormValues, formMachine, reopeningFormMachine } from "../form-machine.ts"
import { port } from "../ports.ts"

type PasswordFacts = { readonly constraints: PasswordConstraints }

/** Parses the password form. With a reset token the old password is not needed. */
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

/** [U2] The password form, for a signed-in user or for the holder of a reset token. */
export const passwordFormMachine = formMachine<void, PasswordFacts>({
  id: "password form",
  emptyValues: { resetToken: "", oldPassword: "", newPassword: "", confirmPassword: "" },
  violations: (values, { constraints }) => passwordViolations(parsePasswordChange(values), constraints),
})

/** Loads the password rules, then runs the password form. After a reset by token it ends, to return to the sign-in page. */
export const passwordChangeMachine = setup({
  types: {
    /** `token`: the reset token of the mail, or null for the signed-in user. */
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
    storeConstraints: assign({ constraints: (_, constraints: PasswordConstraints) => constraints, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    storeSaved: assign({ saved: (_, saved: boolean) => saved }),
  },
  guards: {
    isSavedByToken: ({ context }, saved: boolean) => saved && context.token !== null,
  },
  // How long the success message shows before the redirect to the sign-in page.
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
        onDone: { target: "editing", actions: { type: "storeConstraints", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "constraints.retry": "loading" } },
    editing: {
      invoke: {
        id: "form",
        src: "form",
        input: ({ context: { token, constraints } }) => ({
          initialValues: { resetToken: token ?? "" },
          facts: { constraints: constraints ?? { minimumLength: Number.POSITIVE_INFINITY, components: [] } },
        }),
        onDone: [
          {
            guard: { type: "isSavedByToken", params: ({ event }) => event.output !== null },
            target: "changed",
          },
          { target: "editing", reenter: true, actions: { type: "storeSaved", params: ({ event }) => event.output !== null } },
        ],
      },
    },
    changed: { after: { readingTime: "over" } },
    over: { type: "final" },
  },
})
export type PasswordFormActor = ActorRefFrom<typeof passwordFormMachine>

/** Outputs the new address. The server demands the current password when the sign-in is not recent. */
export const emailFormMachine = formMachine<string>({
  id: "email form",
  emptyValues: { email: "", currentPassword: "" },
  violations: ({ email = "" }) => emailViolations(email),
})

/** Keeps the email form on the page; after a save it starts with the new address. */
export const emailChangeMachine = reopeningFormMachine("email change", emailFormMachine, (email) => ({
  initialValues: { email },
  facts: null,
}))

/** Requests a mail with a password reset link. */
export const passwordResetFormMachine = formMachine<void>({
  id: "password reset form",
  emptyValues: { email: "" },
  violations: ({ email = "" }) => emailViolations(email),
})

/** Runs the reset form, then ends, to return to the sign-in page. */
export const passwordResetMachine = setup({
  types: { children: {} as { form: "form" } },
  actors: { form: passwordResetFormMachine },
  // How long the success message shows before the redirect to the sign-in page.
  delays: { readingTime: 2000 },
}).createMachine({
  id: "password reset",
  initial: "editing",
  states: {
    editing: {
      invoke: {
        id: "form",
        src: "form",
        input: { initialValues: {}, facts: null },
        onDone: "sent",
      },
    },
    sent: { after: { readingTime: "over" } },
    over: { type: "final" },
  },
})
