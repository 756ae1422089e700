// A script whose messages hold the allowed markup and nothing else (spec/2-editor §2; decisions M1, M2). The server keeps no other.
import { sanitizeHtml } from "../rich-text/sanitize-html.ts"
import type { AuthoredScript } from "./script.ts"

/** The script with the markup of all its messages sanitised; the same objects where nothing changes. */
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
