// The slug under which everybody can open a chat (spec/3-community §2 "Links block", §5, §8).
import { assign, setup } from "xstate"
import type { Failure } from "../../domain/failure.ts"
import { chatSlugProblem } from "../../domain/links/addresses.ts"
import { asFailure, port } from "../port.ts"
import type { Chat } from "./chat-details.ts"

/** What the server said of a slug: saved, or why not. */
export type SlugAnswer = { readonly status: "ok" | "error"; readonly message: string }

export const slugMachine = setup({
  types: {
    input: {} as Chat,
    context: {} as Chat & {
      readonly slug: string
      /** As it is saved. */
      readonly saved: string | null
      readonly problem: string | null
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "slug.type"; readonly text: string }
      | { readonly type: "slug.save" }
      | { readonly type: "reading.retry" },
    children: {} as { read: "read"; save: "save" },
    tags: {} as "busy",
  },
  actors: {
    read: port<string | null, Chat>("read"),
    save: port<SlugAnswer, Chat & { readonly slug: string }>("save"),
  },
  actions: {
    know: assign((_, slug: string | null) => ({ slug: slug ?? "", saved: slug, failure: null })),
    write: assign({ slug: (_, text: string) => text, problem: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    forgetFailure: assign({ failure: null, problem: null }),
    keep: assign({ saved: ({ context }) => context.slug.trim() }),
    object: assign({ problem: (_, problem: string) => problem }),
  },
  guards: { isSlug: ({ context }) => chatSlugProblem(context.slug.trim()) === null && context.slug.trim() !== context.saved },
}).createMachine({
  id: "slug",
  context: ({ input }) => ({ ...input, slug: "", saved: null, problem: null, failure: null }),
  initial: "loading",
  states: {
    loading: {
      tags: "busy",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { community, uuid } }) => ({ community, uuid }),
        onDone: { target: "ready", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "reading.retry": "loading" } },
    ready: {
      initial: "fresh",
      states: { fresh: {}, saved: {} },
      on: {
        "slug.type": { target: ".fresh", actions: { type: "write", params: ({ event }) => event.text } },
        "slug.save": { guard: "isSlug", target: "saving", actions: "forgetFailure" },
      },
    },
    saving: {
      tags: "busy",
      invoke: {
        id: "save",
        src: "save",
        input: ({ context: { community, uuid, slug } }) => ({ community, uuid, slug: slug.trim() }),
        onDone: [
          { guard: ({ event }) => event.output.status === "ok", target: "ready.saved", actions: "keep" },
          { target: "ready", actions: { type: "object", params: ({ event }) => event.output.message } },
        ],
        onError: { target: "ready", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})
