// What the command palette finds.
import fc from "fast-check"
import { expect, test } from "vitest"
import { maxResults, type Searchable, searchByName, wrapIndex } from "../../domain/text/name-search.ts"

const name = fc.constantFrom("Intake", "Élan vital", "The intake of 2026", "Leden", "Reintake", "Intake  bis", "İstanbul", "")
const known: fc.Arbitrary<Searchable> = fc.record({ name, also: fc.array(name, { maxLength: 2 }) }, { requiredKeys: ["name"] })
const all = fc.array(known, { maxLength: 30 })
const typed = fc.oneof(fc.constantFrom("", " ", "intake", "ELAN", "élan", "in 2026", "take", "intake bis", "zz", "de"), fc.string())

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ")
const holds = (it: Searchable, text: string) =>
  plain(text)
    .split(" ")
    .every((word) => [it.name, ...(it.also ?? [])].some((known) => plain(known).includes(word)))

test("it finds those that hold every word that was typed, and where there are not too many, all of them", () => {
  fc.assert(
    fc.property(all, typed, (list, text) => {
      const wished = list.filter((it) => holds(it, text))
      const found = searchByName(list, text)
      expect(found.length).toBe(Math.min(maxResults, wished.length))
      for (const it of found) expect(wished).toContain(it)
      expect(new Set(found).size).toBe(found.length)
    }),
  )
})

test("what begins with what was typed comes first, and among equals the order stays", () => {
  fc.assert(
    fc.property(all, typed, (list, text) => {
      const begins = (it: Searchable) => plain(it.name).startsWith(plain(text))
      const found = searchByName(list, text)
      const first = found.findIndex((it) => !begins(it))
      if (first !== -1) expect(found.slice(first).some(begins)).toBe(false)
      const begun = found.filter(begins)
      expect(begun).toEqual(list.filter((it) => holds(it, text) && begins(it)).slice(0, maxResults))
    }),
  )
})

test("a word that begins so comes before one that only holds it; nothing typed leaves the list as it is", () => {
  const list = ["Reintake", "The intake", "Intake"].map((it) => ({ name: it }))
  expect(searchByName(list, "intake").map((it) => it.name)).toEqual(["Intake", "The intake", "Reintake"])
  expect(searchByName(list, "  ")).toEqual(list)
  expect(searchByName([{ name: "Chat", also: ["Welkom"] }], "chat wel")).toHaveLength(1)
})

test("steps go around, and stay within the list", () => {
  fc.assert(
    fc.property(fc.nat(20), fc.constantFrom(-1 as const, 1 as const), fc.nat(20), (count, by, from) => {
      const place = count === 0 ? 0 : from % count
      const next = wrapIndex(place, by, count)
      expect(next).toBeGreaterThanOrEqual(0)
      expect(next).toBeLessThan(Math.max(1, count))
      if (count > 0) expect(wrapIndex(next, by === 1 ? -1 : 1, count)).toBe(place)
    }),
  )
})
