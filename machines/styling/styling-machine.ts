// The styling configurator of a community: independent regions for editing, saving, files, local draft and leaving.
import { type ActorRefFrom, assign } from "xstate"
import { asFailure } from "../adapter-failure.ts"
import { openTab, restoreLocalDraft, storeLoaded } from "./styling-edits.ts"
import { transferRegion, uploadRegion } from "./styling-files-region.ts"
import { savingRegion } from "./styling-saving-region.ts"
import { buildLocalDraft, createStylingContext, stylingSetup } from "./styling-setup.ts"

const write = { actions: ["applyEdit", "raiseStyleChanged"] } as const

/** Edits, tabs and the preview scenario. What each edit does is in styling-edits.ts. */
export const editingRegion = stylingSetup.createStateConfig({
  on: {
    "value.set": write,
    "toggle.set": write,
    "shape.pick": write,
    "family.pick": write,
    "font.remove": write,
    "palette.pick": write,
    "defaults.restore": write,
    "edit.undo": { ...write, guard: "canUndo" },
    "edit.redo": { ...write, guard: "canRedo" },
    "tab.pick": { actions: assign(({ context, event }) => openTab(context, event) ?? {}) },
    "wizard.continue": { guard: "canContinueWizard", actions: assign(({ context, event }) => openTab(context, event) ?? {}) },
    "format.pick": { actions: assign({ format: ({ event }) => event.format }) },
    "scenario.show": { actions: assign({ scenario: ({ event }) => event.scenario }) },
  },
  initial: "idle",
  states: {
    idle: { on: { "style.changed": "typing" } },
    typing: {
      after: { typingPause: { target: "idle", actions: "endTypingStep" } },
      on: { "style.changed": { target: "typing", reenter: true } },
    },
  },
})

/** While there are unsaved changes, the end of the session leaves the screen open, and closing the tab asks first. */
export const unsavedWorkRegion = stylingSetup.createStateConfig({
  initial: "none",
  states: {
    none: { always: { guard: "isDirty", target: "tracked" } },
    tracked: {
      invoke: [
        { id: "holdWork", src: "holdWork" },
        { id: "warnBeforeUnload", src: "warnBeforeUnload" },
      ],
      always: { guard: "isClean", target: "none" },
    },
  },
})

const storeOrClear = [{ guard: "isDirty", target: "storing" }, { target: "deleting" }] as const

/** [T17] Stores the style on this device within 300 ms of each edit, until the server has it. */
export const localDraftRegion = stylingSetup.createStateConfig({
  invoke: { id: "page", src: "page" },
  initial: "upToDate",
  states: {
    upToDate: { on: { "style.changed": "scheduled" } },
    // Edits do not restart the delay, so that a long drag in a color picker is stored just as soon.
    scheduled: { after: { storeDelay: storeOrClear }, on: { "page.hide": storeOrClear } },
    storing: {
      invoke: {
        id: "keepStyle",
        src: "keepStyle",
        input: ({ context }) => buildLocalDraft(context),
        onDone: { target: "upToDate", actions: assign({ localDraftStatus: ({ event }) => event.output }) },
        onError: { target: "upToDate", actions: assign({ localDraftStatus: "off" }) },
      },
      // The pending write may still wait for the database; a new one issues its requests before the page closes.
      on: { "style.changed": "scheduled", "page.hide": { target: "storing", reenter: true } },
    },
    /** The style equals the server's again, so this device does not need a copy. */
    deleting: {
      invoke: {
        id: "forgetStyle",
        src: "forgetStyle",
        input: ({ context }) => ({ user: context.user, community: context.slug }),
        onDone: "upToDate",
        onError: "upToDate",
      },
      on: { "style.changed": "scheduled" },
    },
  },
})

/** Asks before leaving with unsaved changes; only a yes discards them, here and on this device. */
export const leavingRegion = stylingSetup.createStateConfig({
  initial: "staying",
  states: {
    staying: { on: { "styling.leave": [{ guard: "isDirty", target: "confirming" }, { target: "#styling.closed" }] } },
    /** If a save completes while the question is open, nothing can be lost any more. */
    confirming: {
      tags: "confirming-leave",
      always: { guard: "isClean", target: "#styling.closed" },
      on: { "leave.confirm": "#styling.abandoning", "leave.cancel": "staying" },
    },
  },
})

const deletingLocalDraft = (target: "open" | "closed") =>
  stylingSetup.createStateConfig({
    invoke: {
      id: "forgetStyle",
      src: "forgetStyle",
      input: ({ context: { user, slug } }) => ({ user, community: slug }),
      onDone: target,
      onError: target,
    },
  })

/** Loads the style, offers a local draft if there is one, then runs the configurator until it is left. */
export const stylingMachine = stylingSetup.createMachine({
  id: "styling",
  context: ({ input }) => createStylingContext(input),
  initial: "reading",
  states: {
    reading: {
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { slug, user } }) => ({ slug, user }),
        onDone: { target: "deciding", actions: assign(({ context, event }) => storeLoaded(context, event.output)) },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
      on: { "styling.leave": "closed" },
    },
    failed: { on: { "styling.retry": "reading", "styling.leave": "closed" } },
    deciding: {
      always: [{ guard: "hasLocalChanges", target: "offering" }, { guard: "hasLocalDraft", target: "discarding" }, { target: "open" }],
    },
    /** The device has edits of an earlier visit that the server does not have. */
    offering: {
      on: {
        "local-draft.restore": { target: "open", actions: [assign(({ context }) => restoreLocalDraft(context)), "raiseStyleChanged"] },
        "local-draft.discard": "discarding",
        "styling.leave": "closed",
      },
    },
    discarding: { ...deletingLocalDraft("open"), entry: assign({ localDraft: null }) },
    open: {
      type: "parallel",
      states: {
        editing: editingRegion,
        saving: savingRegion,
        transfer: transferRegion,
        upload: uploadRegion,
        leaving: leavingRegion,
        unsavedWork: unsavedWorkRegion,
        localDraft: localDraftRegion,
      },
    },
    /** Leaving was confirmed, so the local draft is deleted as well. */
    abandoning: { ...deletingLocalDraft("closed"), tags: "confirming-leave" },
    closed: { type: "final" },
  },
})
export type StylingActor = ActorRefFrom<typeof stylingMachine>
