// Lists of users and communities: searching; and showing the two-factor key.
import fc from "fast-check"
import { expect, test } from "vitest"
import { formatTotpKey } from "../../domain/accounts/two-factor-settings.ts"
import { filterByText } from "../../domain/text/name-search.ts"

const columns = ["username", "email"] as const
const person = fc.record({ uuid: fc.uuid(), username: fc.string({ maxLength: 6 }), email: fc.string({ maxLength: 6 }) })
const people = fc.uniqueArray(person, { selector: ({ uuid }) => uuid, maxLength: 12 })

test("the search finds exactly the people with the text in any column, ignoring case", () => {
  fc.assert(
    fc.property(people, fc.string({ maxLength: 3 }), (all, search) => {
      const found = filterByText(all, { search: ` ${search.toUpperCase()} `, columns })
      const part = search.toUpperCase().trim().toLowerCase()
      const expected = all.filter(({ username, email }) => username.toLowerCase().includes(part) || email.toLowerCase().includes(part))
      expect(new Set(found)).toEqual(new Set(expected))
      expect(found.length).toBe(expected.length)
    }),
  )
})

test("the people found are in the order of their ids, whatever the input order", () => {
  fc.assert(
    fc.property(people, (all) => {
      const found = filterByText(all, { search: "", columns })
      expect(filterByText(all.toReversed(), { search: "", columns })).toEqual(found)
      expect(found.map(({ uuid }) => uuid)).toEqual(all.map(({ uuid }) => uuid).toSorted())
    }),
  )
})

test("a key is shown in groups of four characters, with nothing lost", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z2-7]{0,40}$/), (key) => {
      const shown = formatTotpKey(key)
      expect(shown.replaceAll(" ", "")).toBe(key)
      expect(shown.split(" ").every((group, i, all) => group.length === 4 || i === all.length - 1)).toBe(true)
    }),
  )
})
