// Sanitized HTML, parsed by a real browser.
import fc from "fast-check"
import { expect, test } from "vitest"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import { markup, richText, sanitizerAttacks } from "../arbitraries/rich-text.ts"
import { sharedBrowser } from "./chromium.ts"

test("[M2] a real browser parses sanitized HTML into the same elements", async () => {
  const browser = await sharedBrowser()
  try {
    const page = await (await browser.newContext()).newPage()
    const texts = [...sanitizerAttacks, ...fc.sample(fc.oneof(markup, richText), { numRuns: 2000, seed: 20_260 })]
    const clean = texts.map((text) => sanitizeHtml(text).replace(/\r\n?/g, "\n")).filter((text) => !otherReferences.test(text))
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

/** Character references that the browser decodes and the sanitizer leaves as they are. */
const otherReferences = /&(?!(?:amp|lt|gt|quot|nbsp);)/
