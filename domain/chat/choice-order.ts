// Display order of choices: as authored, or shuffled by a seed with fixed choices in their places (E3).
import type { Choice, Question } from "../questions/question.ts"

/** [E3] Returns the choices in display order; the same seed and question always give the same order. */
export const orderChoices = (
  question: Extract<Question, { readonly type: "choice" | "multiple" }>,
  seed: string,
): ReadonlyArray<Choice> => {
  const choices = (question.choices ?? []).toSorted((a, b) => a.order - b.order)
  if (question.options?.randomize !== true) return choices
  const isFixed = ({ fixed }: Choice) => fixed === true && question.options?.fixated !== false
  const shuffledChoices = shuffle(
    choices.filter((choice) => !isFixed(choice)),
    seededRandom(`${seed} ${question.uuid}`),
  )
  let nextIndex = 0
  return choices.map((choice) => (isFixed(choice) ? choice : (shuffledChoices[nextIndex++] ?? choice)))
}

/** Fisher–Yates: every order is equally likely. */
const shuffle = <T>(list: ReadonlyArray<T>, random: () => number): ReadonlyArray<T> => {
  const mixed = [...list]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const [a, b] = [mixed[i], mixed[j]]
    if (a !== undefined && b !== undefined) [mixed[i], mixed[j]] = [b, a]
  }
  return mixed
}

/**
 * Returns a generator of numbers from 0 (inclusive) to 1 (exclusive), determined by the seed: its FNV-1a hash, then
 * mulberry32.
 */
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
