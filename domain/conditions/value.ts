// What conditions compare: the values a conversation has gathered, and where they are looked up (decisions "Conditions").

/** A list is what was chosen of several: of a multiple choice, or the groups of a CRM. */
export type Value = number | string | boolean | null | ReadonlyArray<number | string>

/**
 * One answer as each facet shows it. `shown` is how its respondent reads it where that is not `text`: conditions compare the texts that
 * their author wrote, whatever the language of the conversation.
 */
export type Answered = {
  readonly value: Value
  readonly text: Value
  readonly score: Value
  readonly amount: Value
  readonly shown?: Value
}

/**
 * What a conversation knows. Answers and actions stand under their instruction's name as `nameKey` has it, metadata and CRM data
 * under their key; an action's results stand under their keys and its outcome under "". What is not there is null.
 */
export type Environment = {
  readonly answers: ReadonlyMap<string, Answered>
  readonly metadata: ReadonlyMap<string, Value>
  readonly actions: ReadonlyMap<string, ReadonlyMap<string, Value>>
  readonly crm: ReadonlyMap<string, Value>
}

/** Any JSON as a value that conditions can compare: what is no value of theirs (an object, a list of lists) is null. */
export const asValue = (json: unknown): Value => {
  if (typeof json === "string" || typeof json === "boolean") return json
  if (typeof json === "number") return Number.isFinite(json) ? json : null
  if (!Array.isArray(json)) return null
  const members: Array<number | string> = []
  for (const member of json) {
    if (typeof member !== "number" && typeof member !== "string") return null
    members.push(member)
  }
  return members
}

/** The number that a value counts as against a number: itself, or what a string wholly is. */
export const asNumber = (value: Value): number | null => {
  if (typeof value === "number") return value
  if (typeof value !== "string" || !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Whether a value stands for an answer: neither null, nor empty, nor no. */
export const isAnswered = (value: Value): boolean =>
  value !== null && value !== false && value !== "" && !(Array.isArray(value) && value.length === 0)
