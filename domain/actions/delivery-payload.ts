// What is delivered of a conversation: the static form of version 1, the chosen form of version 2 (spec/2-editor §3, §4; decisions A4–A6).
import type { Conversation } from "../conversations/conversation.ts"
import { type AnswerPart, createAnswerReader, type EmojiLabels } from "../conversations/stored-answer.ts"
import { isRecord } from "../json/json-parser.ts"
import { getOwnField } from "../json/json-value.ts"
import type { Question } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import type { Action } from "./action.ts"
import { parseJsonObject } from "./action-fields.ts"
import { type SendToApiParams, versionOf } from "./delivery-validation.ts"
import { type AnswerOption, parsePayloadStructure, type QuestionOption } from "./payload-structure.ts"

type Script = { readonly instructions: ReadonlyArray<Instruction> }
/** A part of a payload: JSON. */
export type Payload = Readonly<Record<string, unknown>>

/** The payload of a delivery: JSON, the same for the same conversation. `emojiLabels` word the answers of emoji questions. */
export const buildDeliveryPayload = (
  params: SendToApiParams,
  script: Script,
  conversation: Conversation,
  emojiLabels: EmojiLabels,
): Payload => {
  const asked = answeredIn(script, params.questions, conversation, emojiLabels)
  return {
    version: versionOf(params),
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
    answers: versionOf(params) === 1 ? staticAnswers(asked) : chosenAnswers(asked, params),
  }
}

/** Each question of a script by its name, as version 1 answers it: a value, null for none, or a list of values where several can be chosen. */
export const answersByName = (script: Script, conversation: Pick<Conversation, "answers">, emojiLabels: EmojiLabels): Payload =>
  staticAnswers(answeredIn(script, null, conversation, emojiLabels))

const answeredIn = (
  script: Script,
  named: SendToApiParams["questions"],
  { answers }: Pick<Conversation, "answers">,
  emojiLabels: EmojiLabels,
): ReadonlyArray<Answered> =>
  selectQuestions(script, named).map((it) => ({
    ...it,
    parts: createAnswerReader(it.question, emojiLabels)(getOwnField(answers, it.instruction.uuid)),
  }))

type Asked = { readonly instruction: Instruction; readonly question: Question }
type Answered = Asked & { readonly parts: ReadonlyArray<AnswerPart> }

/** The questions of a script that are delivered: those named, in the script's order; null names all. */
export const selectQuestions = ({ instructions }: Script, named: ReadonlyArray<string> | null | undefined): ReadonlyArray<Asked> => {
  const wanted = named === null || named === undefined ? null : new Set(named)
  return instructions.flatMap((instruction) => {
    const { question } = instruction
    if (instruction.type !== "question" || !question) return []
    return wanted === null || wanted.has(question.uuid) || wanted.has(instruction.uuid) ? [{ instruction, question }] : []
  })
}

/** [A5] Version 1: each question by its name, answered by a value, or a list of values where several can be chosen. */
const staticAnswers = (asked: ReadonlyArray<Answered>): Payload =>
  Object.fromEntries(asked.map((it) => [getInstructionName(it.instruction), single(it, "answer.option.value")]))

const chosenAnswers = (asked: ReadonlyArray<Answered>, { options }: SendToApiParams): Payload | ReadonlyArray<Payload> => {
  const { question, answer, format } = parsePayloadStructure(options)
  if (format === "list")
    return asked.map((it) => ({ question: described(it, question), answer: it.parts.map((part) => picked(part, answer)) }))
  const [only = "answer.option.value"] = answer
  return Object.fromEntries(asked.map((it) => [keyOf(it, question), single(it, only)]))
}

const described = ({ instruction, question }: Asked, options: ReadonlyArray<QuestionOption>): Payload => {
  const name = {
    ...(options.includes("question.name.number") ? { number: numberOf(instruction) } : {}),
    ...(options.includes("question.name.label") ? { label: getInstructionName(instruction) } : {}),
  }
  return { ...(options.includes("question.uuid") ? { uuid: question.uuid } : {}), ...(Object.keys(name).length > 0 ? { name } : {}) }
}

const picked = (part: AnswerPart, options: ReadonlyArray<AnswerOption>): Payload => ({
  ...(options.includes("answer.option.uuid") ? { uuid: part.uuid } : {}),
  ...(options.includes("answer.option.text") ? { text: part.text } : {}),
  ...(options.includes("answer.option.value") ? { value: part.value } : {}),
})

/** [A4] In the key-value form a question goes by its label where that is chosen, else by its number, else by its uuid. */
const keyOf = ({ instruction, question }: Asked, options: ReadonlyArray<QuestionOption>): string =>
  options.includes("question.name.label")
    ? getInstructionName(instruction)
    : options.includes("question.name.number")
      ? numberOf(instruction)
      : question.uuid

const numberOf = ({ order }: Instruction): string => `Q${order + 1}`

const single = ({ question, parts }: Answered, option: AnswerOption): unknown => {
  const said = parts.map((part) => (option === "answer.option.uuid" ? part.uuid : option === "answer.option.text" ? part.text : part.value))
  return question.type === "multiple" ? said : (said[0] ?? null)
}

// What a connector is told of a conversation (spec/2-editor §3 "send2con"; decisions A14).

export type ConnectorParams = Extract<Action, { readonly type: "send2con" }>["params"]

/** The mapper that a connector's answers go through: "default value 'default'" (spec/2-editor §3). */
export const mapperOf = ({ mapper }: ConnectorParams): string => (mapper ?? "").trim() || "default"

/**
 * [A14] What is delivered: JSON, the same for the same conversation. Its record is what the mapper makes of the answers; `defaults` stand in
 * for what is not answered, `overrides` take the place of what is. Total: defaults and overrides that are no objects say nothing.
 */
export const connectorPayload = (
  params: ConnectorParams,
  script: Script,
  { cuuid, uuid, metadata, ...conversation }: Conversation,
  emojiLabels: EmojiLabels,
): Payload => ({
  mapper: mapperOf(params),
  conversation: cuuid,
  respondent: uuid,
  metadata,
  record: {
    ...objectOf(params.defaults),
    ...Object.fromEntries(Object.entries(answersByName(script, conversation, emojiLabels)).filter(([, value]) => saysSomething(value))),
    ...objectOf(params.overrides),
  },
})

const objectOf = (value: unknown): Payload =>
  (typeof value === "string" ? parseJsonObject(value) : isRecord(value) ? value : undefined) ?? {}

const saysSomething = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)

// Which questions of a script a delivery sends: all of them, also those that are yet to come, or those that were chosen (spec/2-editor §3).

/** Uuids of questions; null names all. */
type Named = ReadonlyArray<string> | null | undefined

/** The uuids of the questions that are sent, in the script's order. */
export const sentQuestionIds = (script: Script, named: Named): ReadonlyArray<string> =>
  selectQuestions(script, named).map(({ question }) => question.uuid)

/** The choice with one question more or less, in the script's order. Questions that the script does not have any more go. */
export const toggleSentQuestion = (script: Script, named: Named, uuid: string): ReadonlyArray<string> => {
  const sent = sentQuestionIds(script, named)
  return sentQuestionIds(script, sent.includes(uuid) ? sent.filter((it) => it !== uuid) : [...sent, uuid])
}
