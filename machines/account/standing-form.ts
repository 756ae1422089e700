// A form that stands in a page: after each success it begins anew and says so, until something is typed (spec/1-console §4 "Account forms").
import { assign, setup } from "xstate"
import type { formMachine, Values } from "../form.ts"

type Input<Known> = { readonly given: Values; readonly known: Known }

/** Keeps `form` in the page. What is given at the start stands in it again after each success. */
export const standingForm = <Known>(id: string, form: ReturnType<typeof formMachine<void, Known>>) =>
  setup({
    types: {
      input: {} as Input<Known>,
      context: {} as Input<Known> & { readonly saved: boolean },
      children: {} as { form: "form" },
    },
    actors: { form },
    actions: { keepNews: assign({ saved: (_, saved: boolean) => saved }) },
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
          // Null: it was left, and nothing saved.
          onDone: {
            target: "open",
            reenter: true,
            actions: { type: "keepNews", params: ({ event }) => event.output !== null },
          },
        },
      },
    },
  })
