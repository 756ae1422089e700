// How answers are counted for the live statistics, so that a page costs the same whatever has been answered (decisions G1, G2).
import type { Score } from "../chat/score.ts"
import type { Value } from "../conditions/value.ts"
import { uses } from "../questions/extras.ts"
import type { Question } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"

/** What one answer adds: 1 to the count under each key, and `sum` to that of the question, where it is a number. */
export type Counted = { readonly keys: ReadonlyArray<string>; readonly sum: number }

/** The key under which a question's answers are counted, all of them. */
export const answeredKey = ""

/** [G1] What an answer adds; null for one that was skipped. What is written in words is counted as given, and not kept. */
export const countedOf = (question: Question, value: Value): Counted | null => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  switch (question.type) {
    case "choice":
    case "multiple":
      return { keys: [answeredKey, ...new Set((Array.isArray(value) ? value : [value]).map(String))], sum: 0 }
    case "starRating":
    case "emoji":
    case "nps":
      return { keys: [answeredKey, String(value)], sum: asNumber(value) }
    case "numeric":
    case "currency": {
      const number = asNumber(value)
      return { keys: [answeredKey, bandKey(bandOf(question.options ?? {}, number))], sum: number }
    }
    case "date":
      return { keys: [answeredKey, String(value).slice(0, 7)], sum: 0 }
    case "open":
    case "email":
    case "file":
      return { keys: [answeredKey], sum: 0 }
  }
}

/** [G3] What a score that a respondent was told adds: the average of their answers that have one; null where none has. */
export const countedScore = (instructions: ReadonlyArray<Instruction>, { average }: Score): Counted | null =>
  average === null ? null : { keys: [answeredKey, bandKey(bandOf(scoreBounds(instructions) ?? {}, average))], sum: average }

/** The smallest and the largest score of an answer; null where no choice has any. */
export const scoreBounds = (instructions: ReadonlyArray<Instruction>): { readonly minimum: number; readonly maximum: number } | null => {
  const scores = instructions.flatMap(({ question }) => {
    if ((question?.type !== "choice" && question?.type !== "multiple") || !uses(question, "scores")) return []
    const each = (question.choices ?? []).flatMap(({ score }) => (typeof score === "number" ? [score] : []))
    // [C14] Of several choices they are added up.
    const sums = [each.filter((score) => score > 0), each.filter((score) => score < 0)].filter((some) => some.length > 0)
    return question.type === "choice" ? each : [...each, ...sums.map((some) => some.reduce((sum, score) => sum + score, 0))]
  })
  return scores.length === 0 ? null : { minimum: Math.min(...scores), maximum: Math.max(...scores) }
}

const asNumber = (value: Value): number => (typeof value === "number" && Number.isFinite(value) ? value : 0)

/** A range of numbers: from `least` on, up to and without `next`; the last one of a question with bounds includes its maximum. */
export type Band = { readonly least: number; readonly next: number }

/** [G2] Bands of a question with bounds. */
const bands = 10

type Bounds = { readonly minimum?: number | null | undefined; readonly maximum?: number | null | undefined }

/** [G2] The band of a number: one of ten between the bounds, or, where there are none, between two powers of ten. */
export const bandOf = ({ minimum, maximum }: Bounds, value: number): Band => {
  if (typeof minimum !== "number" || typeof maximum !== "number" || maximum <= minimum || value < minimum || value > maximum)
    return open(value)
  const width = (maximum - minimum) / bands
  const place = Math.min(Math.floor(rounded((value - minimum) / width)), bands - 1)
  return { least: rounded(minimum + place * width), next: rounded(minimum + (place + 1) * width) }
}

const open = (value: number): Band => {
  if (value === 0 || !Number.isFinite(value)) return { least: 0, next: 1 }
  const size = Math.abs(value)
  const power = size < 1 ? 0 : 10 ** Math.min(15, Math.floor(Math.log10(size)))
  const [low, high] = [power, power === 0 ? 1 : power * 10]
  return value > 0 ? { least: low, next: high } : { least: -high, next: low === 0 ? 0 : -low }
}

/** Without the dust of binary fractions. */
const rounded = (value: number): number => Number(value.toPrecision(12))

const bandKey = ({ least, next }: Band): string => `${least}..${next}`

/** A band as its key has it; null for a key that is none. */
export const bandIn = (key: string): Band | null => {
  const [least = "", next = ""] = key.split("..")
  return least === "" || next === "" || Number.isNaN(Number(least)) || Number.isNaN(Number(next))
    ? null
    : { least: Number(least), next: Number(next) }
}
