// How long a chat takes to read: at least, typically and at most, over the ways that its conditions allow (decisions I9).
import { isEnd, study } from "../conditions/study.ts"
import type { Instruction } from "./instruction.ts"
import { readingSeconds } from "./reading-delay.ts"
import type { Authored } from "./script.ts"

/** Seconds over the shortest way, over all ways with each condition as likely to hold as not, and over the longest. */
export type Pacing = { readonly least: number; readonly typical: number; readonly most: number }

/** [I9] The seconds of a script, delays and reading time together. What nothing can reach takes none. */
export const pacing = (script: Authored): Pacing => {
  const studied = study(script.instructions)
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  let [always, possible, typical, likelihood] = [0, 0, 0, 1]
  for (const [place, instruction] of script.instructions.entries()) {
    if (instruction.type === "empty" || studied[place]?.unreachable) continue
    const seconds = secondsOf(instruction, script.language)
    const isSure = (instruction.condition ?? "").trim() === ""
    const chance = isSure ? 1 : 0.5
    typical += likelihood * chance * seconds
    if (isEnd(instruction)) {
      least = Math.min(least, always + seconds)
      most = Math.max(most, possible + seconds)
      if (isSure) return { least, typical, most }
      likelihood *= 1 - chance
    } else {
      possible += seconds
      if (isSure) always += seconds
    }
  }
  return { least: Math.min(least, always), typical, most: Math.max(most, possible) }
}

/** [I9] The seconds of one instruction: its delay, then the reading of its text and its choices. */
export const secondsOf = ({ typing_delay, messages, question }: Instruction, language: string): number => {
  const shown = messages.find(({ locale }) => locale === language) ?? messages[0]
  const choices = (question?.choices ?? []).reduce(
    (sum, { translation }) => sum + readingSeconds(translation.content, translation.locale),
    0,
  )
  return Math.max(typing_delay, 0) + (shown === undefined ? 0 : readingSeconds(shown.content, shown.locale)) + choices
}

/** The instructions that take longest, the slowest first; of equals the earlier. */
export const slowest = (script: Authored, count: number): ReadonlyArray<{ readonly instruction: Instruction; readonly seconds: number }> =>
  script.instructions
    .map((instruction) => ({ instruction, seconds: secondsOf(instruction, script.language) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
