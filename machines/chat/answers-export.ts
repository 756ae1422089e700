// Exporting the answers of a chat: a look at the first rows, then the whole file, page by page (spec/3-community §2, §9; decisions X1–X10).
import { type ActorRefFrom, assign, fromCallback, sendTo, setup } from "xstate"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import type { Revision } from "../../domain/exports/answers-plan.ts"
import { type ExportOptions, usualOptions } from "../../domain/exports/export-options.ts"
import type { Failure } from "../../domain/failure.ts"
import { asFailure, port } from "../port.ts"
import type { Chat } from "./chat-details.ts"

/** `answers`: the CSV file with its codebook; `spss`: the same with a syntax beside it. */
export type ExportKind = "answers" | "spss"
/** Local days, or blank for no limit. */
export type Range = { readonly from: string; readonly to: string }

export type Preview = {
  readonly count: number
  readonly revisions: ReadonlyArray<Revision>
  readonly metadataKeys: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Conversation>
}

export type ExportWish = Chat & { readonly name: string; readonly kind: ExportKind; readonly options: ExportOptions; readonly range: Range }

/** What a running export tells: how far it is, that a page did not come, that the file is there. */
export type ExportNews =
  | { readonly type: "export.progress"; readonly read: number; readonly written: number }
  | { readonly type: "export.stuck"; readonly failure: Failure }
  | { readonly type: "export.done" }

export const answersExportMachine = setup({
  types: {
    input: {} as Chat & { readonly name: string; readonly range: Range },
    context: {} as Chat & {
      readonly name: string
      readonly range: Range
      readonly options: ExportOptions
      readonly preview: Preview | null
      readonly kind: ExportKind
      readonly read: number
      readonly written: number
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "option.set"; readonly option: keyof ExportOptions; readonly on: boolean }
      | { readonly type: "range.set"; readonly range: Range }
      | { readonly type: "preview.retry" }
      | { readonly type: "export.start"; readonly kind: ExportKind }
      | { readonly type: "export.retry" }
      | { readonly type: "export.cancel" }
      | ExportNews,
    children: {} as { preview: "preview"; run: "run" },
    tags: {} as "busy",
  },
  actors: {
    preview: port<Preview, Chat & { readonly range: Range; readonly options: ExportOptions }>("preview"),
    /** Writes the files; told `export.retry` it goes on with the page that did not come. Stopped, it leaves nothing behind. */
    run: fromCallback<{ readonly type: "export.retry" }, ExportWish>(() => {
      throw new Error('port "run" is not wired')
    }),
  },
  actions: {
    choose: assign({
      options: ({ context }, { option, on }: { option: keyof ExportOptions; on: boolean }) => ({ ...context.options, [option]: on }),
    }),
    limit: assign({ range: (_, range: Range) => range }),
    know: assign({ preview: (_, preview: Preview) => preview, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    begin: assign((_, kind: ExportKind) => ({ kind, read: 0, written: 0, failure: null })),
    count: assign((_, { read, written }: { read: number; written: number }) => ({ read, written })),
    forgetFailure: assign({ failure: null }),
    tellRetry: sendTo("run", { type: "export.retry" }),
  },
}).createMachine({
  id: "answers export",
  context: ({ input }) => ({
    ...input,
    options: usualOptions,
    preview: null,
    kind: "answers",
    read: 0,
    written: 0,
    failure: null,
  }),
  initial: "looking",
  states: {
    looking: {
      tags: "busy",
      on: {
        "range.set": { target: "looking", reenter: true, actions: { type: "limit", params: ({ event }) => event.range } },
        "option.set": { target: "looking", reenter: true, actions: { type: "choose", params: ({ event }) => event } },
      },
      invoke: {
        id: "preview",
        src: "preview",
        input: ({ context: { community, uuid, range, options } }) => ({ community, uuid, range, options }),
        onDone: { target: "ready", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: {
      on: {
        "preview.retry": "looking",
        "range.set": { target: "looking", actions: { type: "limit", params: ({ event }) => event.range } },
      },
    },
    ready: {
      initial: "fresh",
      states: { fresh: {}, done: {} },
      on: {
        "range.set": { target: "looking", actions: { type: "limit", params: ({ event }) => event.range } },
        // Whether empty chats count changes which rows there are; the rest is the same rows in other words.
        "option.set": [
          {
            guard: ({ event }) => event.option === "emptyChats",
            target: "looking",
            actions: { type: "choose", params: ({ event }) => event },
          },
          { target: ".fresh", actions: { type: "choose", params: ({ event }) => event } },
        ],
        "export.start": { target: "exporting", actions: { type: "begin", params: ({ event }) => event.kind } },
      },
    },
    exporting: {
      initial: "running",
      invoke: {
        id: "run",
        src: "run",
        input: ({ context: { community, uuid, name, kind, options, range } }) => ({ community, uuid, name, kind, options, range }),
      },
      on: {
        "export.cancel": "ready",
        "export.progress": { actions: { type: "count", params: ({ event }) => event } },
        "export.done": "ready.done",
      },
      states: {
        running: {
          tags: "busy",
          on: { "export.stuck": { target: "stuck", actions: { type: "fail", params: ({ event }) => event.failure } } },
        },
        stuck: { on: { "export.retry": { target: "running", actions: ["forgetFailure", "tellRetry"] } } },
      },
    },
  },
})
export type AnswersExportActor = ActorRefFrom<typeof answersExportMachine>
