// Messages between the console and a preview frame. Each side only accepts messages of the other's window and origin.
import {
  type PreviewAnswer,
  type PreviewMessage,
  parsePreviewAnswer,
  previewReady,
  previewShown,
} from "../../domain/preview/preview-protocol.ts"

/** Returns the console's origin from the page's `<meta>`, or the page's own origin. */
const consoleOrigin = (): string => {
  const url = document.querySelector<HTMLMetaElement>('meta[name="console-origin"]')?.content ?? ""
  return URL.canParse(url) ? new URL(url).origin : window.origin
}

/** Tells the console that the frame is ready, then shows every valid message from it; invalid messages are ignored. */
export const listenToConsole = <Message>(parse: (data: unknown) => Message | undefined, show: (message: Message) => void): void => {
  const origin = consoleOrigin()
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== origin) return
    const message = parse(event.data)
    if (message === undefined) return
    show(message)
    window.parent.postMessage(previewShown, origin)
  })
  if (window.parent !== window) window.parent.postMessage(previewReady, origin)
}

type FrameConnection = { readonly post: (message: PreviewMessage) => void; readonly end: () => void }

/** Connects to the page in a frame until `end` is called. An object that is not a frame gets a connection that does nothing. */
export const connectToFrame = (frame: object | null, onAnswer: (answer: PreviewAnswer) => void): FrameConnection => {
  if (!(frame instanceof HTMLIFrameElement)) return { post: () => undefined, end: () => undefined }
  const { origin } = new URL(frame.src)
  const controller = new AbortController()
  const handleMessage = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const answer = parsePreviewAnswer(event.data)
    if (answer !== undefined) onAnswer(answer)
  }
  window.addEventListener("message", handleMessage, { signal: controller.signal })
  return { post: (message) => frame.contentWindow?.postMessage(message, origin), end: () => controller.abort() }
}
