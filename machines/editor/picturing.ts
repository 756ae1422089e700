// The picture of an image instruction: chosen or dropped, looked at by the domain, kept by the server, then put into its message.
import { assign } from "xstate"
import { asFailure } from "../port.ts"
import { pictured } from "./edits.ts"
import { editor } from "./setup.ts"

export const picturing = editor.createStateConfig({
  initial: "idle",
  states: {
    idle: {
      on: {
        "image.pick": [
          {
            guard: "isPicture",
            target: "uploading",
            actions: assign({ picturing: ({ event }) => event, pictureProblem: null }),
          },
          { guard: "mayTouch", actions: "refusePicture" },
        ],
        "image.dismiss": { actions: assign({ pictureProblem: null }) },
      },
    },
    uploading: {
      tags: "picturing",
      invoke: {
        id: "uploadImage",
        src: "uploadImage",
        input: ({ context }) => ({ community: context.community, file: context.picturing?.file ?? null }),
        onDone: {
          target: "idle",
          actions: [assign(({ context, event }) => pictured(context, event.output)), "tellChanged"],
        },
        onError: {
          target: "idle",
          actions: assign({
            picturing: null,
            pictureProblem: ({ context, event }) => ({ uuid: context.picturing?.uuid ?? "", problem: asFailure(event.error) }),
          }),
        },
      },
    },
  },
})
