// Messages between the console and a preview frame. Each side only accepts messages of the other's window and origin.

import { isRecord } from "../../domain/json/json-value.ts"
import {
  type PreviewAnswer,
  type PreviewMessage,
  parsePreviewAnswer,
  previewReady,
  previewShown,
} from "../../domain/preview/preview-protocol.ts"
import { parseRehearsalAction, type RehearsalAction, type RehearsalMessage } from "../../domain/preview/rehearsal-protocol.ts"

/** Returns the console's origin from the page's `<meta>`, or the page's own origin. */
const consoleOrigin = (): string => {
  const url = document.querySelector<HTMLMetaElement>('meta[name="console-origin"]')?.content ?? ""
  return URL.canParse(url) ? new URL(url).origin : window.origin
}

/**
 * Tells the console that the frame is ready, then shows every valid message from it; invalid messages are ignored. Returns a function that
 * sends the console an action.
 */
export const listenToConsole = <Message>(
  parse: (data: unknown) => Message | undefined,
  show: (message: Message) => void,
): ((action: RehearsalAction) => void) => {
  const origin = consoleOrigin()
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.origin !== origin) return
    const message = parse(event.data)
    if (message === undefined) return
    show(message)
    window.parent.postMessage(previewShown, origin)
  })
  if (window.parent !== window) window.parent.postMessage(previewReady, origin)
  return (action) => window.parent.postMessage(action, origin)
}

/** A key that was pressed in a frame and belongs to the console. */
type ForwardedKey = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"> & { readonly type: "frame.key" }

/** Keys with Ctrl or Cmd that are the console's in a frame, too: saving, the palette, and those with Alt. Undo and others stay the field's. */
const isConsoleKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && (altKey || ["s", "k"].includes(key.toLowerCase()))

/** Passes the console's keyboard shortcuts on to it while this frame has the focus. */
export const forwardConsoleKeys = (): void => {
  const origin = consoleOrigin()
  window.addEventListener("keydown", (event) => {
    if (!isConsoleKey(event)) return
    event.preventDefault()
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
    const forwarded: ForwardedKey = { type: "frame.key", key, code, ctrlKey, metaKey, altKey, shiftKey }
    window.parent.postMessage(forwarded, origin)
  })
}

const parseForwardedKey = (data: unknown): ForwardedKey | undefined => {
  if (!isRecord(data) || data["type"] !== "frame.key") return undefined
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = data
  if (typeof key !== "string" || typeof code !== "string") return undefined
  return {
    type: "frame.key",
    key,
    code,
    ctrlKey: ctrlKey === true,
    metaKey: metaKey === true,
    altKey: altKey === true,
    shiftKey: shiftKey === true,
  }
}

type FrameConnection = { readonly post: (message: PreviewMessage | RehearsalMessage) => void; readonly end: () => void }

type FrameListener = { readonly onAnswer: (answer: PreviewAnswer) => void; readonly onAction: (action: RehearsalAction) => void }

/**
 * Connects to the page in a frame until `end` is called. An object that is not a frame gets a connection that does nothing. Shortcuts that
 * are pressed in the frame are dispatched on it.
 */
export const connectToFrame = (frame: object | null, { onAnswer, onAction }: FrameListener): FrameConnection => {
  if (!(frame instanceof HTMLIFrameElement)) return { post: () => undefined, end: () => undefined }
  const { origin } = new URL(frame.src)
  const controller = new AbortController()
  const handleMessage = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const answer = parsePreviewAnswer(event.data)
    if (answer !== undefined) onAnswer(answer)
    const action = parseRehearsalAction(event.data)
    if (action !== undefined) onAction(action)
    const key = parseForwardedKey(event.data)
    if (key !== undefined) frame.dispatchEvent(new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }))
  }
  window.addEventListener("message", handleMessage, { signal: controller.signal })
  return { post: (message) => frame.contentWindow?.postMessage(message, origin), end: () => controller.abort() }
}
