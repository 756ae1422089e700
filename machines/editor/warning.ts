// Closing the page asks while something is here that neither the server has nor this device keeps: a picture or a file on its way, a file
// that waits for the author's word, or what a form holds beside the script.
import { not } from "xstate"
import { editor } from "./setup.ts"

export const warning = editor.createStateConfig({
  initial: "nothing",
  states: {
    nothing: { always: { guard: "isInHand", target: "something" } },
    something: { invoke: { id: "warnOfLoss", src: "warnBeforeUnload" }, always: { guard: not("isInHand"), target: "nothing" } },
  },
})
