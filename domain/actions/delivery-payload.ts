// Payloads of deliveries: version 1, version 2 with chosen options, and connectors (A4–A6, A14).
import type { Conversation } from "../conversations/conversation.ts"
import { type AnswerPart, createAnswerReader, type EmojiLabels } from "../conversations/stored-answer.ts"
import { getOwnField, isRecord } from "../json/json-value.ts"
import type { Question } from "../questions/question.ts"
import type { Action, SendToApiParams } from "../script/action.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { parseJsonObject } from "./action-fields.ts"
import { getPayloadVersion } from "./delivery-validation.ts"
import { type AnswerOption, parsePayloadStructure, type QuestionOption } from "./payload-structure.ts"

type Script = { readonly instructions: ReadonlyArray<Instruction> }
/** A payload or a part of one: JSON. */
export type Payload = Readonly<Record<string, unknown>>

/**
 * Builds the payload of a delivery; the same conversation always yields the same one. `emojiLabels` are the texts of
 * emoji answers.
 */
export const buildDeliveryPayload = (
  params: SendToApiParams,
  script: Script,
  conversation: Conversation,
  emojiLabels: EmojiLabels,
): Payload => {
  const questions = readAnswers(script, params.questions, conversation, emojiLabels)
  return {
    version: getPayloadVersion(params),
    record: params.labels ?? {},
    conversation: {
      uuid: conversation.cuuid,
      respondent: conversation.uuid,
      status: conversation.status,
      startedAt: conversation.startedAt,
      updatedAt: conversation.updatedAt,
      finishedAt: conversation.finishedAt,
      metadata: conversation.metadata,
    },
    answers: getPayloadVersion(params) === 1 ? staticAnswers(questions) : chosenAnswers(questions, params),
  }
}

/** [A5] Returns the version 1 answers of all questions by question name: a value, null if unanswered, a list for multiple choice. */
export const answersByName = (script: Script, conversation: Pick<Conversation, "answers">, emojiLabels: EmojiLabels): Payload =>
  staticAnswers(readAnswers(script, null, conversation, emojiLabels))

const readAnswers = (
  script: Script,
  named: SendToApiParams["questions"],
  { answers, scores = {} }: Pick<Conversation, "answers" | "scores">,
  emojiLabels: EmojiLabels,
): ReadonlyArray<AnsweredQuestion> =>
  selectQuestions(script, named).map((it) => ({
    ...it,
    parts:
      it.question === null
        ? scoreParts(getOwnField(scores, it.instruction.uuid)?.total)
        : createAnswerReader(it.question, emojiLabels)(getOwnField(answers, it.instruction.uuid)),
  }))

const scoreParts = (total: number | undefined): ReadonlyArray<AnswerPart> =>
  total === undefined ? [] : [{ uuid: null, value: total, text: String(total) }]

/** A question that can be sent, or a score, whose `question` is null. `id` is the UUID of the question, or of the score's instruction. */
type SendableQuestion = { readonly instruction: Instruction; readonly question: Question | null; readonly id: string }
type AnsweredQuestion = SendableQuestion & { readonly parts: ReadonlyArray<AnswerPart> }

/** Returns what a delivery can send, in script order: the questions, and the scores, whose totals are sent. */
export const listSendableQuestions = ({ instructions }: Script): ReadonlyArray<SendableQuestion> =>
  instructions.flatMap((instruction): ReadonlyArray<SendableQuestion> => {
    const { type, question, uuid } = instruction
    if (type === "question" && question) return [{ instruction, question, id: question.uuid }]
    return getInstructionKind(instruction) === "score" ? [{ instruction, question: null, id: uuid }] : []
  })

/** Whether a script has scores that a delivery can send. */
export const hasSendableScores = (script: Script): boolean => listSendableQuestions(script).some(({ question }) => question === null)

/** Returns the questions to deliver, in script order; `named` are uuids, null selects all. A score is sent only if it is named. */
export const selectQuestions = (script: Script, named: QuestionSelection): ReadonlyArray<SendableQuestion> => {
  const selectedIds = named === null || named === undefined ? null : new Set(named)
  return listSendableQuestions(script).filter(({ instruction, question, id }) =>
    selectedIds === null ? question !== null : selectedIds.has(id) || selectedIds.has(instruction.uuid),
  )
}

