// Where a person is brought after signing in: a path of this origin, or nowhere.
import fc from "fast-check"
import { expect, test } from "vitest"
import { parseSameOriginPath } from "../../ui/console/return-path.ts"

test.each([
  ["/chats/demo", "/chats/demo"],
  ["/chats/demo?x=1#y", "/chats/demo?x=1#y"],
  ["/chats/../home", "/home"],
])("%s is gone to", (wished, to) => {
  expect(parseSameOriginPath(wished)).toBe(to)
})

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/a/..//evil.example",
  "/./\\evil.example",
  "javascript:alert(1)",
  "home",
  "",
  undefined,
  ["/home"],
])("%s leads elsewhere and is not gone to", (wished) => {
  expect(parseSameOriginPath(wished)).toBe(undefined)
})

test("whatever is wished, a browser that follows it stays on this origin", () => {
  const piece = fc.constantFrom("/", "\\", ".", "..", "\t", "\n", "@", ":", "evil.example", "?", "#", "%2f", "a", " ")
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const to = parseSameOriginPath(`/${pieces.join("")}`)
      if (to !== undefined) expect(new URL(to, "https://console.example/login").origin).toBe("https://console.example")
    }),
    { numRuns: 2000 },
  )
})
