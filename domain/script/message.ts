// What an instruction says, in one language.
import type { Instruction } from "./instruction.ts"

/** The messages of an instruction with another content in one language, which is added where it lacks. */
export const withMessage = (
  { messages }: Instruction,
  locale: string,
  fresh: () => string,
  change: (content: string) => string,
): Instruction["messages"] =>
  messages.some((it) => it.locale === locale)
    ? messages.map((it) => (it.locale === locale ? { ...it, content: change(it.content) } : it))
    : [...messages, { uuid: fresh(), locale, content: change("") }]