/** [A5] Version 1: question name to value, or to a list of values for multiple choice. */
const staticAnswers = (questions: ReadonlyArray<AnsweredQuestion>): Payload =>
  Object.fromEntries(questions.map((it) => [getInstructionName(it.instruction), answerValue(it, "answer.option.value")]))

const chosenAnswers = (questions: ReadonlyArray<AnsweredQuestion>, { options }: SendToApiParams): Payload | ReadonlyArray<Payload> => {
  const { question, answer, format } = parsePayloadStructure(options)
  if (format === "list")
    return questions.map((it) => ({
      question: describeQuestion(it, question),
      answer: it.parts.map((part) => describeAnswer(part, answer)),
    }))
  const [option = "answer.option.value"] = answer
  return Object.fromEntries(questions.map((it) => [questionKey(it, question), answerValue(it, option)]))
}

const describeQuestion = ({ instruction, id }: SendableQuestion, options: ReadonlyArray<QuestionOption>): Payload => {
  const name = {
    ...(options.includes("question.name.number") ? { number: questionNumber(instruction) } : {}),
    ...(options.includes("question.name.label") ? { label: getInstructionName(instruction) } : {}),
  }
  return { ...(options.includes("question.uuid") ? { uuid: id } : {}), ...(Object.keys(name).length > 0 ? { name } : {}) }
}

const describeAnswer = (part: AnswerPart, options: ReadonlyArray<AnswerOption>): Payload => ({
  ...(options.includes("answer.option.uuid") ? { uuid: part.uuid } : {}),
  ...(options.includes("answer.option.text") ? { text: part.text } : {}),
  ...(options.includes("answer.option.value") ? { value: part.value } : {}),
})

/** [A4] Key of a question in the key-value format: its label if chosen, else its number, else its uuid. */
const questionKey = ({ instruction, id }: SendableQuestion, options: ReadonlyArray<QuestionOption>): string =>
  options.includes("question.name.label")
    ? getInstructionName(instruction)
    : options.includes("question.name.number")
      ? questionNumber(instruction)
      : id

const questionNumber = ({ order }: Instruction): string => `Q${order + 1}`

const answerValue = ({ question, parts }: AnsweredQuestion, option: AnswerOption): unknown => {
  const values = parts.map((part) =>
    option === "answer.option.uuid" ? part.uuid : option === "answer.option.text" ? part.text : part.value,
  )
  return question?.type === "multiple" ? values : (values[0] ?? null)
}

export type ConnectorParams = Extract<Action, { readonly type: "send2con" }>["params"]

/** [A14] Returns the mapper of a connector; blank means "default". */
export const getMapper = ({ mapper }: ConnectorParams): string => (mapper ?? "").trim() || "default"

/**
 * [A14] Builds the payload of a connector; the same conversation always yields the same one. `defaults` fill in
 * unanswered questions, `overrides` replace answers. Total: defaults and overrides that are not objects are ignored.
 */
export const buildConnectorPayload = (
  params: ConnectorParams,
  script: Script,
  { cuuid, uuid, metadata, ...conversation }: Conversation,
  emojiLabels: EmojiLabels,
): Payload => ({
  mapper: getMapper(params),
  conversation: cuuid,
  respondent: uuid,
  metadata,
  record: {
    ...toObject(params.defaults),
    ...Object.fromEntries(Object.entries(answersByName(script, conversation, emojiLabels)).filter(([, value]) => isAnswered(value))),
    ...toObject(params.overrides),
  },
})

const toObject = (value: unknown): Payload =>
  (typeof value === "string" ? parseJsonObject(value) : isRecord(value) ? value : undefined) ?? {}

const isAnswered = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)

/** Uuids of questions and scores; null selects all questions. */
type QuestionSelection = ReadonlyArray<string> | null | undefined

/** Returns the uuids of the questions that are sent, in script order. */
export const sentQuestionIds = (script: Script, named: QuestionSelection): ReadonlyArray<string> =>
  selectQuestions(script, named).map(({ id }) => id)

/** Adds or removes a question and returns the uuids in script order, without questions that the script no longer has. */
export const toggleSentQuestion = (script: Script, named: QuestionSelection, uuid: string): ReadonlyArray<string> => {
  const sent = sentQuestionIds(script, named)
  return sentQuestionIds(script, sent.includes(uuid) ? sent.filter((it) => it !== uuid) : [...sent, uuid])
}
