// Leaving: with edits that are not saved it asks, and only the answer drops them, here and on this device.
import { editor } from "./setup.ts"

export const leaving = editor.createStateConfig({
  initial: "staying",
  states: {
    staying: { on: { "editor.leave": [{ guard: "isAtStake", target: "asking" }, { target: "#editor.closed" }] } },
    asking: {
      tags: "asks-to-leave",
      on: { "leave.give": "forgetting", "leave.refuse": "staying" },
    },
    forgetting: {
      tags: "asks-to-leave",
      invoke: {
        id: "forgetLeft",
        src: "forgetDraft",
        input: ({ context }) => ({ user: context.user, script: context.saved.uuid }),
        onDone: "#editor.closed",
        onError: "#editor.closed",
      },
      after: { stuck: "#editor.closed" },
    },
  },
})
