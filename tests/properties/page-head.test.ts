// The head of pages that are served to respondents.
import fc from "fast-check"
import { expect, test } from "vitest"
import { buildPageHead } from "../../domain/style/page-head.ts"

const subject = { title: "Hoe was het?", description: "Een chat", site: "Acme", language: "nl" }

test("[T20] names the page for browsers and for previews of its link", () => {
  const head = buildPageHead("web", {}, subject, "Chat")
  expect(head).toContain("<title>Hoe was het?</title>")
  for (const tag of [
    '<meta name="description" content="Een chat" />',
    '<meta property="og:title" content="Hoe was het?" />',
    '<meta property="og:description" content="Een chat" />',
    '<meta property="og:site_name" content="Acme" />',
    '<meta property="og:locale" content="nl" />',
  ])
    expect(head).toContain(tag)
})

test("a page without a chat has the default title and no description", () => {
  const head = buildPageHead("stats", {}, null, "Live statistics")
  expect(head).toContain("<title>Live statistics</title>")
  expect(head).not.toMatch(/description|og:/)
})

test.each([
  ["web", { "header_background-color": "#ff0000ff", "user-message_background-color": "#00ff00ff" }, "#ff0000", "#00ff00"],
  ["web", { header_display: "none", "app_background-color": "navy" }, "#000080", "#8bc34a"],
  ["stats", { "header_background-color": "#123456", "bar_background-color": "rgb(1, 2, 3)" }, "#123456", "#010203"],
] as const)("the color of the bars and the icon follow the style of the %s page: %j", (page, sheet, theme, fill) => {
  const head = buildPageHead(page, sheet, subject, "Chat")
  expect(head).toContain(`<meta name="theme-color" content="${theme}" />`)
  const [, icon = ""] = /href="data:image\/svg\+xml,([^"]*)"/.exec(head) ?? []
  expect(decodeURIComponent(icon)).toContain(`fill="${fill}"`)
})

test("no text and no style leaves its tag", () =>
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom("web", "stats"), (text, color, page) => {
      const head = buildPageHead(page, { "header_background-color": color }, { ...subject, title: text, site: text, description: text }, "")
      const written = head.replace(
        /<title>[^<]*<\/title>|<meta (?:name|property)="[\w:-]+" content="[^"<>]*" \/>|<link [^<>"]*(?:"[^"<>]*"[^<>"]*)*>/g,
        "",
      )
      expect(written.trim()).toBe("")
    }),
  ))
