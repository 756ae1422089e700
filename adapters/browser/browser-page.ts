// Events and global behavior of the page: visibility, network, confirmation before closing, stray file drops, Escape, idle time, base URLs.
import type { PublicBaseUrls } from "../../domain/text/web-url.ts"

type PageEvent = { readonly type: "page.hide" } | { readonly type: "page.online" }

/** Reports when the page is hidden, perhaps for good, and when the network is back. Returns the unsubscribe function. */
export const watchPage = (notify: (event: PageEvent) => void): (() => void) => {
  const controller = new AbortController()
  const { signal } = controller
  const hide = () => notify({ type: "page.hide" })
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && hide(), { signal })
  window.addEventListener("pagehide", hide, { signal })
  window.addEventListener("online", () => notify({ type: "page.online" }), { signal })
  return () => controller.abort()
}

/** Reports when the tab is hidden or shown, and immediately if it was opened hidden. Returns the unsubscribe function. */
export const watchTabVisibility = (notify: (event: { readonly type: "tab.shown" | "tab.hidden" }) => void): (() => void) => {
  const controller = new AbortController()
  const reportVisibility = () => notify({ type: document.visibilityState === "hidden" ? "tab.hidden" : "tab.shown" })
  document.addEventListener("visibilitychange", reportVisibility, { signal: controller.signal })
  if (document.visibilityState === "hidden") reportVisibility()
  return () => controller.abort()
}

/** Makes the browser ask for confirmation before the page closes. Returns a function that turns this off. */
export const confirmBeforeUnload = (): (() => void) => {
  const controller = new AbortController()
  window.addEventListener("beforeunload", (event) => event.preventDefault(), { signal: controller.signal })
  return () => controller.abort()
}

/** From now on, ignores files that are dropped outside a drop zone; otherwise the browser would open them instead of the page. */
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
 * From now on, swallows Escape while `isSuppressed()` is true. Dialogs listen on the window and the first listener wins, so
 * this must be called before the first dialog mounts.
 */
export const suppressEscapeWhile = (isSuppressed: () => boolean): void =>
  window.addEventListener("keydown", (event) => event.key === "Escape" && isSuppressed() && event.stopImmediatePropagation(), {
    capture: true,
  })

/** Resolves when the browser is idle, or after the current task if the browser does not report idleness. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 0)
  })

const readUrlFromMeta = (name: string): string | null => {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ""
  return URL.canParse(content) ? content : null
}

/** Returns CHAT_URL and STATS_URL from the page's meta tags, or defaults under the page's origin. */
export const readBaseUrls = (): PublicBaseUrls => ({
  chat: readUrlFromMeta("chat-base") ?? `${window.origin}/chat`,
  stats: readUrlFromMeta("stats-base") ?? `${window.origin}/stats`,
})
