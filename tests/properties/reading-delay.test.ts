// Reading delay of messages, and plain text of markup.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  computeInstructionDelay,
  computeReadingDelay,
  defaultDelaySeconds,
  isManualDelay,
  maxDelaySeconds,
  parseDelay,
  updateDelay,
} from "../../domain/flow/reading-delay.ts"
import { toPlainText } from "../../domain/rich-text/plain-text.ts"

const words = (n: number) => Array.from({ length: n }, (_, i) => `word${i}`).join(" ")

describe("reading delay", () => {
  test.each([
    [1, 1],
    [4, 1],
    [5, 1.3],
    [28, 6.2],
    [280, 60.2],
  ])("[I6] %d words take %d seconds", (n, seconds) => {
    expect(computeReadingDelay(`<p>${words(n)}</p>`, "en")).toBe(seconds)
  })

  test("[I6] does not decrease with more words, and ignores markup", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 50 }), (n, more) => {
        expect(computeReadingDelay(words(n + more), "en")).toBeGreaterThanOrEqual(computeReadingDelay(words(n), "en"))
        expect(computeReadingDelay(`<p><strong>${words(n)}</strong></p>`, "en")).toBe(computeReadingDelay(words(n), "en"))
      }),
    )
  })

  test.each(["", "<p></p>", "<p><br></p>", "<p> &nbsp; </p>"])("[I6] is the default without text (%s)", (html) => {
    expect(computeReadingDelay(html, "nl")).toBe(defaultDelaySeconds)
  })

  test.each(["…", "<p>😀</p>", "?!"])("[I6] is the minimum for a text of punctuation or symbols only (%s)", (html) => {
    expect(computeReadingDelay(html, "nl")).toBe(computeReadingDelay("a", "nl"))
  })

  test("[I15] is at most an hour, typed or computed", () => {
    expect(maxDelaySeconds).toBe(3600)
    expect(parseDelay("3600")).toBe(3600)
    expect(parseDelay("3600.1")).toBeUndefined()
    expect(parseDelay("99999999999")).toBeUndefined()
    expect(computeReadingDelay(words(20_000), "en")).toBe(maxDelaySeconds)
  })

  test("[I6] segments words by language, and accepts an unknown language", () => {
    expect(computeReadingDelay("今日はいい天気ですね、散歩に行きましょう", "ja")).toBeGreaterThan(1)
    expect(computeReadingDelay(words(10), "no such language!")).toBe(computeReadingDelay(words(10), "en"))
  })

  test("[I6] counts a recall as one word, and a fallback by its words", () => {
    const around = words(4)
    for (const recall of ["{{answers.first_name}}", "{{metadata.source}}", '{{answers["a name"].text}}'])
      expect(computeReadingDelay(`<p>${recall} ${around}</p>`, "en")).toBe(computeReadingDelay(`<p>x ${around}</p>`, "en"))
    expect(computeReadingDelay(`<p>{{answers.first_name|that was very}} ${around}</p>`, "en")).toBe(
      computeReadingDelay(`<p>${words(8)}</p>`, "en"),
    )
  })

  test("[I6] is that of the longest of several messages", () => {
    const message = (content: string) => ({ uuid: content, locale: "en", content })
    expect(computeInstructionDelay({ messages: [message(words(30)), message(words(3))] })).toBe(computeReadingDelay(words(30), "en"))
    expect(computeInstructionDelay({ messages: [message(words(3)), message(words(30))] })).toBe(computeReadingDelay(words(30), "en"))
    expect(computeInstructionDelay({ messages: [] })).toBe(defaultDelaySeconds)
  })

  test("[I7] follows edits of the text, unless it was set manually", () => {
    const messages = (count: number) => [{ uuid: "m", locale: "en", content: words(count) }]
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(0, 0.1, 99.9),
        (before, after, offset) => {
          const typing_delay = computeInstructionDelay({ messages: messages(before) }) + offset
          expect(updateDelay({ messages: messages(before), typing_delay }, messages(after))).toBe(
            offset === 0 ? computeInstructionDelay({ messages: messages(after) }) : typing_delay,
          )
        },
      ),
    )
  })

  test("[I7] counts as manual if it differs from the computed delay", () => {
    const messages = [{ uuid: "m", locale: "en", content: words(12) }]
    expect(isManualDelay({ messages, typing_delay: computeInstructionDelay({ messages }) })).toBe(false)
    expect(isManualDelay({ messages, typing_delay: computeInstructionDelay({ messages }) + 0.1 })).toBe(true)
  })
})

describe("plain text", () => {
  const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

  test("escaped text is decoded, and white space is collapsed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(toPlainText(`<p>${escape(text)}</p>`)).toBe(text.replace(/[\t\n\r ]+/g, " ").trim())
      }),
    )
  })

  test("any string is converted, trimmed and without paragraph tags", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(toPlainText(text)).toBe(toPlainText(text).trim())
        expect(toPlainText(`<p>${text}</p><p>b</p>`)).not.toMatch(/<\/?p>/)
      }),
    )
  })

  test("paragraphs, list items and line breaks start a new line; scripts and comments are dropped", () => {
    expect(toPlainText("<p>a</p><p>b<br>c</p><ul><li>d</li></ul><script>e</script><!-- f -->")).toBe("a\nb\nc\nd")
  })
})
