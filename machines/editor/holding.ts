// Whether the screen's end would lose something: while it would, the session's end does not close the screen.
import { not } from "xstate"
import { editor } from "./setup.ts"

export const holding = editor.createStateConfig({
  initial: "nothing",
  states: {
    nothing: { always: { guard: "isAtStake", target: "work" } },
    work: { invoke: { id: "holdWork", src: "holdWork" }, always: { guard: not("isAtStake"), target: "nothing" } },
  },
})
