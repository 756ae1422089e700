// [X1–X10] Exporting the answers of a chat: a preview of the first rows, then the whole file, page by page.
import { type ActorRefFrom, assign, fromCallback, sendTo, setup } from "xstate"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import type { Revision } from "../../domain/exports/export-columns.ts"
import { type ExportOptions, type ExportRange, emptyRange } from "../../domain/exports/export-options.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { port, type ScriptRef, unsavedWorkPort } from "../ports.ts"

/** `answers`: a CSV file and its codebook; `spss`: the same plus an SPSS syntax file. */
export type ExportKind = "answers" | "spss"
export type AnswersExportPreview = {
  readonly count: number
  /** The number of conversations regardless of the range; `count` is the number within it. */
  readonly total: number
  readonly revisions: ReadonlyArray<Revision>
  readonly metadataKeys: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Conversation>
}

/** What to export; `name` is the name of the script, for the file name. */
export type ExportRequest = ScriptRef & {
  readonly name: string
  readonly kind: ExportKind
  readonly options: ExportOptions
  readonly range: ExportRange
}

/** Events of a running export: progress, a page that failed to load, completion. */
export type ExportProgressEvent =
  | { readonly type: "export.progress"; readonly read: number; readonly written: number }
  | { readonly type: "export.stuck"; readonly failure: Failure }
  | { readonly type: "export.done"; readonly written: number; readonly count: number }

type RangeChange = { readonly of: keyof ExportRange; readonly moment: string | undefined }

