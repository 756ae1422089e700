// What the device stores of a running conversation: the access token of an anonymous one, and the answer being written
// or sent. Without storage (private window, full or blocked) nothing is stored, and only the open page has it.
import type { AnswerRefusal } from "../../domain/chat/chat-failure.ts"
import { isRecord } from "../../domain/json/json-value.ts"
import { parseRefusal } from "./chat-client.ts"

/** An answer that is being sent or, if not `isGiven`, being written, with the reason it was last rejected. */
type StoredAnswer = { readonly uuid: string; readonly given: unknown; readonly isGiven: boolean; readonly refusal: AnswerRefusal | null }
type StoredConversation = { readonly pass: string; readonly answer: StoredAnswer | null }

/** Storage of the conversation `name`. `load` returns undefined if nothing is stored. */
export const createConversationStorage = (name: string) => {
  const key = `conversation ${name}`
  return {
    load: (): StoredConversation | undefined => {
      try {
        return parseStored(localStorage.getItem(key))
      } catch {
        return undefined
      }
    },
    keep: (conversation: StoredConversation): void => {
      try {
        localStorage.setItem(key, JSON.stringify(conversation))
      } catch {
        // The open page still has the answer and sends it.
      }
    },
    delete: (): void => {
      try {
        localStorage.removeItem(key)
      } catch {
        // Without storage nothing was stored.
      }
    },
  }
}

/** Returns a new access token: 24 random bytes in base64url. */
export const createAccessToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")

const parseStored = (text: string | null): StoredConversation | undefined => {
  const stored: unknown = text === null ? null : JSON.parse(text)
  if (!isRecord(stored) || typeof stored["pass"] !== "string") return undefined
  const { answer } = stored
  if (!isRecord(answer) || typeof answer["uuid"] !== "string") return { pass: stored["pass"], answer: null }
  const { uuid, given, isGiven, refusal } = answer
  const parsedRefusal = isRecord(refusal) && typeof refusal["key"] === "string" ? parseRefusal(refusal["key"], refusal["values"]) : null
  return { pass: stored["pass"], answer: { uuid, given, isGiven: isGiven === true, refusal: parsedRefusal } }
}

/**
 * Marks in the history entry, and nowhere else, that the conversation ended on this page, so that going back shows its end
 * instead of starting another one.
 */
export const markConversationEnded = (): void => window.history.replaceState({ hasEnded: true }, "")

/** Removes the mark when another conversation continues in this history entry. */
export const clearEndedMark = (): void => window.history.replaceState(null, "")

/** Returns whether the user went back to a page whose conversation had ended. A reload starts a new conversation instead. */
export const hasReturnedToEnd = (): boolean => {
  const [navigation] = performance.getEntriesByType("navigation")
  const isBack = navigation instanceof PerformanceNavigationTiming && navigation.type === "back_forward"
  const state: unknown = window.history.state
  return isBack && isRecord(state) && state["hasEnded"] === true
}
