// Saving: kept on this device first, then sent with the revision it was made on; every way it can end (spec/2-editor §4, reliability.md).
import { and, assign, not } from "xstate"
import { asFailure } from "../port.ts"
import { acknowledged, acknowledgedLate, asOvertaken, discarding, isOwnSend, merged, overwriting, refused } from "./revisions.ts"
import { editor } from "./setup.ts"
import { carried, kept } from "./unsaved.ts"

const hasArrived = not("isArriving")
const asked = { target: "keeping", actions: "noteAsked" } as const
const again = { "script.save": asked, "save.retry": asked, "page.online": "keeping" } as const

export const saving = editor.createStateConfig({
  initial: "resting",
  states: {
    resting: {
      always: { guard: "isOvertaken", target: "overtaken" },
      on: {
        "script.save": [
          { guard: "isUnfinished", actions: "showUnfinished" },
          { guard: "isMistitled" },
          { guard: "isWithheld", actions: "showWithheld" },
          { guard: "isArriving", target: "arriving" },
          { guard: "isUnsaved", ...asked },
          { target: "saved" },
        ],
      },
    },
    /** A picture or a file is on its way, and belongs to what is saved. Where it does not come, the author is told instead of led away. */
    arriving: {
      tags: "saving",
      entry: "noteTold",
      always: [
        { guard: and([hasArrived, "hasNotArrived"]), target: "resting" },
        { guard: and([hasArrived, "isUnfinished"]), target: "resting", actions: "showUnfinished" },
        { guard: and([hasArrived, "isMistitled"]), target: "resting" },
        { guard: and([hasArrived, "isWithheld"]), target: "resting", actions: "showWithheld" },
        { guard: and([hasArrived, "isUnsaved"]), ...asked },
        { guard: hasArrived, target: "saved" },
      ],
    },
    keeping: {
      tags: "saving",
      entry: "forgetFailure",
      invoke: {
        id: "keepBeforeSaving",
        src: "keepDraft",
        input: ({ context }) => kept(context),
        onDone: {
          target: "sending",
          actions: assign({ local: ({ context, event }) => ({ draft: context.draft, keeping: event.output }) }),
        },
        // A device without storage must not keep the author from saving.
        onError: "sending",
      },
      after: { stuck: "sending" },
    },
    sending: {
      tags: "saving",
      entry: "noteSending",
      invoke: {
        id: "saveScript",
        src: "saveScript",
        input: ({ context }) => carried(context),
        onDone: [
          { guard: "isAllDone", target: "saved", actions: assign(({ context, event }) => acknowledged(context, event.output)) },
          { target: "resting", actions: [assign(({ context, event }) => acknowledged(context, event.output)), "tellChanged"] },
        ],
        onError: [
          {
            guard: ({ context, event }) => isOwnSend(context, event.error),
            target: "late",
            actions: assign(({ context, event }) => acknowledgedLate(context, event.error)),
          },
          {
            guard: ({ event }) => asOvertaken(event.error) !== null,
            target: "overtaken",
            actions: ["noteRefused", assign({ theirs: ({ event }) => asOvertaken(event.error) })],
          },
          { guard: ({ event }) => asFailure(event.error)._tag === "SignedOut", target: "signedOut", actions: "noteRefused" },
          {
            guard: ({ event }) => ["Unreachable", "TooSoon"].includes(asFailure(event.error)._tag),
            target: "waiting",
            actions: assign({ failure: ({ event }) => asFailure(event.error) }),
          },
          {
            guard: ({ event }) => asFailure(event.error)._tag === "Unreadable",
            target: "resting",
            actions: assign({ failure: ({ event }) => asFailure(event.error) }),
          },
          { target: "resting", actions: [assign(({ context, event }) => refused(context, event.error)), "noteRefused"] },
        ],
      },
    },
    /** The server had taken an earlier send after all; what came since is sent now, with what is still on its way. */
    late: {
      always: [{ guard: "isArriving", target: "arriving" }, { guard: "isUnsaved", target: "keeping" }, { target: "saved" }],
    },
    waiting: { after: { retry: "keeping" }, on: again },
    signedOut: {
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => ({ user: context.user }),
        onDone: "keeping",
        onError: { target: "resting", actions: assign({ failure: ({ event }) => asFailure(event.error) }) },
      },
    },
    overtaken: {
      on: {
        "conflict.merge": { target: "resting", actions: [assign(({ context, event }) => merged(context, event.picks)), "tellChanged"] },
        "conflict.overwrite": { target: "keeping", actions: [assign(({ context }) => overwriting(context)), "noteAsked"] },
        "conflict.discard": { target: "resting", actions: [assign(({ context }) => discarding(context)), "tellChanged"] },
      },
    },
    /**
     * The server has it all. What a form holds beside that would go with the editor: it is shown. A file that waits for the author's word would,
     * too: it is asked first.
     */
    saved: {
      always: [
        { guard: "isWithheld", target: "resting", actions: "showWithheld" },
        { guard: "hasLateFile", target: "asking", actions: "tellChanged" },
        { target: "forgetting" },
      ],
    },
    asking: {
      tags: "asks-to-leave",
      // An edit is an edit like any other: stay.
      always: { guard: "isUnsaved", target: "resting" },
      on: { "leave.give": { target: "forgetting", actions: "dropLateFile" }, "leave.refuse": "resting" },
    },
    /** What this device kept may go, and the editor closes. */
    forgetting: {
      tags: "saving",
      entry: "noteForgotten",
      invoke: {
        id: "forgetDraft",
        src: "forgetDraft",
        input: ({ context }) => ({ user: context.user, script: context.saved.uuid }),
        onDone: "#editor.closed",
        onError: "#editor.closed",
      },
      after: { stuck: "#editor.closed" },
      // An edit that came while closing is an edit like any other: stay.
      on: { "draft.changed": "resting" },
    },
  },
})
