// Asking for a mail with which a forgotten password can be set anew (spec/1-console §4, spec/3-community §4).
import { setup } from "xstate"
import { emailViolations } from "../../domain/accounts/identity.ts"
import { formMachine } from "../form.ts"

export const passwordResetFormMachine = formMachine<void>({
  id: "password reset form",
  blank: { email: "" },
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
