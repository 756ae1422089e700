// A conversation that nobody had, for the preview of a payload: an answer that fits to every question (spec/2-editor §4).
import type { Conversation } from "../conversations/conversation.ts"
import { choiceLimits, listExclusiveChoices, textLengthLimits } from "../questions/answer-limits.ts"
import type { Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale-question.ts"
import type { Instruction } from "../script/instruction.ts"

type Script = { readonly instructions: ReadonlyArray<Instruction> }

/** A finished conversation. `cuuid` and `respondent` are uuids, `now` an ISO 8601 instant. The same for the same arguments. */
export const fakeConversation = (
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

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The conversation that a preview asks for, or undefined where the id is no UUID and a fake one is shown (spec/2-editor §4). */
export const parseConversationId = (id: string): string | undefined => (uuidForm.test(id.trim()) ? id.trim().toLowerCase() : undefined)

const fakeAnswer = (question: Question): unknown => {
  switch (question.type) {
    case "choice":
      return question.choices?.[0]?.value ?? null
    case "multiple":
      return fakeChoices(question)
    case "open": {
      const { min, most } = textLengthLimits(question.options ?? {})
      return ofLength(min, most)
    }
    case "email":
      return "respondent@example.org"
    case "numeric":
    case "currency":
      return question.options?.minimum ?? Math.min(1, question.options?.maximum ?? 1)
    case "starRating":
    case "emoji":
    case "nps":
      return scaleValues(question).at(-1) ?? null
    case "date":
      return question.options?.minimum || question.options?.maximum || "2024-02-29"
    case "file":
      return `https://example.org/answer.${question.options?.extensions?.[0] ?? "png"}`
  }
}

/** As few as may be; one that excludes all others only where there are not enough without it. */
const fakeChoices = (question: Extract<Question, { readonly type: "multiple" }>): ReadonlyArray<number> => {
  const alone = listExclusiveChoices(question)
  const { fewest } = choiceLimits(question)
  const together = (question.choices ?? []).filter((choice) => !alone.includes(choice)).slice(0, fewest)
  return (together.length < fewest ? alone.slice(0, 1) : together).map(({ value }) => value)
}

const sample = "An answer in the respondent's own words."

/** A text of `least` to `most` characters. */
const ofLength = (least: number, most: number): string =>
  sample.repeat(Math.ceil(least / sample.length)).slice(0, Math.min(most, Math.max(least, sample.length)))
