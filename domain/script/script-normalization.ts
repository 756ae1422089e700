// Sanitizes the markup of all messages of a script; the server stores only sanitized scripts [M1, M2].
import { sanitizeHtml } from "../rich-text/sanitize-html.ts"
import type { AuthoredScript } from "./script.ts"

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
