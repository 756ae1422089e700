// Replays stored conversations without holding the event loop.
import { setImmediate } from "node:timers/promises"
import type { CompiledScript } from "../../../domain/chat/compiled-script.ts"
import { type ConversationRecord, iterateTurns, type Turn } from "../../../domain/chat/conversation-record.ts"

/** How many events one turn of the event loop replays: each of a conversation with thousands of answers takes some milliseconds. */
export const replayedPerTurn = 8

/** Returns all turns of a record, in several turns of the event loop. */
export const replayInParts = async (chat: CompiledScript, record: ConversationRecord): Promise<ReadonlyArray<Turn>> => {
  const turns: Array<Turn> = []
  for (const turn of iterateTurns(chat, record)) {
    turns.push(turn)
    if (turns.length % replayedPerTurn === 0) await setImmediate()
  }
  return turns
}
