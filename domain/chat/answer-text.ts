// Texts as answers: open answers and email addresses (spec/2-editor §5, decisions E1).
import { emailProblem } from "../accounts/identity.ts"
import { lengthOf } from "../questions/bounds.ts"
import { textLengths } from "../questions/limits.ts"
import type { Question } from "../questions/question.ts"
import { withoutSteering } from "../steering.ts"
import { type Read, wrong } from "./answer-read.ts"

type OpenOptions = NonNullable<Extract<Question, { readonly type: "open" }>["options"]>

/** Reads a text of the allowed length, counted in code points; it is kept as it was written, without what steers what stands around it. */
export const readText = (options: OpenOptions, given: unknown): Read => {
  const text = textOf(given)
  if (text === null) return wrong("answer.shape")
  const { least, most } = textLengths(options)
  const length = lengthOf(text)
  if (length < least) return wrong("answer.short", { least })
  return length > most ? wrong("answer.long", { most }) : { ok: true, value: text }
}

/** Reads an email address [U12]. Whether mail arrives there only mail can tell. */
export const readEmail = (given: unknown): Read => {
  const address = textOf(given)?.trim() ?? ""
  return emailProblem(address) === null ? { ok: true, value: address } : wrong("answer.email")
}

const textOf = (given: unknown): string | null => {
  if (typeof given === "string") return withoutSteering(given)
  return typeof given === "number" && Number.isFinite(given) ? String(given) : null
}
