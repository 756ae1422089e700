// Users, memberships, communities and the audit log, as administrators use them.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createCommunitiesApi } from "../../adapters/api/communities-api.ts"
import { createUsersApi } from "../../adapters/api/users-api.ts"
import { password, readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let admin: Visitor
  const api = () => createUsersApi(admin.api())
  beforeAll(async () => {
    server = await startTestServer(await settings())
    admin = await server.signedIn("admin")
  })
  afterAll(() => server.stop())

  const newUser = (username: string) => api().add({ username, email: `${username}@example.org`, password })

  test("adds a user, who can sign in and is listed", async () => {
    const created = await newUser("ada")
    expect(created).toMatchObject({ username: "ada", email: "ada@example.org", roles: ["ROLE_USER"], communityEntries: [] })
    expect((await server.visitor().signIn("ada", password)).status).toBe(200)
    expect((await api().list(undefined)).map(({ uuid }) => uuid)).toContain(created.uuid)
    expect((await admin.send("GET", `/api/users/${created.uuid}`)).json()).toEqual(created)
  })

  test("returns catalog keys by field for an invalid user", async () => {
    const add = async (username: string, email: string, secret: string) =>
      (await admin.send("PUT", "/api/users", { username, email, password: secret })).json()
    expect(await add("ab", "no address", "weak")).toMatchObject({
      errors: { username: ["ERROR.USERNAME_TOO_SHORT"], email: ["ERROR.EMAIL_SYNTAX"], password: ["ERROR.PASSWORD_WEAK"] },
    })
    expect(await add("ADMIN", "Admin@Example.org", password)).toMatchObject({
      errors: { username: ["ERROR.USERNAME_TAKEN"], email: ["ERROR.EMAIL_TAKEN"] },
    })
    expect(await add("nul\u0000l", "a@b.org", password)).toMatchObject({ errors: { username: ["ERROR.USERNAME_SYNTAX"] } })
  })

  test("accepts one of several concurrent users with the same name", async () => {
    const add = () => admin.send("PUT", "/api/users", { username: "twice", email: `twice-${Math.random()}@example.org`, password })
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  })

  test("changes only the fields that an edit contains", async () => {
    const { uuid } = await newUser("bea")
    expect(await api().update({ uuid, fields: { email: "bea@elsewhere.org" } })).toMatchObject({
      username: "bea",
      email: "bea@elsewhere.org",
      roles: ["ROLE_USER"],
    })
    expect(await api().update({ uuid, fields: { roles: ["ROLE_ADMIN"] } })).toMatchObject({
      email: "bea@elsewhere.org",
      roles: ["ROLE_ADMIN"],
    })
    expect(await api().update({ uuid, fields: { roles: ["ROLE_USER"] } })).toMatchObject({ roles: ["ROLE_USER"] })
    const taken = await admin.send("PATCH", `/api/users/${uuid}`, { username: "Admin" })
    expect([taken.status, taken.json()]).toMatchObject([422, { violations: [{ field: "username", message: "ERROR.USERNAME_TAKEN" }] }])
  })

  test("refuses to demote the last administrator and to delete one's own account", async () => {
    const self = readStringField((await admin.send("GET", "/api/current/user")).json(), "uuid")
    const demoted = await admin.send("PATCH", `/api/users/${self}`, { roles: ["ROLE_USER"] })
    expect([demoted.status, demoted.json()]).toMatchObject([422, { violations: [{ field: "roles", message: "ERROR.LAST_ADMINISTRATOR" }] }])
    const { token: csrf } = await api().fetchDeletionToken({ uuid: self })
    const deleted = await admin.send("POST", `/api/users/${self}/delete`, { csrf })
    expect([deleted.status, deleted.json()]).toMatchObject([422, { violations: [{ message: "ERROR.ONESELF" }] }])
  })

  test("[U4] deletes a user in two steps, accepts the token once, and ends the user's sessions immediately", async () => {
    const { uuid } = await newUser("cleo")
    const person = await server.signedIn("cleo")
    expect((await admin.send("POST", `/api/users/${uuid}/delete`, { csrf: "wrong" })).status).toBe(403)
    const { token: csrf } = await api().fetchDeletionToken({ uuid })
    const answers = await Promise.all([1, 2].map(() => admin.send("POST", `/api/users/${uuid}/delete`, { csrf })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await person.send("GET", "/api/communities")).status).toBe(401)
    expect((await admin.send("GET", `/api/users/${uuid}`)).status).toBe(404)
  })

  test("adds a membership, changes its role, and removes it in two steps", async () => {
    const community = await server.addCommunity("panel")
    const { uuid: user } = await newUser("dora")
    expect((await api().saveMembership({ user, community, role: "ROLE_USER" })).communityEntries).toMatchObject([
      { role: "ROLE_USER", community: { slug: "panel" } },
    ])
    expect((await api().saveMembership({ user, community, role: "ROLE_ADMIN" })).communityEntries).toMatchObject([{ role: "ROLE_ADMIN" }])
    expect((await admin.send("POST", `/api/communities/${community}/add/user/${user}/delete`, { csrf: "wrong" })).status).toBe(403)
    expect((await api().removeMembership({ user, community, role: "ROLE_ADMIN" })).communityEntries).toEqual([])
    expect((await admin.send("GET", `/api/communities/${community}/add/user/${user}/delete`)).status).toBe(404)
  })

  test("[U6] lets a community administrator change roles of its members, without access to other users or communities", async () => {
    const [own, other] = [await server.addCommunity("own"), await server.addCommunity("other")]
    await server.addUser("boss", { [own]: "ROLE_ADMIN" })
    const member = await server.addUser("member", { [own]: "ROLE_USER", [other]: "ROLE_USER" })
    const stranger = await server.addUser("stranger", { [other]: "ROLE_USER" })
    const boss = createUsersApi((await server.signedIn("boss")).api())
    const seen = await boss.saveMembership({ user: member, community: own, role: "ROLE_ADMIN" })
    expect(seen.communityEntries.map(({ community }) => community.slug)).toEqual(["own"])
    // The other communities of a removed member are not shown either.
    expect((await boss.removeMembership({ user: member, community: own, role: "ROLE_ADMIN" })).communityEntries).toEqual([])
    expect(await (await admin.send("GET", `/api/users/${member}`)).json()).toMatchObject({
      communityEntries: [{ community: { slug: "other" } }],
    })
    await expect(boss.saveMembership({ user: member, community: own, role: "ROLE_USER" })).rejects.toMatchObject({ _tag: "NotFound" })
    await expect(boss.saveMembership({ user: stranger, community: own, role: "ROLE_USER" })).rejects.toMatchObject({ _tag: "NotFound" })
    await expect(boss.saveMembership({ user: member, community: other, role: "ROLE_USER" })).rejects.toMatchObject({ _tag: "NotFound" })
  })

  test("renames a community, and deletes it in two steps together with its scripts", async () => {
    const communities = createCommunitiesApi(admin.api())
    const { uuid } = await communities.add({ name: "Short-lived", slug: "short-lived" })
    const script = readStringField((await admin.send("PUT", "/api/short-lived/chat-scripts", { name: "a chat" })).json(), "uuid")
    expect(await communities.rename({ uuid, name: "  Short lived  " })).toEqual({ uuid, name: "Short lived", slug: "short-lived" })
    expect((await admin.send("PATCH", `/api/communities/${uuid}`, { name: "x" })).json()).toMatchObject({
      violations: [{ field: "name", message: "ERROR.NAME_TOO_SHORT" }],
    })
    expect((await admin.send("POST", `/api/communities/${uuid}/delete`, { csrf: "wrong" })).status).toBe(403)
    await communities.remove({ uuid, token: (await communities.fetchDeletionToken({ uuid })).token })
    expect((await admin.send("GET", `/api/short-lived/chat-scripts/${script}`)).status).toBe(404)
    expect(await server.database.db.selectFrom("scripts").select("id").where("id", "=", script).execute()).toEqual([])
  })

  test("returns lists whole or in pages, which together are the whole list", async () => {
    for (const name of ["page-1", "page-2", "page-3"]) await newUser(name)
    for (const slug of ["page-1", "page-2", "page-3"]) await server.addCommunity(slug)
    for (const path of ["/api/users", "/api/communities"]) {
      const items = async (query: string): Promise<ReadonlyArray<unknown>> =>
        Reflect.get(Object((await admin.send("GET", `${path}?${query}`)).json()), "items")
      const whole = await items("")
      expect(whole.length).toBeGreaterThan(3)
      const pages: Array<unknown> = []
      for (let offset = 0; offset < whole.length; offset += 2) pages.push(...(await items(`limit=2&offset=${offset}`)))
      expect(pages).toEqual(whole)
      expect(await items("offset=1")).toEqual(whole.slice(1))
      for (const query of ["limit=0", "limit=501", "limit=x", "offset=-1"])
        expect((await admin.send("GET", `${path}?${query}`)).status).toBe(422)
    }
  })

  test("records actor, action and target in the audit log, newest first and without secrets, and shows a community its own events", async () => {
    const community = await server.addCommunity("audited")
    const { uuid: user } = await newUser("eli")
    await api().saveMembership({ user, community, role: "ROLE_ADMIN" })
    const whole = await admin.send("GET", "/api/audit?limit=2")
    expect(whole.json()).toMatchObject({
      items: [
        { actor: "admin", action: "membership.add", target: "user eli: ROLE_ADMIN", community },
        { actor: "admin", action: "user.add", target: "user eli" },
      ],
    })
    expect(whole.text).not.toContain(password)
    const [first, second] = [await admin.send("GET", "/api/audit?limit=1"), await admin.send("GET", "/api/audit?limit=1&offset=1")]
    expect(JSON.stringify(whole.json())).toContain(
      readStringField(Reflect.get(Object(Reflect.get(Object(second.json()), "items")), 0), "uuid"),
    )
    expect(second.text).not.toBe(first.text)
    const own = await (await server.signedIn("eli")).send("GET", `/api/communities/${community}/audit`)
    expect(own.json()).toMatchObject({ total: 1, items: [{ action: "membership.add" }] })
    for (const query of ["limit=0", "limit=501", "limit=x", "offset=-1"])
      expect((await admin.send("GET", `/api/audit?${query}`)).status).toBe(422)
  })

  test("keeps audit events unchanged when their actor or target is renamed or deleted", async () => {
    const lines = () => server.database.db.selectFrom("audit").select(["id", "actor", "action", "target", "at"]).orderBy("id").execute()
    const community = await server.addCommunity("noted")
    const { uuid: user } = await newUser("finn")
    await api().update({ uuid: user, fields: { roles: ["ROLE_ADMIN"] } })
    const finn = await server.signedIn("finn")
    const { uuid: other } = await createUsersApi(finn.api()).add({ username: "gone", email: "gone@example.org", password })
    const before = await lines()
    expect(before.filter(({ actor }) => actor === "finn").map(({ action }) => action)).toEqual(["account.sign-in", "user.add"])
    await api().update({ uuid: user, fields: { username: "finn-renamed", email: "finn@elsewhere.org" } })
    await api().saveMembership({ user: other, community, role: "ROLE_USER" })
    await api().removeMembership({ user: other, community, role: "ROLE_USER" })
    await api().remove({ uuid: other, token: (await api().fetchDeletionToken({ uuid: other })).token })
    await api().remove({ uuid: user, token: (await api().fetchDeletionToken({ uuid: user })).token })
    for (const method of ["PATCH", "PUT", "POST", "DELETE"])
      expect((await admin.send(method, "/api/audit", method === "DELETE" ? undefined : {})).status).toBe(404)
    expect((await lines()).slice(0, before.length)).toEqual(before)
  })
})
