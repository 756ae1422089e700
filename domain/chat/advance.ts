// Goes on with a conversation until something is waited for, or it ends. Each instruction is looked at once, so it always does one of both.
import type { Effect } from "./effect.ts"
import { usualEnding } from "./ending.ts"
import { environmentOf } from "./environment.ts"
import { type Look, lookAt } from "./look.ts"
import { play } from "./play.ts"
import type { Chat } from "./prepare.ts"
import type { ChatState } from "./state.ts"

/** What was done up to where it stopped. */
export type Advanced = { readonly state: ChatState; readonly effects: ReadonlyArray<Effect>; readonly looks: ReadonlyArray<Look> }

export const advance = (chat: Chat, from: ChatState): Advanced => {
  // Answers and outcomes arrive as events, never on the way: what conditions see is the same all along.
  const environment = environmentOf(chat, from)
  const effects: Array<Effect> = []
  const looks: Array<Look> = []
  const visited = [...from.visited]
  const stopped = (next: number, change: Partial<ChatState>): Advanced => ({
    state: { ...from, next, visited, ...change },
    effects,
    looks,
  })
  for (const [place, prepared] of chat.list.entries()) {
    if (place < from.next) continue
    const look = lookAt(prepared, environment)
    looks.push(look)
    if (look.outcome !== "shown") continue
    visited.push(look.uuid)
    const played = play(prepared, chat, from, environment)
    effects.push(...played.effects)
    if (played.ending !== null) return stopped(place + 1, { ending: played.ending })
    if (played.waitsFor !== null) return stopped(place + 1, { waiting: { for: played.waitsFor, uuid: look.uuid } })
  }
  effects.push({ type: "end", ending: usualEnding })
  return stopped(chat.list.length, { ending: usualEnding })
}
