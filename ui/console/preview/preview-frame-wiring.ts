// Connects a preview frame's machine to the page in the frame.
import { fromCallback } from "xstate"
import { connectToFrame } from "../../../adapters/browser/preview-channel.ts"
import type { RehearsalAction } from "../../../domain/preview/rehearsal-protocol.ts"
import { type FrameMessage, type FrameReply, previewFrameMachine } from "../../../machines/preview-frame-machine.ts"

export const wirePreviewFrame = (): typeof previewFrameMachine =>
  previewFrameMachine.provide({
    actors: {
      frameChannel: fromCallback<FrameMessage, { readonly frame: object | null }, FrameReply | RehearsalAction>(
        ({ input: { frame }, receive, sendBack }) => {
          const { post, end } = connectToFrame(frame, {
            onAnswer: (answer) => sendBack({ type: "frame.replied", answer }),
            onAction: sendBack,
          })
          receive(({ message }) => post(message))
          return end
        },
      ),
    },
  })
