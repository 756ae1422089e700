// Messages between the editor and the chat page in its test: the page plays a conversation whose answers the editor handles. Both sides
// check the origin, and validate messages as if anyone could have sent them.

import type { AnswerRefusal } from "../chat/chat-failure.ts"
import type { OpenedConversation } from "../chat/respondent-view.ts"
import { isRecord } from "../json/json-value.ts"

/** An answer on the page that the editor refused before the page opened the conversation. */
type RefusedDraft = { readonly uuid: string; readonly given: unknown; readonly refusal: AnswerRefusal }

/** Sent to the page whenever the conversation changes. */
export type RehearsalMessage = {
  readonly type: "rehearsal.show"
  /** Changes when the page must open the conversation again. */
  readonly run: number
  /** The page shows the lines one after the other; otherwise it shows those of the past at once. */
  readonly isNew: boolean
  /** The conversation with all its turns. */
  readonly conversation: OpenedConversation
  /** The number of the last answer that was handled, and why it was refused. */
  readonly handled: number
  readonly refusal: AnswerRefusal | null
  /** The refused answer to the open question when the page opens the conversation. */
  readonly draft: RefusedDraft | null
}

/**
 * Sent by the page. `answer`: the respondent answered the instruction `uuid`; `number` counts the answers of the page. `select`: the
 * author clicked on the message of an instruction.
 */
export type RehearsalAction =
  | { readonly type: "rehearsal.answer"; readonly uuid: string; readonly given: unknown; readonly number: number }
  | { readonly type: "rehearsal.select"; readonly uuid: string }

/** The query parameter of the preview page with which it plays a test. */
export const rehearsalParameter = "test"

/** Parses a message received by the page; undefined if it is invalid. */
export const parseRehearsalMessage = (data: unknown): RehearsalMessage | undefined => (isRehearsalMessage(data) ? data : undefined)

const isRehearsalMessage = (data: unknown): data is RehearsalMessage => {
  if (!isRecord(data) || data["type"] !== "rehearsal.show" || !isRecord(data["conversation"])) return false
  const { turns, community, script, style } = data["conversation"]
  return (
    Number.isSafeInteger(data["run"]) &&
    Number.isSafeInteger(data["handled"]) &&
    Array.isArray(turns) &&
    [community, script, style].every(isRecord)
  )
}

/** Parses what the page sent; undefined if it is invalid. */
export const parseRehearsalAction = (data: unknown): RehearsalAction | undefined => {
  if (!isRecord(data) || typeof data["uuid"] !== "string") return undefined
  const { type, uuid, given, number } = data
  if (type === "rehearsal.select") return { type, uuid }
  return type === "rehearsal.answer" && typeof number === "number" && Number.isSafeInteger(number)
    ? { type, uuid, given, number }
    : undefined
}
