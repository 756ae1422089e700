// The console's side of a preview: messages go to the page in a frame, and come from there alone, by its window and by the origin that the
// frame was given.
import { type PreviewAnswer, type PreviewMessage, readPreviewAnswer } from "../../domain/style/preview-message.ts"

type Talk = { readonly post: (message: PreviewMessage) => void; readonly end: () => void }

/** Tells what the page in a frame says, until the end that it gives. What is no frame says nothing. */
export const talkToFrame = (frame: object | null, tell: (answer: PreviewAnswer) => void): Talk => {
  if (!(frame instanceof HTMLIFrameElement)) return { post: () => undefined, end: () => undefined }
  const { origin } = new URL(frame.src)
  const ends = new AbortController()
  const hear = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const answer = readPreviewAnswer(event.data)
    if (answer !== undefined) tell(answer)
  }
  window.addEventListener("message", hear, { signal: ends.signal })
  return { post: (message) => frame.contentWindow?.postMessage(message, origin), end: () => ends.abort() }
}
