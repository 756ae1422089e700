// Accounts: usernames, email addresses, sessions, and the edit of a user.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { failedAttemptLimits, sessionLifetimeMs } from "../../domain/accounts/account-limits.ts"
import { emailProblem, isCompleteCode, usernameProblem } from "../../domain/accounts/credentials.ts"
import { canDeleteUser, OpenSession, type Role, User } from "../../domain/accounts/user.ts"
import { createUserDraft, hasChanges, replaceMembership, userChanges } from "../../domain/accounts/user-form.ts"
import { foldCase } from "../../domain/text/text-input.ts"

describe("accounts", () => {
  test("[L5] [U5] have names that are compared regardless of case, Unicode composition and width", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) expect(foldCase(text.normalize(form))).toBe(foldCase(text))
      }),
    )
    expect(["ADMIN", "Ａdmin", "aDmin"].map(foldCase)).toEqual(["admin", "admin", "admin"])
    expect(new Set(["ann", "anne", "an n", "änn"].map(foldCase)).size).toBe(4)
  })

  test("cannot delete themselves", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (by, user) => {
        expect(canDeleteUser({ uuid: by }, { uuid: user })).toBe(by !== user)
        expect(canDeleteUser({ uuid: by }, { uuid: by })).toBe(false)
      }),
    )
  })

  test("[U1] [U3] have sessions of at most 12 idle hours and 30 days, and at most 5 failed attempts, or 20 per address, in 15 minutes", () => {
    const hours = (milliseconds: number) => milliseconds / 3_600_000
    expect([hours(sessionLifetimeMs.idle), hours(sessionLifetimeMs.absolute) / 24]).toEqual([12, 30])
    expect([failedAttemptLimits.account, failedAttemptLimits.address, hours(failedAttemptLimits.within) * 60]).toEqual([5, 20, 15])
  })

  test("[U5] have usernames of 3 to 64 characters", () => {
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
    ["anna ", "syntax"],
    ["  ab  ", "too-short"],
    ["an\u0000na", "syntax"],
    ["an\u202ena", "syntax"],
    ["anna maria", null],
  ])("[U5] username %j: %s", (username, problem) => {
    expect(usernameProblem(username)).toBe(problem)
  })

  test("[U12] may have any email address that mail servers know", () => {
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
    ["anna.@example.org", "syntax"],
    ["anna@example..org", "syntax"],
    ["anna@example-.org", "syntax"],
    ["anna@example.org-", "syntax"],
    ["anna@.example.org", "syntax"],
    ["anna@example.org ", "syntax"],
    [" anna@example.org", "syntax"],
    ["anna@-example.org", "syntax"],
    ["Anna <anna@example.org>", "syntax"],
    [`${"a".repeat(250)}@example.org`, "syntax"],
  ])("[U12] email address %j: %s", (email, problem) => {
    expect(emailProblem(email)).toBe(problem)
  })

  test("[U12] have email addresses of at most 254 characters, 64 of them before the host, which may have one letter", () => {
    const address = (local: number, whole: number) => `${"a".repeat(local)}@${"x".repeat(whole - local - 5)}.org`
    expect([emailProblem(address(64, 254)), emailProblem(address(65, 254)), emailProblem(address(64, 255))]).toEqual([
      null,
      "syntax",
      "syntax",
    ])
    expect(["a@b.c", "a@1.2", "a@b-c.d-e.f"].map(emailProblem)).toEqual([null, null, null])
  })

  test("need a code of exactly the right number of digits", () => {
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

test("a user is decoded from the server's response, and unknown roles are refused", () => {
  fc.assert(
    fc.property(user, (it) => {
      expect(Schema.decodeUnknownSync(User)(JSON.parse(JSON.stringify(it)))).toEqual(it)
    }),
  )
  const ben = { uuid: "u", username: "ben", email: "b@x.org", roles: ["ROLE_USER"], communityEntries: [] }
  expect(Schema.is(User)(ben)).toBe(true)
  const entry = { uuid: "e", community: { uuid: "a", name: "a", slug: "a" }, role: "ROLE_OWNER" }
  for (const wrong of [{ ...ben, roles: ["ROLE_ROOT"] }, { ...ben, roles: [""] }, { ...ben, communityEntries: [entry] }, {}])
    expect(Schema.is(User)(wrong)).toBe(false)
})

test("a session is decoded with its times, and whether it is the current one", () => {
  const session = { madeAt: "2026-01-01T00:00:00Z", seenAt: "2026-01-02T00:00:00Z", current: true }
  expect(Schema.decodeUnknownSync(OpenSession)(session)).toEqual(session)
  expect(Schema.is(OpenSession)({ madeAt: session.madeAt })).toBe(false)
})

describe("editing a user", () => {
  test("sends nothing that was not changed", () => {
    fc.assert(
      fc.property(user, (it) => {
        const changes = userChanges(it, createUserDraft(it))
        expect(changes).toEqual({ fields: {}, add: [], change: [], remove: [] })
        expect(hasChanges(changes)).toBe(false)
      }),
    )
  })

  test("ignores the order of roles, and counts any other change", () => {
    const ben: User = {
      uuid: "u",
      username: "ben",
      email: "b@x.org",
      roles: ["ROLE_USER", "ROLE_ADMIN"],
      communityEntries: [{ uuid: "e", community: { uuid: "a", name: "a", slug: "a" }, role: "ROLE_USER" }],
    }
    const draft = createUserDraft(ben)
    const changed = (part: Partial<typeof draft>) => hasChanges(userChanges(ben, { ...draft, ...part }))
    expect(changed({ roles: ["ROLE_ADMIN", "ROLE_USER"] })).toBe(false)
    // White space around a name is ignored.
    expect(changed({ username: " ben\t" })).toBe(false)
    expect(userChanges(ben, { ...draft, username: " anna " }).fields).toEqual({ username: "anna" })
    for (const part of [
      { username: "Ben" },
      { email: "ben@x.org" },
      { roles: ["ROLE_USER" as const] },
      { memberships: new Map() },
      { memberships: new Map([["a", "ROLE_ADMIN" as const]]) },
      { memberships: new Map([...draft.memberships, ["b", "ROLE_USER" as const]]) },
    ])
      expect(changed(part)).toBe(true)
  })

  test("takes one membership from another version of the user, and nothing else", () => {
    fc.assert(
      fc.property(user, user, (before, other) => {
        const [had, has] = [createUserDraft(before).memberships, createUserDraft(other).memberships]
        for (const uuid of [...had.keys(), ...has.keys()]) {
          const taken = createUserDraft(replaceMembership(before, other, uuid))
          expect(taken).toEqual({ ...createUserDraft(before), memberships: taken.memberships })
          for (const each of new Set([...had.keys(), ...has.keys()]))
            expect(taken.memberships.get(each)).toBe((each === uuid ? has : had).get(each))
        }
      }),
    )
  })

  test("sends changes that lead to the draft, and none that change nothing", () => {
    fc.assert(
      fc.property(user, user, (before, desired) => {
        const draft = createUserDraft(desired)
        const { fields, add, change, remove } = userChanges(before, draft)
        const memberships = new Map(createUserDraft(before).memberships)
        for (const { community } of remove) expect(memberships.delete(community.uuid)).toBe(true)
        for (const { entry, role: to } of change) memberships.set(entry.community.uuid, to)
        for (const { community, role: to } of add) {
          expect(memberships.has(community)).toBe(false)
          memberships.set(community, to)
        }
        const made = { ...createUserDraft(before), ...fields, memberships }
        expect({ ...made, roles: new Set(made.roles) }).toEqual({ ...draft, roles: new Set(draft.roles) })
        expect(
          Object.entries(fields).filter(([key, value]) => Object.is(value, Object.entries(before).find(([it]) => it === key)?.[1])),
        ).toEqual([])
      }),
    )
  })
})
