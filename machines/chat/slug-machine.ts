// [L5] The slug of a chat, with which everyone can open it.
import { type ActorRefFrom, assign, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import { chatSlugViolations } from "../../domain/links/respondent-urls.ts"
import { asFailure } from "../adapter-failure.ts"
import { formMachine } from "../form-machine.ts"
import { port, type ScriptRef } from "../ports.ts"

/** [L5] The form of the chat's slug. Outputs the slug as stored. */
export const slugFormMachine = formMachine<string>({
  id: "slug form",
  emptyValues: { community: "", uuid: "", slug: "" },
  violations: ({ slug = "" }) => chatSlugViolations(slug),
})

/** Loads the slug of a chat and keeps its form on the page. */
export const slugMachine = setup({
  types: {
    input: {} as ScriptRef,
    context: {} as ScriptRef & {
      /** The stored slug; null: the chat has none. */
      readonly kept: string | null
      readonly saved: boolean
      readonly failure: Failure | null
    },
    events: {} as { readonly type: "reading.retry" },
    children: {} as { read: "read"; form: "form" },
  },
  actors: { read: port<string | null, ScriptRef>("read"), form: slugFormMachine },
  actions: {
    storeSlug: assign({ kept: (_, slug: string | null) => slug, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    markSaved: assign({ saved: true }),
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
        onDone: { target: "open", actions: { type: "storeSlug", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "reading.retry": "loading" } },
    /** After each save the form opens again. */
    open: {
      invoke: {
        id: "form",
        src: "form",
        input: ({ context: { community, uuid, kept } }) => ({ initialValues: { community, uuid, slug: kept ?? "" }, facts: null }),
        onDone: {
          target: "open",
          reenter: true,
          actions: [{ type: "storeSlug", params: ({ context, event }) => event.output ?? context.kept }, "markSaved"],
        },
      },
    },
  },
})
export type SlugFormActor = ActorRefFrom<typeof slugFormMachine>
