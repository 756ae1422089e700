// A form that stands in a page: after each success it begins anew and says so, until something is typed (spec/1-console §4 "Account forms").
import { assign, setup } from "xstate"
import type { formMachine, Values } from "../form.ts"

type Input<Known> = { readonly given: Values; readonly known: Known }

/** Keeps `form` in the page. `afterwards`: what is given and known to it after a success, by what the success gave. */
export const standingForm = <Output, Known>(
  id: string,
  form: ReturnType<typeof formMachine<Output, Known>>,
  afterwards: (output: Output) => Input<Known>,
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
      keepNews: assign((_, output: Output | null) => (output === null ? { saved: false } : { ...afterwards(output), saved: true })),
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
