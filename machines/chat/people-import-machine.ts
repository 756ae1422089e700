// The way from a file to people that links can be made for: reading it, saying what its columns mean, and checking it
// (spec/3-community §2 "create for a list", §4 "Link generation for a list", §5, §9; decisions L2, L3, L7–L9).
import { type ActorRefFrom, assign, fromCallback, setup } from "xstate"
import type { Failure } from "../../domain/failure.ts"
import { columnProblems, type Flag, guessedMapping, type Mapping, type MappingTarget } from "../../domain/links/column-mapping.ts"
import {
  asRecognised,
  headingsOf,
  type ListFacts,
  type ListProblem,
  type ListReading,
  largestList,
  mayReadOtherwise,
  samplesOf,
} from "../../domain/links/participant-list.ts"
import { asFailure, port } from "../ports.ts"

/** Where links are made, by its name. */
export type AtDesk = { readonly desk: string }
/** A file that was chosen: what it holds is the port's business. */
export type ChosenFile = { readonly name: string; readonly size: number }
export type LinksPlan = { readonly batches: ReadonlyArray<number> }

/** How a list is meant. */
type Meaning = { readonly mapping: Mapping; readonly isHeaded: boolean; readonly leavesOut: boolean }
/** What keeps links from being made, and how many rows hold somebody a second time; or the plan. */
export type ListChecked = { readonly flags: ReadonlyArray<Flag>; readonly doubled: number; readonly plan: LinksPlan | null }

/** What reading a list tells: how many bytes it has read, and what came of it. */
export type ListNews =
  | { readonly type: "list.progress"; readonly bytes: number }
  | { readonly type: "list.read"; readonly facts: ListFacts }
  | { readonly type: "list.refused"; readonly problem: ListProblem }

type Context = AtDesk & {
  readonly file: ChosenFile | null
  readonly how: ListReading
  /** Bytes that were read. */
  readonly read: number
  readonly problem: ListProblem | null
  readonly facts: ListFacts | null
  readonly isHeaded: boolean
  readonly mapping: Mapping
  /** Which of the first rows is shown as a sample. */
  readonly sample: number
  readonly flags: ReadonlyArray<Flag>
  /** Rows that hold somebody a second time, as far as was looked; and whether they are left out. */
  readonly doubled: number
  readonly leavesOut: boolean
  readonly plan: LinksPlan | null
  readonly failure: Failure | null
}

/** What is known when nothing is. */
const unchecked = { flags: [], doubled: 0, leavesOut: false, sample: 0 } satisfies Partial<Context>
const nothingRead = {
  ...unchecked,
  file: null,
  how: asRecognised,
  read: 0,
  problem: null,
  facts: null,
  isHeaded: false,
  mapping: [],
  plan: null,
  failure: null,
} satisfies Omit<Context, keyof AtDesk>

