// The live statistics' call and its line (adapters/contract/statistics.ts), with nothing but the browser's own: the page has to be small.
import { isRecord } from "../../domain/json.ts"
import type { Days, Statistics } from "../../domain/statistics/told.ts"

type Chat = { readonly base: string; readonly community: string; readonly script: string }

const addressOf = ({ base, community, script }: Chat): string => `${base}/api/${community}/${script}`

/** The server has checked it by its own Schema; what is no answer of it at all is refused. */
const isStatistics = (value: unknown): value is Statistics => isRecord(value) && Array.isArray(value["charts"]) && isRecord(value["style"])

/** Reads them; `"missing"` where there is no such chat. Rejects where they cannot be read now. */
export const readStatistics = async (chat: Chat, { from, until }: Days, signal: AbortSignal): Promise<Statistics | "missing"> => {
  const query = new URLSearchParams({ ...(from !== null && { from }), ...(until !== null && { until }) })
  const response = await fetch(`${addressOf(chat)}?${query}`, { signal, headers: { accept: "application/json" } })
  if (response.status === 404) return "missing"
  const body: unknown = response.ok ? await response.json() : null
  if (!isStatistics(body)) throw new Error(`the statistics were answered with ${response.status}`)
  return body
}

type News = { readonly type: "stats.counted" } | { readonly type: "stats.line"; readonly isLive: boolean }

/** Listens until the end that it gives; the browser takes up a line that was lost by itself. */
export const listenToStatistics = (chat: Chat, tell: (news: News) => void): (() => void) => {
  const line = new EventSource(`${addressOf(chat)}/events`)
  line.addEventListener("counted", () => tell({ type: "stats.counted" }))
  line.addEventListener("open", () => tell({ type: "stats.line", isLive: true }))
  line.addEventListener("error", () => tell({ type: "stats.line", isLive: false }))
  return () => line.close()
}
