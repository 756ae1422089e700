// A community's secrets: the signing secret of its deliveries, and its checkout credentials (O1).
import { type ActorRefFrom, assign, setup } from "xstate"
import { type Checkout, checkoutFormFields, emptyCheckout } from "../../domain/communities/checkout-credentials.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { formMachine } from "../form-machine.ts"
import { port } from "../ports.ts"

type Input = {
  /** The slug of the community. */
  readonly slug: string
}

/** Shows the signing secret on request, and replaces it after consent. */
export const signingSecretMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & {
      /** Held only while it is shown. */
      readonly secret: string | null
      /** Whether the secret was just replaced. */
      readonly isNew: boolean
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "secret.show" }
      | { readonly type: "secret.hide" }
      | { readonly type: "secret.renew" }
      | { readonly type: "consent.give" }
      | { readonly type: "consent.refuse" },
    children: {} as { read: "read"; renew: "renew" },
    /** confirming-renewal: asks whether to replace the secret. */
    tags: {} as "confirming-renewal" | "busy",
  },
  actors: {
    read: port<string, Input>("read"),
    /** Replaces the secret and returns the new one. */
    renew: port<string, Input>("renew"),
  },
  actions: {
    storeSecret: assign((_, secret: string) => ({ secret, isNew: false, failure: null })),
    storeRenewedSecret: assign((_, secret: string) => ({ secret, isNew: true, failure: null })),
    clearSecret: assign({ secret: null, isNew: false, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: "signing",
  context: ({ input }) => ({ ...input, secret: null, isNew: false, failure: null }),
  initial: "hidden",
  states: {
    hidden: { on: { "secret.show": "reading" } },
    reading: {
      tags: "busy",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { slug } }) => ({ slug }),
        onDone: { target: "shown", actions: { type: "storeSecret", params: ({ event }) => event.output } },
        onError: { target: "hidden", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    shown: {
      on: {
        "secret.hide": { target: "hidden", actions: "clearSecret" },
        "secret.renew": { target: "confirmingRenewal", actions: "clearFailure" },
      },
    },
    confirmingRenewal: {
      tags: "confirming-renewal",
      on: { "consent.give": "renewing", "consent.refuse": { target: "shown", actions: "clearFailure" } },
    },
    renewing: {
      tags: ["confirming-renewal", "busy"],
      invoke: {
        id: "renew",
        src: "renew",
        input: ({ context: { slug } }) => ({ slug }),
        onDone: { target: "shown", actions: { type: "storeRenewedSecret", params: ({ event }) => event.output } },
        onError: { target: "confirmingRenewal", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})

/** [O1] The form of the checkout credentials; `community` is the slug. */
export const checkoutFormMachine = formMachine<Checkout>({
  id: "checkout form",
  emptyValues: { community: "", ...checkoutFormFields(emptyCheckout) },
  violations: () => [],
})

/** Loads the checkout credentials and keeps their form on the page. */
export const checkoutMachine = setup({
  types: {
    /** The slug of the community. */
    input: {} as { readonly slug: string },
    context: {} as {
      readonly slug: string
      /** The credentials as the server returned them, secrets masked. */
      readonly checkout: Checkout
      readonly saved: boolean
      readonly failure: Failure | null
    },
    events: {} as { readonly type: "checkout.retry" },
    children: {} as { read: "read"; form: "form" },
  },
  actors: { read: port<Checkout, { readonly slug: string }>("read"), form: checkoutFormMachine },
  actions: {
    storeCheckout: assign({ checkout: (_, checkout: Checkout) => checkout, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    markSaved: assign({ saved: true }),
  },
}).createMachine({
  id: "checkout",
  context: ({ input }) => ({ ...input, checkout: emptyCheckout, saved: false, failure: null }),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { slug } }) => ({ slug }),
        onDone: { target: "open", actions: { type: "storeCheckout", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "checkout.retry": "reading" } },
    /** After each save the form opens again with the stored values. */
    open: {
      invoke: {
        id: "form",
        src: "form",
        input: ({ context: { slug, checkout } }) => ({ initialValues: { community: slug, ...checkoutFormFields(checkout) }, facts: null }),
        onDone: {
          target: "open",
          reenter: true,
          actions: [{ type: "storeCheckout", params: ({ context, event }) => event.output ?? context.checkout }, "markSaved"],
        },
      },
    },
  },
})
export type CheckoutFormActor = ActorRefFrom<typeof checkoutFormMachine>
