// What befalls the page itself: hidden, closed, offline and back.
import type { PublicBaseUrls } from "../../domain/links/respondent-urls.ts"

type PageEvent = { readonly type: "page.hide" } | { readonly type: "page.online" }

/** Tells when the page is hidden (it may never be shown again) and when the network is back. Gives the end of telling. */
export const watchPage = (tell: (event: PageEvent) => void): (() => void) => {
  const ends = new AbortController()
  const { signal } = ends
  const hide = () => tell({ type: "page.hide" })
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && hide(), { signal })
  window.addEventListener("pagehide", hide, { signal })
  window.addEventListener("online", () => tell({ type: "page.online" }), { signal })
  return () => ends.abort()
}

/** Tells when the tab goes out of sight and comes back, and at once when it was opened out of sight. Gives the end of telling. */
export const watchTabVisibility = (tell: (event: { readonly type: "tab.shown" | "tab.hidden" }) => void): (() => void) => {
  const ends = new AbortController()
  const look = () => tell({ type: document.visibilityState === "hidden" ? "tab.hidden" : "tab.shown" })
  document.addEventListener("visibilitychange", look, { signal: ends.signal })
  if (document.visibilityState === "hidden") look()
  return () => ends.abort()
}

/** From now on the browser asks before it closes the page. Gives the end of asking. */
export const confirmBeforeUnload = (): (() => void) => {
  const ends = new AbortController()
  window.addEventListener("beforeunload", (event) => event.preventDefault(), { signal: ends.signal })
  return () => ends.abort()
}

/** From now on a file that is dropped beside what takes files goes nowhere: the browser would open it in place of the page. */
export const ignoreStrayFileDrops = (): void => {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes("Files") !== true) return
    event.preventDefault()
    event.dataTransfer.dropEffect = "none"
  }
  window.addEventListener("dragover", refuse)
  window.addEventListener("drop", refuse)
}

/**
 * From now on Escape is for nobody while `held`. Dialogs listen to the whole window for it, whatever stands over them; who listens first is
 * heard first, so this is called before any dialog is there.
 */
export const suppressEscapeWhile = (held: () => boolean): void =>
  window.addEventListener("keydown", (event) => event.key === "Escape" && held() && event.stopImmediatePropagation(), { capture: true })

/** Resolves when the browser has nothing more urgent to do; where it cannot tell, after the task at hand. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 0)
  })

// Where chat and statistics are served, as the page says (contract "Settings": CHAT_URL, STATS_URL).

const readUrlFromMeta = (name: string): string | null => {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ""
  return URL.canParse(content) ? content : null
}

/** On the page's own origin where it says nothing else. */
export const readBaseUrls = (): PublicBaseUrls => ({
  chat: readUrlFromMeta("chat-base") ?? `${window.origin}/chat`,
  stats: readUrlFromMeta("stats-base") ?? `${window.origin}/stats`,
})
