// Texts are normalized in time that is proportional to their length, whatever combining characters they have.
import fc from "fast-check"
import { expect, test } from "vitest"
import { maxCombiningRun, normalizeText } from "../../domain/text/normalization.ts"
import { foldCase, stripAccents } from "../../domain/text/text-input.ts"

const forms = ["NFC", "NFKC", "NFKD"] as const
const accents = ["\u0300", "\u0315", "\u0327", "\uff9e"]

/** Combining characters of three classes, in the order that takes longest to sort. */
const longRun = `a${"\u0315".repeat(9000)}${"\u0300".repeat(9000)}${"\u0327".repeat(9000)}`

test("a text without long runs of combining characters gets its usual normal form", () => {
  const text = fc.array(fc.constantFrom(...accents, "a", "é", "ﬁ", "が", "👍"), { maxLength: maxCombiningRun })
  fc.assert(
    fc.property(text, fc.constantFrom(...forms), (parts, form) => {
      const joined = parts.join("")
      expect(normalizeText(joined, form)).toBe(joined.normalize(form))
    }),
  )
})

test("a long run of combining characters is sorted in parts", () => {
  for (const normalized of [...forms.map((form) => normalizeText(longRun, form)), foldCase(longRun)])
    expect(Math.max(...normalized.split("\u034f").map((part) => part.length))).toBeLessThanOrEqual(maxCombiningRun + 1)
  expect(stripAccents(longRun)).toBe("a")
})

test("a name and the same name with its accents composed are equal", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...accents, "a", "e"), { maxLength: maxCombiningRun }), (parts) => {
      expect(foldCase(parts.join("").normalize("NFC"))).toBe(foldCase(parts.join("").normalize("NFD")))
    }),
  )
})