export const peopleListMachine = setup({
  types: {
    input: {} as AtDesk,
    output: {} as LinksPlan | null,
    context: {} as Context,
    events: {} as
      | { readonly type: "file.choose"; readonly file: ChosenFile }
      | { readonly type: "file.forget" }
      /** The list is to be read in another way. */
      | { readonly type: "reading.set"; readonly how: ListReading }
      | { readonly type: "headings.set"; readonly on: boolean }
      | { readonly type: "column.map"; readonly column: number; readonly target: MappingTarget }
      | { readonly type: "samples.hold" }
      | { readonly type: "samples.move" }
      | { readonly type: "duplicates.leave-out"; readonly on: boolean }
      | { readonly type: "links.make" }
      | { readonly type: "list.close" }
      | ListNews,
    children: {} as { read: "read"; check: "check" },
    tags: {} as "busy",
  },
  actors: {
    /** Sends `ListNews`. Stopped, it reads no further. */
    read: fromCallback<{ readonly type: "none" }, AtDesk & { readonly file: ChosenFile | null; readonly how: ListReading }>(() => {
      throw new Error('port "read" is not wired')
    }),
    check: port<ListChecked, AtDesk & Meaning>("check"),
  },
  actions: {
    choose: assign((_, file: ChosenFile) => ({ ...nothingRead, file })),
    object: assign({ problem: (_, problem: ListProblem) => problem }),
    forget: assign(nothingRead),
    readOtherwise: assign(({ context: { file } }, how: ListReading) => ({ ...nothingRead, file, how })),
    count: assign({ read: (_, bytes: number) => bytes }),
    know: assign((_, facts: ListFacts) => ({
      facts,
      isHeaded: facts.isHeaded,
      mapping: guessedMapping(headingsOf(facts, facts.isHeaded)),
    })),
    head: assign(({ context: { facts } }, isHeaded: boolean) => ({
      ...unchecked,
      isHeaded,
      mapping: facts === null ? [] : guessedMapping(headingsOf(facts, isHeaded)),
    })),
    map: assign(({ context }, { column, target }: { column: number; target: MappingTarget }) => ({
      ...unchecked,
      mapping: context.mapping.with(column, target),
    })),
    showNext: assign({
      sample: ({ context: { facts, isHeaded, sample } }) =>
        facts === null ? 0 : (sample + 1) % Math.max(1, samplesOf(facts, isHeaded).length),
    }),
    leaveOut: assign(({ context }, leavesOut: boolean) => ({
      leavesOut,
      flags: context.flags.filter(({ type }) => type !== "duplicates"),
    })),
    flag: assign((_, { flags, doubled, plan }: ListChecked) => ({ flags, doubled, plan })),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isTooLarge: (_, file: ChosenFile) => file.size > largestList,
    mayReadOtherwise: ({ context: { problem } }) => problem !== null && mayReadOtherwise(problem),
    isColumn: ({ context }, column: number) => column >= 0 && column < context.mapping.length,
    isMeant: ({ context }) => columnProblems(context.mapping).length === 0,
  },
  // "Import preview row changes every 2.5 s" (spec/3-community §9).
  delays: { untilNextSample: 2500 },
}).createMachine({
  id: "people list",
  context: ({ input }) => ({ ...input, ...nothingRead }),
  initial: "choosing",
  output: ({ context }) => context.plan,
  on: { "list.close": ".closed" },
  states: {
    choosing: {
      on: {
        "file.choose": [
          {
            guard: { type: "isTooLarge", params: ({ event }) => event.file },
            actions: [
              { type: "choose", params: ({ event }) => event.file },
              { type: "object", params: ({ event }) => ({ type: "too-large", bytes: event.file.size }) },
            ],
          },
          { target: "reading", actions: { type: "choose", params: ({ event }) => event.file } },
        ],
        "reading.set": {
          guard: "mayReadOtherwise",
          target: "reading",
          actions: { type: "readOtherwise", params: ({ event }) => event.how },
        },
      },
    },
    reading: {
      tags: "busy",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { desk, file, how } }) => ({ desk, file, how }),
      },
      on: {
        "list.progress": { actions: { type: "count", params: ({ event }) => event.bytes } },
        "list.read": { target: "mapping", actions: { type: "know", params: ({ event }) => event.facts } },
        "list.refused": { target: "choosing", actions: { type: "object", params: ({ event }) => event.problem } },
        "file.forget": { target: "choosing", actions: "forget" },
      },
    },
    mapping: {
      initial: "moving",
      states: {
        moving: {
          after: { untilNextSample: { target: "moving", reenter: true, actions: "showNext" } },
          on: { "samples.hold": "held" },
        },
        held: { on: { "samples.move": "moving" } },
        last: { type: "history" },
      },
      on: {
        "reading.set": { target: "reading", actions: { type: "readOtherwise", params: ({ event }) => event.how } },
        "headings.set": { actions: [{ type: "head", params: ({ event }) => event.on }, "forgetFailure"] },
        "column.map": {
          guard: { type: "isColumn", params: ({ event }) => event.column },
          actions: [{ type: "map", params: ({ event }) => event }, "forgetFailure"],
        },
        "duplicates.leave-out": { actions: { type: "leaveOut", params: ({ event }) => event.on } },
        "file.forget": { target: "choosing", actions: "forget" },
        "links.make": { guard: "isMeant", target: "checking", actions: "forgetFailure" },
      },
    },
    checking: {
      tags: "busy",
      invoke: {
        id: "check",
        src: "check",
        input: ({ context: { desk, mapping, isHeaded, leavesOut } }) => ({ desk, mapping, isHeaded, leavesOut }),
        onDone: [
          {
            guard: ({ event }) => event.output.plan !== null,
            target: "planned",
            actions: { type: "flag", params: ({ event }) => event.output },
          },
          { target: "mapping.last", actions: { type: "flag", params: ({ event }) => event.output } },
        ],
        onError: { target: "mapping.last", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    planned: { type: "final" },
    closed: { type: "final" },
  },
})

export type PeopleListActor = ActorRefFrom<typeof peopleListMachine>
