// A question as its respondent has it before them: what they are asked, and what their answer is read by.
import type { Environment } from "../conditions/value.ts"
import { askedIn } from "../questions/choice-text.ts"
import type { Question } from "../questions/question.ts"
import { toldQuestion } from "../recall/fill.ts"
import type { ChatState } from "./state.ts"

/** In the language of the conversation, with its recalls filled in; choices stand as they do in the script. */
export const askedQuestion = (question: Question, { language }: ChatState, environment: Environment): Question =>
  askedIn(toldQuestion(question, environment), language)
