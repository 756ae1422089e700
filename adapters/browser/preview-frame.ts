// The frame's side of a preview: it takes messages from the window that frames it, and only if that is the console.
import { previewReady, previewShown } from "../../domain/style/preview-message.ts"

/** The console's origin, as the page says it; the page's own where it says nothing else. */
const consoleOrigin = (): string => {
  const said = document.querySelector<HTMLMetaElement>('meta[name="console-origin"]')?.content ?? ""
  return URL.canParse(said) ? new URL(said).origin : window.origin
}

/** Tells the console that the frame is ready, and from then on shows what comes from there and can be read; what cannot says nothing. */
export const watchConsole = <Message>(read: (came: unknown) => Message | undefined, show: (message: Message) => void): void => {
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
