// A conversation as its respondent sees it: what actions call stays with the server.
import type { Effect } from "../../../domain/chat/effect.ts"
import { type ChatRecord, progressOf, type Turn, turnsOf } from "../../../domain/chat/record.ts"
import type { Progressed, Told, Turn as ToldTurn } from "../../../domain/chat/told.ts"
import type { PreparedScript } from "./prepared.ts"

const shownEffect = (effect: Effect): ReadonlyArray<Told> => {
  if (effect.type === "refuse") return []
  if (effect.type !== "act") return [effect]
  const { action, ...seen } = effect
  return [{ ...seen, action: action.type }]
}

const shownTurn = ({ answer, effects }: Turn): ToldTurn => ({ answer, effects: effects.flatMap(shownEffect) })

/** How far a conversation has come, with the turns that a page does not have yet; `newest` is the last one, where it was just made. */
export const progressed = ({ chat }: PreparedScript, record: ChatRecord, after: number, newest?: Turn): Progressed => {
  const total = record.events.length + 1
  // A page that kept up is not played everything again.
  const turns = newest !== undefined && after === total - 1 ? [newest] : turnsOf(chat, record).slice(after)
  return { turns: turns.map(shownTurn), total, waiting: record.state.waiting, progress: progressOf(chat, record.state) }
}
