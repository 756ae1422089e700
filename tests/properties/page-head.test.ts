// The head of pages that are served to respondents.
import fc from "fast-check"
import { expect, test } from "vitest"
import { buildPageHead } from "../../domain/style/page-head.ts"

const subject = { title: "Hoe was het?", description: "Een chat", site: "Acme", language: "nl" }

test("[T20] names the page for browsers and for previews of its link", () => {
  const head = buildPageHead("web", {}, subject)
  expect(head).toContain("<title>Hoe was het?</title>")
  for (const tag of [
    '<meta name="description" content="Een chat" />',
    '<meta property="og:title" content="Hoe was het?" />',
    '<meta property="og:description" content="Een chat" />',
    '<meta property="og:site_name" content="Acme" />',
    '<meta property="og:locale" content="nl_NL" />',
  ])
    expect(head).toContain(tag)
})

test("a page without a chat names no community", () => {
  expect(buildPageHead("web", {}, { ...subject, site: null })).not.toContain("og:site_name")
})

test.each([
  ["en", "en_US"],
  ["ar", "ar_EG"],
  ["fr-CA", "fr_CA"],
])("the locale of the language %s is written as %s", (language, locale) => {
  expect(buildPageHead("web", {}, { ...subject, language })).toContain(`<meta property="og:locale" content="${locale}" />`)
})

test.each([
  ["web", { "header_background-color": "#ff0000ff", "user-message_background-color": "#00ff00ff" }, "#ff0000", "#00ff00"],
  ["web", { header_display: "none", "app_background-color": "navy" }, "#000080", "#8bc34a"],
  ["stats", { "header_background-color": "#123456", "bar_background-color": "rgb(1, 2, 3)" }, "#123456", "#010203"],
] as const)("the color of the bars and the icon follow the style of the %s page: %j", (page, sheet, theme, fill) => {
  const head = buildPageHead(page, sheet, subject)
  expect(head).toContain(`<meta name="theme-color" content="${theme}" />`)
  const [, icon = ""] = /href="data:image\/svg\+xml,([^"]*)"/.exec(head) ?? []
  expect(decodeURIComponent(icon)).toContain(`fill="${fill}"`)
})

test("no text and no style leaves its tag", () =>
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom("web", "stats"), (text, color, page) => {
      const head = buildPageHead(page, { "header_background-color": color }, { ...subject, title: text, site: text, description: text })
      const written = head.replace(
        /<title>[^<]*<\/title>|<meta (?:name|property)="[\w:-]+" content="[^"<>]*" \/>|<link [^<>"]*(?:"[^"<>]*"[^<>"]*)*>/g,
        "",
      )
      expect(written.trim()).toBe("")
    }),
  ))
