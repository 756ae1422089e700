// Participant links, members, exports, and clearing a chat's data.
import { randomUUID } from "node:crypto"
import type { KyselyPlugin } from "kysely"
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { conversationColumns, conversationFromRow } from "../../adapters/server/conversations/conversation-repository.ts"
import { createLinks } from "../../adapters/server/conversations/link-endpoints.ts"
import { maxLinkMetadataLength } from "../../domain/chat/conversation-metadata.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { maxExportPageBytes } from "../../domain/conversations/conversation-limits.ts"
import { maxMetadataKeys } from "../../domain/exports/answers-table.ts"
import type { LinkResult } from "../../domain/exports/links-and-members-csv.ts"
import type { Participant } from "../../domain/links/participant-links.ts"
import { accessKeyPattern, isShortCode } from "../../domain/links/respondent-urls.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { insertConversations } from "../fixtures/conversations.ts"
import { createInstructions } from "../fixtures/live-script.ts"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

const person = (profile: Participant["profile"], metadata: Readonly<Record<string, string>> = {}): Participant => ({
  profile,
  conversation: { metadata },
})

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let ada: Visitor
  let boss: Visitor
  let acme = ""
  let uuid: ScriptId
  const community = "acme"
  const api = () => createConversationsApi(ada.api())
  const which = () => ({ community, uuid })
  beforeAll(async () => {
    server = await startTestServer(await settings())
    acme = await server.addCommunity(community)
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    await server.addUser("boss", { [acme]: "ROLE_ADMIN" })
    ada = await server.signedIn("ada")
    boss = await server.signedIn("boss")
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    uuid = (await createScriptsApi(ada.api()).add({ community, name: "Intake" })).uuid
  })
  const tokens = (links: ReadonlyArray<LinkResult>) => links.map(({ conversation }) => conversation)

  describe("links", () => {
    test("makes the requested number of links, each with its own token and, if short, its own code", async () => {
      const long = await api().makeLinks({ ...which(), amount: 3, short: false })
      const short = await api().makeLinks({ ...which(), amount: 1200, short: true })
      expect([long.length, short.length]).toEqual([3, 1200])
      expect(new Set(tokens([...long, ...short])).size).toBe(1203)
      expect(long.every(({ code }) => code === null)).toBe(true)
      // No token begins with a hyphen: exports would escape it, since spreadsheets read it as a formula.
      expect(tokens(short).filter((token) => token.startsWith("-"))).toEqual([])
      expect(new Set(short.map(({ code }) => code)).size).toBe(1200)
      // Codes and tokens can be told apart by their form.
      for (const { code, conversation } of short)
        expect([code, conversation].map((pass) => [accessKeyPattern.test(pass ?? ""), isShortCode(pass ?? "")])).toEqual([
          [true, true],
          [true, false],
        ])
      const storedRows = JSON.stringify(
        await server.database.db.selectFrom("conversations").selectAll().where("script_id", "=", uuid).execute(),
      )
      expect(storedRows).not.toContain(long[0]?.conversation)
      expect(await api().count(which())).toBe(0)
    })

    test("builds no more links at a time than are stored together", { tags: ["long"] }, async () => {
      const { db, transact } = server.database
      const row = await db.selectFrom("scripts").selectAll().where("id", "=", uuid).executeTakeFirstOrThrow()
      // Each link reads the id of its script.
      let reads = 0
      const script = {
        ...row,
        get id() {
          reads++
          return row.id
        },
      }
      const readsAtInserts: Array<number> = []
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          readsAtInserts.push(reads)
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await transact((trx) => createLinks(trx.withPlugin(plugin), script, 1200, { short: true, at: new Date() }))
      expect(readsAtInserts.map((count) => Math.round((1200 * count) / reads))).toEqual([500, 1000, 1200])
    })
    test("[V4] counts a script's conversations, those with answers, and unopened links", async () => {
      await api().makeLinks({ ...which(), amount: 4, short: false })
      const begun = { script: uuid, community: acme, startedAt: new Date("2026-03-01T12:00:00Z") }
      await insertConversations(server.database, [begun, { ...begun, answers: { a: 1 } }, { ...begun, answers: { a: 2 } }])
      expect(await api().countResponses(which())).toEqual({ conversations: 3, answered: 2, links: 4 })
      // The counts of all chats of the community leave out chats without an answer.
      const counted = await api().countAnswered({ community: "acme" })
      expect(counted[uuid]).toBe(2)
      expect(Object.values(counted).every((count) => count > 0)).toBe(true)
    })

    test("counts recent conversations by day in the reader's time zone", async () => {
      const at = (hours: number) => ({ script: uuid, community: acme, startedAt: new Date(midnight + hours * 3_600_000) })
      const midnight = new Date(new Date().toISOString().slice(0, 10)).getTime() - 3 * 86_400_000
      await insertConversations(server.database, [at(-1), at(1), at(23), at(-24 * 30)])
      await api().makeLinks({ ...which(), amount: 1, short: false })
      const dayOf = (hours: number) => new Date(midnight + hours * 3_600_000).toISOString().slice(0, 10)
      expect(await api().countByDay({ ...which(), zone: "UTC" })).toEqual([
        { day: dayOf(-1), count: 1 },
        { day: dayOf(1), count: 2 },
      ])
      // Two hours ahead of UTC, the last hour of a day belongs to the next day.
      expect(await api().countByDay({ ...which(), zone: "Africa/Johannesburg" })).toEqual([
        { day: dayOf(1), count: 2 },
        { day: dayOf(25), count: 1 },
      ])
      expect((await ada.send("GET", `/api/acme/chat-scripts/${uuid}/days?zone=Nowhere`)).status).toBe(422)
    })

    test.each(["amount=0", "amount=5001", "amount=1.5", "amount=x", "amount=", "amount=1&amount=2", ""])(
      "returns 422 for an invalid amount of links: '%s'",
      async (query) => {
        const answer = await ada.send("POST", `/api/acme/chat-scripts/${uuid}/get-links?${query}`, {})
        expect([answer.status, answer.json()]).toMatchObject([422, { violations: [{ field: "amount" }] }])
      },
    )

    test("rejects more metadata of a link than exports can read of many", async () => {
      const send = (note: string) =>
        ada.send("POST", `/api/acme/chat-scripts/${uuid}/get-unique-links`, [{ profile: {}, conversation: { metadata: { note } } }])
      const longest = maxLinkMetadataLength - JSON.stringify({ note: "" }).length
      expect([(await send("x".repeat(longest))).status, (await send("x".repeat(longest + 1))).status]).toEqual([200, 422])
    })

    test("makes short links only for the query short or short=true and rejects an unknown value", async () => {
      const createLinks = async (call: string, body: unknown) => {
        const answer = await ada.send("POST", `/api/acme/chat-scripts/${uuid}/${call}`, body)
        return answer.status === 200 ? Object(answer.json()).process.map((link: LinkResult) => link.code !== null) : answer.json()
      }
      const people = [{ profile: {}, conversation: { metadata: {} } }]
      for (const [query, isShort] of [
        ["short", true],
        ["short=true", true],
        ["short=0", false],
        ["short=false", false],
        ["other", false],
      ] as const)
        expect([
          query,
          await createLinks(`get-links?amount=1&${query}`, {}),
          await createLinks(`get-unique-links?${query}`, people),
        ]).toEqual([query, [isShort], [isShort]])
      for (const [call, body] of [
        ["get-links?amount=1&short=perhaps", {}],
        ["get-unique-links?short=perhaps", people],
      ] as const)
        expect(await createLinks(call, body)).toMatchObject({ violations: [{ field: "short" }] })
    })

    test("makes no links for a deleted chat", async () => {
      const path = `/api/acme/chat-scripts/${uuid}`
      const csrf = readStringField((await ada.send("GET", `${path}/delete`)).json(), "deleteToken")
      expect((await ada.send("POST", `${path}/delete`, { csrf })).status).toBe(200)
      const violation = { violations: [{ field: "status", message: "A deleted chat has no links." }] }
      for (const answer of [
        await ada.send("POST", `${path}/get-links?amount=1`, {}),
        await ada.send("POST", `${path}/get-unique-links`, []),
      ])
        expect([answer.status, answer.json()]).toMatchObject([422, violation])
    })

    test("finds people by uuid, external id or email in any case and adds the others", async () => {
      const first = await api().makeUniqueLinks({
        ...which(),
        short: false,
        people: [
          person({ external_id: "K-1", email: "Ada@Example.org", first_name: "Ada" }, { wave: "1" }),
          person({ phone: "+31 6 1234" }),
          person({}),
        ],
      })
      expect(first.map(({ found, identifier }) => [found, identifier?.key ?? null])).toEqual([
        [false, "external_id"],
        [false, "phone"],
        [false, null],
      ])
      const again = await api().makeUniqueLinks({
        ...which(),
        short: false,
        people: [
          person({ email: "ada@example.ORG" }),
          person({ uuid: first[1]?.user ?? "" }),
          person({ external_id: "k-1" }),
          person({ email: "new@example.org" }),
        ],
      })
      expect(again.map(({ user, found }) => [user, found])).toEqual([
        [first[0]?.user, true],
        [first[1]?.user, true],
        [first[0]?.user, true],
        [again[3]?.user, false],
      ])
      expect(new Set(tokens([...first, ...again])).size).toBe(7)
    })

    test("treats a person who is twice in a list as one and does not find people of another community", async () => {
      const [firstLink, secondLink] = await api().makeUniqueLinks({
        ...which(),
        short: false,
        people: [person({ email: "x@y.org" }), person({ email: "X@Y.org" })],
      })
      expect(firstLink?.user).toBe(secondLink?.user)
      const otherCommunity = await server.addCommunity(`other-${uuid.slice(-6)}`)
      await server.addUser(`eve-${uuid.slice(-6)}`, { [otherCommunity]: "ROLE_USER" })
      const eve = await server.signedIn(`eve-${uuid.slice(-6)}`)
      const slug = `other-${uuid.slice(-6)}`
      const foreignScript = (await createScriptsApi(eve.api()).add({ community: slug, name: "theirs" })).uuid
      const [found] = await createConversationsApi(eve.api()).makeUniqueLinks({
        community: slug,
        uuid: foreignScript,
        short: false,
        people: [person({ email: "x@y.org", uuid: firstLink?.user ?? "" })],
      })
      expect([found?.found, found?.user === firstLink?.user]).toEqual([false, false])
    })

    test("adds a person who is in several lists at the same time once", async () => {
      const people = [person({ email: `met-${uuid}@example.org` }), person({ phone: `met ${uuid}` })]
      const made = await Promise.all(Array.from({ length: 4 }, () => api().makeUniqueLinks({ ...which(), short: false, people })))
      expect(new Set(made.map((links) => links.map(({ user }) => user).join())).size).toBe(1)
      expect(made.filter(([link]) => link?.found === false)).toHaveLength(1)
    })

    test("accepts a list of 5000 people and rejects one of 5001", async () => {
      const people = Array.from({ length: 5000 }, (_, i) => person({ external_id: `${uuid}-${i}` }))
      expect(await api().makeUniqueLinks({ ...which(), short: true, people })).toHaveLength(5000)
      const answer = await ada.send("POST", `/api/acme/chat-scripts/${uuid}/get-unique-links`, [...people, person({})])
      expect(answer.status).toBe(422)
    })
  })

  test("lists members for administrators, in pages and as CSV without spreadsheet formulas", async () => {
    const people = [person({ external_id: "=1+1", last_name: 'Jansen, "J."' }), person({}), person({})]
    await api().makeUniqueLinks({ ...which(), short: false, people })
    expect((await ada.send("GET", `/api/communities/${acme}/members`)).status).toBe(403)
    const list = (await boss.send("GET", `/api/communities/${acme}/members?limit=2`)).json()
    expect(list).toMatchObject({ items: [{ type: "participant" }, { type: "participant" }] })
    const file = await boss.send("GET", `/api/communities/${acme}/members?format=csv`)
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    expect(file.headers.get("content-disposition")).toContain("acme_members.csv")
    expect(file.text.startsWith("uuid,type,external_id,email,phone,birthdate,firstname,lastname\r\n")).toBe(true)
    expect(file.text).toContain(`,participant,'=1+1,,,,,"Jansen, ""J."""\r\n`)
  })

  test("lists members by last name, first name, external id and email address, those without a name last", async () => {
    const office = await server.addCommunity("office")
    await server.addUser("clerk", { [office]: "ROLE_ADMIN" })
    const clerk = await server.signedIn("clerk")
    const script = (await createScriptsApi(clerk.api()).add({ community: "office", name: "Intake" })).uuid
    const people: ReadonlyArray<Participant["profile"]> = [
      { email: "b@example.org" },
      { first_name: "ann", last_name: "visser" },
      { external_id: "7" },
      { first_name: "Zoe", last_name: "Bakker" },
      { first_name: "Bo", last_name: "Visser" },
      { email: "a@example.org" },
      { first_name: "Cas" },
    ]
    const links = { community: "office", uuid: script, people: people.map((profile) => person(profile)), short: false }
    await createConversationsApi(clerk.api()).makeUniqueLinks(links)
    const list = async (query: string) => (await clerk.send("GET", `/api/communities/${office}/members?${query}`)).json()
    const sorted = [
      { lastname: "Bakker" },
      { lastname: "visser", firstname: "ann" },
      { lastname: "Visser", firstname: "Bo" },
      { firstname: "Cas" },
      { external_id: "7" },
      { email: "a@example.org" },
      { email: "b@example.org" },
    ]
    expect(await list("limit=100")).toMatchObject({ items: sorted })
    expect(await list("limit=2&offset=3")).toMatchObject({ items: sorted.slice(3, 5) })
  })

  test("searches members by a part of their fields or their full name, without wildcards", async () => {
    const people = [
      person({ external_id: "search_1%", first_name: "Søren", last_name: "Searched" }),
      person({ external_id: "search-2", email: "search\\3@example.org" }),
    ]
    const [first, second] = (await api().makeUniqueLinks({ ...which(), short: false, people })).map(({ user }) => user)
    const searchUuids = async (search: string): Promise<ReadonlyArray<unknown>> => {
      const answer = await boss.send("GET", `/api/communities/${acme}/members?search=${encodeURIComponent(search)}`)
      const { items, total } = Object(answer.json())
      expect(total).toBe(items.length)
      return items.map(({ uuid: id }: { readonly uuid: string }) => id)
    }
    expect(new Set(await searchUuids("SEARCH"))).toEqual(new Set([first, second]))
    expect([
      await searchUuids("search_"),
      await searchUuids("1%"),
      await searchUuids("søren sear"),
      await searchUuids(" searched "),
    ]).toEqual(Array(4).fill([first]))
    expect(await searchUuids("h\\3")).toEqual([second])
    expect([await searchUuids("s%d"), await searchUuids("s_arch"), await searchUuids("Searched Søren")]).toEqual([[], [], []])
  })

  test("exports each of more than 2000 members once", async () => {
    const slug = `many-${uuid.slice(-8)}`
    const many = await server.addCommunity(slug)
    await server.addUser(slug, { [many]: "ROLE_ADMIN" })
    const manyAdmin = await server.signedIn(slug)
    const manyScript = (await createScriptsApi(manyAdmin.api()).add({ community: slug, name: "Many" })).uuid
    const people = Array.from({ length: 2001 }, (_, i) => person({ external_id: `member-${i}` }))
    const made = await createConversationsApi(manyAdmin.api()).makeUniqueLinks({ community: slug, uuid: manyScript, short: false, people })
    const lines = (await manyAdmin.send("GET", `/api/communities/${many}/members?format=csv`)).text.trimEnd().split("\r\n")
    expect(lines[0]).toBe("uuid,type,external_id,email,phone,birthdate,firstname,lastname")
    expect(
      lines
        .slice(1)
        .map((line) => line.split(",")[0] ?? "")
        .toSorted(),
    ).toEqual(made.map(({ user }) => user ?? "").toSorted())
  })

  describe("exports", () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))
    /** Adds conversations that begin in the hours from `hour` on. */
    const addConversations = (count: number, hour = 0) =>
      insertConversations(
        server.database,
        Array.from({ length: count }, (_, i) => ({
          script: uuid,
          community: acme,
          startedAt: at(hour + (i % 24)),
          ...(i % 3 === 0 ? {} : { answers: { q: i } }),
          ...(i % 2 === 0 ? { metadata: { source: "mail", [`k${i % 4}`]: 1 } } : {}),
          finished: i % 5 === 0,
        })),
      )
    const readAll = async (limit: number): Promise<ReadonlyArray<Conversation>> => {
      const rows: Array<Conversation> = []
      for (let after: string | null = null, first = true; first || after !== null; first = false) {
        const page: { readonly items: ReadonlyArray<Conversation>; readonly after: string | null } = await api().exportPage({
          ...which(),
          limit,
          after,
        })
        rows.push(...page.items)
        after = page.after
      }
      return rows
    }

    /** Sorted by the time when they were begun, and then by id. */
    const inOrder = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
      Array.from({ length: Math.min(24, ids.length) }, (_, hour) => ids.filter((__, i) => i % 24 === hour).toSorted()).flat()

    test("reads each begun conversation once for any page size, as many as the count says", async () => {
      const ids = inOrder(await addConversations(50))
      await api().makeLinks({ ...which(), amount: 5, short: false })
      expect(await api().count(which())).toBe(50)
      for (const limit of [7, 50, 51]) expect((await readAll(limit)).map(({ cuuid }) => cuuid)).toEqual(ids)
      const offset = (await ada.send("GET", `/api/acme/${uuid}/export?limit=5&offset=45`)).json()
      expect(offset).toMatchObject({ items: ids.slice(45).map((cuuid) => ({ cuuid })) })
    })

    test("ends a page after so many bytes of answers, and reads the rest all the same", async () => {
      const long = { answers: { q: "漢".repeat(Math.ceil((0.4 * maxExportPageBytes) / 3)) } }
      const longest = { answers: { q: "x".repeat(maxExportPageBytes + 1) } }
      const answered = [{}, long, long, long, longest, {}]
      const ids = await insertConversations(
        server.database,
        answered.map((answers, hour) => ({ script: uuid, community: acme, startedAt: at(hour), ...answers })),
      )
      const first = await api().exportPage({ ...which(), limit: 100, after: null })
      expect(first.items.map(({ cuuid }) => cuuid)).toEqual(ids.slice(0, 3))
      const second = await api().exportPage({ ...which(), limit: 100, after: first.after })
      expect(second.items.map(({ cuuid }) => cuuid)).toEqual(ids.slice(3, 4))
      expect((await readAll(100)).map(({ cuuid }) => cuuid)).toEqual(ids)
    })

    test("reads rows that are added meanwhile last and no row twice", async () => {
      const ids = await addConversations(10)
      const first = await api().exportPage({ ...which(), limit: 6, after: null })
      const late = await addConversations(3, 10)
      const rest = await api().exportPage({ ...which(), limit: 100, after: first.after })
      expect([...first.items, ...rest.items].map(({ cuuid }) => cuuid)).toEqual([...ids, ...late])
    })

    test("filters by answered conversations and by period, and rejects invalid parameters", async () => {
      await addConversations(48)
      expect(await api().count({ ...which(), filled: true })).toBe(32)
      const hours = { from: at(3).toISOString(), to: at(5).toISOString() }
      expect(await api().count({ ...which(), ...hours })).toBe(6)
      expect((await api().exportPage({ ...which(), ...hours, filled: true, limit: 100, after: null })).items).toHaveLength(4)
      for (const query of ["from=yesterday", "limit=0", "limit=5001", "after=x", "offset=-1"])
        expect((await ada.send("GET", `/api/acme/${uuid}/export?${query}`)).status).toBe(422)
    })

    test("exports all fields of a conversation and lists metadata keys and revisions of all conversations", async () => {
      const { public_name, language, instructions } = await createScriptsApi(ada.api()).read(which())
      await createScriptsApi(ada.api()).save({
        ...which(),
        script: { name: "Second", public_name, language, instructions },
        markedForDelete: [],
      })
      const [id] = await insertConversations(server.database, [
        { script: uuid, community: acme, startedAt: at(1), answers: { q: [1, 2] }, metadata: { b: "x", a: 1 }, finished: true },
      ])
      await insertConversations(server.database, [{ script: uuid, community: acme, startedAt: at(2), revision: 2 }])
      const { items } = await api().exportPage({ ...which(), to: at(1).toISOString(), limit: 1, after: null })
      expect(items).toEqual([
        {
          cuuid: id,
          uuid: null,
          status: "finished",
          startedAt: at(1).toISOString(),
          updatedAt: at(1).toISOString(),
          syncedAt: null,
          finishedAt: at(1).toISOString(),
          revision: 1,
          metadata: { b: "x", a: 1 },
          answers: { q: [1, 2] },
          actions: {},
          scores: {},
        },
      ])
      expect(await api().listMetadataKeys(which())).toEqual(["a", "b"])
      expect((await api().listAnsweredRevisions(which())).map(({ revision }) => revision)).toEqual([2, 1])
    })

    test("[X11] lists the most frequent metadata keys of all conversations, up to the maximum of an export", async () => {
      const begun = { script: uuid, community: acme, startedAt: at(1) }
      const common = { source: "mail", "half \u0000 \ud800": "x", "__proto__ ": "y" }
      await insertConversations(
        server.database,
        Array.from({ length: 2100 }, (_, i) => ({ ...begun, metadata: i < 1050 ? { ...common, [`stranger ${i}`]: "z" } : common })),
      )
      const keys = await api().listMetadataKeys(which())
      expect(keys).toHaveLength(maxMetadataKeys)
      expect(keys).toEqual(expect.arrayContaining(Object.keys(common)))
    })

    test("streams revisions one after another", async () => {
      const { public_name, language, instructions } = await createScriptsApi(ada.api()).read(which())
      for (const name of ["Second", "Third"])
        await createScriptsApi(ada.api()).save({ ...which(), script: { name, public_name, language, instructions }, markedForDelete: [] })
      const begun = [3, 1, 2].map((revision) => ({ script: uuid, community: acme, startedAt: at(1), revision }))
      await insertConversations(server.database, begun)
      const answer = await ada.send("GET", `/api/acme/${uuid}/export/revisions`, undefined, { "accept-encoding": "identity" })
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"])
      // A length would mean that the whole response was in memory.
      expect(answer.headers.get("content-length")).toBeNull()
      expect(answer.json()).toEqual({ items: [3, 2, 1].map((revision) => ({ revision, language, instructions })) })
    })

    test("sends all instructions of a long revision, a part of them in each turn of the event loop", async () => {
      const { public_name, language } = await createScriptsApi(ada.api()).read(which())
      const instructions = createInstructions(
        ...Array.from({ length: 450 }, (_, i) => ({ type: "message" as const, says: `Message ${i}` })),
      )
      await createScriptsApi(ada.api()).save({
        ...which(),
        script: { name: "Long", public_name, language, instructions },
        markedForDelete: [],
      })
      await insertConversations(server.database, [{ script: uuid, community: acme, startedAt: at(1), revision: 2 }])
      const encode = vi.spyOn(JSON, "stringify").mockClear()
      const answer = await ada.send("GET", `/api/acme/${uuid}/export/revisions`)
      const longest = Math.max(...encode.mock.results.map(({ value }) => String(value).length))
      encode.mockRestore()
      expect(longest).toBeLessThan(answer.text.length / 2)
      expect(answer.json()).toEqual({ items: [{ revision: 2, language, instructions }] })
    })

    test("breaks off the response when a revision cannot be read, or returns 500 if nothing was sent yet", async () => {
      const { public_name, language, instructions } = await createScriptsApi(ada.api()).read(which())
      for (const name of ["Second", "Third"])
        await createScriptsApi(ada.api()).save({ ...which(), script: { name, public_name, language, instructions }, markedForDelete: [] })
      const begun = [3, 2, 1].map((revision) => ({ script: uuid, community: acme, startedAt: at(1), revision }))
      await insertConversations(server.database, begun)
      const path = `/api/acme/${uuid}/export/revisions`
      const deleteRevision = (revision: number) =>
        server.database.db.deleteFrom("script_versions").where("script_id", "=", uuid).where("revision", "=", revision).execute()
      await deleteRevision(2)
      await expect(ada.send("GET", path, undefined, { "accept-encoding": "identity" })).rejects.toThrow("terminated")
      await expect(api().listAnsweredRevisions(which())).rejects.toMatchObject({ _tag: "Unreachable" })
      // The newest revision is sent first: nothing is sent yet.
      await deleteRevision(3)
      for (const encoding of ["identity", "gzip"]) {
        const answer = await ada.send("GET", path, undefined, { "accept-encoding": encoding })
        expect([answer.status, readStringField(answer.json(), "message")]).toEqual([500, expect.any(String)])
      }
      expect(await api().count(which())).toBe(3)
    })

    test("exports a conversation in the same form as a delivery, also with unusual characters", async () => {
      const { db } = server.database
      const oddValues = { 'a"b\\': "c\u2028\n\t\u0001 €𝄞", ",": ["}", null, 1.5e-7] }
      const [id = ""] = await insertConversations(server.database, [
        { script: uuid, community: acme, startedAt: new Date(at(1).getTime() + 7), answers: oddValues, metadata: oddValues },
      ])
      await api().makeUniqueLinks({ ...which(), people: [person({ external_id: "odd one" })], short: false })
      const { id: profile_id } = await db.selectFrom("profiles").select("id").where("external_id", "=", "odd one").executeTakeFirstOrThrow()
      const actions = JSON.stringify({ sent: oddValues })
      await db
        .updateTable("conversations")
        .set({ profile_id, status: "expired", synced_at: new Date(at(2).getTime() + 120), finished_at: null, actions })
        .where("id", "=", id)
        .execute()
      const row = await db.selectFrom("conversations").select(conversationColumns).where("id", "=", id).executeTakeFirstOrThrow()
      const { items } = await api().exportPage({ ...which(), limit: 1, after: null })
      expect(items).toEqual([conversationFromRow(row)])
      expect(items[0]).toMatchObject({
        uuid: profile_id,
        status: "expired",
        startedAt: "2026-03-01T01:00:00.007Z",
        actions: { sent: oddValues },
      })
    })

    test("adds one audit event per export, from any starting point, and rejects foreign cursors", async () => {
      await addConversations(8)
      const readEvents = async () =>
        Object((await boss.send("GET", `/api/communities/${acme}/audit?limit=100`)).json()).items.filter(
          (event: object) =>
            readStringField(event, "target") === `script ${uuid}` && readStringField(event, "action") === "conversations.export",
        )
      const page = (query: string, visitor = ada) => visitor.send("GET", `/api/acme/${uuid}/export?limit=3&${query}`)
      const first = await page("")
      expect(await readEvents()).toMatchObject([{ actor: "ada" }])
      // The following pages belong to the same export.
      const after = readStringField(first.json(), "after")
      expect(Object((await page(`after=${after}`)).json()).items).toHaveLength(3)
      expect(await readEvents()).toHaveLength(1)
      await page("offset=3")
      expect(await readEvents()).toHaveLength(2)
      // A cursor of another user or chat, or one that was made up, is rejected.
      const otherScript = readStringField((await ada.send("PUT", "/api/acme/chat-scripts", { name: "Other" })).json(), "uuid")
      expect((await page(`after=${after}`, boss)).status).toBe(422)
      expect((await ada.send("GET", `/api/acme/${otherScript}/export?after=${after}`)).status).toBe(422)
      expect((await page(`after=0_${randomUUID()}_${after.split("_")[2]}`)).status).toBe(422)
      expect((await page(`after=0_${randomUUID()}`)).status).toBe(422)
    })
  })

  describe("clearing", () => {
    test("[U4] clears conversations and links with a token that works once, also for two requests at the same time", async () => {
      await insertConversations(server.database, [{ script: uuid, community: acme, startedAt: new Date(), answers: { q: "marker" } }])
      await api().makeLinks({ ...which(), amount: 2, short: true })
      const path = `/api/acme/chat-scripts/${uuid}/clear-data`
      expect((await ada.send("POST", path, { csrf: "wrong" })).status).toBe(403)
      const statisticsToken = await api().fetchClearStatisticsToken(which())
      expect((await ada.send("POST", path, { csrf: statisticsToken })).status).toBe(403)
      const { token: csrf } = await api().fetchClearDataToken(which())
      const answers = await Promise.all([1, 2].map(() => ada.send("POST", path, { csrf })))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
      expect(await api().count(which())).toBe(0)
      const remainingRows = await server.database.db.selectFrom("conversations").select("id").where("script_id", "=", uuid).execute()
      expect(remainingRows).toEqual([])
    })

    test("clears the statistics and keeps the conversations", async () => {
      await insertConversations(server.database, [{ script: uuid, community: acme, startedAt: new Date(), answers: { q: 1 } }])
      const counted = { script_id: uuid, instruction: "q", key: "", day: "2026-03-01", shard: 0, count: 1, sum: 1 }
      await server.database.db.insertInto("statistics").values(counted).execute()
      await api().clearStatistics({ ...which(), token: await api().fetchClearStatisticsToken(which()) })
      expect(await api().count(which())).toBe(1)
      const remainingRows = await server.database.db.selectFrom("statistics").selectAll().where("script_id", "=", uuid).execute()
      expect(remainingRows).toEqual([])
    })
  })

  test("returns 404 for the conversations of a script of another community", async () => {
    const otherCommunity = await server.addCommunity(`third-${uuid.slice(-6)}`)
    await server.addUser(`mal-${uuid.slice(-6)}`, { [otherCommunity]: "ROLE_ADMIN" })
    const mal = await server.signedIn(`mal-${uuid.slice(-6)}`)
    for (const rest of ["export", "export/count", "export/meta", "export/revisions"])
      for (const slug of ["acme", `third-${uuid.slice(-6)}`]) {
        const answer = await mal.send("GET", `/api/${slug}/${uuid}/${rest}`)
        expect([answer.status, answer.text]).toEqual([404, '{"message":"Not found."}'])
      }
    expect((await ada.send("GET", `/api/acme/${uuid}/export/count`)).json()).toEqual({ count: 0 })
  })
})
