// The conversation engine: a script is compiled once; each event turns a state into the next state and effects [E2].

export type { AnswerProblem, AnswerProblemKey, AnswerResult } from "../chat/answer-problem.ts"
export { parseAnswer } from "../chat/answer-validation.ts"
export { type CompiledInstruction, type CompiledScript, compileScript } from "../chat/compiled-script.ts"
export {
  beginConversation,
  type ConversationStart,
  type EngineResult,
  handleEvent,
  type InstructionTrace,
} from "../chat/conversation-engine.ts"
export { listConversationScores } from "../chat/conversation-scores.ts"
export { type ConversationEffect, type ConversationEvent, ConversationState, Ending } from "../chat/conversation-state.ts"
export type { Score } from "../conditions/condition-value.ts"
