// What the conditions and recalls of a conversation see at a moment.
import type { Answered, Environment, Value } from "../conditions/value.ts"
import { toldQuestion } from "../recall/fill.ts"
import { answeredBy } from "./answered-by.ts"
import type { Chat } from "./prepare.ts"
import type { ChatState } from "./state.ts"

/** Instructions are taken in their order, because a choice can recall what was answered before it. */
export const environmentOf = ({ named }: Chat, state: ChatState): Environment => {
  const [given, done] = [new Map(Object.entries(state.answers)), new Map(Object.entries(state.actions))]
  const answers = new Map<string, Answered>()
  const actions = new Map<string, ReadonlyMap<string, Value>>()
  const environment = { answers, actions, metadata: new Map(Object.entries(state.metadata)), crm: new Map(Object.entries(state.crm)) }
  if (given.size === 0 && done.size === 0) return environment
  for (const [key, { uuid, question }] of named) {
    const value = given.get(uuid)
    if (value !== undefined && question) answers.set(key, answeredBy(toldQuestion(question, environment), value, state.language))
    const results = done.get(uuid)
    if (results !== undefined) actions.set(key, new Map(Object.entries(results)))
  }
  return environment
}
