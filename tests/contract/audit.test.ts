// The audit log, deed by deed: whatever changes something, and whatever reads exports, members or credentials, leaves one line that says who
// did what to which thing, and nothing of what it says (reliability.md "Privacy").
import { randomUUID } from "node:crypto"
import { TOTP } from "otpauth"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { uploadsApi } from "../../adapters/api/files-api.ts"
import { createResetToken } from "../../adapters/server/security/one-time-tokens.ts"
import { failedAttemptLimits } from "../../domain/accounts/account-limits.ts"
import { instructionsOf, makeLive } from "../fixtures/live-script.ts"
import { newPass, png, sendFile, tell } from "../fixtures/respondent.ts"
import { type Answer, databases, field, password, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const other = "Sea-Horses-88-Swim"
const secret = "a-secret-of-a-connection"

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let admin: Visitor
  /** A clock that goes on from call to call, so that no code of two-factor authentication is asked for twice. */
  let clock = Date.parse("2026-03-01T12:00:00Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    admin = await server.signedIn("admin")
  })
  afterAll(() => server.stop())

  const lines = () =>
    server.database.db.selectFrom("audit").select(["id", "who", "deed", "thing", "community_id"]).orderBy("at").orderBy("id").execute()
  const good = ({ status, text }: Answer): Answer => {
    if (status >= 400) throw new Error(`${status} ${text}`)
    return { status, text, headers: new Headers(), json: () => JSON.parse(text) }
  }
  const send = async (...given: Parameters<Visitor["send"]>) => good(await admin.send(...given))
  const token = async (path: string): Promise<string> => {
    const answer = Object((await send("GET", path)).json())
    return field(answer, "deleteToken" in answer ? "deleteToken" : "clearToken")
  }
  const inTwoSteps = async (path: string) => send("POST", path, { csrf: await token(path) })

  /** Does something, of which exactly these lines are left; gives what it gives. */
  const leaves = async <A>(deed: string, work: () => Promise<A>): Promise<A> => {
    clock += 1_000
    const before = new Set((await lines()).map(({ id }) => id))
    const given = await work()
    const fresh = (await lines()).filter(({ id }) => !before.has(id))
    expect({ deed, left: fresh.map((line) => [line.who, line.deed]) }).toEqual({ deed, left: [["admin", deed]] })
    expect(fresh.map(({ thing }) => thing).join()).not.toMatch(new RegExp(`${password}|${other}|${secret}|somebody@`))
    return given
  }

  test("every deed leaves its line", async () => {
    const id = field((await leaves("community.add", () => send("PUT", "/api/communities", { name: "Acme", slug: "acme" }))).json(), "uuid")
    const community = `/api/communities/${id}`
    await leaves("community.rename", () => send("PATCH", community, { name: "Acme again" }))
    const ada = { username: "ada", email: "ada@example.org", password: other }
    const user = field((await leaves("user.add", () => send("PUT", "/api/users", ada))).json(), "uuid")
    await leaves("user.update", () => send("PATCH", `/api/users/${user}`, { email: "ada@elsewhere.org" }))
    await leaves("membership.add", () => send("POST", `${community}/add/user/${user}`, {}))

    const instructions = instructionsOf(
      { type: "question", label: "photo", says: "A photo?", question: { uuid: randomUUID(), type: "file" } },
      { type: "question", label: "more", says: "More?", question: { uuid: randomUUID(), type: "open" } },
    )
    const add = () => send("PUT", "/api/acme/chat-scripts", { name: "Intake" })
    const uuid = field((await leaves("script.add", add)).json(), "uuid")
    const script = `/api/acme/chat-scripts/${uuid}`
    const saved = { name: "Intake", public_name: "Intake", language: "nl", instructions }
    await leaves("script.save", () => send("PATCH", script, { script: saved, markedForDelete: [] }))
    await leaves("script.rename", () => send("PATCH", script, { name: "Intake still" }))
    await leaves("script.restore", () => send("POST", `${script}/versions/2/restore`, {}))
    await leaves("script.configure", () => send("POST", `${script}/config`, { customTransport: "statistics" }))
    await leaves("script.slug", () => send("POST", `/api/chat-scripts/${uuid}/save-slug`, { slug: "intake" }))
    await leaves("script.data-points", () => send("POST", `/api/datapoint/${uuid}/save`, []))
    await leaves("script.status", () => send("POST", `${script}/state`, { state: 2 }))
    const copied = field((await leaves("script.copy", () => send("POST", `${script}/copy`, {}))).json(), "uuid")
    await leaves("script.archive", () => inTwoSteps(`/api/acme/chat-scripts/${copied}/delete`))
    await leaves("script.erase", () => inTwoSteps(`/api/acme/chat-scripts/${copied}/delete`))

    await leaves("links.make", () => send("POST", `${script}/get-links?amount=1`, {}))
    const people = [{ profile: { email: "somebody@example.org" }, conversation: { metadata: {} } }]
    const made = await leaves("links.make", () => send("POST", `${script}/get-unique-links`, people))
    const pass = String(Object(made.json()).process[0].conversation)
    const [photo, more] = instructions.map((it) => it.uuid)
    const sent = await sendFile(server.address, { pass, uuid: photo ?? "", content: png, name: "a.png" })
    good(await tell(server.address, "answer", { pass, uuid: photo, given: [field(sent.body, "name")], after: 0 }))
    good(await tell(server.address, "answer", { pass, uuid: more, given: "no", after: 0 }))
    const anonymous = { community: "acme", script: uuid }
    good(await tell(server.address, "open", { pass: newPass(), anonymous }))
    // What respondents do is nobody's deed.
    expect((await lines()).at(-1)).toMatchObject({ deed: "links.make", who: "admin", community_id: id, thing: `script ${uuid}: 1` })

    await leaves("conversations.export", () => send("GET", `/api/acme/${uuid}/export?limit=1`))
    const { id: conversationId } = await server.database.db
      .selectFrom("conversations")
      .select("id")
      .where("script_id", "=", uuid)
      .where("is_answered", "=", true)
      .executeTakeFirstOrThrow()
    await leaves("conversations.preview", () => send("POST", `${script}/preview/payload`, { conversationId }))
    const trial = { instruction: more, endpoint: "http://127.0.0.1:9/" }
    const delivery = field((await leaves("delivery.test", () => send("POST", `${script}/test-delivery`, trial))).json(), "id")
    await leaves("deliveries.read", () => send("GET", `${script}/deliveries`))
    await leaves("delivery.again", () => send("POST", `${script}/deliveries/${delivery}/redeliver`, {}))
    await leaves("files.request", () => send("POST", `${script}/files`, {}))
    const isReady = async () => Object((await send("POST", `${script}/files`, { silent: true })).json()).result
    await expect.poll(isReady, { timeout: 20_000 }).toBe(true)
    await leaves("files.download", async () => (await admin.raw(`${script}/files`)).arrayBuffer())

    await leaves("members.read", () => send("GET", `${community}/members`))
    await leaves("members.export", () => send("GET", `${community}/members?format=csv`))
    const found = await leaves("people.find", () => send("POST", `${community}/people/find`, { text: "somebody@example.org" }))
    const person = `${community}/people/${field(Object(found.json()).items[0], "uuid")}`
    await leaves("people.hand-over", async () => (await admin.raw(`${person}/package`)).arrayBuffer())
    await leaves("people.erase", () => inTwoSteps(`${person}/delete`))

    await leaves("script.clear-statistics", () => inTwoSteps(`${script}/clear-stats`))
    await leaves("script.clear-data", () => inTwoSteps(`${script}/clear-data`))
    await leaves("script.status", () => send("POST", `${script}/state`, { state: 3 }))
    await leaves("script.anonymise", () => inTwoSteps(`${script}/anonymise`))
    const procedure = (deletionState: boolean) => send("POST", `/api/chat-scripts/${uuid}/deletion-state`, { deletionState })
    await leaves("script.removal-off", () => procedure(false))
    await leaves("script.removal-on", () => procedure(true))
    const never = { removalProcedure: false, removalWarningDate: null, deletedDate: null }
    await leaves("script.removal-edit", () => send("POST", `/api/chat-scripts/removal-edit/${uuid}`, never))

    const connection = { platform: 1, name: "CRM", externalKey: "key", authType: 3, fields: { token: secret } }
    const put = () => send("PUT", "/api/crm/acme/connection", connection)
    const at = `/api/crm/connection/${field((await leaves("connection.add", put)).json(), "id")}`
    await leaves("connections.read", () => send("GET", "/api/crm/acme/connections"))
    await leaves("connection.edit", () => send("POST", at, { ...connection, apiHost: "http://127.0.0.1:9" }))
    await leaves("connection.test", () => send("POST", `${at}/test`, {}))
    await leaves("connection.delete", () => send("DELETE", at.replace("connection/", "connection/delete/")))
    const checkout = { username: "u", password: secret, clientId: secret, clientSecret: secret }
    await leaves("community.options", () => send("POST", `${community}/options/checkout`, { test: checkout, prod: checkout }))
    await leaves("community.options.read", () => send("GET", `${community}/options/checkout`))
    await leaves("community.signing-secret.read", () => send("GET", `${community}/signing-secret`))
    await leaves("community.signing-secret.renew", () => send("POST", `${community}/signing-secret`, {}))
    await leaves("community.style", () => send("POST", `${community}/style`, { web: [], stats: [] }))
    await leaves("community.side-menu", () => send("PATCH", `${community}/sidemenu`, { links: [] }))
    const files = { one: new Blob([new Uint8Array(png)], { type: "image/png" }) }
    await leaves("upload.add", () => uploadsApi(admin.api()).upload({ community: id, files }))

    await leaves("account.email", () => send("POST", "/api/account/change-email", { email: "admin@elsewhere.org" }))
    await leaves("account.sessions-ended", () => send("POST", "/api/account/sessions/end-others", {}))
    const { key } = Object((await send("POST", "/api/account/totp/generate-secret", {})).json())
    const verificationCode = () => new TOTP({ secret: String(key) }).generate({ timestamp: clock })
    const confirmed = { currentPassword: password }
    const confirm = () => send("POST", "/api/account/totp/confirm-secret", { ...confirmed, verificationCode: verificationCode() })
    await leaves("account.two-factor-on", confirm)
    await leaves("account.two-factor-off", () => send("POST", "/api/account/totp/disable", confirmed))
    const change = { oldPassword: password, newPassword: other, confirmPassword: other }
    await leaves("account.password", () => send("POST", "/api/account/change-password", change))
    const self = field((await send("GET", "/api/current/user")).json(), "uuid")
    const resetToken = await server.database.transact((it) => createResetToken(it, self, new Date(clock)))
    const reset = { resetToken, newPassword: password, confirmPassword: password }
    await leaves("account.password-reset", () => send("POST", "/api/account/reset-password", reset))
    admin = await server.signedIn("admin")

    await leaves("membership.remove", () => inTwoSteps(`${community}/add/user/${user}/delete`))
    await leaves("user.delete", () => inTwoSteps(`/api/users/${user}/delete`))
    await leaves("community.delete", () => inTwoSteps(`${community}/delete`))
  })

  test("who signs in and out leaves a line once it is done; tries leave one when there were too many, and none of a name that nobody has", async () => {
    await server.addUser("eve")
    const seen = new Set((await lines()).map(({ id }) => id))
    const fresh = async () => {
      const left = (await lines()).filter(({ id }) => !seen.has(id))
      for (const { id } of left) seen.add(id)
      return left.map(({ who, deed, thing, community_id }) => [who, deed, thing, community_id])
    }
    const eve = await server.signedIn("eve")
    expect(await fresh()).toEqual([["eve", "account.sign-in", "user eve", null]])
    good(await eve.send("GET", "/api/logout"))
    expect(await fresh()).toEqual([["eve", "account.sign-out", "user eve", null]])
    // Nobody was signed in any more.
    good(await eve.send("GET", "/api/logout"))
    expect(await fresh()).toEqual([])
    // In all tabs at once.
    good(await eve.signIn("eve", password))
    await fresh()
    const session = [...eve.cookies]
    const tabs = Array.from({ length: 5 }, () => server.visitor())
    for (const tab of tabs) for (const [name, value] of session) tab.cookies.set(name, value)
    for (const answer of await Promise.all(tabs.map((tab) => tab.send("GET", "/api/logout")))) good(answer)
    expect(await fresh()).toEqual([["eve", "account.sign-out", "user eve", null]])

    good(await eve.signIn("eve", password))
    const { key } = Object(good(await eve.send("POST", "/api/account/totp/generate-secret", {})).json())
    const code = () => new TOTP({ secret: String(key) }).generate({ timestamp: clock })
    good(await eve.send("POST", "/api/account/totp/confirm-secret", { currentPassword: password, verificationCode: code() }))
    await fresh()
    clock += 60_000
    const second = server.visitor()
    good(await second.signIn("eve", password))
    expect(await fresh()).toEqual([])
    for (let i = 0; i < failedAttemptLimits.account; i++) {
      clock++
      expect(await fresh()).toEqual([])
      expect((await second.send("POST", "/api/account/totp/verify", { verificationCode: "000000" })).status).toBe(422)
    }
    const locked = [null, "account.locked-out", "user eve", null]
    await expect.poll(fresh, { timeout: 10_000 }).toEqual([locked])
    clock += failedAttemptLimits.within
    good(await second.signIn("eve", password))
    good(await second.send("POST", "/api/account/totp/verify", { verificationCode: code() }))
    expect(await fresh()).toEqual([["eve", "account.sign-in", "user eve", null]])

    for (const name of ["eve", "nobody-is-called-so"]) {
      for (let i = 0; i < failedAttemptLimits.account; i++) {
        clock++
        expect((await server.visitor().signIn(name, "wrong")).status).toBe(422)
      }
      for (let i = 0; i < 3; i++) expect((await server.visitor().signIn(name, "wrong")).status).toBe(429)
    }
    await expect.poll(fresh, { timeout: 10_000 }).toEqual([locked])
    clock += failedAttemptLimits.within
    for (let i = 0; i < failedAttemptLimits.account; i++) {
      clock++
      expect((await second.send("POST", "/api/account/totp/disable", { currentPassword: "wrong" })).status).toBe(422)
    }
    await expect.poll(fresh, { timeout: 10_000 }).toEqual([locked])
    clock += failedAttemptLimits.within
  })

  test("what only tells how much there is, and what was refused, leaves none", async () => {
    await server.addCommunity("quiet")
    const instructions = instructionsOf({ type: "question", says: "More?", question: { uuid: randomUUID(), type: "open" } })
    const uuid = await makeLive(admin, "quiet", instructions)
    const before = await lines()
    for (const path of ["", "/holdings", "/versions", "/days", "/clear-data"]) await send("GET", `/api/quiet/chat-scripts/${uuid}${path}`)
    await send("GET", `/api/quiet/${uuid}/export/count`)
    for (const [path, body] of [
      [`/api/quiet/chat-scripts/${uuid}/clear-data`, { csrf: "wrong" }],
      [`/api/quiet/chat-scripts/${uuid}/state`, { state: 4 }],
      [`/api/quiet/chat-scripts/${uuid}/get-links?amount=0`, {}],
    ] as const)
      expect((await admin.send("POST", path, body)).status).toBeGreaterThanOrEqual(400)
    expect(await lines()).toEqual(before)
  })
})
