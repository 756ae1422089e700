// What a respondent's device keeps of a conversation while it lasts: the pass of an anonymous one, and an answer that is written or on its way. Where
// the browser keeps nothing (private windows, full or forbidden storage), it is kept as long as the page is open.
import type { AnswerRefusal } from "../../domain/chat/chat-failure.ts"
import { isRecord } from "../../domain/json/json-parser.ts"
import { parseRefusal } from "./chat-client.ts"

/** An answer on its way, or, where it `isGiven` not, one that is being written, with what was wrong with it when it was given. */
type StoredAnswer = { readonly uuid: string; readonly given: unknown; readonly isGiven: boolean; readonly refusal: AnswerRefusal | null }
type StoredConversation = { readonly pass: string; readonly answer: StoredAnswer | null }

/** What is kept under a name. `find` gives it, or undefined where there is nothing. */
export const conversationStorage = (name: string) => {
  const key = `conversation ${name}`
  return {
    load: (): StoredConversation | undefined => {
      try {
        return read(localStorage.getItem(key))
      } catch {
        return undefined
      }
    },
    keep: (kept: StoredConversation): void => {
      try {
        localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // The page itself still has it, and sends it.
      }
    },
    delete: (): void => {
      try {
        localStorage.removeItem(key)
      } catch {
        // Then nothing was kept either.
      }
    },
  }
}

/** A pass that nobody can guess: 24 random bytes, as letters and digits that stand in addresses. */
export const createAccessToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")

const read = (text: string | null): StoredConversation | undefined => {
  const kept: unknown = text === null ? null : JSON.parse(text)
  if (!isRecord(kept) || typeof kept["pass"] !== "string") return undefined
  const { answer } = kept
  if (!isRecord(answer) || typeof answer["uuid"] !== "string") return { pass: kept["pass"], answer: null }
  const { uuid, given, isGiven, refusal } = answer
  const wrong = isRecord(refusal) && typeof refusal["key"] === "string" ? parseRefusal(refusal["key"], refusal["values"]) : null
  return { pass: kept["pass"], answer: { uuid, given, isGiven: isGiven === true, refusal: wrong } }
}

// That a conversation came to its end on this page is noted with the page's place in the browser's history, and nowhere else: of the
// conversation nothing is kept. Who goes back there finds its end, and not the beginning of another conversation.

export const markConversationEnded = (): void => window.history.replaceState({ hasEnded: true }, "")

/** Another conversation goes on in that place now. */
export const clearEndedMark = (): void => window.history.replaceState(null, "")

/** Whether the page was gone back to after an end; who reloads it begins anew. */
export const hasReturnedToEnd = (): boolean => {
  const [arrival] = performance.getEntriesByType("navigation")
  const isBack = arrival instanceof PerformanceNavigationTiming && arrival.type === "back_forward"
  const note: unknown = window.history.state
  return isBack && isRecord(note) && note["hasEnded"] === true
}
