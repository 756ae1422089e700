// The local safety net: every edit is on this device within 300 ms, whatever becomes of the server (reliability.md "Never lost").
import { assign, not } from "xstate"
import { editor } from "./setup.ts"
import { kept } from "./unsaved.ts"

const now = [{ guard: "isUnsaved", target: "writing" }, { target: "clearing" }] as const

export const keeping = editor.createStateConfig({
  initial: "beginning",
  states: {
    /** What another tab kept, and the author wants back, is this one's to keep from now on. */
    beginning: { always: [{ guard: "isUnsaved", target: "due" }, { target: "still" }] },
    // A save that was refused may be what was kept for.
    still: { always: { guard: "isKeptInVain", target: "clearing" }, on: { "draft.changed": "due" } },
    // Not begun anew with each keystroke: someone who types without a pause is kept just as soon.
    due: { after: { soon: now }, on: { "page.hide": now } },
    writing: {
      invoke: {
        id: "keepDraft",
        src: "keepDraft",
        input: ({ context }) => kept(context),
        onDone: {
          target: "written",
          actions: assign({ local: ({ context, event }) => ({ draft: context.draft, keeping: event.output }) }),
        },
        onError: { target: "written", actions: "noteUnkept" },
      },
      after: { stuck: { target: "written", actions: "noteUnkept" } },
      // What is under way may still wait for something; what is begun now has no time for that.
      on: { "draft.changed": "due", "page.hide": { target: "writing", reenter: true } },
    },
    written: { always: [{ guard: "isKept", target: "still" }, { target: "unprotected" }] },
    /** The draft is the server's again: nothing of it need stay on this device. */
    clearing: {
      entry: "noteForgotten",
      invoke: {
        id: "forgetClean",
        src: "forgetDraft",
        input: ({ context }) => ({ user: context.user, script: context.saved.uuid }),
        onDone: "still",
        onError: "still",
      },
      on: { "draft.changed": "due" },
    },
    unprotected: {
      invoke: { id: "warnBeforeUnload", src: "warnBeforeUnload" },
      always: { guard: not("isUnsaved"), target: "still" },
      on: { "draft.changed": "due" },
    },
  },
})
