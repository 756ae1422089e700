// Editing the removal of one chat: its dates, or turning the procedure off, which is asked twice (spec/3-community §4 "Removal").
import { type ActorRefFrom, assign, setup } from "xstate"
import type { Failure } from "../../domain/failure.ts"
import { type RemovalEdit, removalProblems } from "../../domain/removal/removal.ts"
import type { ListedScript, ScriptId } from "../../domain/script/script.ts"
import { asFailure, holdWorkPort, port } from "../port.ts"

/** A chat in a list of removals. */
export type RemovalRow = ListedScript & { readonly communityName: string; readonly communitySlug: string }

const dayOf = (instant: string | null): string | null => instant?.slice(0, 10) ?? null

const isSound = (edit: RemovalEdit, today: string): boolean => Object.values(removalProblems(edit, today)).every((it) => it === null)

export const removalEditMachine = setup({
  types: {
    /** `today` is the day of the server's calendar, `YYYY-MM-DD`. */
    input: {} as { readonly row: RemovalRow; readonly today: string },
    context: {} as {
      readonly row: RemovalRow
      readonly today: string
      readonly edit: RemovalEdit
      readonly failure: Failure | null
      readonly saved: RemovalRow | null
    },
    output: {} as RemovalRow | null,
    events: {} as
      | { readonly type: "procedure.set"; readonly on: boolean }
      | { readonly type: "day.set"; readonly of: "removalWarningDate" | "deletedDate"; readonly day: string }
      | { readonly type: "edit.save" }
      | { readonly type: "consent.give" }
      | { readonly type: "consent.refuse" }
      | { readonly type: "edit.leave" },
    tags: {} as "busy" | "asking",
    children: {} as { save: "save" },
  },
  actors: {
    save: port<RemovalRow, { readonly uuid: ScriptId; readonly edit: RemovalEdit }>("save"),
    holdWork: holdWorkPort,
  },
  actions: {
    setProcedure: assign(({ context: { edit } }, on: boolean) => ({ edit: { ...edit, removalProcedure: on } })),
    setDay: assign(({ context: { edit } }, { of, day }: { of: "removalWarningDate" | "deletedDate"; day: string }) => ({
      edit: { ...edit, [of]: day === "" ? null : day },
    })),
    forgetFailure: assign({ failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    keep: assign({ saved: (_, saved: RemovalRow) => saved }),
  },
  guards: {
    isSound: ({ context: { edit, today } }) => isSound(edit, today),
    turnsOff: ({ context: { edit, row } }) => row.removalProcedure && !edit.removalProcedure,
  },
}).createMachine({
  id: "removal edit",
  invoke: { id: "holdWork", src: "holdWork" },
  context: ({ input: { row, today } }) => ({
    row,
    today,
    edit: {
      removalProcedure: row.removalProcedure,
      removalWarningDate: dayOf(row.removalWarningDate),
      deletedDate: dayOf(row.deletedDate),
    },
    failure: null,
    saved: null,
  }),
  output: ({ context }) => context.saved,
  initial: "writing",
  states: {
    writing: {
      on: {
        "procedure.set": { actions: { type: "setProcedure", params: ({ event }) => event.on } },
        "day.set": { actions: { type: "setDay", params: ({ event }) => event } },
        "edit.save": [
          { guard: "turnsOff", target: "asking" },
          { guard: "isSound", target: "saving" },
        ],
        "edit.leave": "gone",
      },
    },
    asking: { tags: "asking", on: { "consent.give": "saving", "consent.refuse": "writing" } },
    saving: {
      tags: "busy",
      entry: "forgetFailure",
      invoke: {
        id: "save",
        src: "save",
        input: ({ context: { row, edit } }) => ({ uuid: row.uuid, edit }),
        onDone: { target: "gone", actions: { type: "keep", params: ({ event }) => event.output } },
        onError: { target: "writing", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    gone: { type: "final" },
  },
})
export type RemovalEditActor = ActorRefFrom<typeof removalEditMachine>
