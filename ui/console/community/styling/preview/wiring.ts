// Where the live preview of a style meets the browser: the frames, and the clock.
import { fromCallback } from "xstate"
import { watchClock } from "../../../../../adapters/browser/clock.ts"
import { talkToFrame } from "../../../../../adapters/browser/preview-host.ts"
import { previewTimes } from "../../../../../domain/style/preview.ts"
import { type FramePost, type FrameSaid, previewFrameMachine } from "../../../../../machines/preview-frame.ts"
import { stylePreviewMachine } from "../../../../../machines/style-preview.ts"

export const wirePreview = (): typeof stylePreviewMachine =>
  stylePreviewMachine.provide({
    actors: {
      frame: previewFrameMachine.provide({
        actors: {
          talk: fromCallback<FramePost, { readonly frame: object | null }, FrameSaid>(({ input: { frame }, receive, sendBack }) => {
            const { post, end } = talkToFrame(frame, (answer) => sendBack({ type: "frame.said", answer }))
            receive(({ message }) => post(message))
            return end
          }),
        },
      }),
      clock: fromCallback(({ sendBack }) => watchClock(previewTimes.clock, (time) => sendBack({ type: "clock.told", time }))),
    },
  })
