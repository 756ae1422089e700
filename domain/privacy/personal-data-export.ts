// What is handed over to a person who asks what is known of them: readable without the console, and complete (decisions P1, P3).

import type { Conversation } from "../conversations/conversation.ts"
import { createAnswerReader, type EmojiLabels, formatStoredValue, hasAnswer } from "../conversations/stored-answer.ts"
import type { Member } from "../exports/people-csv.ts"
import { getOwnField } from "../json/json-value.ts"
import { plainText } from "../rich-text/plain-text.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"

/** A conversation, with what the chat said at the revision it was begun with. `files` are the names of what was sent. */
export type ExportedConversation = {
  readonly chat: string
  readonly script: Pick<AuthoredScript, "instructions">
  readonly conversation: Conversation
  readonly files: ReadonlyArray<string>
}

/** What was delivered elsewhere of a conversation: to whom, and when. */
export type ExportedDelivery = {
  readonly conversation: string | null
  readonly endpoint: string
  readonly madeAt: string
  readonly body: unknown
}

type Known = {
  /** Null for who is known by a conversation alone. */
  readonly member: Member | null
  readonly given: ReadonlyArray<ExportedConversation>
  readonly delivered: ReadonlyArray<ExportedDelivery>
}

/** All of it as one value of JSON. A question comes as it was put to the person: what they agreed to is read there. */
export const buildPersonalDataExport = ({ member, given, delivered }: Known, emojiLabels: EmojiLabels) => ({
  person: member,
  conversations: given.map(({ chat, script, conversation, files }) => ({
    chat,
    conversation: conversation.cuuid,
    revision: conversation.revision ?? null,
    status: conversation.status,
    startedAt: conversation.startedAt,
    updatedAt: conversation.updatedAt,
    finishedAt: conversation.finishedAt,
    metadata: conversation.metadata,
    answers: answersOf(script, conversation, emojiLabels),
    actions: conversation.actions,
    files,
  })),
  deliveries: delivered,
})

/** Every answer that is kept, in the script's order; one to a question that the revision does not have comes last, without its words. */
const answersOf = ({ instructions }: Pick<AuthoredScript, "instructions">, { answers }: Conversation, emojiLabels: EmojiLabels) => {
  const known = new Set(instructions.map(({ uuid }) => uuid))
  const asked = instructions.flatMap((instruction) => {
    const answer = getOwnField(answers, instruction.uuid)
    if (!hasAnswer(answer)) return []
    const { question, messages } = instruction
    const said = question ? createAnswerReader(question, emojiLabels)(answer).map(({ text }) => text) : [formatStoredValue(answer)]
    return [{ name: getInstructionName(instruction), question: messages.map(({ content }) => plainText(content)).join("\n"), answer: said }]
  })
  const others = Object.entries(answers).flatMap(([uuid, answer]) =>
    known.has(uuid) || !hasAnswer(answer) ? [] : [{ name: uuid, question: null, answer: [formatStoredValue(answer)] }],
  )
  return [...asked, ...others]
}
