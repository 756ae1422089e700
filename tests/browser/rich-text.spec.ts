import fc from "fast-check"
import { expect, test } from "vitest"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import { hostile, markup, richText } from "../arbitraries/rich-text.ts"
import { launch } from "./chromium.ts"

test("[M2] a real browser reads what was sanitised as it is written, element for element", async () => {
  const browser = await launch()
  try {
    const page = await browser.newPage()
    const texts = [...hostile, ...fc.sample(fc.oneof(markup, richText), { numRuns: 2000, seed: 20_260 })]
    const clean = texts.map((text) => sanitizeHtml(text).replace(/\r\n?/g, "\n")).filter((text) => !namedOtherwise.test(text))
    expect(clean.length).toBeGreaterThan(1000)
    const read = await page.evaluate(
      (list) =>
        list.map((html) => {
          const template = document.createElement("template")
          template.innerHTML = html
          return template.innerHTML
        }),
      clean,
    )
    expect(read).toEqual(clean)
  } finally {
    await browser.close()
  }
})

/** References that the browser reads and the sanitiser leaves as they stand. */
const namedOtherwise = /&(?!(?:amp|lt|gt|quot|nbsp);)/
