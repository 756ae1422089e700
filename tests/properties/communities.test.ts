// Communities, and the rights of roles in them.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { canReachCommunity, hasRight, type Right, rights } from "../../domain/accounts/rights.ts"
import {
  communityProblems,
  filterCommunities,
  findOnlyMatch,
  measureCommunity,
  reservedSlugs,
  suggestSlug,
} from "../../domain/communities/community.ts"
import { isNearMaximum } from "../../domain/text/text-input.ts"

const named = fc.array(
  fc.string({ maxLength: 6 }).map((name) => ({ name })),
  { maxLength: 6 },
)

describe("communities", () => {
  test("[U7] accept names of 3 to 100 and slugs of 3 to 63 characters, and give the reason for refusing others", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 80 }), (n, m) => {
        const { name, slug } = communityProblems({ name: "😀".repeat(n), slug: "x".repeat(m) })
        expect(name).toEqual(n < 3 ? ["ERROR.NAME_TOO_SHORT"] : n > 100 ? ["ERROR.NAME_TOO_LONG"] : [])
        expect(slug).toEqual(m < 3 ? ["ERROR.SLUG_TOO_SHORT"] : m > 63 ? ["ERROR.SLUG_TOO_LONG"] : [])
      }),
    )
  })

  test("[U7] ignore white space around a name, and accept the longest name and slug", () => {
    expect(communityProblems({ name: "  ab  ", slug: "abc" }).name).toEqual(["ERROR.NAME_TOO_SHORT"])
    expect(communityProblems({ name: ` ${"a".repeat(100)} `, slug: "a".repeat(63) })).toEqual({ name: [], slug: [] })
    expect(communityProblems({ name: "a".repeat(101), slug: "a".repeat(64) })).toEqual({
      name: ["ERROR.NAME_TOO_LONG"],
      slug: ["ERROR.SLUG_TOO_LONG"],
    })
  })

  test("[U7] measure a name and slug while they are typed as they are validated", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 110 }),
      fc.nat(120).map((n) => ` ${"ab ".repeat(n)}`),
    )
    const slugs = fc.nat(80).map((n) => "x".repeat(n))
    fc.assert(
      fc.property(text, slugs, (name, slug) => {
        const [problems, measures] = [communityProblems({ name, slug }), measureCommunity({ name, slug })]
        expect([measures.name.isShort, measures.name.isLong]).toEqual([
          problems.name.includes("ERROR.NAME_TOO_SHORT"),
          problems.name.includes("ERROR.NAME_TOO_LONG"),
        ])
        expect([measures.slug.isShort, measures.slug.isLong]).toEqual([
          problems.slug.includes("ERROR.SLUG_TOO_SHORT"),
          problems.slug.includes("ERROR.SLUG_TOO_LONG"),
        ])
        expect([measures.name.length, measures.slug.length]).toEqual([Array.from(name.trim()).length, slug.length])
      }),
    )
    expect(measureCommunity({ name: " Öst ", slug: "ost" })).toEqual({
      name: { length: 3, minimum: 3, maximum: 100, isShort: false, isLong: false, isNearMaximum: false },
      slug: { length: 3, minimum: 3, maximum: 63, isShort: false, isLong: false, isNearMaximum: false },
    })
  })

  test.each([
    [79, 100, false],
    [80, 100, true],
    [101, 100, true],
    [39, 50, false],
    [40, 50, true],
    [923, 1024, false],
    [924, 1024, true],
    [0, 1, false],
    [1, 1, true],
  ])("a text of %i characters of at most %i is near its limit: %s", (length, maximum, isNear) => {
    expect(isNearMaximum(length, maximum)).toBe(isNear)
  })

  test.each(["Demo", "a b c", "über", "a_b", "a.b", "../x"])("[U7] refuse the slug %s", (slug) => {
    expect(communityProblems({ name: "abc", slug }).slug).toEqual(["ERROR.SLUG_SYNTAX"])
  })

  test("[U8] refuse the paths of the product as slugs", () => {
    for (const slug of reservedSlugs) expect(communityProblems({ name: "abc", slug }).slug).not.toEqual([])
    for (const slug of ["login", "api", "chat-scripts"])
      expect(communityProblems({ name: "abc", slug }).slug).toEqual([slug.length < 3 ? "ERROR.SLUG_TOO_SHORT" : "ERROR.SLUG_RESERVED"])
  })

  test("[U7] suggest a slug without syntax errors that is not too long", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(communityProblems({ name: "abc", slug: suggestSlug(name) }).slug).not.toContain("ERROR.SLUG_SYNTAX")
        expect(communityProblems({ name: "abc", slug: suggestSlug(name) }).slug).not.toContain("ERROR.SLUG_TOO_LONG")
      }),
    )
    expect(suggestSlug("  Ziekenhuis Öst & Zn. ")).toBe("ziekenhuis-ost-zn")
    expect([suggestSlug("(-- a"), suggestSlug("a !!"), suggestSlug("---"), suggestSlug("a".repeat(80))]).toEqual([
      "a",
      "a",
      "",
      "a".repeat(63),
    ])
  })

  test("[U9] are filtered by part of their name, ignoring case, and all match an empty filter", () => {
    fc.assert(
      fc.property(named, fc.nat(), (all, which) => {
        const it = all[which % (all.length || 1)]
        if (it !== undefined) expect(filterCommunities(all, it.name.slice(1).toUpperCase().toLowerCase())).toContain(it)
        expect(new Set(filterCommunities(all, " "))).toEqual(new Set(all))
        const rest = all.filter(({ name }) => !name.toLowerCase().includes("a"))
        expect(new Set(filterCommunities(all, "A"))).toEqual(new Set(all.filter((one) => !rest.includes(one))))
        expect(filterCommunities(all, "")).toHaveLength(all.length)
      }),
    )
  })

  test("[U9] are sorted by name, with numbers in numeric order, ignoring case", () => {
    const names = (...all: ReadonlyArray<string>) => all.map((name) => ({ name }))
    expect(filterCommunities(names("Ward 10", "ward 2", "Écurie", "Zorg", "Ward 1"), "")).toEqual(
      names("Écurie", "Ward 1", "ward 2", "Ward 10", "Zorg"),
    )
  })

  test("[U9] are opened by Enter only where a single one matches", () => {
    fc.assert(
      fc.property(named, fc.string({ maxLength: 2 }), (all, filter) => {
        const found = filterCommunities(all, filter)
        expect(findOnlyMatch(all, filter)).toBe(found.length === 1 ? found[0] : undefined)
      }),
    )
  })
})

