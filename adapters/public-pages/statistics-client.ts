// API client, event stream and URL parameters of the live statistics page, built without libraries to keep it small.
import { isRecord } from "../../domain/json/json-value.ts"
import { type LiveStatistics } from "../../domain/statistics/live-statistics.ts"
import { type Period, parsePeriod } from "../../domain/statistics/statistics-period.ts"
import type { Language } from "../../domain/text/language.ts"
import { isServerError } from "../contract/error-body.ts"

/** Delay before a refused event stream is reopened, interval of polling without a stream, and timeout of a request. */
const timeoutsMs = { reopen: 5000, poll: 1000, call: 20_000 } as const

type Chat = { readonly base: string; readonly community: string; readonly script: string }
/** The days to read, and the language of the chat's texts: the script's own if none is given. */
type StatisticsQuery = Period & { readonly language?: Language | undefined }

const statisticsUrl = ({ base, community, script }: Chat): string => `${base}/api/${community}/${script}`

/** The server validates its own responses, so this only detects responses that do not come from it. */
const isStatistics = (value: unknown): value is LiveStatistics =>
  isRecord(value) && Array.isArray(value["charts"]) && isRecord(value["style"])

/** Returns the statistics, or `"missing"` if the chat does not exist. Rejects if they cannot be loaded. */
export const fetchStatistics = async (
  chat: Chat,
  { from, until, language }: StatisticsQuery,
  signal: AbortSignal,
): Promise<LiveStatistics | "missing"> => {
  const query = new URLSearchParams({
    ...(from !== null && { from }),
    ...(until !== null && { until }),
    ...(language !== undefined && { language }),
  })
  const response = await fetch(`${statisticsUrl(chat)}?${query}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutsMs.call)]),
    headers: { accept: "application/json" },
    // Otherwise the browser queues requests of several tabs for the same URL.
    cache: "no-store",
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.status === 404 && isServerError(response, body)) return "missing"
  if (!response.ok || !isStatistics(body)) throw new Error(`the statistics were answered with ${response.status}`)
  return body
}

type StatisticsEvent = { readonly type: "stats.counted" | "stats.due" } | { readonly type: "stats.line"; readonly isLive: boolean }
type Notify = (event: StatisticsEvent) => void

/** The Web Lock of the tab that holds the event stream. */
const streamLock = "statistics line"

/**
 * [G7] Subscribes to updates and returns the unsubscribe function. Only one tab per browser holds an event stream, because
 * browsers allow six connections per server; the other tabs poll every second, and one takes over when the stream becomes
 * free. Without Web Locks (plain http), all tabs poll.
 */
export const subscribeToStatistics = (chat: Chat, notify: Notify): (() => void) => {
  const controller = new AbortController()
  const pollTimer = setInterval(() => {
    notify({ type: "stats.line", isLive: true })
    notify({ type: "stats.due" })
  }, timeoutsMs.poll)
  const holdStream = (): Promise<void> =>
    new Promise((release) => {
      clearInterval(pollTimer)
      const closeStream = openEventStream(chat, notify)
      controller.signal.addEventListener("abort", () => {
        closeStream()
        release()
      })
    })
  // Unsubscribing before the lock is granted cancels the request, which rejects.
  if ("locks" in navigator) navigator.locks.request(streamLock, { signal: controller.signal }, holdStream).catch(() => undefined)
  return () => {
    clearInterval(pollTimer)
    controller.abort()
  }
}

/**
 * Browsers reconnect an event stream that was dropped, but not one that was refused because the server is stopping or at its limit. A
 * refused stream is reopened here, and the statistics are then loaded again.
 */
const openEventStream = (chat: Chat, notify: Notify): (() => void) => {
  let reopenTimer: ReturnType<typeof setTimeout> | undefined
  const listen = (): EventSource => {
    const source = new EventSource(`${statisticsUrl(chat)}/events`)
    source.addEventListener("counted", () => notify({ type: "stats.counted" }))
    source.addEventListener("open", () => notify({ type: "stats.line", isLive: true }))
    source.addEventListener("error", () => {
      notify({ type: "stats.line", isLive: false })
      if (source.readyState !== EventSource.CLOSED) return
      reopenTimer = setTimeout(() => {
        stream = listen()
        notify({ type: "stats.counted" })
      }, timeoutsMs.reopen)
    })
    return source
  }
  let stream = listen()
  return () => {
    clearTimeout(reopenTimer)
    stream.close()
  }
}

/** Returns the period in the page's URL, which survives a reload and is part of a shared link. */
export const readPeriodFromUrl = (): Period => {
  const query = new URLSearchParams(window.location.search)
  return parsePeriod({ from: query.get("from"), until: query.get("until") })
}

/** Replaces the period in the page's URL without a new history entry: going back leads to the previous page. */
export const writePeriodToUrl = (period: Period): void => {
  const url = new URL(window.location.href)
  for (const name of ["from", "until"] as const) {
    const day = period[name]
    if (day === null) url.searchParams.delete(name)
    else url.searchParams.set(name, day)
  }
  window.history.replaceState(window.history.state, "", url)
}
