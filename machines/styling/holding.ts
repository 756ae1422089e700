// While there are changes that the server does not have, neither the session's end nor a closed tab takes them without a word.
import { styling } from "./setup.ts"

export const holding = styling.createStateConfig({
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
