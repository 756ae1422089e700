// Changing one's email address (spec/1-console §4, §5, §7).
import { emailProblem } from "../../domain/accounts/identity.ts"
import { formMachine } from "../form.ts"
import { standingForm } from "./standing-form.ts"

/** Knows the address as it is, and gives the one that it became. The current password is asked for by the server, where the sign-in is not recent. */
export const emailFormMachine = formMachine<string, { readonly email: string }>({
  id: "email form",
  blank: { email: "", currentPassword: "" },
  isComplete: ({ email = "" }, known) => email !== known.email && emailProblem(email) === null,
})

export const emailChangeMachine = standingForm("email change", emailFormMachine, (email) => ({ given: { email }, known: { email } }))
