// The styling configurator of a community: reads its style, then edits, saves, takes files in and leaves, side by side (spec/3-community §2).
import { type ActorRefFrom, assign } from "xstate"
import { asFailure } from "../ports.ts"
import { openTab, restoreLocalDraft, storeLoaded } from "./styling-edits.ts"
import { transferRegion, uploadRegion } from "./styling-files-region.ts"
import { savingRegion } from "./styling-saving-region.ts"
import { buildLocalDraft, createStylingContext, stylingSetup } from "./styling-setup.ts"

// Editing: every event of the author's hand. What each does stands in styling-edits.ts.

const write = { actions: ["edit", "tellChanged"] } as const

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
    "wizard.continue": { guard: "isGoingOn", actions: assign(({ context, event }) => openTab(context, event) ?? {}) },
    "format.pick": { actions: assign({ format: ({ event }) => event.format }) },
    "scenario.show": { actions: assign({ scenario: ({ event }) => event.scenario }) },
  },
  initial: "still",
  states: {
    still: { on: { "style.changed": "busy" } },
    busy: {
      after: { quiet: { target: "still", actions: "pause" } },
      on: { "style.changed": { target: "busy", reenter: true } },
    },
  },
})

// While there are changes that the server does not have, neither the session's end nor a closed tab takes them without a word.

export const unsavedWorkRegion = stylingSetup.createStateConfig({
  initial: "nothing",
  states: {
    nothing: { always: { guard: "isDirty", target: "work" } },
    work: {
      invoke: [
        { id: "holdWork", src: "holdWork" },
        { id: "warnBeforeUnload", src: "warnBeforeUnload" },
      ],
      always: { guard: "isClean", target: "nothing" },
    },
  },
})

// The local safety net: every edit is on this device within 300 ms, until the server has it (design/reliability "Never lost").

const storeOrClear = [{ guard: "isDirty", target: "writing" }, { target: "clearing" }] as const

export const localDraftRegion = stylingSetup.createStateConfig({
  invoke: { id: "page", src: "page" },
  initial: "still",
  states: {
    still: { on: { "style.changed": "due" } },
    // Not begun anew with each edit: a colour that is dragged for long is kept just as soon.
    due: { after: { soon: storeOrClear }, on: { "page.hide": storeOrClear } },
    writing: {
      invoke: {
        id: "keepStyle",
        src: "keepStyle",
        input: ({ context }) => buildLocalDraft(context),
        onDone: { target: "still", actions: assign({ localDraftStatus: ({ event }) => event.output }) },
        onError: { target: "still", actions: assign({ localDraftStatus: "off" }) },
      },
      // What is under way may still wait for something; what is begun now has no time for that.
      on: { "style.changed": "due", "page.hide": { target: "writing", reenter: true } },
    },
    /** The style is the server's again: nothing of it need stay on this device. */
    clearing: {
      invoke: {
        id: "forgetStyle",
        src: "forgetStyle",
        input: ({ context }) => ({ user: context.user, community: context.slug }),
        onDone: "still",
        onError: "still",
      },
      on: { "style.changed": "due" },
    },
  },
})

// Leaving: with changes that are not saved it is asked, and only the answer drops them, on this device too (spec/3-community §2, §8).

export const leavingRegion = stylingSetup.createStateConfig({
  initial: "staying",
  states: {
    staying: { on: { "styling.leave": [{ guard: "isDirty", target: "asking" }, { target: "#styling.left" }] } },
    /** What is saved while it is asked cannot be lost any more. */
    asking: {
      tags: "asks-to-leave",
      always: { guard: "isClean", target: "#styling.left" },
      on: { "leave.give": "#styling.dropping", "leave.refuse": "staying" },
    },
  },
})

const deletingLocalDraft = (target: "open" | "left") =>
  stylingSetup.createStateConfig({
    invoke: {
      id: "forgetStyle",
      src: "forgetStyle",
      input: ({ context: { user, slug } }) => ({ user, community: slug }),
      onDone: target,
      onError: target,
    },
  })

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
        onDone: { target: "read", actions: assign(({ context, event }) => storeLoaded(context, event.output)) },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
      on: { "styling.leave": "left" },
    },
    failed: { on: { "styling.retry": "reading", "styling.leave": "left" } },
    read: { always: [{ guard: "isLeft", target: "offering" }, { guard: "isKept", target: "forgetting" }, { target: "open" }] },
    /** Edits of an earlier visit, that the server does not have. */
    offering: {
      on: {
        "left.restore": { target: "open", actions: [assign(({ context }) => restoreLocalDraft(context)), "tellChanged"] },
        "left.discard": "forgetting",
        "styling.leave": "left",
      },
    },
    forgetting: { ...deletingLocalDraft("open"), entry: assign({ localDraft: null }) },
    open: {
      type: "parallel",
      states: {
        editing: editingRegion,
        saving: savingRegion,
        transfer: transferRegion,
        picking: uploadRegion,
        leaving: leavingRegion,
        holding: unsavedWorkRegion,
        keeping: localDraftRegion,
      },
    },
    /** The yes to leaving drops what is kept here, too. */
    dropping: { ...deletingLocalDraft("left"), tags: "asks-to-leave" },
    left: { type: "final" },
  },
})
export type StylingActor = ActorRefFrom<typeof stylingMachine>
