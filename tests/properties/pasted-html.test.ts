// Pasted HTML: conversion into the rich text of messages.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { convertPastedHtml } from "../../domain/rich-text/pasted-html.ts"
import { toPlainText } from "../../domain/rich-text/plain-text.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import { stripControlCharacters } from "../../domain/text/text-input.ts"
import { markup, richText, sanitizerAttacks } from "../arbitraries/rich-text.ts"
import { measureProcessorTime } from "../fixtures/processor-time.ts"

const anything = fc.oneof(fc.string({ unit: "binary" }), markup, fc.constantFrom(...sanitizerAttacks))

describe("pasted HTML", () => {
  test("[M4] becomes well-formed paragraphs, lists, line breaks and marks, whatever the input", () => {
    fc.assert(
      fc.property(anything, (html) => {
        const text = convertPastedHtml(html)
        expect(sanitizeHtml(text)).toBe(text)
        expect(text.replace(/<\/?(?:p|ul|ol|li|strong|em|u|s)>|<br>/g, "")).not.toMatch(/<|(?![\t\n\r])\p{Cc}/u)
      }),
    )
  })

  test("[M4] keeps its text", () => {
    fc.assert(
      fc.property(richText, (html) => {
        const shown = toPlainText(stripControlCharacters(sanitizeHtml(html, { images: false })))
        expect(toPlainText(convertPastedHtml(html))).toBe(shown)
      }),
    )
  })

  test.each([
    // Google Docs: a `b` wrapper that is not bold, and marks as styles only.
    [
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:700;font-style:italic;text-decoration:none">Very</span><span style="font-weight:400;text-decoration:underline"> much</span></p></b>',
      "<p><strong><em>Very</em></strong><u> much</u></p>",
    ],
    // From Word and browsers.
    ["<p class=MsoNormal><s>old</s> <span style='text-decoration: line-through'>older</span></p>", "<p><s>old</s> <s>older</s></p>"],
    ['<h1 style="font-weight: bold">Title</h1><div style="font-weight:lighter">thin</div>', "<p><strong>Title</strong></p><p>thin</p>"],
    ['<em style="font-style: normal">upright</em><br class="Apple-interchange-newline">', "upright"],
    ["<table><tr><td>a</td><td>b</td></tr></table>", "<p>a b </p>"],
    ['<a href="https://example.org" style="color:red">here</a><img src="https://example.org/a.png">', "here"],
    ["<b>never <i>closed", "<strong>never <em>closed</em></strong>"],
    ["<p>bell\u0007&#7;</p>", "<p>bell</p>"],
  ])("[M4] %s", (html, text) => {
    expect(convertPastedHtml(html)).toBe(text)
  })

  test("[M4] is converted in linear time, however badly nested", () => {
    const conversionTime = (count: number) =>
      measureProcessorTime(() => {
        convertPastedHtml("<a>".repeat(2 * count) + "</b>".repeat(2 * count))
        convertPastedHtml("<span style='font-weight:bold'>x</span>".repeat(count))
      })
    conversionTime(2000)
    // Quadratic time would make it 100 times as long.
    expect(conversionTime(20_000)).toBeLessThan(40 * conversionTime(2000) + 250)
  })
})
