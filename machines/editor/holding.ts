// Whether there is work that the server does not have: while there is, the session's end does not close the screen.
import { not } from "xstate"
import { editor } from "./setup.ts"

export const holding = editor.createStateConfig({
  initial: "nothing",
  states: {
    nothing: { always: { guard: "isUnsaved", target: "work" } },
    work: { invoke: { id: "holdWork", src: "holdWork" }, always: { guard: not("isUnsaved"), target: "nothing" } },
  },
})
