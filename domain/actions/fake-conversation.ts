// A made-up conversation with a valid answer to every question, for payload previews.
import type { Conversation, ConversationScores } from "../conversations/conversation.ts"
import { sumChoiceScores } from "../conversations/stored-answer.ts"
import { isScored } from "../questions/choice-question.ts"
import { createSampleAnswer } from "../questions/sample-answer.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { createScore } from "../script/score-bounds.ts"

type Script = { readonly instructions: ReadonlyArray<Instruction> }

/** Builds a finished conversation. `cuuid` and `respondent` are UUIDs, `now` is an ISO 8601 instant. Deterministic. */
export const createFakeConversation = (
  { instructions }: Script,
  { cuuid, respondent, now }: { readonly cuuid: string; readonly respondent: string; readonly now: string },
): Conversation => {
  const answers = Object.fromEntries(
    instructions.flatMap(({ uuid, type, question }) => (type === "question" && question ? [[uuid, createSampleAnswer(question)]] : [])),
  )
  return {
    cuuid,
    uuid: respondent,
    status: "finished",
    startedAt: now,
    updatedAt: now,
    syncedAt: now,
    finishedAt: now,
    metadata: { source: "preview" },
    answers,
    actions: {},
    scores: createSampleScores(instructions, answers),
  }
}

/** Returns each score of the answers before it; a score that they have no part in is left out. */
const createSampleScores = (instructions: ReadonlyArray<Instruction>, answers: Readonly<Record<string, unknown>>): ConversationScores => {
  let [sum, answered] = [0, 0]
  const scores = new Map<string, ConversationScores[string]>()
  for (const instruction of instructions) {
    const { uuid, question } = instruction
    const added = question && isScored({ question }) ? sumChoiceScores(question, answers[uuid]) : null
    if (added !== null) {
      sum += added
      answered++
    }
    const { total, average } = createScore(sum, answered)
    if (getInstructionKind(instruction) === "score" && total !== null) scores.set(uuid, { total, average })
  }
  return Object.fromEntries(scores)
}

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Returns the conversation id to preview, or undefined if the text is not a UUID and a made-up conversation is shown
 * instead.
 */
export const parseConversationId = (id: string): string | undefined => (uuidPattern.test(id.trim()) ? id.trim().toLowerCase() : undefined)
