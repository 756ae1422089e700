// The countdown until a rate-limited request may be sent again.
import { assign, setup } from "xstate"

/** Counts the seconds down and ends in `over`. */
export const countdownMachine = setup({
  types: {
    /** Seconds from now; a fraction is rounded up. */
    input: {} as { readonly seconds: number },
    context: {} as { readonly left: number },
  },
  actions: { countDown: assign({ left: ({ context }) => context.left - 1 }) },
  guards: { isOver: ({ context }) => context.left <= 0 },
  delays: { second: 1000 },
}).createMachine({
  id: "wait",
  context: ({ input }) => ({ left: Math.ceil(input.seconds) }),
  initial: "waiting",
  states: {
    waiting: {
      always: { guard: "isOver", target: "over" },
      after: { second: { target: "waiting", reenter: true, actions: "countDown" } },
    },
    over: { type: "final" },
  },
})
