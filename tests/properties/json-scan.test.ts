// Scanning a JSON body while it arrives: its parts may be cut anywhere.
import fc from "fast-check"
import { expect, test } from "vitest"
import { createJsonScanner } from "../../adapters/server/http/json-scan.ts"

const scan = (text: string, cuts: ReadonlyArray<number> = []) => {
  const bytes = Buffer.from(text)
  const scanBytes = createJsonScanner()
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return ends.map((end, i) => scanBytes(bytes.subarray(i === 0 ? 0 : ends[i - 1], end))).at(-1)
}

const countValues = (value: unknown): number =>
  typeof value === "object" && value !== null ? Object.values(value).reduce<number>((sum, item) => sum + countValues(item), 1) : 1
const measureDepth = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(measureDepth)) : 0

test("finds the depth and at least as many values as half of those that there are, wherever the body is cut", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.nat()), (value, cuts) => {
      const text = JSON.stringify(value)
      const measured = scan(text, cuts)
      expect(measured).toEqual(scan(text))
      expect(measured?.depth).toBe(measureDepth(JSON.parse(text)))
      expect(2 * (measured?.valueCount ?? 0) + 1).toBeGreaterThanOrEqual(countValues(JSON.parse(text)))
    }),
  )
})

test("finds halves of surrogate pairs among escapes, wherever the body is cut", () => {
  const piece = fc.constantFrom("\\ud83d", "\\ude00", "\\n", "\\\\", "\\u0041", "u", "é", "😀", "\\uD83D", "\\uDE00")
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.array(fc.nat()), (pieces, cuts) => {
      const text = `["${pieces.join("")}"]`
      const [parsed]: ReadonlyArray<string> = JSON.parse(text)
      expect(scan(text, cuts)?.hasLoneSurrogate).toBe(parsed?.isWellFormed() === false)
    }),
    { numRuns: 1000 },
  )
})
