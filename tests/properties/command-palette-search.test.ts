// Search in the command palette.
import fc from "fast-check"
import { expect, test } from "vitest"
import { maxResults, type Searchable, searchByName, wrapIndex } from "../../domain/text/name-search.ts"

const name = fc.constantFrom("Intake", "Élan vital", "The intake of 2026", "Leden", "Reintake", "Intake  bis", "İstanbul", "")
const searchable: fc.Arbitrary<Searchable> = fc.record({ name, also: fc.array(name, { maxLength: 2 }) }, { requiredKeys: ["name"] })
const all = fc.array(searchable, { maxLength: 30 })
const typed = fc.oneof(fc.constantFrom("", " ", "intake", "ELAN", "élan", "in 2026", "take", "intake bis", "zz", "de"), fc.string())

const normalize = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ")
const matches = (entry: Searchable, text: string) =>
  normalize(text)
    .split(" ")
    .every((word) => [entry.name, ...(entry.also ?? [])].some((name) => normalize(name).includes(word)))

test("finds the entries that contain every typed word, up to the maximum number of results", () => {
  fc.assert(
    fc.property(all, typed, (list, text) => {
      const expected = list.filter((entry) => matches(entry, text))
      const found = searchByName(list, text)
      expect(found.length).toBe(Math.min(maxResults, expected.length))
      for (const entry of found) expect(expected).toContain(entry)
      expect(new Set(found).size).toBe(found.length)
    }),
  )
})

test("lists entries that begin with the typed text first, and otherwise keeps the order", () => {
  fc.assert(
    fc.property(all, typed, (list, text) => {
      const isPrefixed = (entry: Searchable) => normalize(entry.name).startsWith(normalize(text))
      const found = searchByName(list, text)
      const first = found.findIndex((entry) => !isPrefixed(entry))
      if (first !== -1) expect(found.slice(first).some(isPrefixed)).toBe(false)
      const prefixed = found.filter(isPrefixed)
      expect(prefixed).toEqual(list.filter((entry) => matches(entry, text) && isPrefixed(entry)).slice(0, maxResults))
    }),
  )
})

test("ranks a match at the start of a word before one inside a word; without text the list stays as it is", () => {
  const list = ["Reintake", "The intake", "Intake"].map((name) => ({ name }))
  expect(searchByName(list, "intake").map((entry) => entry.name)).toEqual(["Intake", "The intake", "Reintake"])
  expect(searchByName(list, "  ")).toEqual(list)
  expect(searchByName([{ name: "Chat", also: ["Welkom"] }], "chat wel")).toHaveLength(1)
})

test("wraps around at both ends of the list", () => {
  fc.assert(
    fc.property(fc.nat(20), fc.constantFrom(-1 as const, 1 as const), fc.nat(20), (count, by, from) => {
      const index = count === 0 ? 0 : from % count
      const next = wrapIndex(index, by, count)
      expect(next).toBeGreaterThanOrEqual(0)
      expect(next).toBeLessThan(Math.max(1, count))
      if (count > 0) expect(wrapIndex(next, by === 1 ? -1 : 1, count)).toBe(index)
    }),
  )
})
