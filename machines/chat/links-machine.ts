// [L4, L6, L10] Creating links to a chat: a number of anonymous ones, or one per person in a list.
import { type ActorRefFrom, and, assign, fromCallback, not, raise, setup, stateIn } from "xstate"
import type { LinkResult } from "../../domain/exports/links-and-members-csv.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { countPages, linkAmountViolations, parseLinkAmount } from "../../domain/links/participant-links.ts"
import { asFailure } from "../adapter-failure.ts"
import { port, type ScriptRef, unsavedWorkPort } from "../ports.ts"
import { type LinkBatchPlan, type LinkGeneratorRef, peopleImportMachine } from "./people-import-machine.ts"

/** Creates links in batches with progress, shows them page by page, and saves them to a file. */
export const linksMachine = setup({
  types: {
    input: {} as ScriptRef & LinkGeneratorRef & { readonly name: string },
    context: {} as ScriptRef &
      LinkGeneratorRef & {
        /** The name of the chat. */
        readonly name: string
        /** The requested number of links, as typed. */
        readonly amount: string
        /** What to start once the user has confirmed that unsaved links will be lost. */
        readonly requestedSource: "amount" | "list"
        /** The size of each batch. */
        readonly batches: LinkBatchPlan["batches"]
        /** The number of batches created, and the number of links in them. */
        readonly done: number
        readonly made: number
        readonly failure: Failure | null
        readonly page: number
        readonly links: ReadonlyArray<LinkResult>
      },
    events: {} as
      | { readonly type: "links.make"; readonly amount: string }
      | { readonly type: "import.open" }
      | { readonly type: "consent.give" }
      | { readonly type: "consent.refuse" }
      | { readonly type: "links.retry" }
      | { readonly type: "links.cancel" }
      | { readonly type: "links.resume" }
      | { readonly type: "page.open"; readonly page: number }
      | { readonly type: "page.close" }
      | { readonly type: "file.save" }
      | { readonly type: "file.forget" }
      | { readonly type: "file.resolve" },
    children: {} as {
      generator: "generator"
      list: "list"
      plan: "plan"
      createBatch: "createBatch"
      readPage: "readPage"
      save: "save"
      warnBeforeUnload: "warnBeforeUnload"
      holdWork: "holdWork"
    },
    /** confirming-loss: asks whether new links may replace links that were not saved to a file. */
    tags: {} as "busy" | "confirming-loss",
  },
  actors: {
    /** Keeps the worker running that holds the list and the links; the other ports refer to it by its id. */
    generator: fromCallback<{ readonly type: "none" }, LinkGeneratorRef>(() => {
      throw new Error('port "generator" is not wired')
    }),
    list: peopleImportMachine,
    plan: port<LinkBatchPlan, LinkGeneratorRef & { readonly amount: number }>("plan"),
    /** [L10] Creates a batch and returns the number of its links; a repeated call is the same batch. */
    createBatch: port<number, ScriptRef & LinkGeneratorRef & { readonly batch: number }>("createBatch"),
    readPage: port<ReadonlyArray<LinkResult>, LinkGeneratorRef & { readonly page: number }>("readPage"),
    /** Downloads the links as a file. */
    save: port<void, ScriptRef & LinkGeneratorRef & { readonly name: string }>("save"),
    /** Makes the browser ask before it leaves the page: unsaved links cannot be fetched again. */
    warnBeforeUnload: fromCallback(() => {
      throw new Error('port "warnBeforeUnload" is not wired')
    }),
    holdWork: unsavedWorkPort,
  },
  actions: {
    requestAmount: assign((_, amount: string) => ({ amount, requestedSource: "amount" as const })),
    requestImport: assign({ requestedSource: "list" }),
    begin: assign((_, { batches }: LinkBatchPlan) => ({ batches, done: 0, made: 0, failure: null, page: 0, links: [] })),
    countBatch: assign(({ context }, links: number) => ({ made: context.made + links, done: context.done + 1 })),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    openPage: raise(({ context }) => ({ type: "page.open" as const, page: context.page })),
    closePage: raise({ type: "page.close" }),
    setPage: assign({ page: (_, page: number) => page }),
    show: assign({ links: (_, links: ReadonlyArray<LinkResult>) => links }),
    raiseFileInvalid: raise({ type: "file.forget" }),
    raiseFileResolve: raise({ type: "file.resolve" }),
  },
  guards: {
    isInvalidAmount: (_, amount: string) => linkAmountViolations(amount).length > 0,
    isDone: ({ context }) => context.done === context.batches.length,
    isValidPage: ({ context }, page: number) => page >= 0 && page < countPages(context.made),
    hasMade: ({ context }) => context.made > 0,
    /** Links that were created but not saved to a file would be replaced by new ones. */
    wouldLoseLinks: and(["hasMade", not(stateIn({ file: "saved" }))]),
    requestedImport: ({ context }) => context.requestedSource === "list",
  },
}).createMachine({
  id: "links",
  context: ({ input }) => ({
    ...input,
    amount: "",
    requestedSource: "amount",
    batches: [],
    done: 0,
    made: 0,
    failure: null,
    page: 0,
    links: [],
  }),
  type: "parallel",
  invoke: { id: "generator", src: "generator", input: ({ context: { generator } }) => ({ generator }) },
  states: {
    creation: {
      initial: "idle",
      states: {
        idle: {
          initial: "pristine",
          states: {
            pristine: {},
            /** Created links stay; the rest can still be created. */
            stopped: {
              entry: ["openPage", "raiseFileResolve"],
              on: { "links.resume": { target: "#links.creation.creating", actions: "clearFailure" } },
            },
            finished: { entry: "openPage" },
            last: { type: "history" },
          },
          on: {
            "links.make": [
              { guard: { type: "isInvalidAmount", params: ({ event }) => event.amount } },
              {
                guard: "wouldLoseLinks",
                target: "confirmingLoss",
                actions: { type: "requestAmount", params: ({ event }) => event.amount },
              },
              { target: "planning", actions: [{ type: "requestAmount", params: ({ event }) => event.amount }, "clearFailure"] },
            ],
            "import.open": [
              { guard: "wouldLoseLinks", target: "confirmingLoss", actions: "requestImport" },
              { target: "importingPeople", actions: "clearFailure" },
            ],
          },
        },
        confirmingLoss: {
          tags: "confirming-loss",
          on: {
            "consent.give": [
              { guard: "requestedImport", target: "importingPeople", actions: "clearFailure" },
              { target: "planning", actions: "clearFailure" },
            ],
            "consent.refuse": "idle.last",
          },
        },
        planning: {
          tags: "busy",
          invoke: {
            id: "plan",
            src: "plan",
            input: ({ context: { generator, amount } }) => ({ generator, amount: parseLinkAmount(amount) ?? 0 }),
            onDone: { target: "creating", actions: { type: "begin", params: ({ event }) => event.output } },
            onError: { target: "idle.last", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
        },
        importingPeople: {
          invoke: {
            id: "list",
            src: "list",
            input: ({ context: { generator } }) => ({ generator }),
            onDone: [
              {
                guard: ({ event }) => event.output !== null,
                target: "creating",
                actions: { type: "begin", params: ({ event }) => event.output ?? { batches: [] } },
              },
              { target: "idle.last" },
            ],
          },
        },
        creating: {
          tags: "busy",
          entry: ["closePage", "raiseFileInvalid"],
          always: { guard: "isDone", target: "idle.finished" },
          on: { "links.cancel": "idle.stopped" },
          invoke: {
            id: "createBatch",
            src: "createBatch",
            input: ({ context: { community, uuid, generator, done } }) => ({ community, uuid, generator, batch: done }),
            onDone: { target: "creating", reenter: true, actions: { type: "countBatch", params: ({ event }) => event.output } },
            onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
        },
        /** Created batches stay; a retry requests the failed one again. */
        failed: {
          tags: "busy",
          entry: "openPage",
          on: {
            "links.retry": { target: "creating", actions: "clearFailure" },
            "links.cancel": { target: "idle.stopped", actions: "clearFailure" },
          },
        },
      },
    },
    /** The table of created links, of which only the open page is loaded. */
    table: {
      initial: "closed",
      on: {
        "page.open": {
          guard: { type: "isValidPage", params: ({ event }) => event.page },
          target: ".loading",
          actions: { type: "setPage", params: ({ event }) => event.page },
        },
        "page.close": ".closed",
      },
      states: {
        closed: {},
        loading: {
          invoke: {
            id: "readPage",
            src: "readPage",
            input: ({ context: { generator, page } }) => ({ generator, page }),
            onDone: { target: "open", actions: { type: "show", params: ({ event }) => event.output } },
            onError: { target: "closed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
        },
        open: {},
      },
    },
    file: {
      initial: "empty",
      states: {
        empty: { on: { "file.forget": "unsaved" } },
        /** There are, or soon will be, links that were not saved to a file. */
        unsaved: {
          invoke: [
            { id: "warnBeforeUnload", src: "warnBeforeUnload" },
            { id: "holdWork", src: "holdWork" },
          ],
          on: { "file.save": { guard: "hasMade", target: "saving" }, "file.resolve": { guard: not("hasMade"), target: "empty" } },
        },
        saving: {
          invoke: {
            id: "save",
            src: "save",
            input: ({ context: { community, uuid, generator, name } }) => ({ community, uuid, generator, name }),
            onDone: "saved",
            onError: { target: "unsaved", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
          on: { "file.forget": "unsaved" },
        },
        saved: { on: { "file.save": "saving", "file.forget": "unsaved" } },
      },
    },
  },
})
export type LinksActor = ActorRefFrom<typeof linksMachine>
