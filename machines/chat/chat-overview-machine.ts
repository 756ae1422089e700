// The chats of one community: the active list or the archive, with one status machine per row.
import { type ActorRefFrom, assign, enqueueActions, raise, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import type { ListedScript, Script, ScriptId } from "../../domain/script/script.ts"
import {
  type DeletionAction,
  getDeletionAction,
  getListName,
  type ListName,
  type ScriptContents,
  statusesByList,
} from "../../domain/script/script-list.ts"
import type { Status } from "../../domain/script/status.ts"
import { titleViolations } from "../../domain/script/title.ts"
import { asFailure } from "../adapter-failure.ts"
import { deletionMachine } from "../deletion-machine.ts"
import { formMachine } from "../form-machine.ts"
import { port } from "../ports.ts"
import { scriptStatusMachine } from "./script-status-machine.ts"

/** A script of a community; `community` is the slug. */
export type ScriptRef = { readonly community: string; readonly uuid: ScriptId }
export type StatusActor = ActorRefFrom<typeof scriptStatusMachine>
export type ChatRow = { readonly script: ListedScript; readonly status: StatusActor }

/** The last change to a script, for the status line. */
export type ChatNotice = { readonly kind: "added" | "copied" | "archived" | "erased" | "reactivated"; readonly name: string }

/** [S11] Adds a chat to the community with the slug `community`. */
export const addChatMachine = formMachine<Script>({
  id: "add chat",
  emptyValues: { community: "", name: "" },
  violations: ({ name = "" }) => titleViolations(name),
})
/** [S10] A chat to delete: `action` is what deleting does in the list that is shown. */
export type ChatDeletionTarget = ScriptRef & { readonly name: string; readonly action: DeletionAction }
/** [U4] The token of a deletion, with the action that it authorizes and what that affects. */
export type ChatDeletionToken = ScriptContents & { readonly token: string; readonly action: DeletionAction }
/** A chat that was deleted, and what that did. */
export type DeletedChat = { readonly script: Pick<ListedScript, "uuid" | "name">; readonly action: DeletionAction }
/** [S10] Archives a chat, or erases it if it is in the archive. */
export const chatDeletionMachine = deletionMachine<ChatDeletionTarget, DeletedChat, ChatDeletionToken>("chat deletion", {
  // A chat that no longer exists has been erased, also if this removal was to archive it.
  buildOutputWithoutResponse: ({ target: { uuid, name } }) => ({ script: { uuid, name }, action: "erase" }),
})

const overview = setup({
  types: {
    input: {} as { readonly community: string; readonly list: ListName },
    context: {} as {
      readonly community: string
      readonly list: ListName
      readonly rows: ReadonlyArray<ChatRow>
      readonly search: string
      /** The only status shown; null: all statuses of the list. */
      readonly only: Status | null
      /** Answered conversations by script uuid, scripts without any left out; null until counted. */
      readonly answers: Readonly<Record<string, number>> | "unknown" | null
      /** The script that is being copied or deleted. */
      readonly target: ListedScript | null
      readonly notice: ChatNotice | null
      /** Why the list could not be loaded or the copy not be made. */
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "list.retry" }
      | { readonly type: "search.type"; readonly text: string }
      | { readonly type: "status.filter"; readonly only: Status | null }
      | { readonly type: "add.open" }
      | { readonly type: "script.copy"; readonly script: ListedScript }
      | { readonly type: "script.delete"; readonly script: ListedScript }
      | { readonly type: "script.changed"; readonly script: ListedScript }
      /** The current operation has finished; the machine raises it itself. Null: the user canceled. */
      | { readonly type: "script.added"; readonly script: ListedScript | null; readonly kind: "added" | "copied" }
      | { readonly type: "script.removed"; readonly deleted: DeletedChat | null }
      | { readonly type: "failure.dismiss" },
    children: {} as { addChat: "addChat"; chatDeletion: "chatDeletion"; list: "list"; answers: "answers"; copy: "copy" },
    /** loading: the list is being loaded. */
    tags: {} as "loading" | "failed" | "copying",
  },
  actors: {
    list: port<ReadonlyArray<ListedScript>, { readonly community: string; readonly statuses: ReadonlyArray<Status> }>("list"),
    answers: port<Readonly<Record<string, number>>, { readonly community: string }>("answers"),
    copy: port<ListedScript, ScriptRef>("copy"),
    addChat: addChatMachine,
    chatDeletion: chatDeletionMachine,
    scriptStatus: scriptStatusMachine,
  },
  actions: {
    setTarget: assign({ target: (_, script: ListedScript) => script, notice: null, failure: null }),
    filterByStatus: assign({ only: (_, only: Status | null) => only }),
    storeAnswerCounts: assign({ answers: (_, answers: Readonly<Record<string, number>> | "unknown") => answers }),
    setSearch: assign({ search: (_, text: string) => text }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    clear: enqueueActions(({ context, enqueue }) => {
      for (const { status } of context.rows) enqueue.stopChild(status)
      enqueue.assign({ rows: [] })
    }),
    fill: assign({
      rows: ({ context: { community }, spawn }, scripts: ReadonlyArray<ListedScript>) =>
        scripts.map((script) => ({
          script,
          status: spawn("scriptStatus", { id: `status of ${script.uuid}`, input: { community, script } }),
        })),
    }),
    addRow: assign(({ context, spawn }, { script, kind }: { script: ListedScript | null; kind: "added" | "copied" }) => {
      if (script === null) return {}
      const notice = { kind, name: script.name }
      const isShown = context.rows.some((row) => row.script.uuid === script.uuid)
      if (isShown || context.list !== getListName(script.status)) return { notice }
      const status = spawn("scriptStatus", { id: `status of ${script.uuid}`, input: { community: context.community, script } })
      return { notice, rows: [...context.rows, { script, status }] }
    }),
    /** A script that no longer belongs in this list leaves it, and its machine stops. */
    update: enqueueActions(({ context, enqueue }, script: ListedScript) => {
      const row = context.rows.find((candidate) => candidate.script.uuid === script.uuid)
      if (row === undefined) return
      if (context.list === getListName(script.status)) {
        enqueue.assign({ rows: context.rows.map((candidate) => (candidate === row ? { ...row, script } : candidate)) })
        return
      }
      enqueue.stopChild(row.status)
      enqueue.assign({
        rows: context.rows.filter((candidate) => candidate !== row),
        notice: { kind: getListName(script.status) === "archive" ? ("archived" as const) : ("reactivated" as const), name: script.name },
      })
    }),
    /** Removes rows that are no longer in the list, and stops their machines; the others continue undisturbed. */
    prune: enqueueActions(({ context, enqueue }, scripts: ReadonlyArray<ListedScript>) => {
      const listed = new Set(scripts.map(({ uuid }) => uuid))
      for (const { script, status } of context.rows) if (!listed.has(script.uuid)) enqueue.stopChild(status)
      enqueue.assign({ rows: context.rows.filter(({ script }) => listed.has(script.uuid)) })
    }),
    /** [S10] Deleting moves a script to the archive; deleting it there erases it. Null: the user canceled. */
    drop: enqueueActions(({ context, enqueue }, deleted: DeletedChat | null) => {
      const row = context.rows.find((candidate) => candidate.script.uuid === deleted?.script.uuid)
      if (row === undefined || deleted === null) return
      enqueue.stopChild(row.status)
      enqueue.assign({
        rows: context.rows.filter((candidate) => candidate !== row),
        notice: { kind: deleted.action === "erase" ? ("erased" as const) : ("archived" as const), name: deleted.script.name },
      })
    }),
  },
  guards: { wasDismissed: (_, deleted: DeletedChat | null) => deleted === null },
})

/** Loads the list, and runs one operation at a time: adding, copying or deleting a chat. */
export const chatOverviewMachine = overview.createMachine({
  id: "chat overview",
  context: ({ input }) => ({
    community: input.community,
    list: input.list,
    rows: [],
    search: "",
    target: null,
    only: null,
    answers: null,
    notice: null,
    failure: null,
  }),
  type: "parallel",
  // The list neither waits for the counts nor fails without them.
  invoke: {
    id: "answers",
    src: "answers",
    input: ({ context: { community } }) => ({ community }),
    onDone: { actions: { type: "storeAnswerCounts", params: ({ event }) => event.output } },
    onError: { actions: { type: "storeAnswerCounts", params: "unknown" } },
  },
  on: {
    "status.filter": { actions: { type: "filterByStatus", params: ({ event }) => event.only } },
    "search.type": { actions: { type: "setSearch", params: ({ event }) => event.text } },
    "failure.dismiss": { actions: "clearFailure" },
  },
  states: {
    list: {
      initial: "loading",
      states: {
        loading: {
          tags: "loading",
          entry: "clear",
          // The pending request may return a list from before the change.
          on: { "script.added": { target: "loading", reenter: true }, "script.removed": { target: "loading", reenter: true } },
          invoke: {
            id: "list",
            src: "list",
            input: ({ context: { community, list } }) => ({ community, statuses: statusesByList[list] }),
            onDone: { target: "ready", actions: ["clear", { type: "fill", params: ({ event }) => event.output }] },
            onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
        },
        failed: { tags: "failed", on: { "list.retry": { target: "loading", actions: "clearFailure" } } },
        ready: {
          initial: "idle",
          on: {
            "script.changed": { actions: { type: "update", params: ({ event }) => event.script } },
            "script.added": { target: ".idle", actions: { type: "addRow", params: ({ event }) => event } },
            "script.removed": [
              // Someone else may have deleted the script first.
              { guard: { type: "wasDismissed", params: ({ event }) => event.deleted }, target: ".refreshing", reenter: true },
              { target: ".idle", actions: { type: "drop", params: ({ event }) => event.deleted } },
            ],
          },
          states: {
            idle: {},
            refreshing: {
              invoke: {
                id: "list",
                src: "list",
                input: ({ context: { community, list } }) => ({ community, statuses: statusesByList[list] }),
                onDone: { target: "idle", actions: { type: "prune", params: ({ event }) => event.output } },
                // The current rows stay, since the user did not ask for this refresh.
                onError: "idle",
              },
            },
          },
        },
      },
    },
    operation: {
      initial: "idle",
      states: {
        idle: {
          on: {
            "add.open": "adding",
            "script.copy": { target: "copying", actions: { type: "setTarget", params: ({ event }) => event.script } },
            "script.delete": { target: "deleting", actions: { type: "setTarget", params: ({ event }) => event.script } },
          },
        },
        adding: {
          invoke: {
            id: "addChat",
            src: "addChat",
            input: ({ context: { community } }) => ({ initialValues: { community }, facts: null }),
            onDone: { target: "idle", actions: raise(({ event }) => ({ type: "script.added", script: event.output, kind: "added" })) },
          },
        },
        copying: {
          tags: "copying",
          invoke: {
            id: "copy",
            src: "copy",
            input: ({ context: { community, target } }) => ({ community, uuid: required(target).uuid }),
            onDone: { target: "idle", actions: raise(({ event }) => ({ type: "script.added", script: event.output, kind: "copied" })) },
            onError: { target: "idle", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
        },
        deleting: {
          invoke: {
            id: "chatDeletion",
            src: "chatDeletion",
            input: ({ context: { community, target } }) => ({ target: { community, ...deletionTarget(required(target)) } }),
            onDone: { target: "idle", actions: raise(({ event }) => ({ type: "script.removed", deleted: event.output })) },
          },
        },
      },
    },
  },
})

const deletionTarget = ({ uuid, name, status }: ListedScript) => ({ uuid, name, action: getDeletionAction(status) })

const required = (script: ListedScript | null): ListedScript => {
  if (script === null) throw new Error("the action has no script")
  return script
}

export type ChatOverviewActor = ActorRefFrom<typeof chatOverviewMachine>
