import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { draftOfUser, hasChanges, userChanges } from "../../domain/accounts/edit-user.ts"
import { emailProblem, isCompleteCode, usernameProblem } from "../../domain/accounts/identity.ts"
import type { Role, User } from "../../domain/accounts/user.ts"

describe("who someone is", () => {
  test("[U5] usernames of 3 to 64 characters, counted as people count them", () => {
    fc.assert(
      fc.property(fc.nat(80), (length) => {
        const problem = usernameProblem("é".repeat(length))
        expect(problem).toBe(length === 0 ? "blank" : length < 3 ? "too-short" : length > 64 ? "too-long" : null)
      }),
    )
  })

  test.each([
    ["   ", "blank"],
    [" anna", "syntax"],
    ["an\u0000na", "syntax"],
    ["an\u202ena", "syntax"],
    ["anna maria", null],
  ])("[U5] %j: %s", (username, problem) => {
    expect(usernameProblem(username)).toBe(problem)
  })

  test("[U12] addresses that mail servers know are valid", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(emailProblem(email)).toBe(null)
      }),
    )
    for (const email of ["anna@example.org", "a.b+c@sub.example.co", "jürgen@münchen.example", "o'neil@example.org"])
      expect(emailProblem(email)).toBe(null)
  })

  test.each([
    ["", "blank"],
    ["  ", "blank"],
    ["anna", "syntax"],
    ["anna@", "syntax"],
    ["@example.org", "syntax"],
    ["anna@localhost", "syntax"],
    ["a@b@example.org", "syntax"],
    ["anna @example.org", "syntax"],
    ["anna@example.org\nBcc: x@example.org", "syntax"],
    [".anna@example.org", "syntax"],
    ["an..na@example.org", "syntax"],
    ["anna@-example.org", "syntax"],
    ["Anna <anna@example.org>", "syntax"],
    [`${"a".repeat(250)}@example.org`, "syntax"],
  ])("[U12] %j: %s", (email, problem) => {
    expect(emailProblem(email)).toBe(problem)
  })

  test("a code is complete with just its digits", () => {
    expect(["123456", "12345", "1234567", "12345a", "１２３４５６"].map((code) => isCompleteCode(code, 6))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

const role = fc.constantFrom<Role>("ROLE_ADMIN", "ROLE_USER")
const communities = ["a", "b", "c", "d"]
const user: fc.Arbitrary<User> = fc
  .record({
    username: fc.constantFrom("anna", "ben"),
    email: fc.constantFrom("a@x.org", "b@x.org"),
    roles: fc.uniqueArray(role),
    entries: fc.dictionary(fc.constantFrom(...communities), role),
  })
  .map(({ entries, ...it }) => ({
    ...it,
    uuid: "u",
    communityEntries: Object.entries(entries).map(([slug, of]) => ({
      uuid: `e-${slug}`,
      community: { uuid: slug, name: slug, slug },
      role: of,
    })),
  }))

describe("the edit of a user", () => {
  test("what is not touched is not sent", () => {
    fc.assert(
      fc.property(user, (it) => {
        const changes = userChanges(it, draftOfUser(it))
        expect(changes).toEqual({ fields: {}, add: [], change: [], remove: [] })
        expect(hasChanges(changes)).toBe(false)
      }),
    )
  })

  test("carried out, the changes make the draft, and touch nothing twice", () => {
    fc.assert(
      fc.property(user, user, (before, wished) => {
        const draft = draftOfUser(wished)
        const { fields, add, change, remove } = userChanges(before, draft)
        const memberships = new Map(draftOfUser(before).memberships)
        for (const { community } of remove) expect(memberships.delete(community.uuid)).toBe(true)
        for (const { entry, role: to } of change) memberships.set(entry.community.uuid, to)
        for (const { community, role: to } of add) {
          expect(memberships.has(community)).toBe(false)
          memberships.set(community, to)
        }
        const made = { ...draftOfUser(before), ...fields, memberships }
        expect({ ...made, roles: new Set(made.roles) }).toEqual({ ...draft, roles: new Set(draft.roles) })
        expect(
          Object.entries(fields).filter(([key, value]) => Object.is(value, Object.entries(before).find(([it]) => it === key)?.[1])),
        ).toEqual([])
      }),
    )
  })
})
