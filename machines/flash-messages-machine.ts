// Short messages at the top left. Good news disappears after a while; errors stay until they are dismissed (WCAG 2.2.1).
import { assign, raise, setup } from "xstate"

/** `quiet`: a neutral fact, neither a success nor an error. */
export type Tone = "good" | "bad" | "quiet"
export type FlashMessage = { readonly id: number; readonly tone: Tone; readonly text: string }

/** Holds the messages that are shown. A message with its own duration disappears after that, whatever its tone. */
export const flashMessagesMachine = setup({
  types: {
    context: {} as { readonly flashes: ReadonlyArray<FlashMessage>; readonly next: number },
    events: {} as
      /** `text` is a text or a catalog key; `milliseconds` overrides how long the message is shown. */
        | { readonly type: "flash.show"; readonly tone: Tone; readonly text: string; readonly milliseconds?: number }
        | { readonly type: "flash.dismiss"; readonly id: number },
  },
  actions: {
    add: assign({
      flashes: ({ context }, { tone, text }: Pick<FlashMessage, "tone" | "text">) => [
        ...context.flashes.filter((flash) => flash.text !== text),
        { id: context.next, tone, text },
      ],
      next: ({ context }) => context.next + 1,
    }),
    scheduleDismissal: raise(({ context }) => ({ type: "flash.dismiss" as const, id: context.next - 1 }), {
      delay: (_, milliseconds: number) => milliseconds,
    }),
    removeMessage: assign({ flashes: ({ context }, id: number) => context.flashes.filter((flash) => flash.id !== id) }),
    removeGoodNews: assign({ flashes: ({ context }) => context.flashes.filter(({ tone }) => tone === "bad") }),
  },
  guards: {
    isTimed: (_, milliseconds: number | undefined) => milliseconds !== undefined,
    hasGoodNews: ({ context }) => context.flashes.some(({ tone }) => tone === "good"),
  },
  delays: { readingTime: 5000 },
}).createMachine({
  id: "flashes",
  context: { flashes: [], next: 1 },
  initial: "quiet",
  on: {
    "flash.show": [
      {
        guard: { type: "isTimed", params: ({ event }) => event.milliseconds },
        actions: [
          { type: "add", params: ({ event }) => event },
          { type: "scheduleDismissal", params: ({ event }) => event.milliseconds ?? 0 },
        ],
      },
      { target: ".showing", reenter: true, actions: { type: "add", params: ({ event }) => event } },
    ],
    "flash.dismiss": { actions: { type: "removeMessage", params: ({ event }) => event.id } },
  },
  states: {
    quiet: {},
    showing: { after: { readingTime: { guard: "hasGoodNews", target: "quiet", actions: "removeGoodNews" } } },
  },
})
