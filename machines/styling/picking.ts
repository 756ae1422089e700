// Images and fonts that are picked: looked at by the domain, read, and tried out; what cannot be shown changes nothing (spec/3-community §5).
import { assign } from "xstate"
import { fonted, pictured } from "./edits.ts"
import { styling } from "./setup.ts"

export const picking = styling.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      on: {
        "image.pick": [
          {
            guard: "isPick",
            target: "readingImage",
            actions: ["refusePick", assign({ picking: ({ event: { name, file } }) => ({ name, file }) })],
          },
          { actions: "refusePick" },
        ],
        "font.pick": [
          {
            guard: "isPick",
            target: "readingFont",
            actions: ["refusePick", assign({ picking: ({ event: { file } }) => ({ name: "body_font-file", file }) })],
          },
          { actions: "refusePick" },
        ],
      },
    },
    readingImage: {
      tags: "picking",
      invoke: {
        id: "readImage",
        src: "readImage",
        input: ({ context: { picking: picked } }) => ({ file: picked?.file ?? null }),
        onDone: { target: "idle", actions: [assign(({ context, event }) => pictured(context, event.output)), "tellChanged"] },
        onError: { target: "idle", actions: assign(({ context }) => pictured(context, "unreadable")) },
      },
    },
    readingFont: {
      tags: "picking",
      invoke: {
        id: "readFont",
        src: "readFont",
        input: ({ context: { picking: picked } }) => ({ file: picked?.file ?? null }),
        onDone: { target: "idle", actions: [assign(({ context, event }) => fonted(context, event.output)), "tellChanged"] },
        onError: { target: "idle", actions: assign(({ context }) => fonted(context, null)) },
      },
    },
  },
})
