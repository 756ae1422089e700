// Changing one's email address (spec/1-console §4, §5, §7).
import { emailViolations } from "../../domain/accounts/identity.ts"
import { formMachine } from "../form.ts"
import { standingForm } from "./standing-form.ts"

/** Gives the address that it became. The current password is asked for by the server, where the sign-in is not recent. */
export const emailFormMachine = formMachine<string>({
  id: "email form",
  blank: { email: "", currentPassword: "" },
  violations: ({ email = "" }) => emailViolations(email),
})

export const emailChangeMachine = standingForm("email change", emailFormMachine, (email) => ({ given: { email }, known: null }))
