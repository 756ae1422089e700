// A form: edited, sent, and then accepted or refused (spec/1-console §4 "Account forms", §5). What stands in its fields is the interface's
// (`@mantine/form`) and comes along when it is sent; what is wrong with it, the domain says, to the fields and here.
import { assign, setup, spawnChild, stopChild } from "xstate"
import type { Failure, Violation } from "../domain/failure.ts"
import { asFailure, port, unsavedWorkPort } from "./ports.ts"

/** What is written in each field, by the field's name. */
export type FormValues = Readonly<Record<string, string>>

/** What the fields have to know of a form. */
export type FormRules = {
  /** What stands in each field from the start. */
  readonly given: FormValues
  /** What the domain has against these values, by field: nothing is sent that it has something against. */
  readonly check: (values: FormValues) => ReadonlyArray<Violation>
  /** What else changes when `field` becomes `text`. */
  readonly follow: (values: FormValues, field: string, text: string) => FormValues
}

/** What happens to any form. `form.dismiss` leaves it too, but asks first where something differs from what stood there. */
export type FormEvent =
  | { readonly type: "form.edit"; readonly values: FormValues }
  | { readonly type: "form.submit"; readonly values: FormValues }
  | { readonly type: "form.dismiss" }
  | { readonly type: "form.keep" }
  | { readonly type: "form.leave" }
  | { readonly type: "consent.give" }
  | { readonly type: "consent.refuse" }

/**
 * busy: it is being sent; edited: something differs from what stood there; asking: whether what was edited is to be dropped; consenting:
 * whether it is to be sent.
 */
export type FormTag = "busy" | "edited" | "asking" | "consenting"

type Form<Known> = {
  readonly id: string
  readonly emptyValues: FormValues
  /** What the domain has against these values, given what is known besides. */
  readonly violations: (values: FormValues, known: Known) => ReadonlyArray<Violation>
  readonly follow?: FormRules["follow"]
  /** Whether these values are sent only once the person has consented; where nothing is said, no. */
  readonly needsConsent?: (values: FormValues, known: Known) => boolean
}

/** Whether anything differs from what stood there. */
const hasChanges = (given: FormValues, values: FormValues): boolean => Object.entries(values).some(([field, text]) => text !== given[field])

const eventValues = ({ event }: { readonly event: { readonly values: FormValues } }): FormValues => event.values
const isEdited = { type: "isEdited", params: eventValues } as const

/**
 * What is written in a form until it is sent, for whatever machine sends it: that has the guards `isEdited` and `maySend`, the actions `hold`,
 * `release` and `wish`, and the states `sending` and `gone`.
 */
export const editingStates = {
  pristine: {
    on: { "form.edit": { guard: isEdited, target: "edited", actions: "hold" }, "form.dismiss": "gone", "form.leave": "gone" },
  },
  edited: {
    tags: "edited",
    on: {
      "form.edit": [{ guard: isEdited }, { target: "pristine", actions: "release" }],
      "form.submit": {
        guard: { type: "maySend", params: eventValues },
        target: "sending",
        actions: { type: "wish", params: eventValues },
      },
      "form.dismiss": "asking",
      "form.leave": "gone",
    },
  },
  asking: { tags: ["edited", "asking"], on: { "form.keep": "edited", "form.leave": "gone" } },
} as const

/** A form with these fields whose port `submit` answers with an `Output`, which is the machine's output too. Null: it was left. */
export const formMachine = <Output, Known = null>({
  id,
  emptyValues,
  violations,
  follow = () => ({}),
  needsConsent = () => false,
}: Form<Known>) =>
  setup({
    types: {
      /** What stands in some fields from the start, and what the rules of this form have to know. */
      input: {} as { readonly given: FormValues; readonly known: Known },
      context: {} as FormRules & {
        readonly known: Known
        /** What is being sent, or waits for consent to it. */
        readonly wished: FormValues
        readonly failure: Failure | null
        readonly answer: Output | null
      },
      output: {} as Output | null,
      events: {} as FormEvent,
      tags: {} as FormTag,
    },
    actors: { submit: port<Output, FormValues>("submit"), holdWork: unsavedWorkPort },
    actions: {
      /** What is tried once more is the very same as before, by which whoever sends it tells it from what is only alike. */
      wish: assign(({ context }, wished: FormValues) => ({
        wished: hasChanges(context.wished, wished) ? wished : context.wished,
        failure: null,
      })),
      fail: assign((_, failure: Failure) => ({ failure })),
      /** From the first edit to the form's end, or until it is taken back. */
      hold: spawnChild("holdWork", { id: "holdWork" }),
      release: stopChild("holdWork"),
      keep: assign({ answer: (_, answer: Output) => answer }),
    },
    guards: {
      isEdited: ({ context: { given } }, values: FormValues) => hasChanges(given, values),
      /** Something differs from what stood there, and nothing is wrong with it. */
      maySend: ({ context: { given, check } }, values: FormValues) => hasChanges(given, values) && check(values).length === 0,
      needsConsent: ({ context: { known, wished } }) => needsConsent(wished, known),
    },
  }).createMachine({
    id,
    context: ({ input: { given, known } }) => ({
      known,
      given: { ...emptyValues, ...given },
      check: (values) => violations(values, known),
      follow,
      wished: {},
      failure: null,
      answer: null,
    }),
    initial: "pristine",
    output: ({ context }) => context.answer,
    states: {
      ...editingStates,
      sending: { always: [{ guard: "needsConsent", target: "consenting" }, { target: "submitting" }] },
      consenting: { tags: ["edited", "consenting"], on: { "consent.give": "submitting", "consent.refuse": "edited" } },
      submitting: {
        tags: "busy",
        invoke: {
          id: "submit",
          src: "submit",
          input: ({ context: { wished } }) => wished,
          onDone: { target: "gone", actions: { type: "keep", params: ({ event }) => event.output } },
          onError: { target: "edited", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        },
      },
      gone: { type: "final" },
    },
  })

// A form that stands in a page: after each success it begins anew and says so, until something is typed (spec/1-console §4 "Account forms").

type Input<Known> = { readonly given: FormValues; readonly known: Known }

/** Keeps `form` in the page. `afterwards`: what is given and known to it after a success, by what the success gave. */
export const reopeningFormMachine = <Output, Known>(
  id: string,
  form: ReturnType<typeof formMachine<Output, Known>>,
  nextInput: (output: Output) => Input<Known>,
) =>
  setup({
    types: {
      input: {} as Input<Known>,
      context: {} as Input<Known> & { readonly saved: boolean },
      children: {} as { form: "form" },
    },
    actors: { form },
    actions: {
      // Null: it was left, and nothing saved.
      keepNews: assign((_, output: Output | null) => (output === null ? { saved: false } : { ...nextInput(output), saved: true })),
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
          input: ({ context: { given, known } }) => ({ given, known }),
          onDone: { target: "open", reenter: true, actions: { type: "keepNews", params: ({ event }) => event.output } },
        },
      },
    },
  })
