// A form as a screen sees it: its fields have what is written and what is wrong with it (form-fields.ts), its machine whether it is open, being
// sent or refused, and the domain's rules (machines/form-machine.ts). All forms that have a machine of their own are bound here.
import { useSelector } from "@xstate/react"
import type { AnyActorRef } from "xstate"
import { type Failure, ValidationFailed, type Violation } from "../../domain/failure.ts"
import type { FormEvent, FormRules, FormTag } from "../../machines/form-machine.ts"
import { useRestoreFocusAfter } from "./focus-hooks.ts"
import { changedText, type FieldChange, useFormFields } from "./form-fields.ts"

type FormState = { readonly context: FormRules & { readonly failure: Failure | null }; readonly hasTag: (tag: FormTag) => boolean }
/** Any actor of `formMachine`, or of a machine that has its events, tags and rules. */
export type FormActor = Pick<AnyActorRef, "subscribe"> & {
  readonly getSnapshot: () => FormState
  readonly send: (event: FormEvent) => void
}

/** What `useForm` gives to fields, buttons and notices. */
export type Form = ReturnType<typeof useForm>

export const useForm = (actor: FormActor) => {
  const { given, check, follow, failure } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  useRestoreFocusAfter(busy)
  const edited = useSelector(actor, (state) => state.hasTag("edited"))
  const draft = useFormFields(given, check, (values) => actor.send({ type: "form.edit", values }))

  const write = (field: string, text: string): void => {
    for (const [other, its] of Object.entries(follow(draft.values, field, text))) draft.setValue(other, its)
    draft.setValue(field, text)
  }
  return {
    values: draft.values,
    /** Why it came to nothing; of a refusal, what stands in fields that were not edited since. */
    failure: remainingFailure(failure, draft.told),
    busy,
    /** Something differs, as its machine sees it. */
    edited,
    /** Whether anything differs from what stood there. */
    dirty: draft.dirty,
    /** What a text field of this form is given. */
    field: (name: string) => ({
      ...draft.field(name),
      readOnly: busy,
      onChange: (change: FieldChange) => write(name, changedText(change)),
    }),
    submit: draft.submit((values, element) => {
      actor.send({ type: "form.submit", values })
      if (!isSubmitting(actor.getSnapshot())) return
      const sent = actor.subscribe((state: FormState) => {
        if (isSubmitting(state)) return
        sent.unsubscribe()
        draft.showViolations(violationsOf(state.context.failure), element)
      })
    }),
    leave: () => actor.send({ type: "form.leave" }),
  }
}

/** Being sent, or to be once the person consents. */
const isSubmitting = (state: FormState): boolean => state.hasTag("busy") || state.hasTag("consenting")

const violationsOf = (failure: Failure | null): ReadonlyArray<Violation> => (failure?._tag === "Refused" ? failure.violations : [])

const remainingFailure = (failure: Failure | null, told: (field: string) => ReadonlyArray<string>): Failure | null => {
  if (failure?._tag !== "Refused" || failure.violations.length === 0) return failure
  const violations = failure.violations.filter(({ field, message }) => told(field).includes(message))
  return violations.length === 0 ? null : new ValidationFailed({ violations, findings: failure.findings })
}
