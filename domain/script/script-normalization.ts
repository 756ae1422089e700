// Sanitizes the markup of all messages of a script; the server stores only sanitized scripts [M1, M2].
import { sanitizeHtml } from "../rich-text/sanitize-html.ts"
import type { AuthoredScript } from "./script.ts"

/**
 * [M2] The maximum number of tags, references and recalls in one message and in all messages of a script: sanitizing and filling in takes time and
 * memory for each. The longest scripts have a hundredth.
 */
export const maxMarkup = { message: 20_000, script: 200_000 } as const

/**
 * Returns the number of places of a text that may begin a tag, a reference or a recall, or become a reference: `>` outside of tags, and spaces that
 * do not break.
 */
export const countMarkup = (content: string): number =>
  Math.max(countOccurrences(content, "<"), countOccurrences(content, ">")) +
  ["&", "\u00a0", "{{"].reduce((sum, mark) => sum + countOccurrences(content, mark), 0)

const countOccurrences = (text: string, mark: string): number => {
  let count = 0
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) count++
  return count
}

/** [M2] Whether the messages of a script have more markup than the server sanitizes. */
export const hasTooMuchMarkup = ({ instructions }: AuthoredScript): boolean => {
  let total = 0
  for (const { messages } of instructions)
    for (const { content } of messages) {
      const count = countMarkup(content)
      total += count
      if (count > maxMarkup.message || total > maxMarkup.script) return true
    }
  return false
}

/** Returns the script with sanitized messages; unchanged objects stay the same. */
export const sanitizeScript = (script: AuthoredScript): AuthoredScript => {
  const instructions = script.instructions.map((instruction) => {
    const messages = instruction.messages.map((message) => {
      const content = sanitizeHtml(message.content)
      return content === message.content ? message : { ...message, content }
    })
    return messages.every((message, i) => message === instruction.messages[i]) ? instruction : { ...instruction, messages }
  })
  return instructions.every((instruction, i) => instruction === script.instructions[i]) ? script : { ...script, instructions }
}