/** Keeps the preview in step with range and options, and runs one export at a time. */
export const answersExportMachine = setup({
  types: {
    input: {} as ScriptRef & { readonly name: string; readonly range: ExportRange; readonly options: ExportOptions },
    context: {} as ScriptRef & {
      readonly name: string
      readonly range: ExportRange
      readonly options: ExportOptions
      readonly preview: AnswersExportPreview | null
      /** The preview shown in full: of all conversations, or of those within the range. */
      readonly shown: { readonly of: "period" | "all"; readonly preview: AnswersExportPreview } | null
      readonly kind: ExportKind
      readonly read: number
      readonly written: number
      /** [X10] The number of conversations that the server counted after the last page. */
      readonly count: number
      readonly failure: Failure | null
      /** [X10] Range fields whose text is not a valid moment, so the stored range differs from what is on screen. */
      readonly wrong: ReadonlyArray<keyof ExportRange>
    },
    events: {} as
      | { readonly type: "option.set"; readonly option: keyof ExportOptions; readonly on: boolean }
      /** `moment` is undefined when the typed text is not a valid moment. */
      | { readonly type: "range.set"; readonly of: keyof ExportRange; readonly moment: string | undefined }
      /** The respondents' data was cleared, so the preview is out of date. */
      | { readonly type: "answers.cleared" }
      | { readonly type: "preview.retry" }
      | { readonly type: "preview.show"; readonly of: "period" | "all" }
      | { readonly type: "preview.close" }
      | { readonly type: "export.start"; readonly kind: ExportKind }
      | { readonly type: "export.retry" }
      | { readonly type: "export.cancel" }
      | ExportProgressEvent,
    children: {} as {
      preview: "preview"
      previewAll: "preview"
      exportFiles: "exportFiles"
      optionStore: "optionStore"
      holdWork: "holdWork"
    },
    tags: {} as "busy",
  },
  actors: {
    preview: port<AnswersExportPreview, ScriptRef & { readonly range: ExportRange; readonly options: ExportOptions }>("preview"),
    /** Stores the options for the next visit. */
    optionStore: fromCallback<{ readonly type: "options.store"; readonly options: ExportOptions }>(() => {
      throw new Error('port "optionStore" is not wired')
    }),
    /** Writes the files. `export.retry` continues with the page that failed; when stopped, it leaves no files behind. */
    exportFiles: fromCallback<{ readonly type: "export.retry" }, ExportRequest>(() => {
      throw new Error('port "exportFiles" is not wired')
    }),
    holdWork: unsavedWorkPort,
  },
  actions: {
    choose: assign({
      options: ({ context }, { option, on }: { option: keyof ExportOptions; on: boolean }) => ({ ...context.options, [option]: on }),
    }),
    storeOptions: sendTo("optionStore", ({ context: { options } }) => ({ type: "options.store" as const, options })),
    show: assign(({ context }, of: "period" | "all") => ({
      shown: of === "period" && context.preview !== null ? { of, preview: context.preview } : null,
    })),
    showAll: assign({ shown: (_, preview: AnswersExportPreview) => ({ of: "all" as const, preview }) }),
    showNothing: assign({ shown: null }),
    setRange: assign(({ context: { range, wrong } }, { of, moment }: RangeChange) => ({
      range: moment === undefined ? range : { ...range, [of]: moment },
      wrong: [...wrong.filter((bound) => bound !== of), ...(moment === undefined ? [of] : [])],
    })),
    clearPreviewRows: assign({ preview: ({ context: { preview } }) => preview && { ...preview, rows: [] } }),
    storePreview: assign({ preview: (_, preview: AnswersExportPreview) => preview, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    begin: assign((_, kind: ExportKind) => ({ kind, read: 0, written: 0, failure: null })),
    storeProgress: assign((_, { read, written }: { read: number; written: number }) => ({ read, written })),
    compare: assign((_, { written, count }: { written: number; count: number }) => ({ written, count })),
    clearFailure: assign({ failure: null }),
    retryExport: sendTo("exportFiles", { type: "export.retry" }),
  },
  guards: {
    changesRange: ({ context: { range } }, { of, moment }: RangeChange) => moment !== undefined && moment !== range[of],
    isRangeValid: ({ context: { wrong } }) => wrong.length === 0,
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
        guard: { type: "changesRange", params: ({ event }) => event },
        target: ".loading",
        actions: { type: "setRange", params: ({ event }) => event },
      },
      { actions: { type: "setRange", params: ({ event }) => event } },
    ],
    "answers.cleared": ".loading",
  },
  invoke: { id: "optionStore", src: "optionStore" },
  initial: "loading",
  states: {
    loading: {
      tags: "busy",
      on: {
        "option.set": { target: "loading", reenter: true, actions: [{ type: "choose", params: ({ event }) => event }, "storeOptions"] },
      },
      invoke: {
        id: "preview",
        src: "preview",
        input: ({ context: { community, uuid, range, options } }) => ({ community, uuid, range, options }),
        onDone: { target: "ready", actions: { type: "storePreview", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: {
      on: {
        "preview.retry": "loading",
        "option.set": { target: "loading", actions: [{ type: "choose", params: ({ event }) => event }, "storeOptions"] },
      },
    },
    ready: {
      initial: "idle",
      states: {
        idle: {},
        completed: {},
        /** Loads a full preview of all conversations, whatever the range. */
        loadingFullPreview: {
          invoke: {
            id: "previewAll",
            src: "preview",
            input: ({ context: { community, uuid, options } }) => ({ community, uuid, range: emptyRange, options }),
            onDone: { target: "showingPreview", actions: { type: "showAll", params: ({ event }) => event.output } },
            onError: { target: "idle", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
        },
        showingPreview: { exit: "showNothing", on: { "preview.close": "idle" } },
      },
      on: {
        // Only `emptyChats` changes which rows there are; the other options only change how the same rows are written.
        "option.set": [
          {
            guard: ({ event }) => event.option === "emptyChats",
            target: "loading",
            actions: [{ type: "choose", params: ({ event }) => event }, "storeOptions"],
          },
          { target: ".idle", actions: [{ type: "choose", params: ({ event }) => event }, "storeOptions"] },
        ],
        "preview.show": [
          {
            guard: ({ event }) => event.of === "all",
            target: ".loadingFullPreview",
            actions: ["clearFailure", { type: "show", params: ({ event }) => event.of }],
          },
          { guard: "isRangeValid", target: ".showingPreview", actions: { type: "show", params: ({ event }) => event.of } },
        ],
        "export.start": { guard: "isRangeValid", target: "exporting", actions: { type: "begin", params: ({ event }) => event.kind } },
      },
    },
    exporting: {
      initial: "running",
      invoke: [
        {
          id: "exportFiles",
          src: "exportFiles",
          input: ({ context: { community, uuid, name, kind, options, range } }) => ({ community, uuid, name, kind, options, range }),
        },
        { id: "holdWork", src: "holdWork" },
      ],
      on: {
        // The range is fixed during an export; cleared data shows when rows and count are compared (X10).
        "range.set": {},
        "answers.cleared": { actions: "clearPreviewRows" },
        "export.cancel": { target: "ready", actions: "clearFailure" },
        "export.progress": { actions: { type: "storeProgress", params: ({ event }) => event } },
        "export.done": { target: "ready.completed", actions: { type: "compare", params: ({ event }) => event } },
      },
      states: {
        running: {
          tags: "busy",
          on: { "export.stuck": { target: "failed", actions: { type: "fail", params: ({ event }) => event.failure } } },
        },
        failed: { on: { "export.retry": { target: "running", actions: ["clearFailure", "retryExport"] } } },
      },
    },
  },
})
export type AnswersExportActor = ActorRefFrom<typeof answersExportMachine>
