// Where chat and statistics are served, as the page says (contract "Settings": CHAT_URL, STATS_URL).
import type { Bases } from "../../domain/links/addresses.ts"

const said = (name: string): string | null => {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ""
  return URL.canParse(content) ? content : null
}

/** On the page's own origin where it says nothing else. */
export const readBases = (): Bases => ({
  chat: said("chat-base") ?? `${window.origin}/chat`,
  stats: said("stats-base") ?? `${window.origin}/stats`,
})
