// Stored conversations and their limits, and reading answers for exports and deliveries.
export { Conversation, ConversationScores, conversationStatuses } from "../conversations/conversation.ts"
export {
  conversationTimeoutMs,
  maxFileBytes,
  maxRequestBytes,
  rateLimitPerMinute,
  unansweredFileLifetimeMs,
} from "../conversations/conversation-limits.ts"
export {
  type AnswerPart,
  createAnswerReader,
  type EmojiLabels,
  formatStoredValue,
  getEmojiLabels,
  hasAnswer,
  hasAnyAnswer,
} from "../conversations/stored-answer.ts"
