// A made-up conversation with a valid answer to every question, for payload previews.
import type { Conversation } from "../conversations/conversation.ts"
import { createSampleAnswer } from "../questions/sample-answer.ts"
import type { Instruction } from "../script/instruction.ts"

type Script = { readonly instructions: ReadonlyArray<Instruction> }

/** Builds a finished conversation. `cuuid` and `respondent` are UUIDs, `now` is an ISO 8601 instant. Deterministic. */
export const createFakeConversation = (
  { instructions }: Script,
  { cuuid, respondent, now }: { readonly cuuid: string; readonly respondent: string; readonly now: string },
): Conversation => ({
  cuuid,
  uuid: respondent,
  status: "finished",
  startedAt: now,
  updatedAt: now,
  syncedAt: now,
  finishedAt: now,
  metadata: { source: "preview" },
  answers: Object.fromEntries(
    instructions.flatMap(({ uuid, type, question }) => (type === "question" && question ? [[uuid, createSampleAnswer(question)]] : [])),
  ),
  actions: {},
})

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Returns the conversation id to preview, or undefined if the text is not a UUID and a made-up conversation is shown
 * instead.
 */
export const parseConversationId = (id: string): string | undefined => (uuidPattern.test(id.trim()) ? id.trim().toLowerCase() : undefined)
