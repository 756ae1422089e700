// A made-up conversation with a valid answer to every question, for payload previews.
import type { Conversation } from "../conversations/conversation.ts"
import { getChoiceLimits, getTextLengthLimits, listExclusiveChoices } from "../questions/answer-limits.ts"
import type { Question } from "../questions/question.ts"
import { listScaleValues } from "../questions/scale-question.ts"
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
    instructions.flatMap(({ uuid, type, question }) => (type === "question" && question ? [[uuid, fakeAnswer(question)]] : [])),
  ),
  actions: {},
})

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Returns the conversation id to preview, or undefined if the text is not a UUID and a made-up conversation is shown
 * instead.
 */
export const parseConversationId = (id: string): string | undefined => (uuidPattern.test(id.trim()) ? id.trim().toLowerCase() : undefined)

const fakeAnswer = (question: Question): unknown => {
  switch (question.type) {
    case "choice":
      return question.choices?.[0]?.value ?? null
    case "multiple":
      return fakeChoices(question)
    case "open": {
      const { min, most } = getTextLengthLimits(question.options ?? {})
      return fakeText(min, most)
    }
    case "email":
      return "respondent@example.org"
    case "numeric":
    case "currency":
      return question.options?.minimum ?? Math.min(1, question.options?.maximum ?? 1)
    case "starRating":
    case "emoji":
    case "nps":
      return listScaleValues(question).at(-1) ?? null
    case "date":
      return question.options?.minimum || question.options?.maximum || "2024-02-29"
    case "file":
      return `https://example.org/answer.${question.options?.extensions?.[0] ?? "png"}`
  }
}

/** As few choices as permitted; an exclusive one only if there are not enough others. */
const fakeChoices = (question: Extract<Question, { readonly type: "multiple" }>): ReadonlyArray<number> => {
  const exclusive = listExclusiveChoices(question)
  const { fewest } = getChoiceLimits(question)
  const combined = (question.choices ?? []).filter((choice) => !exclusive.includes(choice)).slice(0, fewest)
  return (combined.length < fewest ? exclusive.slice(0, 1) : combined).map(({ value }) => value)
}

const sample = "An answer in the respondent's own words."

/** A text of `minLength` to `maxLength` characters. */
const fakeText = (minLength: number, maxLength: number): string =>
  sample.repeat(Math.ceil(minLength / sample.length)).slice(0, Math.min(maxLength, Math.max(minLength, sample.length)))
