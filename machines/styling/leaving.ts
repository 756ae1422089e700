// Leaving: with changes that are not saved it is asked, and only the answer drops them, on this device too (spec/3-community §2, §8).
import { styling } from "./setup.ts"

export const leaving = styling.createStateConfig({
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
