// What is wrong with what an author types before a test is played: told where it stands, as it would be left out without a word (decisions E8).
import { askedIn } from "../questions/choice-text.ts"
import type { Question } from "../questions/question.ts"
import { pieces } from "../recall/recall.ts"
import type { Language } from "../script/language.ts"
import { readAnswer } from "./answer.ts"
import type { Problem } from "./answer-read.ts"
import { typedAnswer } from "./rehearse.ts"

/** [E8] Why what was typed for a question cannot be its answer, as its respondent would be told; null where it can, or nothing was typed. */
export const advanceProblem = (question: Question, text: string, language: Language): Problem | null => {
  if (text.trim() === "") return null
  const asked = askedIn(question, language)
  const read = readAnswer(asked, typedAnswer(question, text), language)
  if (read.ok) return null
  // What a choice is called may follow from an answer that is still to come.
  return read.problem.key === "answer.unknown-choice" && (asked.choices ?? []).some(isRecalling) ? null : read.problem
}

const isRecalling = ({ translation }: NonNullable<Question["choices"]>[number]): boolean =>
  pieces(translation.content, "plain").some(({ _tag }) => _tag === "Recall")

/** A line, counted from 1, that counts as a key alone for want of a sign, or for nothing for want of a key. */
export type LineProblem = { readonly what: "no-sign" | "no-key"; readonly line: number }

/** The first line of `key = value` that says less than its author may have meant; null where there is none. */
export const lineProblem = (text: string): LineProblem | null => {
  for (const [place, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === "") continue
    const at = line.indexOf("=")
    if (at === -1) return { what: "no-sign", line: place + 1 }
    if (line.slice(0, at).trim() === "") return { what: "no-key", line: place + 1 }
  }
  return null
}
