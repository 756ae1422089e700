// [U15] A form: edited, submitted, then accepted or refused. The UI holds the field values and passes them with each event.
import { assign, setup, spawnChild, stopChild } from "xstate"
import type { Failure } from "../domain/failures/failure.ts"
import type { Violation } from "../domain/findings/finding.ts"
import { asFailure } from "./adapter-failure.ts"
import { port, unsavedWorkPort } from "./ports.ts"

/** The text of each field, by the name of the field. */
export type FormValues = Readonly<Record<string, string>>

/** What the field components need to know about a form. */
export type FormRules = {
  /** The initial text of each field. */
  readonly initialValues: FormValues
  /** Returns the violations of these values, by field. Values with violations are not submitted. */
  readonly check: (values: FormValues) => ReadonlyArray<Violation>
  /** Returns the other fields that change when `field` becomes `text`. */
  readonly computeDependentFields: (values: FormValues, field: string, text: string) => FormValues
}

/** Events of every form. `form.dismiss` closes it like `form.discard`, but asks first when there are changes. */
export type FormEvent =
  | { readonly type: "form.edit"; readonly values: FormValues }
  | { readonly type: "form.submit"; readonly values: FormValues }
  | { readonly type: "form.dismiss" }
  | { readonly type: "form.continue" }
  | { readonly type: "form.discard" }
  | { readonly type: "consent.give" }
  | { readonly type: "consent.refuse" }

/**
 * busy: being submitted; edited: differs from the initial values; confirming-discard: asks whether to discard the changes;
 * confirming-submission: asks for consent before submitting.
 */
export type FormTag = "busy" | "edited" | "confirming-discard" | "confirming-submission"

type Form<Facts> = {
  readonly id: string
  readonly emptyValues: FormValues
  /** Returns the violations of these values; `facts` are what the rules need besides the values. */
  readonly violations: (values: FormValues, facts: Facts) => ReadonlyArray<Violation>
  readonly computeDependentFields?: FormRules["computeDependentFields"]
  /** Whether these values need the user's consent before they are sent; never, by default. */
  readonly needsConsent?: (values: FormValues, facts: Facts) => boolean
}

const hasChanges = (before: FormValues, values: FormValues): boolean =>
  Object.entries(values).some(([field, text]) => text !== before[field])

const eventValues = ({ event }: { readonly event: { readonly values: FormValues } }): FormValues => event.values
const isEdited = { type: "isEdited", params: eventValues } as const

/**
 * The states before submission, shared by every machine that submits a form. The machine must provide the guards
 * `isEdited` and `canSubmit`, the actions `trackUnsavedWork`, `stopTrackingWork` and `storeSubmission`, and the states
 * `sending` and `closed`.
 */
export const editingStates = {
  pristine: {
    on: {
      "form.edit": { guard: isEdited, target: "edited", actions: "trackUnsavedWork" },
      "form.dismiss": "closed",
      "form.discard": "closed",
    },
  },
  edited: {
    tags: "edited",
    on: {
      "form.edit": [{ guard: isEdited }, { target: "pristine", actions: "stopTrackingWork" }],
      "form.submit": {
        guard: { type: "canSubmit", params: eventValues },
        target: "sending",
        actions: { type: "storeSubmission", params: eventValues },
      },
      "form.dismiss": "confirmingDiscard",
      "form.discard": "closed",
    },
  },
  confirmingDiscard: { tags: ["edited", "confirming-discard"], on: { "form.continue": "edited", "form.discard": "closed" } },
} as const

/** Returns the machine of a form. Its output is the result of port `submit`; null: the form was closed. */
export const formMachine = <Output, Facts = null>({
  id,
  emptyValues,
  violations,
  computeDependentFields = () => ({}),
  needsConsent = () => false,
}: Form<Facts>) =>
  setup({
    types: {
      /** The initial text of some fields, and the facts that the rules of this form need. */
      input: {} as { readonly initialValues: FormValues; readonly facts: Facts },
      context: {} as FormRules & {
        readonly facts: Facts
        /** The values that are being sent or that wait for consent. */
        readonly submittedValues: FormValues
        readonly failure: Failure | null
        readonly answer: Output | null
      },
      output: {} as Output | null,
      events: {} as FormEvent,
      tags: {} as FormTag,
    },
    actors: { submit: port<Output, FormValues>("submit"), holdWork: unsavedWorkPort },
    actions: {
      /** A retry passes the same object, so that the port can tell it from a new submission of equal values. */
      storeSubmission: assign(({ context }, submittedValues: FormValues) => ({
        submittedValues: hasChanges(context.submittedValues, submittedValues) ? submittedValues : context.submittedValues,
        failure: null,
      })),
      fail: assign((_, failure: Failure) => ({ failure })),
      /** Runs from the first edit until the form closes or the edit is undone. */
      trackUnsavedWork: spawnChild("holdWork", { id: "holdWork" }),
      stopTrackingWork: stopChild("holdWork"),
      storeResult: assign({ answer: (_, answer: Output) => answer }),
    },
    guards: {
      isEdited: ({ context: { initialValues } }, values: FormValues) => hasChanges(initialValues, values),
      /** The values differ from the initial ones and have no violations. */
      canSubmit: ({ context: { initialValues, check } }, values: FormValues) =>
        hasChanges(initialValues, values) && check(values).length === 0,
      needsConsent: ({ context: { facts, submittedValues } }) => needsConsent(submittedValues, facts),
    },
  }).createMachine({
    id,
    context: ({ input: { initialValues, facts } }) => ({
      facts,
      initialValues: { ...emptyValues, ...initialValues },
      check: (values) => violations(values, facts),
      computeDependentFields,
      submittedValues: {},
      failure: null,
      answer: null,
    }),
    initial: "pristine",
    output: ({ context }) => context.answer,
    states: {
      ...editingStates,
      sending: { always: [{ guard: "needsConsent", target: "confirmingSubmission" }, { target: "submitting" }] },
      confirmingSubmission: { tags: ["edited", "confirming-submission"], on: { "consent.give": "submitting", "consent.refuse": "edited" } },
      submitting: {
        tags: "busy",
        invoke: {
          id: "submit",
          src: "submit",
          input: ({ context: { submittedValues } }) => submittedValues,
          onDone: { target: "closed", actions: { type: "storeResult", params: ({ event }) => event.output } },
          onError: { target: "edited", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        },
      },
      closed: { type: "final" },
    },
  })

type Input<Facts> = { readonly initialValues: FormValues; readonly facts: Facts }

/**
 * Returns a machine that keeps `form` on the page: after each save the form opens again and shows that it was saved.
 * `nextInput` computes the next initial values and facts from the result of the save.
 */
export const reopeningFormMachine = <Output, Facts>(
  id: string,
  form: ReturnType<typeof formMachine<Output, Facts>>,
  nextInput: (output: Output) => Input<Facts>,
) =>
  setup({
    types: {
      input: {} as Input<Facts>,
      context: {} as Input<Facts> & { readonly saved: boolean },
      children: {} as { form: "form" },
    },
    actors: { form },
    actions: {
      // Null: the form was closed without saving.
      storeResult: assign((_, output: Output | null) => (output === null ? { saved: false } : { ...nextInput(output), saved: true })),
    },
  }).createMachine({
    id,
    context: ({ input }) => ({ ...input, saved: false }),
    initial: "open",
    states: {
      open: {
        invoke: {
          id: "form",
          src: "form",
          input: ({ context: { initialValues, facts } }) => ({ initialValues, facts }),
          onDone: { target: "open", reenter: true, actions: { type: "storeResult", params: ({ event }) => event.output } },
        },
      },
    },
  })
