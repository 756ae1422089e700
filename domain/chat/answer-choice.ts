// One choice or several as an answer: named by uuid, by value or by text (spec/2-editor §3, decisions E1).
import { asNumber } from "../conditions/value.ts"
import { choiceLimits, singles } from "../questions/limits.ts"
import type { Choice, Question } from "../questions/question.ts"
import { type Read, shown, wrong } from "./answer-read.ts"

type Choices = ReadonlyArray<Choice>

/** Reads one choice; kept is its value. */
export const readChoice = (choices: Choices, given: unknown): Read => {
  const [one, ...others] = Array.isArray(given) ? given : [given]
  if (others.length > 0) return wrong("answer.choice")
  const choice = choiceOf(choices, one)
  return choice === undefined ? wrong("answer.unknown-choice", { value: shown(one) }) : { ok: true, value: choice.value }
}

type Multiple = Extract<Question, { readonly type: "multiple" }>

/** Reads several choices; kept are their values, each once, in the order of the choices. One that excludes all others needs no others. */
export const readChoices = (question: Multiple, given: unknown): Read => {
  const choices = question.choices ?? []
  const picked = new Set<Choice>()
  for (const one of Array.isArray(given) ? given : [given]) {
    const choice = choiceOf(choices, one)
    if (choice === undefined) return wrong("answer.unknown-choice", { value: shown(one) })
    picked.add(choice)
  }
  const alone = singles(question).find((choice) => picked.has(choice))
  if (alone !== undefined && picked.size > 1) return wrong("answer.single", { text: alone.translation.content })
  const { fewest, most } = choiceLimits(question)
  if (alone === undefined && picked.size < fewest) return wrong("answer.fewest", { fewest })
  if (picked.size > most) return wrong("answer.most", { most })
  return { ok: true, value: choices.flatMap((choice) => (picked.has(choice) ? [choice.value] : [])) }
}

/** The choice that is meant. A value comes before a text, so that a choice called “3” does not stand before the one whose value is 3. */
const choiceOf = (choices: Choices, given: unknown): Choice | undefined => {
  if (typeof given !== "string" && typeof given !== "number") return undefined
  const value = asNumber(given)
  const text = String(given).trim().toLowerCase()
  return (
    choices.find(({ uuid }) => uuid === given) ??
    choices.find((choice) => value !== null && choice.value === value) ??
    choices.find(({ translation }) => translation.content.trim().toLowerCase() === text)
  )
}
