// Addresses of links as authors type them.
import fc from "fast-check"
import { expect, test } from "vitest"
import { getAllowedAttributeValue, parseTypedLink } from "../../domain/rich-text/allowed-markup.ts"

test("a typed link leads to an address that texts may link to, or nowhere", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.emailAddress(), fc.domain(), fc.string()),
      (text) => {
        const address = parseTypedLink(text)
        if (address !== undefined) expect(getAllowedAttributeValue("href", address)).toBe(address)
      },
    ),
  )
})

test("a web address and an email address may be typed without their schemes", () => {
  fc.assert(
    fc.property(fc.domain(), fc.webUrl(), (host, address) => {
      expect(parseTypedLink(` ${host}/a?b#c`)).toBe(`https://${host}/a?b#c`)
      expect(parseTypedLink(address)).toBe(address)
    }),
  )
  expect(parseTypedLink("someone@example.org")).toBe("mailto:someone@example.org")
  expect(parseTypedLink("mailto:someone@example.org")).toBe("mailto:someone@example.org")
  expect(parseTypedLink("example.org:8080/a")).toBe("https://example.org:8080/a")
})

test("other schemes and texts that are no address are refused", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,a",
    "ftp://example.org",
    "file:///etc/passwd",
    "example",
    "two words.org",
    "/a",
    "#a",
    "",
  ])
    expect([text, parseTypedLink(text)]).toEqual([text, undefined])
})
