// How long an author's message is "typed" before it shows: from the number of its words (decisions I6, I7).

import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { splitRecalls } from "../recall/recall.ts"
import { plainText } from "../rich-text/plain-text.ts"
import { parseDecimal } from "../text/text-input.ts"
import type { Instruction } from "./instruction.ts"

/** [I6] Seconds until a message is noticed, words a minute, words at least. */
const noticeSeconds = 0.18
const wordsPerMinute = 280
const minWords = 4
/** [I6] Seconds, for a message without text. */
export const defaultDelaySeconds = 3

/** [I15] Seconds that a reading delay has at most: longer than that nobody waits for a message. */
export const maxDelaySeconds = 3600

/** "Reading delay: number, minimum 0" (spec/2-editor §5). */
export const delayFindings = (delay: number, at: string): ReadonlyArray<Finding> => [
  ...(delay < 0 ? [createFinding("typing-delay", at, "finding.typing-delay", { delay })] : []),
  ...(delay > maxDelaySeconds ? [createFinding("typing-delay", at, "finding.typing-delay.most", { delay, most: maxDelaySeconds })] : []),
]

/** Whether nothing is wrong with it. */
export const isValidDelay = (seconds: number): boolean => delayFindings(seconds, "").length === 0

/** The seconds that are written in a field, or undefined: nothing in it is no delay yet. */
export const parseDelay = (text: string): number | undefined => {
  const seconds = parseDecimal(text)
  return typeof seconds === "number" && isValidDelay(seconds) ? seconds : undefined
}

/** The seconds that the text of `html` takes, to one decimal; `locale` (BCP 47) tells how its words are told apart. */
export const readingDelay = (html: string, locale: string): number => {
  const text = plainText(html)
  if (text.trim() === "") return defaultDelaySeconds
  const seconds = Math.round((noticeSeconds + (Math.max(countWords(text, locale), minWords) * 60) / wordsPerMinute) * 10) / 10
  return Math.min(seconds, maxDelaySeconds)
}

/** The seconds that reading the text of `html` takes at the same pace; none where there is no text. */
export const readingSeconds = (html: string, locale: string): number => (countWords(plainText(html), locale) * 60) / wordsPerMinute

/** The seconds that an instruction's text takes in the script's language: of several messages the longest. */
export const computeInstructionDelay = ({ messages }: Pick<Instruction, "messages">): number =>
  messages.length === 0
    ? defaultDelaySeconds
    : messages.reduce((longest, { content, locale }) => Math.max(longest, readingDelay(content, locale)), 0)

/** [I7] Whether the author set the delay by hand: it is not what the text computes to. */
export const isManualDelay = (instruction: Pick<Instruction, "messages" | "typing_delay">): boolean =>
  instruction.typing_delay !== computeInstructionDelay(instruction)

/** [I7] The delay once an instruction says something else: it follows the text, unless the author set it by hand. */
export const updateDelay = (before: Pick<Instruction, "messages" | "typing_delay">, messages: Instruction["messages"]): number =>
  isManualDelay(before) ? before.typing_delay : computeInstructionDelay({ messages })

const segmenters = new Map<string, Intl.Segmenter>()

const segmenterOf = (locale: string): Intl.Segmenter => {
  const known = segmenters.get(locale)
  if (known !== undefined) return known
  const made = new Intl.Segmenter(isLocale(locale) ? locale : "en", { granularity: "word" })
  segmenters.set(locale, made)
  return made
}

const isLocale = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const countWords = (text: string, locale: string): number => {
  let words = 0
  for (const { isWordLike } of segmenterOf(locale).segment(read(text))) if (isWordLike) words++
  return words
}

/** [I6] A recall is one word, and its fallback those that it has: engines do not agree on the words of what stands between the braces. */
const read = (text: string): string =>
  text.includes("{{")
    ? splitRecalls(text, "plain")
        .map((piece) => (piece._tag === "Recall" ? `x ${piece.fallback}` : piece.source))
        .join("")
    : text
