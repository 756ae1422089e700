// Reading delays: how long the chat shows a message as being typed, computed from its words [I6, I7, I15].

import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { splitRecalls } from "../recall/recall.ts"
import { toPlainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { toLocale } from "../text/locale.ts"
import { parseDecimal } from "../text/text-input.ts"

/** [I6] Seconds to notice a message, reading speed, and the minimum number of words. */
const noticeSeconds = 0.18
const wordsPerMinute = 280
const minWords = 4
/** [I6] The delay in seconds of a message without text. */
export const defaultDelaySeconds = 3

/** [I15] The maximum delay in seconds: nobody waits longer for a message. */
export const maxDelaySeconds = 3600

/** Checks a delay in seconds; `at` is the pointer of the delay. */
export const delayFindings = (delay: number, at: string): ReadonlyArray<Finding> => [
  ...(delay < 0 ? [createFinding("typing-delay", at, "finding.typing-delay", { delay })] : []),
  ...(delay > maxDelaySeconds ? [createFinding("typing-delay", at, "finding.typing-delay.most", { delay, most: maxDelaySeconds })] : []),
]

/** Returns whether a delay is valid. */
export const isValidDelay = (seconds: number): boolean => delayFindings(seconds, "").length === 0

/** Parses a delay in seconds; undefined for an empty or invalid text. */
export const parseDelay = (text: string): number | undefined => {
  const seconds = parseDecimal(text)
  return typeof seconds === "number" && isValidDelay(seconds) ? seconds : undefined
}

/** Returns the delay in seconds for the text of `html`, to one decimal; `locale` (BCP 47) determines how words are split. */
export const computeReadingDelay = (html: string, locale: string): number => {
  const text = toPlainText(html)
  if (text.trim() === "") return defaultDelaySeconds
  const seconds = Math.round((noticeSeconds + (Math.max(countWords(text, locale), minWords) * 60) / wordsPerMinute) * 10) / 10
  return Math.min(seconds, maxDelaySeconds)
}

/** Returns the seconds for reading the text of `html` at the same speed; 0 without text. */
export const computeReadingSeconds = (html: string, locale: string): number => (countWords(toPlainText(html), locale) * 60) / wordsPerMinute

/** Returns the delay in seconds of an instruction: the longest of its messages. */
export const computeInstructionDelay = ({ messages }: Pick<Instruction, "messages">): number =>
  messages.length === 0
    ? defaultDelaySeconds
    : messages.reduce((longest, { content, locale }) => Math.max(longest, computeReadingDelay(content, locale)), 0)

/** [I7] Returns whether the author changed the delay: it differs from the computed one. */
export const isManualDelay = (instruction: Pick<Instruction, "messages" | "typing_delay">): boolean =>
  instruction.typing_delay !== computeInstructionDelay(instruction)

/** [I7] Returns the delay after the messages changed: recomputed, unless the author changed it. */
export const updateDelay = (before: Pick<Instruction, "messages" | "typing_delay">, messages: Instruction["messages"]): number =>
  isManualDelay(before) ? before.typing_delay : computeInstructionDelay({ messages })

const segmenters = new Map<string, Intl.Segmenter>()

const getSegmenter = (locale: string): Intl.Segmenter => {
  const cached = segmenters.get(locale)
  if (cached !== undefined) return cached
  const segmenter = new Intl.Segmenter(toLocale(locale), { granularity: "word" })
  segmenters.set(locale, segmenter)
  return segmenter
}

const countWords = (text: string, locale: string): number => {
  let words = 0
  for (const { isWordLike } of getSegmenter(locale).segment(replaceRecalls(text))) if (isWordLike) words++
  return words
}

/** [I6] Replaces a recall by one word and its fallback: engines disagree on how to split the braces into words. */
const replaceRecalls = (text: string): string =>
  text.includes("{{")
    ? splitRecalls(text, "plain")
        .map((segment) => (segment._tag === "Recall" ? `x ${segment.fallback}` : segment.source))
        .join("")
    : text