describe("roles", () => {
  const community = (slug: string) => ({ uuid: slug, name: slug, slug })
  const member = (role: "ROLE_ADMIN" | "ROLE_USER", slug: string) => ({
    roles: ["ROLE_USER" as const],
    communityEntries: [{ uuid: "e", community: community(slug), role }],
  })
  const every = Object.keys(rights).filter((it): it is Right => it in rights)

  test("[U6] give every right to a platform administrator, and none to a user without a membership", () => {
    for (const right of every) {
      expect(hasRight({ roles: ["ROLE_ADMIN"], communityEntries: [] }, right, "a")).toBe(true)
      expect(hasRight({ roles: ["ROLE_USER"], communityEntries: [] }, right, "a")).toBe(false)
    }
  })

  test("[U6] have each right at the level of its subject: platform, community administrator or member", () => {
    const lowestRole = (right: Right) =>
      /^(?:communities|users|audit|removals)\./.test(right)
        ? "platform"
        : right.startsWith("community.") || right === "connections.test" || right === "scripts.removal-procedure"
          ? "administrator"
          : "member"
    expect(every.map((right) => [right, rights[right]])).toEqual(every.map((right) => [right, lowestRole(right)]))
    const holders = { member: member("ROLE_USER", "a"), administrator: member("ROLE_ADMIN", "a") }
    for (const right of every) {
      expect([right, hasRight(holders.member, right, "a")]).toEqual([right, lowestRole(right) === "member"])
      expect([right, hasRight(holders.administrator, right, "a")]).toEqual([right, lowestRole(right) !== "platform"])
    }
  })

  test("[U6] open a community to its members while no list is loaded, to platform administrators too, and later to whom it is listed", () => {
    const platformAdministrator = { roles: ["ROLE_ADMIN" as const], communityEntries: [] }
    const withoutMembership = { roles: ["ROLE_USER" as const], communityEntries: [] }
    const reached = (listed: Parameters<typeof canReachCommunity>[2]) =>
      [platformAdministrator, member("ROLE_USER", "a"), member("ROLE_USER", "b"), withoutMembership].map((user) =>
        canReachCommunity(user, "a", listed),
      )
    expect(reached(null)).toEqual([true, true, false, false])
    expect(reached([{ slug: "b" }])).toEqual([false, true, false, false])
    // The list is newer than the session.
    expect(reached([{ slug: "a" }])).toEqual([true, true, true, true])
  })

  test("[U6] give no rights in another community", () => {
    for (const right of every) expect(hasRight(member("ROLE_ADMIN", "a"), right, "b")).toBe(false)
  })

  test("[U6] let members work with scripts, links and conversations, and administrators change the community's options too", () => {
    const allowed = (role: "ROLE_ADMIN" | "ROLE_USER") => every.filter((right) => hasRight(member(role, "a"), right, "a"))
    expect(allowed("ROLE_USER")).toEqual(expect.arrayContaining(["scripts.save", "links.make", "conversations.read"]))
    expect(allowed("ROLE_USER").filter((right) => /^(community|communities|users|audit|removals)\./.test(right))).toEqual([])
    expect(allowed("ROLE_ADMIN")).toEqual(expect.arrayContaining([...allowed("ROLE_USER"), "community.options", "community.removals"]))
    expect(allowed("ROLE_ADMIN")).not.toContain("users.manage")
  })
})
