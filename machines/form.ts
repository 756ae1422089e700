// A form: written in, sent, and then accepted or refused field by field (spec/1-console §4 "Account forms", §5).
import { assign, setup, spawnChild } from "xstate"
import { type Failure, Refused, type Violation } from "../domain/failure.ts"
import { asFailure, holdWorkPort, port } from "./port.ts"

/** What is written in each field, by the field's name. */
export type Values = Readonly<Record<string, string>>

type Form<Known> = {
  readonly id: string
  readonly blank: Values
  /** Whether the domain lets these values be sent, given what is known besides. */
  readonly isComplete: (values: Values, known: Known) => boolean
  /** What else changes when `field` becomes `text`. */
  readonly follow?: (values: Values, field: string, text: string) => Values
}

/** A form with these fields whose port `submit` answers with an `Output`, which is the machine's output too. Null: it was left. */
export const formMachine = <Output, Known = null>({ id, blank, isComplete, follow = () => ({}) }: Form<Known>) =>
  setup({
    types: {
      /** What stands in some fields from the start, and what the rules of this form have to know. */
      input: {} as { readonly given: Values; readonly known: Known },
      context: {} as {
        readonly known: Known
        readonly values: Values
        readonly violations: ReadonlyArray<Violation>
        readonly failure: Failure | null
        readonly answer: Output | null
      },
      output: {} as Output | null,
      events: {} as
        | { readonly type: "field.type"; readonly field: string; readonly text: string }
        | { readonly type: "form.submit" }
        | { readonly type: "form.leave" },
      tags: {} as "busy" | "edited",
    },
    actors: { submit: port<Output, Values>("submit"), holdWork: holdWorkPort },
    actions: {
      write: assign(({ context }, { field, text }: { field: string; text: string }) => ({
        values: { ...context.values, ...follow(context.values, field, text), [field]: text },
        // What the server had against other fields still stands.
        violations: context.violations.filter((violation) => violation.field !== field),
        failure: withoutField(context.failure, field),
      })),
      forgetFailure: assign({ violations: [], failure: null }),
      fail: assign((_, failure: Failure) => ({ failure, violations: failure._tag === "Refused" ? failure.violations : [] })),
      /** From the first edit to the form's end. */
      hold: spawnChild("holdWork", { id: "holdWork" }),
      keep: assign({ answer: (_, answer: Output) => answer }),
    },
    guards: { isComplete: ({ context }) => isComplete(context.values, context.known) },
  }).createMachine({
    id,
    context: ({ input }) => ({ known: input.known, values: { ...blank, ...input.given }, violations: [], failure: null, answer: null }),
    initial: "pristine",
    output: ({ context }) => context.answer,
    states: {
      pristine: {
        on: {
          "field.type": { target: "edited", actions: [{ type: "write", params: ({ event }) => event }, "hold"] },
          "form.leave": "gone",
        },
      },
      edited: {
        tags: "edited",
        on: {
          "field.type": { actions: { type: "write", params: ({ event }) => event } },
          "form.submit": { guard: "isComplete", target: "submitting", actions: "forgetFailure" },
          "form.leave": "gone",
        },
      },
      submitting: {
        tags: "busy",
        invoke: {
          id: "submit",
          src: "submit",
          input: ({ context }) => context.values,
          onDone: { target: "gone", actions: { type: "keep", params: ({ event }) => event.output } },
          onError: { target: "edited", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        },
      },
      gone: { type: "final" },
    },
  })

/** What is left of a failure once `field` is written in. */
const withoutField = (failure: Failure | null, field: string): Failure | null => {
  if (failure?._tag !== "Refused" || failure.violations.length === 0) return failure
  const violations = failure.violations.filter((violation) => violation.field !== field)
  return violations.length === 0 ? null : new Refused({ violations, findings: failure.findings })
}
