// Conversations as they are kept, and their answers as exports and deliveries read them.
export { Conversation, conversationStatuses } from "../conversations/conversation.ts"
export { expiresAfter, mostBytes, mostFileBytes, mostInMinute, ungivenLasts } from "../conversations/conversation-limits.ts"
export {
  type AnswerPart,
  answerReader,
  asText,
  type EmojiLabels,
  emojiLabelsOf,
  isAnswer,
  isAnswered,
} from "../conversations/stored-answer.ts"
