// The order in which choices are shown: as authored, or shuffled by a seed, fixed ones in their places (spec/2-editor §3; decisions E3).
import type { Choice, Question } from "../questions/question.ts"

/** The choices as they are shown: the same for the same seed and question, whatever happened in between. */
export const orderChoices = (
  question: Extract<Question, { readonly type: "choice" | "multiple" }>,
  seed: string,
): ReadonlyArray<Choice> => {
  const choices = (question.choices ?? []).toSorted((one, other) => one.order - other.order)
  if (question.options?.randomize !== true) return choices
  const stays = ({ fixed }: Choice) => fixed === true && question.options?.fixated !== false
  const mixed = shuffled(
    choices.filter((choice) => !stays(choice)),
    seededRandom(`${seed} ${question.uuid}`),
  )
  let at = 0
  return choices.map((choice) => (stays(choice) ? choice : (mixed[at++] ?? choice)))
}

/** Fisher and Yates: every order is as likely as any other. */
const shuffled = <T>(list: ReadonlyArray<T>, random: () => number): ReadonlyArray<T> => {
  const mixed = [...list]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const [one, other] = [mixed[i], mixed[j]]
    if (one !== undefined && other !== undefined) [mixed[i], mixed[j]] = [other, one]
  }
  return mixed
}

/** Numbers from 0 to below 1 that follow from a text alone: its FNV-1a hash, then mulberry32. */
export const seededRandom = (seed: string): (() => number) => {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
