// The frame's side of a preview: it takes messages from the window that frames it, and only if that is the console.

/** The console's origin, as the page says it; the page's own where it says nothing else. */
const consoleOrigin = (): string => {
  const said = document.querySelector<HTMLMetaElement>('meta[name="console-origin"]')?.content ?? ""
  return URL.canParse(said) ? new URL(said).origin : window.origin
}

/** Tells the console that the frame is ready, and from then on tells what comes from there. */
export const watchConsole = (ready: object, tell: (came: unknown) => void): void => {
  const origin = consoleOrigin()
  window.addEventListener("message", (event) => {
    if (event.source === window.parent && event.origin === origin) tell(event.data)
  })
  if (window.parent !== window) window.parent.postMessage(ready, origin)
}
