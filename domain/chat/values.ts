// All that can be referred to at a moment of a conversation, as a test shows it to its author.
import type { Value } from "../conditions/value.ts"
import { nameKey } from "../script/name.ts"
import { environmentOf } from "./environment.ts"
import type { Chat } from "./prepare.ts"
import type { ChatState } from "./state.ts"

/** `reference` is how conditions call it; `text` is what a recall puts in its place. */
export type Referable = { readonly reference: string; readonly value: Value; readonly text: Value }

/** What was answered, in the order of the script, then what steps came to, then what is known of the respondent. */
export const valuesOf = (chat: Chat, state: ChatState): ReadonlyArray<Referable> => {
  const { answers, actions, metadata, crm } = environmentOf(chat, state)
  const answered = chat.list.flatMap(({ name }): ReadonlyArray<Referable> => {
    const answer = answers.get(nameKey(name))
    return answer === undefined ? [] : [{ reference: name, value: answer.value, text: answer.text }]
  })
  const outcomes = [...actions].flatMap(([name, results]) =>
    [...results].map(([key, value]) => ({ reference: `actions.${name}${key === "" ? "" : `.${key}`}`, value, text: value })),
  )
  const known = (of: string, values: ReadonlyMap<string, Value>) =>
    [...values].map(([key, value]) => ({ reference: `${of}.${key}`, value, text: value }))
  return [...answered, ...outcomes, ...known("metadata", metadata), ...known("crm", crm)]
}
