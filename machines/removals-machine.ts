// [R3] The list of chats due for removal, of one community or of all, and editing the removal of one chat.
import { type ActorRefFrom, assign, setup } from "xstate"
import type { Failure } from "../domain/failures/failure.ts"
import { parseRemovalFields, removalViolations, toRemovalFields } from "../domain/privacy/removal-form.ts"
import { updateRemovalList } from "../domain/privacy/removal-procedure.ts"
import type { ListedScript } from "../domain/script/script.ts"
import { asFailure } from "./adapter-failure.ts"
import { formMachine } from "./form-machine.ts"
import { port } from "./ports.ts"

/** A chat in the removal list, with its community. */
export type RemovalRow = ListedScript & { readonly communityName: string; readonly communitySlug: string }

/**
 * [R2] Edits the removal dates of one chat; turning the procedure off needs consent. `row` is the chat before the edit,
 * `today` the server's calendar date, `YYYY-MM-DD`.
 */
export const removalEditMachine = formMachine<RemovalRow, { readonly row: RemovalRow; readonly today: string }>({
  id: "removal edit",
  emptyValues: { uuid: "", removalProcedure: "", removalWarningDate: "", deletedDate: "" },
  violations: (values, { today }) => removalViolations(parseRemovalFields(values), today),
  needsConsent: (values, { row }) => row.removalProcedure && !parseRemovalFields(values).removalProcedure,
})
export type RemovalEditActor = ActorRefFrom<typeof removalEditMachine>

/** The slug of a community, or null for all communities; and the current date, `YYYY-MM-DD`. */
type RemovalScope = { readonly slug: string | null; readonly today: string }

/** Loads the removal list and opens one row at a time for editing. */
export const removalsMachine = setup({
  types: {
    input: {} as RemovalScope,
    context: {} as RemovalScope & {
      readonly rows: ReadonlyArray<RemovalRow>
      readonly chosen: RemovalRow | null
      /** The last saved row, for the notice above the list. */
      readonly notice: RemovalRow | null
      readonly failure: Failure | null
    },
    events: {} as { readonly type: "list.retry" } | { readonly type: "row.open"; readonly row: RemovalRow },
    children: {} as { list: "list"; edit: "edit" },
  },
  actors: {
    list: port<ReadonlyArray<RemovalRow>, { readonly slug: string | null }>("list"),
    edit: removalEditMachine,
  },
  actions: {
    storeRows: assign({ rows: (_, rows: ReadonlyArray<RemovalRow>) => rows, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    choose: assign({ chosen: (_, row: RemovalRow) => row, notice: null }),
    applySaved: assign(({ context }, saved: RemovalRow | null) =>
      saved === null ? { chosen: null } : { chosen: null, notice: saved, rows: updateRemovalList(context.rows, saved) },
    ),
  },
}).createMachine({
  id: "removals",
  context: ({ input }) => ({ ...input, rows: [], chosen: null, notice: null, failure: null }),
  initial: "loading",
  states: {
    loading: {
      invoke: {
        id: "list",
        src: "list",
        input: ({ context: { slug } }) => ({ slug }),
        onDone: { target: "ready", actions: { type: "storeRows", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "list.retry": "loading" } },
    ready: { on: { "row.open": { target: "editing", actions: { type: "choose", params: ({ event }) => event.row } } } },
    editing: {
      invoke: {
        id: "edit",
        src: "edit",
        input: ({ context: { chosen, today } }) => {
          if (chosen === null) throw new Error("an edit needs a row")
          return { initialValues: { uuid: chosen.uuid, ...toRemovalFields(chosen) }, facts: { row: chosen, today } }
        },
        onDone: { target: "ready", actions: { type: "applySaved", params: ({ event }) => event.output } },
      },
    },
  },
})
export type RemovalsActor = ActorRefFrom<typeof removalsMachine>
