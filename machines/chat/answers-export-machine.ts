// Exporting the answers of a chat: a look at the first rows, then the whole file, page by page (spec/3-community §2, §9; decisions X1–X10).
import { type ActorRefFrom, assign, fromCallback, sendTo, setup } from "xstate"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import type { Revision } from "../../domain/exports/answers-plan.ts"
import { type ExportOptions, type ExportRange, emptyRange } from "../../domain/exports/export-options.ts"
import type { Failure } from "../../domain/failure.ts"
import { asFailure, port, unsavedWorkPort } from "../ports.ts"
import type { ScriptRef } from "./chat-details-machine.ts"

/** `answers`: the CSV file with its codebook; `spss`: the same with a syntax beside it. */
export type ExportKind = "answers" | "spss"
export type AnswersExportPreview = {
  readonly count: number
  /** How many there are without the limits of the range. */
  readonly total: number
  readonly revisions: ReadonlyArray<Revision>
  readonly metadataKeys: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Conversation>
}

export type ExportRequest = ScriptRef & {
  readonly name: string
  readonly kind: ExportKind
  readonly options: ExportOptions
  readonly range: ExportRange
}

/** What a running export tells: how far it is, that a page did not come, that the file is there. */
export type ExportProgressEvent =
  | { readonly type: "export.progress"; readonly read: number; readonly written: number }
  | { readonly type: "export.stuck"; readonly failure: Failure }
  | { readonly type: "export.done"; readonly written: number; readonly count: number }

type RangeChange = { readonly of: keyof ExportRange; readonly moment: string | undefined }

