// A community's checkout credentials: read, written, saved (spec/3-community §2 "Community options page", §8).
import { type ActorRefFrom, assign, setup } from "xstate"
import { type Checkout, draftOfCheckout, noCheckout } from "../../domain/communities/checkout.ts"
import type { Failure } from "../../domain/failure.ts"
import { formMachine } from "../form.ts"
import { asFailure, port } from "../port.ts"

/** Carries the community's slug along with what is written. */
export const checkoutFormMachine = formMachine<Checkout>({
  id: "checkout form",
  blank: { community: "", ...draftOfCheckout(noCheckout) },
  violations: () => [],
})

export const checkoutMachine = setup({
  types: {
    /** The slug of the community. */
    input: {} as { readonly slug: string },
    context: {} as {
      readonly slug: string
      /** As the server has them, secrets masked. */
      readonly checkout: Checkout
      readonly saved: boolean
      readonly failure: Failure | null
    },
    events: {} as { readonly type: "checkout.retry" },
    children: {} as { read: "read"; form: "form" },
  },
  actors: { read: port<Checkout, { readonly slug: string }>("read"), form: checkoutFormMachine },
  actions: {
    know: assign({ checkout: (_, checkout: Checkout) => checkout, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    tellSaved: assign({ saved: true }),
  },
}).createMachine({
  id: "checkout",
  context: ({ input }) => ({ ...input, checkout: noCheckout, saved: false, failure: null }),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { slug } }) => ({ slug }),
        onDone: { target: "open", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "checkout.retry": "reading" } },
    /** After each save the form stands there anew, with what the server keeps. */
    open: {
      invoke: {
        id: "form",
        src: "form",
        input: ({ context: { slug, checkout } }) => ({ given: { community: slug, ...draftOfCheckout(checkout) }, known: null }),
        onDone: {
          target: "open",
          reenter: true,
          actions: [{ type: "know", params: ({ context, event }) => event.output ?? context.checkout }, "tellSaved"],
        },
      },
    },
  },
})
export type CheckoutFormActor = ActorRefFrom<typeof checkoutFormMachine>
