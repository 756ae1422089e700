// [S1, S2, R5, V4] Changing the status of one script, and its removal procedure, from outside the editor.
import { assign, sendParent, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import type { ChangeImpact } from "../../domain/revisions/change-impact.ts"
import type { ListedScript, ScriptId } from "../../domain/script/script.ts"
import { getAllowedActions } from "../../domain/script/script-list.ts"
import { getStatusConsent, listSelectableStatuses, type Status } from "../../domain/script/status.ts"
import { asFailure } from "../adapter-failure.ts"
import { port, type ScriptRef } from "../ports.ts"

/** Offers the steps that the domain allows; the server decides. */
export const scriptStatusMachine = setup({
  types: {
    input: {} as { readonly community: string; readonly script: ListedScript },
    context: {} as {
      readonly community: string
      readonly script: ListedScript
      readonly to: Status
      /** [V4] What making the script editable could affect; loaded for a step that needs consent. */
      readonly stake: ChangeImpact | null
      /** The requested removal setting, shown before the server has confirmed it. */
      readonly removal: boolean
      /** Why the last step failed. */
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "status.pick"; readonly to: Status }
      | { readonly type: "removal.switch"; readonly on: boolean }
      | { readonly type: "consent.give" }
      | { readonly type: "consent.refuse" }
      | { readonly type: "failure.dismiss" },
    /** busy: changing the status; confirming-removal: asks whether to turn the removal procedure off. */
    tags: {} as "busy" | "switching" | "confirming-removal",
  },
  actors: {
    changeStatus: port<ListedScript, ScriptRef & { readonly to: Status }>("changeStatus"),
    /** [V4] Computes what making the script editable could affect. */
    computeChangeImpact: port<ChangeImpact, ScriptRef>("computeChangeImpact"),
    switchRemoval: port<ListedScript, { readonly uuid: ScriptId; readonly on: boolean }>("switchRemoval"),
    /** Reads the current script. */
    read: port<ListedScript, ScriptRef>("read"),
  },
  actions: {
    setTargetStatus: assign({ to: (_, to: Status) => to, failure: null }),
    setRequestedRemoval: assign({ removal: (_, on: boolean) => on, failure: null }),
    resetRequests: assign(({ context: { script } }) => ({ to: script.status, removal: script.removalProcedure, stake: null })),
    clearFailure: assign({ failure: null }),
    storeChangeImpact: assign({ stake: (_, stake: ChangeImpact) => stake }),
    storeScript: assign({ script: (_, script: ListedScript) => script }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    notifyParent: sendParent(({ context }) => ({ type: "script.changed", script: context.script })),
  },
  guards: {
    isOffered: ({ context }, to: Status) => listSelectableStatuses(context.script.status).includes(to),
    needsConsent: ({ context }, to: Status) =>
      listSelectableStatuses(context.script.status).includes(to) && getStatusConsent(context.script.status, to) !== null,
    disablesRemoval: ({ context: { script } }, on: boolean) => canSwitchRemoval(script, on) && !on,
    enablesRemoval: ({ context: { script } }, on: boolean) => canSwitchRemoval(script, on) && on,
    /** The server refused the step itself, so the script here may be out of date. */
    isOutOfDate: (_, failure: Failure) => failure._tag === "ValidationFailed" && failure.findings.length === 0,
  },
}).createMachine({
  id: "script status",
  context: ({ input: { community, script } }) => ({
    community,
    script,
    to: script.status,
    stake: null,
    removal: script.removalProcedure,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      entry: "resetRequests",
      on: {
        "status.pick": [
          {
            guard: { type: "needsConsent", params: ({ event }) => event.to },
            target: "loadingImpact",
            actions: { type: "setTargetStatus", params: ({ event }) => event.to },
          },
          {
            guard: { type: "isOffered", params: ({ event }) => event.to },
            target: "changing",
            actions: { type: "setTargetStatus", params: ({ event }) => event.to },
          },
        ],
        "removal.switch": [
          {
            guard: { type: "disablesRemoval", params: ({ event }) => event.on },
            target: "confirmingRemoval",
            actions: { type: "setRequestedRemoval", params: ({ event }) => event.on },
          },
          {
            guard: { type: "enablesRemoval", params: ({ event }) => event.on },
            target: "switching",
            actions: { type: "setRequestedRemoval", params: ({ event }) => event.on },
          },
        ],
        "failure.dismiss": { actions: "clearFailure" },
      },
    },
    /** [V4] Loads the impact of a step before the user is asked for consent. */
    loadingImpact: {
      tags: "busy",
      invoke: {
        id: "computeChangeImpact",
        src: "computeChangeImpact",
        input: ({ context: { community, script } }) => ({ community, uuid: script.uuid }),
        onDone: { target: "confirmingChange", actions: { type: "storeChangeImpact", params: ({ event }) => event.output } },
        onError: { target: "idle", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    confirmingChange: { on: { "consent.give": "changing", "consent.refuse": "idle" } },
    changing: {
      tags: "busy",
      invoke: {
        id: "changeStatus",
        src: "changeStatus",
        input: ({ context: { community, script, to } }) => ({ community, uuid: script.uuid, to }),
        onDone: { target: "idle", actions: [{ type: "storeScript", params: ({ event }) => event.output }, "notifyParent"] },
        onError: [
          {
            guard: { type: "isOutOfDate", params: ({ event }) => asFailure(event.error) },
            target: "refreshing",
            actions: { type: "fail", params: ({ event }) => asFailure(event.error) },
          },
          { target: "idle", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
    confirmingRemoval: { tags: "confirming-removal", on: { "consent.give": "switching", "consent.refuse": "idle" } },
    switching: {
      tags: "switching",
      invoke: {
        id: "switchRemoval",
        src: "switchRemoval",
        input: ({ context: { script, removal } }) => ({ uuid: script.uuid, on: removal }),
        onDone: { target: "idle", actions: [{ type: "storeScript", params: ({ event }) => event.output }, "notifyParent"] },
        onError: [
          {
            guard: { type: "isOutOfDate", params: ({ event }) => asFailure(event.error) },
            target: "refreshing",
            actions: { type: "fail", params: ({ event }) => asFailure(event.error) },
          },
          { target: "idle", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        ],
      },
    },
    /** Someone else changed the script first: the row shows its current state, and why the step failed. */
    refreshing: {
      tags: "busy",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { community, script } }) => ({ community, uuid: script.uuid }),
        onDone: { target: "idle", actions: [{ type: "storeScript", params: ({ event }) => event.output }, "notifyParent"] },
        // The failure of the step itself is already shown.
        onError: "idle",
      },
    },
  },
})

const canSwitchRemoval = ({ status, removalProcedure }: ListedScript, on: boolean): boolean =>
  getAllowedActions(status).includes("removal-procedure") && removalProcedure !== on
