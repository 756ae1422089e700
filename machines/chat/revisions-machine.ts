// [V5] The revisions of a script: the list, comparing one with the current script, and restoring it.
import { type ActorRefFrom, assign, sendParent, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import { canRestore } from "../../domain/revisions/change-impact.ts"
import type { AuthoredScript, Script } from "../../domain/script/script.ts"
import { asFailure } from "../adapter-failure.ts"
import { port, type ScriptRef } from "../ports.ts"

/** A past save: who saved it, when (ISO 8601), and the name that the script had. */
export type RevisionSummary = {
  readonly revision: number
  readonly savedAt: string
  readonly savedBy: string | null
  readonly name: string
  readonly instructions: number
}
/** A page of revisions; `total` counts all of them. */
export type RevisionsPage = { readonly items: ReadonlyArray<RevisionSummary>; readonly total: number }
/** A revision as it was saved, and the current script. */
export type RevisionComparison = { readonly revision: number; readonly earlier: AuthoredScript; readonly now: Script }

/** Loads the list when it is opened, compares one revision at a time, and restores it on request. */
export const revisionsMachine = setup({
  types: {
    input: {} as ScriptRef,
    context: {} as ScriptRef & {
      readonly versions: ReadonlyArray<RevisionSummary>
      readonly hasMore: boolean
      /** The revision that is compared. */
      readonly selectedRevision: number
      readonly comparison: RevisionComparison | null
      /** The revision that was restored last, for the notice. */
      readonly restored: number | null
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "revisions.open" }
      | { readonly type: "revisions.more" }
      | { readonly type: "revisions.retry" }
      | { readonly type: "revision.inspect"; readonly revision: number }
      | { readonly type: "revision.close" }
      | { readonly type: "revision.restore" },
    children: {} as { list: "list"; compareRevision: "compareRevision"; restore: "restore" },
    tags: {} as "busy" | "inspecting",
  },
  actors: {
    /** Returns a page of revisions, newest first. */
    list: port<RevisionsPage, ScriptRef & { readonly offset: number }>("list"),
    compareRevision: port<RevisionComparison, ScriptRef & { readonly revision: number }>("compareRevision"),
    restore: port<Script, ScriptRef & { readonly revision: number }>("restore"),
  },
  actions: {
    /**
     * A save between two page loads shifts the list by one, so the end is recognized by an empty or last page, not by
     * counting revisions.
     */
    add: assign(({ context: { versions } }, { items, total }: RevisionsPage) => ({
      versions: [...versions, ...items.filter(({ revision }) => versions.every((loaded) => loaded.revision !== revision))],
      hasMore: items.length > 0 && versions.length + items.length < total,
      failure: null,
    })),
    selectRevision: assign((_, selectedRevision: number) => ({ selectedRevision, comparison: null, restored: null, failure: null })),
    storeComparison: assign((_, comparison: RevisionComparison) => ({ comparison, failure: null })),
    closeRevision: assign({ comparison: null, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    storeRestored: assign(({ context }) => ({
      versions: [],
      hasMore: false,
      comparison: null,
      restored: context.selectedRevision,
      failure: null,
    })),
    notifyParent: sendParent((_, script: Script) => ({ type: "script.changed", script })),
  },
  guards: {
    hasMore: ({ context }) => context.hasMore,
    canRestore: ({ context: { comparison } }) => comparison !== null && canRestore(comparison.now, comparison.earlier),
  },
}).createMachine({
  id: "versions",
  context: ({ input: { community, uuid } }) => ({
    community,
    uuid,
    versions: [],
    hasMore: false,
    selectedRevision: 0,
    comparison: null,
    restored: null,
    failure: null,
  }),
  initial: "closed",
  states: {
    closed: { on: { "revisions.open": "loading" } },
    loading: {
      tags: "busy",
      invoke: {
        id: "list",
        src: "list",
        input: ({ context: { community, uuid, versions } }) => ({ community, uuid, offset: versions.length }),
        onDone: { target: "ready", actions: { type: "add", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "revisions.retry": { target: "loading", actions: "clearFailure" } } },
    ready: {
      on: {
        "revisions.more": { guard: "hasMore", target: "loading" },
        "revision.inspect": { target: "loadingComparison", actions: { type: "selectRevision", params: ({ event }) => event.revision } },
      },
    },
    loadingComparison: {
      tags: ["busy", "inspecting"],
      on: { "revision.close": { target: "ready", actions: "closeRevision" } },
      invoke: {
        id: "compareRevision",
        src: "compareRevision",
        input: ({ context: { community, uuid, selectedRevision } }) => ({ community, uuid, revision: selectedRevision }),
        onDone: { target: "inspecting", actions: { type: "storeComparison", params: ({ event }) => event.output } },
        onError: { target: "inspecting", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    inspecting: {
      tags: "inspecting",
      on: {
        "revision.close": { target: "ready", actions: "closeRevision" },
        "revisions.retry": { target: "loadingComparison", actions: "clearFailure" },
        "revision.restore": { guard: "canRestore", target: "restoring", actions: "clearFailure" },
      },
    },
    restoring: {
      tags: ["busy", "inspecting"],
      invoke: {
        id: "restore",
        src: "restore",
        input: ({ context: { community, uuid, selectedRevision } }) => ({ community, uuid, revision: selectedRevision }),
        // Restoring added a revision, so the list loads again.
        onDone: { target: "loading", actions: ["storeRestored", { type: "notifyParent", params: ({ event }) => event.output }] },
        onError: { target: "inspecting", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})
export type RevisionsActor = ActorRefFrom<typeof revisionsMachine>
