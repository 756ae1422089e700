// A script as the server keeps it: no markup in its messages but what is allowed (decisions M1).
import fc from "fast-check"
import { expect, test } from "vitest"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { sanitizeScript } from "../../domain/script/script-normalization.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { script } from "../arbitraries/scripts.ts"

const saying = (order: number, ...contents: ReadonlyArray<string>) =>
  instruction(order, { messages: contents.map((content, i) => ({ uuid: `m${i}`, locale: "nl", content })) })
const of = (...instructions: AuthoredScript["instructions"]): AuthoredScript => ({
  name: "a",
  public_name: "b",
  language: "nl",
  instructions,
})

test("[M1] every message is sanitised, nothing else is touched, and doing it again changes nothing", () => {
  fc.assert(
    fc.property(script, (given) => {
      const kept = sanitizeScript(given)
      expect(kept).toStrictEqual({
        ...given,
        instructions: given.instructions.map((it) => ({
          ...it,
          messages: it.messages.map((message) => ({ ...message, content: sanitizeHtml(message.content) })),
        })),
      })
      expect(sanitizeScript(kept)).toBe(kept)
    }),
  )
})

test("[M1] what holds allowed markup alone is the very same, beside what does not", () => {
  const given = of(saying(0, "<p>Dag</p>", "Hallo"), saying(1, "<p>Hoi</p>", "<script>x</script>a"))
  const kept = sanitizeScript(given)
  expect(kept.instructions[0]).toBe(given.instructions[0])
  expect(kept.instructions[1]?.messages[0]).toBe(given.instructions[1]?.messages[0])
  expect(kept.instructions[1]?.messages[1]).toEqual({ uuid: "m1", locale: "nl", content: "a" })
  const sound = of(saying(0, "<p>Dag</p>"), saying(1))
  expect(sanitizeScript(sound)).toBe(sound)
})
