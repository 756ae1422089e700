// The personal data export that a person gets on request: complete, and readable without the console [P1, P3].

import { type AnswerFile, getArchivePath, parseAnswerFile } from "../conversations/answer-file.ts"
import type { Conversation } from "../conversations/conversation.ts"
import { createAnswerReader, type EmojiLabels, formatStoredValue, hasAnswer } from "../conversations/stored-answer.ts"
import { getOwnField } from "../json/json-value.ts"
import { toPlainText } from "../rich-text/plain-text.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"

/** A conversation with the script revision it began with. `files` are the names of the files that were sent. */
type ConversationToExport = {
  readonly chat: string
  readonly script: Pick<AuthoredScript, "instructions">
  readonly conversation: Conversation
  readonly files: ReadonlyArray<string>
}

/** The data of a conversation that was delivered elsewhere: to which endpoint, and when. */
export type ExportedDelivery = {
  readonly conversation: string | null
  readonly endpoint: string
  readonly madeAt: string
  readonly body: unknown
}

/** Returns what a person gets of a conversation. Questions have the wording that the person saw, which shows what they agreed to. */
export const exportConversation = ({ chat, script, conversation, files }: ConversationToExport, emojiLabels: EmojiLabels) => ({
  chat,
  conversation: conversation.cuuid,
  revision: conversation.revision ?? null,
  status: conversation.status,
  startedAt: conversation.startedAt,
  updatedAt: conversation.updatedAt,
  finishedAt: conversation.finishedAt,
  metadata: conversation.metadata,
  answers: exportAnswers(script, conversation, emojiLabels),
  actions: conversation.actions,
  files,
})
export type ExportedConversation = ReturnType<typeof exportConversation>

/** Returns all stored answers in script order; an answer to a question that the revision does not have comes last, without a question text. */
const exportAnswers = (
  { instructions }: Pick<AuthoredScript, "instructions">,
  { answers, cuuid }: Conversation,
  emojiLabels: EmojiLabels,
) => {
  const instructionUuids = new Set(instructions.map(({ uuid }) => uuid))
  const answered = instructions.flatMap((instruction) => {
    const answer = getOwnField(answers, instruction.uuid)
    if (!hasAnswer(answer)) return []
    const { question, messages } = instruction
    const texts = question
      ? createAnswerReader(question, emojiLabels)(answer).map(({ text }) => (question.type === "file" ? formatFile(cuuid, text) : text))
      : [formatStoredValue(answer)]
    return [
      { name: getInstructionName(instruction), question: messages.map(({ content }) => toPlainText(content)).join("\n"), answer: texts },
    ]
  })
  const others = Object.entries(answers).flatMap(([uuid, answer]) =>
    instructionUuids.has(uuid) || !hasAnswer(answer) ? [] : [{ name: uuid, question: null, answer: [formatStoredValue(answer)] }],
  )
  return [...answered, ...others]
}

/** [X15] Returns the path of an answer's file in the zip; file names in another form stay as they are. */
const formatFile = (conversation: string, answer: string): string => {
  const file = parseAnswerFile(answer)
  return file === null ? answer : getPersonalFilePath(conversation, file)
}

/** Returns the path of a file in the zip of a personal data export. */
export const getPersonalFilePath = (conversation: string, file: AnswerFile): string => `files/${getArchivePath(conversation, file)}`
