// The conversation engine: a script made ready once, then a pure step from state and event to state and effects (decisions E2).

export type { AnswerKey, Problem, Read } from "../chat/answer-problem.ts"
export { readAnswer } from "../chat/answer-validation.ts"
export { type Chat, type Prepared, prepare } from "../chat/compiled-script.ts"
export { type Beginning, begin, type Look, type Stepped, step } from "../chat/conversation-engine.ts"
export { type ChatEvent, ChatState, type Effect, Ending } from "../chat/conversation-state.ts"
export type { Score } from "../chat/instruction-effects.ts"
