// What an instruction is known by in a list, beside its name: its first words; where it need not say anything, where it leads.
import { pictureIn } from "../rich-text/picture.ts"
import { plainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "./instruction.ts"

/** Characters that are read of a text, for the first words of it, and that these have at most. */
const [read, most] = [400, 120]

type Said = Pick<Instruction, "type" | "messages" | "action">

/** In the language of the script where it is said in it; "" where there is nothing to be known by. */
export const firstWords = ({ messages, action }: Said, language: string): string => {
  const content = (messages.find(({ locale }) => locale === language) ?? messages[0])?.content ?? ""
  return (pictureIn(content)?.alt || plainText(content.slice(0, read)) || leadsTo(action)).slice(0, most)
}

const leadsTo = (action: Said["action"]): string => {
  switch (action?.type) {
    case "send2api":
    case "getFromAPI":
    case "askAI":
      return action.params.endpoint ?? ""
    case "end":
      return action.params.message || action.params.url || ""
    default:
      return ""
  }
}

const silent: ReadonlySet<Instruction["type"]> = new Set(["action", "end", "score"])

/** Whether an instruction is there to say something: one that acts need not. */
export const needsWords = ({ type }: Pick<Instruction, "type">): boolean => !silent.has(type)