export const answersExportMachine = setup({
  types: {
    input: {} as ScriptRef & { readonly name: string; readonly range: ExportRange; readonly options: ExportOptions },
    context: {} as ScriptRef & {
      readonly name: string
      readonly range: ExportRange
      readonly options: ExportOptions
      readonly preview: AnswersExportPreview | null
      /** What is shown in full, and whether that is all there is or what the range has. */
      readonly shown: { readonly of: "period" | "all"; readonly preview: AnswersExportPreview } | null
      readonly kind: ExportKind
      readonly read: number
      readonly written: number
      /** How many the server counted when the last page had come. */
      readonly count: number
      readonly failure: Failure | null
      /** The ends of the range at which something is typed that is no moment: what the range says is not what is seen. */
      readonly wrong: ReadonlyArray<keyof ExportRange>
    },
    events: {} as
      | { readonly type: "option.set"; readonly option: keyof ExportOptions; readonly on: boolean }
      /** `moment` is undefined where what was typed is none. */
      | { readonly type: "range.set"; readonly of: keyof ExportRange; readonly moment: string | undefined }
      /** What respondents gave was cleared: what is known of it is known no more. */
      | { readonly type: "answers.cleared" }
      | { readonly type: "preview.retry" }
      | { readonly type: "preview.show"; readonly of: "period" | "all" }
      | { readonly type: "preview.close" }
      | { readonly type: "export.start"; readonly kind: ExportKind }
      | { readonly type: "export.retry" }
      | { readonly type: "export.cancel" }
      | ExportProgressEvent,
    children: {} as { preview: "preview"; previewAll: "preview"; run: "run"; memory: "memory"; holdWork: "holdWork" },
    tags: {} as "busy",
  },
  actors: {
    preview: port<AnswersExportPreview, ScriptRef & { readonly range: ExportRange; readonly options: ExportOptions }>("preview"),
    /** Keeps the options for the next time. */
    memory: fromCallback<{ readonly type: "options.keep"; readonly options: ExportOptions }>(() => {
      throw new Error('port "memory" is not wired')
    }),
    /** Writes the files; told `export.retry` it goes on with the page that did not come. Stopped, it leaves nothing behind. */
    run: fromCallback<{ readonly type: "export.retry" }, ExportRequest>(() => {
      throw new Error('port "run" is not wired')
    }),
    holdWork: unsavedWorkPort,
  },
  actions: {
    choose: assign({
      options: ({ context }, { option, on }: { option: keyof ExportOptions; on: boolean }) => ({ ...context.options, [option]: on }),
    }),
    remember: sendTo("memory", ({ context: { options } }) => ({ type: "options.keep" as const, options })),
    show: assign(({ context }, of: "period" | "all") => ({
      shown: of === "period" && context.preview !== null ? { of, preview: context.preview } : null,
    })),
    showAll: assign({ shown: (_, preview: AnswersExportPreview) => ({ of: "all" as const, preview }) }),
    showNothing: assign({ shown: null }),
    limit: assign(({ context: { range, wrong } }, { of, moment }: RangeChange) => ({
      range: moment === undefined ? range : { ...range, [of]: moment },
      wrong: [...wrong.filter((it) => it !== of), ...(moment === undefined ? [of] : [])],
    })),
    forgetRows: assign({ preview: ({ context: { preview } }) => preview && { ...preview, rows: [] } }),
    know: assign({ preview: (_, preview: AnswersExportPreview) => preview, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    begin: assign((_, kind: ExportKind) => ({ kind, read: 0, written: 0, failure: null })),
    count: assign((_, { read, written }: { read: number; written: number }) => ({ read, written })),
    compare: assign((_, { written, count }: { written: number; count: number }) => ({ written, count })),
    forgetFailure: assign({ failure: null }),
    tellRetry: sendTo("run", { type: "export.retry" }),
  },
  guards: {
    isOtherRange: ({ context: { range } }, { of, moment }: RangeChange) => moment !== undefined && moment !== range[of],
    isRange: ({ context: { wrong } }) => wrong.length === 0,
  },
}).createMachine({
  id: "answers export",
  context: ({ input }) => ({
    ...input,
    preview: null,
    shown: null,
    kind: "answers",
    read: 0,
    written: 0,
    count: 0,
    failure: null,
    wrong: [],
  }),
  on: {
    "range.set": [
      {
        guard: { type: "isOtherRange", params: ({ event }) => event },
        target: ".looking",
        actions: { type: "limit", params: ({ event }) => event },
      },
      { actions: { type: "limit", params: ({ event }) => event } },
    ],
    "answers.cleared": ".looking",
  },
  invoke: { id: "memory", src: "memory" },
  initial: "looking",
  states: {
    looking: {
      tags: "busy",
      on: {
        "option.set": { target: "looking", reenter: true, actions: [{ type: "choose", params: ({ event }) => event }, "remember"] },
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
        "option.set": { target: "looking", actions: [{ type: "choose", params: ({ event }) => event }, "remember"] },
      },
    },
    ready: {
      initial: "fresh",
      states: {
        fresh: {},
        done: {},
        /** A look in full at what there is, whatever the range. */
        lookingAtAll: {
          invoke: {
            id: "previewAll",
            src: "preview",
            input: ({ context: { community, uuid, options } }) => ({ community, uuid, range: emptyRange, options }),
            onDone: { target: "showing", actions: { type: "showAll", params: ({ event }) => event.output } },
            onError: { target: "fresh", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
        },
        showing: { exit: "showNothing", on: { "preview.close": "fresh" } },
      },
      on: {
        // Whether empty chats count changes which rows there are; the rest is the same rows in other words.
        "option.set": [
          {
            guard: ({ event }) => event.option === "emptyChats",
            target: "looking",
            actions: [{ type: "choose", params: ({ event }) => event }, "remember"],
          },
          { target: ".fresh", actions: [{ type: "choose", params: ({ event }) => event }, "remember"] },
        ],
        "preview.show": [
          {
            guard: ({ event }) => event.of === "all",
            target: ".lookingAtAll",
            actions: ["forgetFailure", { type: "show", params: ({ event }) => event.of }],
          },
          { guard: "isRange", target: ".showing", actions: { type: "show", params: ({ event }) => event.of } },
        ],
        "export.start": { guard: "isRange", target: "exporting", actions: { type: "begin", params: ({ event }) => event.kind } },
      },
    },
    exporting: {
      initial: "running",
      invoke: [
        {
          id: "run",
          src: "run",
          input: ({ context: { community, uuid, name, kind, options, range } }) => ({ community, uuid, name, kind, options, range }),
        },
        { id: "holdWork", src: "holdWork" },
      ],
      on: {
        // The range stands still while it is exported; what is cleared meanwhile shows when rows and count are compared.
        "range.set": {},
        "answers.cleared": { actions: "forgetRows" },
        "export.cancel": { target: "ready", actions: "forgetFailure" },
        "export.progress": { actions: { type: "count", params: ({ event }) => event } },
        "export.done": { target: "ready.done", actions: { type: "compare", params: ({ event }) => event } },
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
