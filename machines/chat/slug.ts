// The slug under which everybody can open a chat (spec/3-community §2 "Links block", §5, §8).
import { type ActorRefFrom, assign, setup } from "xstate"
import type { Failure } from "../../domain/failure.ts"
import { chatSlugViolations } from "../../domain/links/addresses.ts"
import { formMachine } from "../form.ts"
import { asFailure, port } from "../port.ts"
import type { Chat } from "./chat-details.ts"

/** Carries the chat along with what is written, and answers with the slug as it is kept. */
export const slugFormMachine = formMachine<string>({
  id: "slug form",
  blank: { community: "", uuid: "", slug: "" },
  violations: ({ slug = "" }) => chatSlugViolations(slug),
})

export const slugMachine = setup({
  types: {
    input: {} as Chat,
    context: {} as Chat & {
      /** As the server keeps it; null: there is none. */
      readonly kept: string | null
      readonly saved: boolean
      readonly failure: Failure | null
    },
    events: {} as { readonly type: "reading.retry" },
    children: {} as { read: "read"; form: "form" },
  },
  actors: { read: port<string | null, Chat>("read"), form: slugFormMachine },
  actions: {
    know: assign({ kept: (_, slug: string | null) => slug, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    tellSaved: assign({ saved: true }),
  },
}).createMachine({
  id: "slug",
  context: ({ input }) => ({ ...input, kept: null, saved: false, failure: null }),
  initial: "loading",
  states: {
    loading: {
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { community, uuid } }) => ({ community, uuid }),
        onDone: { target: "open", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "reading.retry": "loading" } },
    /** After each save the form stands there anew. */
    open: {
      invoke: {
        id: "form",
        src: "form",
        input: ({ context: { community, uuid, kept } }) => ({ given: { community, uuid, slug: kept ?? "" }, known: null }),
        onDone: {
          target: "open",
          reenter: true,
          actions: [{ type: "know", params: ({ context, event }) => event.output ?? context.kept }, "tellSaved"],
        },
      },
    },
  },
})
export type SlugFormActor = ActorRefFrom<typeof slugFormMachine>
