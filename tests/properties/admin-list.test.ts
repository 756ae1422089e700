// Lists of users and communities: searching and sorting; and showing the two-factor key.
import fc from "fast-check"
import { expect, test } from "vitest"
import { formatTotpKey } from "../../domain/accounts/two-factor-settings.ts"
import { filterAndSort, toggleSort } from "../../domain/text/name-search.ts"

const columns = ["username", "email"] as const
const person = fc.record({ uuid: fc.uuid(), username: fc.string({ maxLength: 6 }), email: fc.string({ maxLength: 6 }) })
const people = fc.uniqueArray(person, { selector: ({ uuid }) => uuid, maxLength: 12 })
const sort = fc.record({ by: fc.constantFrom(...columns), descending: fc.boolean() })

test("the search finds exactly the people with the text in any column, ignoring case", () => {
  fc.assert(
    fc.property(people, sort, fc.string({ maxLength: 3 }), (all, order, search) => {
      const found = filterAndSort(all, { search: ` ${search.toUpperCase()} `, sort: order, columns })
      const part = search.toUpperCase().trim().toLowerCase()
      const expected = all.filter(({ username, email }) => username.toLowerCase().includes(part) || email.toLowerCase().includes(part))
      expect(new Set(found)).toEqual(new Set(expected))
      expect(found.length).toBe(expected.length)
    }),
  )
})

test("the order is independent of the input order, breaks ties by id, and sorts numerically", () => {
  fc.assert(
    fc.property(people, sort, (all, order) => {
      const sorted = (list: typeof all, by = order) => filterAndSort(list, { search: "", sort: by, columns })
      expect(sorted(all.toReversed())).toEqual(sorted(all))
    }),
  )
  const equal = ["3", "1", "2"].map((uuid) => ({ uuid, username: "anna", email: "" }))
  for (const descending of [false, true])
    expect(filterAndSort(equal, { search: "", sort: { by: "username", descending }, columns }).map(({ uuid }) => uuid)).toEqual([
      "1",
      "2",
      "3",
    ])
  const named = ["b", "A", "10", "9"].map((username, i) => ({ uuid: String(i), username, email: "" }))
  const names = (descending: boolean) =>
    filterAndSort(named, { search: "", sort: { by: "username", descending }, columns }).map(({ username }) => username)
  expect([names(false), names(true)]).toEqual([
    ["9", "10", "A", "b"],
    ["b", "A", "10", "9"],
  ])
})

test("selecting a column again reverses its order; another column starts ascending", () => {
  expect(toggleSort({ by: "email", descending: false }, "username").descending).toBe(false)
  const first = toggleSort({ by: "email", descending: true }, "username")
  expect([first, toggleSort(first, "username"), toggleSort(toggleSort(first, "username"), "username")]).toEqual([
    { by: "username", descending: false },
    { by: "username", descending: true },
    { by: "username", descending: false },
  ])
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
