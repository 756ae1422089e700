// One chat: its details, its conversation counts, its transport, and clearing its data (P2).
import { type ActorRefFrom, assign, fromCallback, raise, sendParent, sendTo, setup } from "xstate"
import type { DayCount } from "../../domain/conversations/conversation.ts"
import type { ExportOptions, ExportRange } from "../../domain/exports/export-options.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import type { ListedScript, Script, Transport } from "../../domain/script/script.ts"
import type { ScriptContents } from "../../domain/script/script-list.ts"
import { asFailure } from "../adapter-failure.ts"
import { deletionMachine } from "../deletion-machine.ts"
import { port, type ScriptRef } from "../ports.ts"
import { answersExportMachine } from "./answers-export-machine.ts"
import { deliveryLogMachine } from "./delivery-log-machine.ts"
import { fileArchiveMachine } from "./file-archive-machine.ts"
import { revisionsMachine } from "./revisions-machine.ts"
import { scriptStatusMachine } from "./script-status-machine.ts"

/** Chooses how the live statistics of a chat are sent. */
export const transportMachine = setup({
  types: {
    input: {} as ScriptRef & { readonly transport: Transport | null },
    context: {} as ScriptRef & {
      /** The stored transport, and the picked one, which is shown before the server has confirmed it. */
      readonly saved: Transport | null
      readonly picked: Transport | null
      readonly failure: Failure | null
    },
    events: {} as { readonly type: "transport.pick"; readonly transport: Transport | null },
    children: {} as { saveTransport: "saveTransport" },
    tags: {} as "busy",
  },
  actors: { saveTransport: port<ListedScript, ScriptRef & { readonly transport: Transport | null }>("saveTransport") },
  actions: {
    pick: assign((_, picked: Transport | null) => ({ picked, failure: null })),
    confirmTransport: assign({ saved: ({ context }) => context.picked }),
    revertTransport: assign(({ context }, failure: Failure) => ({ picked: context.saved, failure })),
    notifyParent: sendParent((_, script: ListedScript) => ({ type: "script.changed", script })),
  },
}).createMachine({
  id: "transport",
  context: ({ input: { community, uuid, transport } }) => ({ community, uuid, saved: transport, picked: transport, failure: null }),
  initial: "idle",
  states: {
    idle: {
      on: { "transport.pick": { target: "saving", actions: { type: "pick", params: ({ event }) => event.transport } } },
    },
    saving: {
      tags: "busy",
      invoke: {
        id: "saveTransport",
        src: "saveTransport",
        input: ({ context: { community, uuid, picked } }) => ({ community, uuid, transport: picked }),
        onDone: { target: "idle", actions: ["confirmTransport", { type: "notifyParent", params: ({ event }) => event.output }] },
        onError: { target: "idle", actions: { type: "revertTransport", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})
export type TransportActor = ActorRefFrom<typeof transportMachine>
/** The number of conversations, and how many began on each of the last days. */
export type ConversationCounts = { readonly count: number; readonly days: ReadonlyArray<DayCount> }
/** [P2] What to clear: the live statistics, the respondents' data, both, or only the respondents' identities. */
export type ClearRequest = ScriptRef & { readonly what: "statistics" | "data" | "both" | "identities" }
/** How many conversations are anonymized, and what is deleted with that: unopened links, files, deliveries. */
export type AnonymizationImpact = {
  readonly conversations: number
  readonly links: number
  readonly files: number
  readonly deliveries: number
}
/** [U4] A deletion token for each part that is cleared, and what goes with it; null for the others. */
export type ClearTokens = {
  readonly statistics: string | null
  readonly data: (ScriptContents & { readonly token: string }) | null
  readonly identities: (AnonymizationImpact & { readonly token: string }) | null
}

/** [P2, U4] Clears the requested data of a chat. */
export const clearDataMachine = deletionMachine<ClearRequest, object, ClearTokens>("clearing")

/** Loads the script, then runs everything on its page side by side. */
export const chatDetailsMachine = setup({
  types: {
    input: {} as ScriptRef & ExportDefaults,
    context: {} as ScriptRef &
      ExportDefaults & {
        readonly script: Script | null
        readonly count: number | null
        /** The conversations that began on each of the last days. */
        readonly days: ReadonlyArray<DayCount>
        readonly failure: Failure | null
        readonly clearing: ClearRequest["what"]
        /** What was cleared last, for the notice. */
        readonly cleared: ClearRequest["what"] | null
      },
    events: {} as
      | { readonly type: "reading.retry" }
      | { readonly type: "data.clear"; readonly what: ClearRequest["what"] }
      /** Sent by the child that changed the script: its status, removal, transport or revision. */
      | { readonly type: "script.changed"; readonly script: ListedScript }
      /** The respondents' data changed; the machine raises it itself. */
      | { readonly type: "data.changed" }
      | { readonly type: "tab.shown" }
      | { readonly type: "tab.hidden" },
    children: {} as {
      clearing: "clearing"
      read: "read"
      count: "count"
      visibility: "visibility"
      status: "status"
      files: "files"
      deliveries: "deliveries"
      transport: "transport"
      versions: "versions"
      answersExport: "answersExport"
    },
    tags: {} as "loading",
  },
  actors: {
    read: port<Script, ScriptRef>("read"),
    count: port<ConversationCounts, ScriptRef>("count"),
    clearing: clearDataMachine,
    status: scriptStatusMachine,
    files: fileArchiveMachine,
    deliveries: deliveryLogMachine,
    transport: transportMachine,
    versions: revisionsMachine,
    answersExport: answersExportMachine,
    /** Sends `tab.shown` and `tab.hidden`. */
    visibility: fromCallback(() => {
      throw new Error('port "visibility" is not wired')
    }),
  },
  actions: {
    storeScript: assign({ script: (_, script: Script) => script, failure: null }),
    /** A listed script has no instructions, so those of the loaded script stay. */
    updateListedFields: assign({ script: ({ context }, script: ListedScript) => context.script && { ...context.script, ...script } }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    storeCounts: assign((_, { count, days }: ConversationCounts) => ({ count, days })),
    setClearScope: assign({ clearing: (_, what: ClearRequest["what"]) => what, cleared: null }),
    notifyExport: sendTo("answersExport", { type: "answers.cleared" }),
    raiseDataChanged: raise({ type: "data.changed" }),
    storeLastCleared: assign({ cleared: ({ context }, isDone: boolean) => (isDone ? context.clearing : null) }),
  },
  guards: {
    /** [G5] The statistics are separate counts, so clearing them leaves the answers. */
    affectsAnswers: ({ context }, isDone: boolean) => isDone && context.clearing !== "statistics",
    wasCleared: (_, isDone: boolean) => isDone,
  },
  delays: { pollInterval: 30_000 },
}).createMachine({
  id: "chat details",
  context: ({ input }) => ({ ...input, script: null, count: null, days: [], failure: null, clearing: "data", cleared: null }),
  initial: "loading",
  states: {
    loading: {
      tags: "loading",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { community, uuid } }) => ({ community, uuid }),
        onDone: { target: "ready", actions: { type: "storeScript", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "reading.retry": "loading" } },
    ready: {
      type: "parallel",
      invoke: [
        { id: "visibility", src: "visibility" },
        { id: "status", src: "status", input: ({ context: { community, script } }) => ({ community, script: required(script) }) },
        { id: "versions", src: "versions", input: ({ context: { community, uuid } }) => ({ community, uuid }) },
        {
          id: "answersExport",
          src: "answersExport",
          input: ({ context: { community, uuid, script, range, options } }) => ({
            community,
            uuid,
            name: required(script).name,
            range,
            options,
          }),
        },
        {
          id: "transport",
          src: "transport",
          input: ({ context: { community, uuid, script } }) => ({ community, uuid, transport: script?.queue_config?.transport ?? null }),
        },
      ],
      on: { "script.changed": { actions: { type: "updateListedFields", params: ({ event }) => event.script } } },
      states: {
        count: {
          initial: "counting",
          on: { "tab.hidden": ".hidden" },
          states: {
            counting: {
              on: { "data.changed": { target: "counting", reenter: true } },
              invoke: {
                id: "count",
                src: "count",
                input: ({ context: { community, uuid } }) => ({ community, uuid }),
                onDone: { target: "waiting", actions: { type: "storeCounts", params: ({ event }) => event.output } },
                // The last count stays until the next attempt.
                onError: "waiting",
              },
            },
            waiting: { after: { pollInterval: "counting" }, on: { "data.changed": "counting" } },
            /** A hidden tab does not poll; it counts when it becomes visible. */
            hidden: { on: { "tab.shown": "counting" } },
          },
        },
        /** Clearing data also deletes the file archive and the delivery log, so both start again. */
        files: {
          initial: "running",
          states: {
            running: {
              on: { "data.changed": { target: "running", reenter: true } },
              invoke: [
                { id: "files", src: "files", input: ({ context: { community, uuid } }) => ({ community, uuid }) },
                { id: "deliveries", src: "deliveries", input: ({ context: { community, uuid } }) => ({ community, uuid }) },
              ],
            },
          },
        },
        data: {
          initial: "idle",
          states: {
            idle: { on: { "data.clear": { target: "clearing", actions: { type: "setClearScope", params: ({ event }) => event.what } } } },
            clearing: {
              invoke: {
                id: "clearing",
                src: "clearing",
                input: ({ context: { community, uuid, clearing } }) => ({ target: { community, uuid, what: clearing } }),
                onDone: [
                  {
                    guard: { type: "affectsAnswers", params: ({ event }) => event.output !== null },
                    target: "idle",
                    actions: [{ type: "storeLastCleared", params: () => true }, "notifyExport", "raiseDataChanged"],
                  },
                  {
                    guard: { type: "wasCleared", params: ({ event }) => event.output !== null },
                    target: "idle",
                    actions: [{ type: "storeLastCleared", params: () => true }, "raiseDataChanged"],
                  },
                  { target: "idle", actions: { type: "storeLastCleared", params: () => false } },
                ],
              },
            },
          },
        },
      },
    },
  },
})

/** The initial range and options of the answers export. */
type ExportDefaults = { readonly range: ExportRange; readonly options: ExportOptions }

const required = (script: Script | null): Script => {
  if (script === null) throw new Error("a chat that was not read")
  return script
}

export type ChatDetailsActor = ActorRefFrom<typeof chatDetailsMachine>
