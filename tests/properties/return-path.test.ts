// The return path after sign-in: only paths of the same origin.
import fc from "fast-check"
import { expect, test } from "vitest"
import { parseSameOriginPath } from "../../ui/console/return-path.ts"

test.each([
  ["/chats/demo", "/chats/demo"],
  ["/chats/demo?x=1#y", "/chats/demo?x=1#y"],
  ["/chats/../home", "/home"],
])("returns to %s", (requested, to) => {
  expect(parseSameOriginPath(requested)).toBe(to)
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
])("does not return to %s", (requested) => {
  expect(parseSameOriginPath(requested)).toBe(undefined)
})

test("a browser that follows the path stays on the same origin", () => {
  const piece = fc.constantFrom("/", "\\", ".", "..", "\t", "\n", "@", ":", "evil.example", "?", "#", "%2f", "a", " ")
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const to = parseSameOriginPath(`/${pieces.join("")}`)
      if (to !== undefined) expect(new URL(to, "https://console.example/login").origin).toBe("https://console.example")
    }),
    { numRuns: 2000 },
  )
})
