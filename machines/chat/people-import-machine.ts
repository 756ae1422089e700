// [L2, L3, L7–L9] Importing people from a file to create links for them: reading it, mapping its columns, checking it.
import { type ActorRefFrom, assign, fromCallback, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import {
  type ColumnMapping,
  findColumnProblems,
  guessMapping,
  type MappingTarget,
  type ShownMappingProblem,
} from "../../domain/links/column-mapping.ts"
import {
  detectedFormat,
  getHeadings,
  getSampleRows,
  isFormatProblem,
  type ListFormat,
  type ListProblem,
  type ListSummary,
  maxListFileBytes,
} from "../../domain/links/participant-list.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"

/** The worker that holds the list and creates the links, by its id. */
export type LinkGeneratorRef = { readonly generator: string }
/** The metadata of the chosen file; only the port reads its content. `size` is in bytes. */
export type ChosenFile = { readonly name: string; readonly size: number }
/** [L4] The batches of links to create, each by its size. */
export type LinkBatchPlan = { readonly batches: ReadonlyArray<number> }

/** How to read the rows: the columns, whether the first row is headings, and whether duplicates are left out. */
type ListInterpretation = { readonly mapping: ColumnMapping; readonly isHeaded: boolean; readonly leavesOut: boolean }
/** The problems that block creating links and the number of duplicate rows, or the plan if there are none. */
export type ListCheckResult = {
  readonly flags: ReadonlyArray<ShownMappingProblem>
  readonly doubled: number
  readonly plan: LinkBatchPlan | null
}

/** Events of reading a list: the bytes read so far, then its summary or its problem. */
export type ListReadEvent =
  | { readonly type: "list.progress"; readonly bytes: number }
  | { readonly type: "list.read"; readonly facts: ListSummary }
  | { readonly type: "list.refused"; readonly problem: ListProblem }

type Context = LinkGeneratorRef & {
  readonly file: ChosenFile | null
  readonly how: ListFormat
  /** Bytes read so far. */
  readonly read: number
  readonly problem: ListProblem | null
  readonly facts: ListSummary | null
  readonly isHeaded: boolean
  readonly mapping: ColumnMapping
  /** The index of the sample row that is shown. */
  readonly sampleIndex: number
  readonly flags: ReadonlyArray<ShownMappingProblem>
  /** [L9] The number of duplicate rows found so far, and whether they are left out. */
  readonly doubled: number
  readonly leavesOut: boolean
  readonly plan: LinkBatchPlan | null
  readonly failure: Failure | null
}

/** What a change of the mapping resets. */
const uncheckedContext = { flags: [], doubled: 0, leavesOut: false, sampleIndex: 0 } satisfies Partial<Context>
/** The context before a file is read. */
const emptyContext = {
  ...uncheckedContext,
  file: null,
  how: detectedFormat,
  read: 0,
  problem: null,
  facts: null,
  isHeaded: false,
  mapping: [],
  plan: null,
  failure: null,
} satisfies Omit<Context, keyof LinkGeneratorRef>

/** Its output is the plan of the link batches; null: the import was closed. */
export const peopleImportMachine = setup({
  types: {
    input: {} as LinkGeneratorRef,
    output: {} as LinkBatchPlan | null,
    context: {} as Context,
    events: {} as
      | { readonly type: "file.choose"; readonly file: ChosenFile }
      | { readonly type: "file.forget" }
      /** [L8] Reads the list again with this format. */
      | { readonly type: "read-options.set"; readonly how: ListFormat }
      | { readonly type: "headings.set"; readonly on: boolean }
      | { readonly type: "column.map"; readonly column: number; readonly target: MappingTarget }
      | { readonly type: "samples.pause" }
      | { readonly type: "samples.resume" }
      | { readonly type: "duplicates.skip"; readonly on: boolean }
      | { readonly type: "links.make" }
      | { readonly type: "list.close" }
      | ListReadEvent,
    children: {} as { read: "read"; check: "check" },
    tags: {} as "busy",
  },
  actors: {
    /** Reads the file and sends `ListReadEvent`s; stops reading when it is stopped. */
    read: fromCallback<{ readonly type: "none" }, LinkGeneratorRef & { readonly file: ChosenFile | null; readonly how: ListFormat }>(() => {
      throw new Error('port "read" is not wired')
    }),
    check: port<ListCheckResult, LinkGeneratorRef & ListInterpretation>("check"),
  },
  actions: {
    choose: assign((_, file: ChosenFile) => ({ ...emptyContext, file })),
    storeProblem: assign({ problem: (_, problem: ListProblem) => problem }),
    reset: assign(emptyContext),
    setReadOptions: assign(({ context: { file } }, how: ListFormat) => ({ ...emptyContext, file, how })),
    storeBytesRead: assign({ read: (_, bytes: number) => bytes }),
    storeFacts: assign((_, facts: ListSummary) => ({
      facts,
      isHeaded: facts.isHeaded,
      mapping: guessMapping(getHeadings(facts, facts.isHeaded)),
    })),
    setHasHeadings: assign(({ context: { facts } }, isHeaded: boolean) => ({
      ...uncheckedContext,
      isHeaded,
      mapping: facts === null ? [] : guessMapping(getHeadings(facts, isHeaded)),
    })),
    map: assign(({ context }, { column, target }: { column: number; target: MappingTarget }) => ({
      ...uncheckedContext,
      mapping: context.mapping.with(column, target),
    })),
    showNext: assign({
      sampleIndex: ({ context: { facts, isHeaded, sampleIndex } }) =>
        facts === null ? 0 : (sampleIndex + 1) % Math.max(1, getSampleRows(facts, isHeaded).length),
    }),
    setSkipDuplicates: assign(({ context }, leavesOut: boolean) => ({
      leavesOut,
      flags: context.flags.filter(({ type }) => type !== "duplicates"),
    })),
    storeCheckResult: assign((_, { flags, doubled, plan }: ListCheckResult) => ({ flags, doubled, plan })),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    isTooLarge: (_, file: ChosenFile) => file.size > maxListFileBytes,
    canRereadList: ({ context: { problem } }) => problem !== null && isFormatProblem(problem),
    isColumn: ({ context }, column: number) => column >= 0 && column < context.mapping.length,
    isMappingValid: ({ context }) => findColumnProblems(context.mapping).length === 0,
  },
  delays: { sampleInterval: 2500 },
}).createMachine({
  id: "people list",
  context: ({ input }) => ({ ...input, ...emptyContext }),
  initial: "choosingFile",
  output: ({ context }) => context.plan,
  on: { "list.close": ".closed" },
  states: {
    choosingFile: {
      on: {
        "file.choose": [
          {
            guard: { type: "isTooLarge", params: ({ event }) => event.file },
            actions: [
              { type: "choose", params: ({ event }) => event.file },
              { type: "storeProblem", params: ({ event }) => ({ type: "too-large", bytes: event.file.size }) },
            ],
          },
          { target: "reading", actions: { type: "choose", params: ({ event }) => event.file } },
        ],
        "read-options.set": {
          guard: "canRereadList",
          target: "reading",
          actions: { type: "setReadOptions", params: ({ event }) => event.how },
        },
      },
    },
    reading: {
      tags: "busy",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { generator, file, how } }) => ({ generator, file, how }),
      },
      on: {
        "list.progress": { actions: { type: "storeBytesRead", params: ({ event }) => event.bytes } },
        "list.read": { target: "mapping", actions: { type: "storeFacts", params: ({ event }) => event.facts } },
        "list.refused": { target: "choosingFile", actions: { type: "storeProblem", params: ({ event }) => event.problem } },
        "file.forget": { target: "choosingFile", actions: "reset" },
      },
    },
    mapping: {
      initial: "rotatingSamples",
      states: {
        rotatingSamples: {
          after: { sampleInterval: { target: "rotatingSamples", reenter: true, actions: "showNext" } },
          on: { "samples.pause": "samplesPaused" },
        },
        samplesPaused: { on: { "samples.resume": "rotatingSamples" } },
        last: { type: "history" },
      },
      on: {
        "read-options.set": { target: "reading", actions: { type: "setReadOptions", params: ({ event }) => event.how } },
        "headings.set": { actions: [{ type: "setHasHeadings", params: ({ event }) => event.on }, "clearFailure"] },
        "column.map": {
          guard: { type: "isColumn", params: ({ event }) => event.column },
          actions: [{ type: "map", params: ({ event }) => event }, "clearFailure"],
        },
        "duplicates.skip": { actions: { type: "setSkipDuplicates", params: ({ event }) => event.on } },
        "file.forget": { target: "choosingFile", actions: "reset" },
        "links.make": { guard: "isMappingValid", target: "checking", actions: "clearFailure" },
      },
    },
    checking: {
      tags: "busy",
      invoke: {
        id: "check",
        src: "check",
        input: ({ context: { generator, mapping, isHeaded, leavesOut } }) => ({ generator, mapping, isHeaded, leavesOut }),
        onDone: [
          {
            guard: ({ event }) => event.output.plan !== null,
            target: "planned",
            actions: { type: "storeCheckResult", params: ({ event }) => event.output },
          },
          { target: "mapping.last", actions: { type: "storeCheckResult", params: ({ event }) => event.output } },
        ],
        onError: { target: "mapping.last", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    planned: { type: "final" },
    closed: { type: "final" },
  },
})

export type PeopleImportActor = ActorRefFrom<typeof peopleImportMachine>
