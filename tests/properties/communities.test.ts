import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  communityMeasures,
  communityProblems,
  filterCommunities,
  onlyMatch,
  reservedSlugs,
  suggestSlug,
} from "../../domain/communities/community.ts"
import { canReachCommunity, hasRight, type Right, rights } from "../../domain/communities/rights.ts"

const named = fc.array(
  fc.string({ maxLength: 6 }).map((name) => ({ name })),
  { maxLength: 6 },
)

describe("communities", () => {
  test("[U7] names of 3 to 100 characters and slugs of 3 to 63 pass, all others say why", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 80 }), (n, m) => {
        const { name, slug } = communityProblems({ name: "😀".repeat(n), slug: "x".repeat(m) })
        expect(name).toEqual(n < 3 ? ["ERROR.NAME_TOO_SHORT"] : n > 100 ? ["ERROR.NAME_TOO_LONG"] : [])
        expect(slug).toEqual(m < 3 ? ["ERROR.SLUG_TOO_SHORT"] : m > 63 ? ["ERROR.SLUG_TOO_LONG"] : [])
      }),
    )
  })

  test("[U7] white space around a name counts for nothing; the longest name and slug that may be are taken", () => {
    expect(communityProblems({ name: "  ab  ", slug: "abc" }).name).toEqual(["ERROR.NAME_TOO_SHORT"])
    expect(communityProblems({ name: ` ${"a".repeat(100)} `, slug: "a".repeat(63) })).toEqual({ name: [], slug: [] })
    expect(communityProblems({ name: "a".repeat(101), slug: "a".repeat(64) })).toEqual({
      name: ["ERROR.NAME_TOO_LONG"],
      slug: ["ERROR.SLUG_TOO_LONG"],
    })
  })

  test("[U7] what is measured while it is typed is short or long exactly where it is refused as that", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 110 }),
      fc.nat(120).map((n) => ` ${"ab ".repeat(n)}`),
    )
    const slugs = fc.nat(80).map((n) => "x".repeat(n))
    fc.assert(
      fc.property(text, slugs, (name, slug) => {
        const [problems, measures] = [communityProblems({ name, slug }), communityMeasures({ name, slug })]
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
    expect(communityMeasures({ name: " Öst ", slug: "ost" })).toEqual({
      name: { length: 3, minimum: 3, maximum: 100, isShort: false, isLong: false },
      slug: { length: 3, minimum: 3, maximum: 63, isShort: false, isLong: false },
    })
  })

  test.each(["Demo", "a b c", "über", "a_b", "a.b", "../x"])("[U7] %s is no slug", (slug) => {
    expect(communityProblems({ name: "abc", slug }).slug).toEqual(["ERROR.SLUG_SYNTAX"])
  })

  test("[U8] no community takes a path of the product", () => {
    for (const slug of reservedSlugs) expect(communityProblems({ name: "abc", slug }).slug).not.toEqual([])
    for (const slug of ["login", "api", "chat-scripts"])
      expect(communityProblems({ name: "abc", slug }).slug).toEqual([slug.length < 3 ? "ERROR.SLUG_TOO_SHORT" : "ERROR.SLUG_RESERVED"])
  })

  test("[U7] the slug that a name suggests is never badly written", () => {
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

  test("[U9] a part of the name is enough, whatever its case; an empty wish matches all", () => {
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

  test("[U9] they come by their names, numbers as numbers and whatever the case, the last one that was added too", () => {
    const names = (...all: ReadonlyArray<string>) => all.map((name) => ({ name }))
    expect(filterCommunities(names("Ward 10", "ward 2", "Écurie", "Zorg", "Ward 1"), "")).toEqual(
      names("Écurie", "Ward 1", "ward 2", "Ward 10", "Zorg"),
    )
  })

  test("[U9] Enter opens the only match, and none of several", () => {
    fc.assert(
      fc.property(named, fc.string({ maxLength: 2 }), (all, wish) => {
        const found = filterCommunities(all, wish)
        expect(onlyMatch(all, wish)).toBe(found.length === 1 ? found[0] : undefined)
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

  test("[U6] a platform administrator may do everything, someone without a membership nothing", () => {
    for (const right of every) {
      expect(hasRight({ roles: ["ROLE_ADMIN"], communityEntries: [] }, right, "a")).toBe(true)
      expect(hasRight({ roles: ["ROLE_USER"], communityEntries: [] }, right, "a")).toBe(false)
    }
  })

  test("[U6] every right is one of the platform's, of a community's administrators, or of its members, by what it is about", () => {
    const least = (right: Right) =>
      /^(?:communities|users|audit|removals)\./.test(right)
        ? "platform"
        : right.startsWith("community.") || right === "connections.test"
          ? "administrator"
          : "member"
    expect(every.map((right) => [right, rights[right]])).toEqual(every.map((right) => [right, least(right)]))
    const holders = { member: member("ROLE_USER", "a"), administrator: member("ROLE_ADMIN", "a") }
    for (const right of every) {
      expect([right, hasRight(holders.member, right, "a")]).toEqual([right, least(right) === "member"])
      expect([right, hasRight(holders.administrator, right, "a")]).toEqual([right, least(right) !== "platform"])
    }
  })

  test("[U6] an address leads to what is one's own, or is listed; for who has all communities everywhere until they are listed", () => {
    const chief = { roles: ["ROLE_ADMIN" as const], communityEntries: [] }
    const nobody = { roles: ["ROLE_USER" as const], communityEntries: [] }
    const reached = (listed: Parameters<typeof canReachCommunity>[2]) =>
      [chief, member("ROLE_USER", "a"), member("ROLE_USER", "b"), nobody].map((user) => canReachCommunity(user, "a", listed))
    expect(reached(null)).toEqual([true, true, false, false])
    expect(reached([{ slug: "b" }])).toEqual([false, true, false, false])
    // What is listed is newer than the session.
    expect(reached([{ slug: "a" }])).toEqual([true, true, true, true])
  })

  test("[U6] a role in one community is none in another", () => {
    for (const right of every) expect(hasRight(member("ROLE_ADMIN", "a"), right, "b")).toBe(false)
  })

  test("[U6] who may do what in a community of their own", () => {
    const allowed = (role: "ROLE_ADMIN" | "ROLE_USER") => every.filter((right) => hasRight(member(role, "a"), right, "a"))
    expect(allowed("ROLE_USER")).toEqual(expect.arrayContaining(["scripts.save", "links.make", "conversations.read"]))
    expect(allowed("ROLE_USER").filter((right) => /^(community|communities|users|audit|removals)\./.test(right))).toEqual([])
    expect(allowed("ROLE_ADMIN")).toEqual(expect.arrayContaining([...allowed("ROLE_USER"), "community.options", "community.removals"]))
    expect(allowed("ROLE_ADMIN")).not.toContain("users.manage")
  })
})
