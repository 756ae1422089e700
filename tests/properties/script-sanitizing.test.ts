// Scripts as the server stores them: their messages contain only allowed markup (M1).
import fc from "fast-check"
import { expect, test } from "vitest"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { sanitizeScript } from "../../domain/script/script-normalization.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { script } from "../arbitraries/scripts.ts"

const instructionWith = (order: number, ...contents: ReadonlyArray<string>) =>
  instruction(order, { messages: contents.map((content, i) => ({ uuid: `m${i}`, locale: "nl", content })) })
const scriptOf = (...instructions: AuthoredScript["instructions"]): AuthoredScript => ({
  name: "a",
  public_name: "b",
  language: "nl",
  instructions,
})

test("[M1] every message is sanitized, nothing else changes, and sanitizing again returns the same object", () => {
  fc.assert(
    fc.property(script, (given) => {
      const sanitized = sanitizeScript(given)
      expect(sanitized).toStrictEqual({
        ...given,
        instructions: given.instructions.map((instruction) => ({
          ...instruction,
          messages: instruction.messages.map((message) => ({ ...message, content: sanitizeHtml(message.content) })),
        })),
      })
      expect(sanitizeScript(sanitized)).toBe(sanitized)
    }),
  )
})

test("[M1] instructions and messages with only allowed markup stay the same objects", () => {
  const given = scriptOf(instructionWith(0, "<p>Dag</p>", "Hallo"), instructionWith(1, "<p>Hoi</p>", "<script>x</script>a"))
  const sanitized = sanitizeScript(given)
  expect(sanitized.instructions[0]).toBe(given.instructions[0])
  expect(sanitized.instructions[1]?.messages[0]).toBe(given.instructions[1]?.messages[0])
  expect(sanitized.instructions[1]?.messages[1]).toEqual({ uuid: "m1", locale: "nl", content: "a" })
  const clean = scriptOf(instructionWith(0, "<p>Dag</p>"), instructionWith(1))
  expect(sanitizeScript(clean)).toBe(clean)
})
