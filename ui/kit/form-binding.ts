// [U15] Binds a form on screen to its machine: fields hold the values and messages (form-fields.ts), the machine holds the state and rules.
import { useSelector } from "@xstate/react"
import type { AnyActorRef } from "xstate"
import { type Failure, ValidationFailed } from "../../domain/failures/failure.ts"
import { type Violation } from "../../domain/findings/finding.ts"
import type { FormEvent, FormRules, FormTag } from "../../machines/form-machine.ts"
import { useRestoreFocusAfter } from "./focus-hooks.ts"
import { changedText, type FieldChange, useFormFields } from "./form-fields.ts"

type FormState = { readonly context: FormRules & { readonly failure: Failure | null }; readonly hasTag: (tag: FormTag) => boolean }
/** An actor of `formMachine`, or of a machine with the same events, tags and rules. */
export type FormActor = Pick<AnyActorRef, "subscribe"> & {
  readonly getSnapshot: () => FormState
  readonly send: (event: FormEvent) => void
}

/** The values and handlers that `useForm` returns for fields, buttons and notices. */
export type Form = ReturnType<typeof useForm>

export const useForm = (actor: FormActor) => {
  const { initialValues, check, computeDependentFields, failure } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  useRestoreFocusAfter(busy)
  const edited = useSelector(actor, (state) => state.hasTag("edited"))
  const fields = useFormFields(initialValues, check, (values) => actor.send({ type: "form.edit", values }))

  const updateField = (field: string, text: string): void => {
    for (const [followingField, followingText] of Object.entries(computeDependentFields(fields.values, field, text)))
      fields.setValue(followingField, followingText)
    fields.setValue(field, text)
  }
  return {
    values: fields.values,
    /** The failure of the last submission, without violations of fields edited since. */
    failure: remainingFailure(failure, fields.getMessages),
    busy,
    /** Whether the form has unsaved changes. */
    edited,
    /** The props of a text field. Nothing can be typed while the form is being sent, so nothing is lost when the answer resets it. */
    field: (name: string) => ({
      ...fields.field(name),
      disabled: busy,
      onChange: (change: FieldChange) => updateField(name, changedText(change)),
    }),
    submit: fields.submit((values, element) => {
      actor.send({ type: "form.submit", values })
      if (!isSubmitting(actor.getSnapshot())) return
      const subscription = actor.subscribe((state: FormState) => {
        if (isSubmitting(state)) return
        subscription.unsubscribe()
        fields.showViolations(getViolations(state.context.failure), element)
      })
    }),
    leave: () => actor.send({ type: "form.discard" }),
  }
}

/** Whether the form is being sent, or waits for the user's confirmation. */
const isSubmitting = (state: FormState): boolean => state.hasTag("busy") || state.hasTag("confirming-submission")

const getViolations = (failure: Failure | null): ReadonlyArray<Violation> =>
  failure?._tag === "ValidationFailed" ? failure.violations : []

const remainingFailure = (failure: Failure | null, getMessages: (field: string) => ReadonlyArray<string>): Failure | null => {
  if (failure?._tag !== "ValidationFailed" || failure.violations.length === 0) return failure
  const violations = failure.violations.filter(({ field, message }) => getMessages(field).includes(message))
  return violations.length === 0 ? null : new ValidationFailed({ violations, findings: failure.findings })
}
