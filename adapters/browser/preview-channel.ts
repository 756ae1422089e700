// The frame's side of a preview: it takes messages from the window that frames it, and only if that is the console.
import {
  type PreviewAnswer,
  type PreviewMessage,
  parsePreviewAnswer,
  previewReady,
  previewShown,
} from "../../domain/style/preview-protocol.ts"

/** The console's origin, as the page says it; the page's own where it says nothing else. */
const consoleOrigin = (): string => {
  const said = document.querySelector<HTMLMetaElement>('meta[name="console-origin"]')?.content ?? ""
  return URL.canParse(said) ? new URL(said).origin : window.origin
}

/** Tells the console that the frame is ready, and from then on shows what comes from there and can be read; what cannot says nothing. */
export const listenToConsole = <Message>(read: (came: unknown) => Message | undefined, show: (message: Message) => void): void => {
  const origin = consoleOrigin()
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== origin) return
    const message = read(event.data)
    if (message === undefined) return
    show(message)
    window.parent.postMessage(previewShown, origin)
  })
  if (window.parent !== window) window.parent.postMessage(previewReady, origin)
}

// The console's side of a preview: messages go to the page in a frame, and come from there alone, by its window and by the origin that the
// frame was given.

type FrameConnection = { readonly post: (message: PreviewMessage) => void; readonly end: () => void }

/** Tells what the page in a frame says, until the end that it gives. What is no frame says nothing. */
export const connectToFrame = (frame: object | null, tell: (answer: PreviewAnswer) => void): FrameConnection => {
  if (!(frame instanceof HTMLIFrameElement)) return { post: () => undefined, end: () => undefined }
  const { origin } = new URL(frame.src)
  const ends = new AbortController()
  const hear = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const answer = parsePreviewAnswer(event.data)
    if (answer !== undefined) tell(answer)
  }
  window.addEventListener("message", hear, { signal: ends.signal })
  return { post: (message) => frame.contentWindow?.postMessage(message, origin), end: () => ends.abort() }
}
