// The audit log: each change, and each read of exports, members or credentials, adds one event with actor, action and target but no content.
import { randomUUID } from "node:crypto"
import { TOTP } from "otpauth"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createUploadsApi } from "../../adapters/api/files-api.ts"
import { createResetToken } from "../../adapters/server/security/one-time-tokens.ts"
import { failedAttemptLimits } from "../../domain/accounts/account-limits.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { callChatApi, createAccessToken, smallestPng, uploadAnswerFile } from "../fixtures/respondent.ts"
import {
  password,
  type ReceivedResponse,
  readStringField,
  startTestServer,
  type TestServer,
  usualDatabases,
  type Visitor,
} from "../fixtures/server.ts"

const otherPassword = "Sea-Horses-88-Swim"
const secret = "a-secret-of-a-connection"

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let admin: Visitor
  /** Advances with every call, so that no verification code is used twice. */
  let clock = Date.parse("2026-03-01T12:00:00Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    admin = await server.signedIn("admin")
  })
  afterAll(() => server.stop())

  const readEvents = () =>
    server.database.db.selectFrom("audit").select(["id", "actor", "action", "target", "community_id"]).orderBy("at").orderBy("id").execute()
  const requireOk = ({ status, text }: ReceivedResponse): ReceivedResponse => {
    if (status >= 400) throw new Error(`${status} ${text}`)
    return { status, text, headers: new Headers(), json: () => JSON.parse(text) }
  }
  const sendAsAdmin = async (...request: Parameters<Visitor["send"]>) => requireOk(await admin.send(...request))
  const token = async (path: string): Promise<string> => {
    const answer = Object((await sendAsAdmin("GET", path)).json())
    return readStringField(answer, "deleteToken" in answer ? "deleteToken" : "clearToken")
  }
  const sendWithToken = async (path: string) => sendAsAdmin("POST", path, { csrf: await token(path) })

  /** Runs the work, expects exactly one event with this action, and returns the work's result. */
  const expectEvent = async <A>(action: string, work: () => Promise<A>): Promise<A> => {
    clock += 1_000
    const before = new Set((await readEvents()).map(({ id }) => id))
    const result = await work()
    const newEvents = (await readEvents()).filter(({ id }) => !before.has(id))
    expect({ action, left: newEvents.map((line) => [line.actor, line.action]) }).toEqual({ action, left: [["admin", action]] })
    expect(newEvents.map(({ target }) => target).join()).not.toMatch(new RegExp(`${password}|${otherPassword}|${secret}|somebody@`))
    return result
  }

  test("adds one event for every audited action", async () => {
    const id = readStringField(
      (await expectEvent("community.add", () => sendAsAdmin("PUT", "/api/communities", { name: "Acme", slug: "acme" }))).json(),
      "uuid",
    )
    const community = `/api/communities/${id}`
    await expectEvent("community.rename", () => sendAsAdmin("PATCH", community, { name: "Acme again" }))
    const ada = { username: "ada", email: "ada@example.org", password: otherPassword }
    const user = readStringField((await expectEvent("user.add", () => sendAsAdmin("PUT", "/api/users", ada))).json(), "uuid")
    await expectEvent("user.update", () => sendAsAdmin("PATCH", `/api/users/${user}`, { email: "ada@elsewhere.org" }))
    await expectEvent("membership.add", () => sendAsAdmin("POST", `${community}/add/user/${user}`, {}))

    const instructions = createInstructions(
      { type: "question", label: "photo", says: "A photo?", question: { uuid: randomUUID(), type: "file" } },
      { type: "question", label: "more", says: "More?", question: { uuid: randomUUID(), type: "open" } },
    )
    const add = () => sendAsAdmin("PUT", "/api/acme/chat-scripts", { name: "Intake" })
    const uuid = readStringField((await expectEvent("script.add", add)).json(), "uuid")
    const script = `/api/acme/chat-scripts/${uuid}`
    const saved = { name: "Intake", public_name: "Intake", language: "nl", instructions }
    await expectEvent("script.save", () => sendAsAdmin("PATCH", script, { script: saved, markedForDelete: [] }))
    await expectEvent("script.rename", () => sendAsAdmin("PATCH", script, { name: "Intake still" }))
    await expectEvent("script.restore", () => sendAsAdmin("POST", `${script}/versions/2/restore`, {}))
    await expectEvent("script.configure", () => sendAsAdmin("POST", `${script}/config`, { customTransport: "statistics" }))
    await expectEvent("script.slug", () => sendAsAdmin("POST", `/api/chat-scripts/${uuid}/save-slug`, { slug: "intake" }))
    await expectEvent("script.data-points", () => sendAsAdmin("POST", `/api/datapoint/${uuid}/save`, []))
    await expectEvent("script.status", () => sendAsAdmin("POST", `${script}/state`, { state: 2 }))
    const copied = readStringField((await expectEvent("script.copy", () => sendAsAdmin("POST", `${script}/copy`, {}))).json(), "uuid")
    await expectEvent("script.archive", () => sendWithToken(`/api/acme/chat-scripts/${copied}/delete`))
    await expectEvent("script.erase", () => sendWithToken(`/api/acme/chat-scripts/${copied}/delete`))

    await expectEvent("links.make", () => sendAsAdmin("POST", `${script}/get-links?amount=1`, {}))
    const people = [{ profile: { email: "somebody@example.org" }, conversation: { metadata: {} } }]
    const made = await expectEvent("links.make", () => sendAsAdmin("POST", `${script}/get-unique-links`, people))
    const pass = String(Object(made.json()).process[0].conversation)
    const [photo, more] = instructions.map((instruction) => instruction.uuid)
    const sent = await uploadAnswerFile(server.address, { pass, uuid: photo ?? "", content: smallestPng, name: "a.png" })
    requireOk(await callChatApi(server.address, "answer", { pass, uuid: photo, given: [readStringField(sent.body, "name")], after: 0 }))
    requireOk(await callChatApi(server.address, "answer", { pass, uuid: more, given: "no", after: 0 }))
    const anonymous = { community: "acme", script: uuid }
    requireOk(await callChatApi(server.address, "open", { pass: createAccessToken(), anonymous }))
    // Calls of respondents are not audited.
    expect((await readEvents()).at(-1)).toMatchObject({
      action: "links.make",
      actor: "admin",
      community_id: id,
      target: `script ${uuid}: 1`,
    })

    await expectEvent("conversations.export", () => sendAsAdmin("GET", `/api/acme/${uuid}/export?limit=1`))
    const { id: conversationId } = await server.database.db
      .selectFrom("conversations")
      .select("id")
      .where("script_id", "=", uuid)
      .where("is_answered", "=", true)
      .executeTakeFirstOrThrow()
    await expectEvent("conversations.preview", () => sendAsAdmin("POST", `${script}/preview/payload`, { conversationId }))
    const trial = { instruction: more, endpoint: "http://127.0.0.1:9/" }
    const delivery = readStringField(
      (await expectEvent("delivery.test", () => sendAsAdmin("POST", `${script}/test-delivery`, trial))).json(),
      "id",
    )
    await expectEvent("deliveries.read", () => sendAsAdmin("GET", `${script}/deliveries`))
    await expectEvent("delivery.again", () => sendAsAdmin("POST", `${script}/deliveries/${delivery}/redeliver`, {}))
    await expectEvent("files.request", () => sendAsAdmin("POST", `${script}/files`, {}))
    const isReady = async () => Object((await sendAsAdmin("POST", `${script}/files`, { silent: true })).json()).result
    await expect.poll(isReady).toBe(true)
    await expectEvent("files.download", async () => (await admin.raw(`${script}/files`)).arrayBuffer())

    await expectEvent("members.read", () => sendAsAdmin("GET", `${community}/members`))
    await expectEvent("members.export", () => sendAsAdmin("GET", `${community}/members?format=csv`))
    const found = await expectEvent("people.find", () => sendAsAdmin("POST", `${community}/people/find`, { text: "somebody@example.org" }))
    const person = `${community}/people/${readStringField(Object(found.json()).items[0], "uuid")}`
    await expectEvent("people.hand-over", async () => (await admin.raw(`${person}/package`)).arrayBuffer())
    await expectEvent("people.erase", () => sendWithToken(`${person}/delete`))

    await expectEvent("script.clear-statistics", () => sendWithToken(`${script}/clear-stats`))
    await expectEvent("script.clear-data", () => sendWithToken(`${script}/clear-data`))
    await expectEvent("script.status", () => sendAsAdmin("POST", `${script}/state`, { state: 3 }))
    await expectEvent("script.anonymise", () => sendWithToken(`${script}/anonymise`))
    const procedure = (deletionState: boolean) => sendAsAdmin("POST", `/api/chat-scripts/${uuid}/deletion-state`, { deletionState })
    await expectEvent("script.removal-off", () => procedure(false))
    await expectEvent("script.removal-on", () => procedure(true))
    const never = { removalProcedure: false, removalWarningDate: null, deletedDate: null }
    await expectEvent("script.removal-edit", () => sendAsAdmin("POST", `/api/chat-scripts/removal-edit/${uuid}`, never))

    const connection = { platform: 1, name: "CRM", externalKey: "key", authType: 3, fields: { token: secret } }
    const put = () => sendAsAdmin("PUT", "/api/crm/acme/connection", connection)
    const connectionPath = `/api/crm/connection/${readStringField((await expectEvent("connection.add", put)).json(), "id")}`
    await expectEvent("connections.read", () => sendAsAdmin("GET", "/api/crm/acme/connections"))
    await expectEvent("connection.edit", () => sendAsAdmin("POST", connectionPath, { ...connection, apiHost: "http://127.0.0.1:9" }))
    await expectEvent("connection.test", () => sendAsAdmin("POST", `${connectionPath}/test`, {}))
    await expectEvent("connection.delete", () => sendAsAdmin("DELETE", connectionPath.replace("connection/", "connection/delete/")))
    const checkout = { username: "u", password: secret, clientId: secret, clientSecret: secret }
    await expectEvent("community.options", () => sendAsAdmin("POST", `${community}/options/checkout`, { test: checkout, prod: checkout }))
    await expectEvent("community.options.read", () => sendAsAdmin("GET", `${community}/options/checkout`))
    await expectEvent("community.signing-secret.read", () => sendAsAdmin("GET", `${community}/signing-secret`))
    await expectEvent("community.signing-secret.renew", () => sendAsAdmin("POST", `${community}/signing-secret`, {}))
    await expectEvent("community.style", () => sendAsAdmin("POST", `${community}/style`, { web: [], stats: [] }))
    await expectEvent("community.side-menu", () => sendAsAdmin("PATCH", `${community}/sidemenu`, { links: [] }))
    const files = { one: new Blob([new Uint8Array(smallestPng)], { type: "image/png" }) }
    await expectEvent("upload.add", () => createUploadsApi(admin.api()).upload({ community: id, files }))

    await expectEvent("account.email", () => sendAsAdmin("POST", "/api/account/change-email", { email: "admin@elsewhere.org" }))
    await expectEvent("account.sessions-ended", () => sendAsAdmin("POST", "/api/account/sessions/end-others", {}))
    const { key } = Object((await sendAsAdmin("POST", "/api/account/totp/generate-secret", {})).json())
    const verificationCode = () => new TOTP({ secret: String(key) }).generate({ timestamp: clock })
    const confirmed = { currentPassword: password }
    const confirm = () => sendAsAdmin("POST", "/api/account/totp/confirm-secret", { ...confirmed, verificationCode: verificationCode() })
    await expectEvent("account.two-factor-on", confirm)
    await expectEvent("account.two-factor-off", () => sendAsAdmin("POST", "/api/account/totp/disable", confirmed))
    const change = { oldPassword: password, newPassword: otherPassword, confirmPassword: otherPassword }
    await expectEvent("account.password", () => sendAsAdmin("POST", "/api/account/change-password", change))
    const self = readStringField((await sendAsAdmin("GET", "/api/current/user")).json(), "uuid")
    const resetToken = await server.database.transact((change) => createResetToken(change, self, new Date(clock)))
    const reset = { resetToken, newPassword: password, confirmPassword: password }
    await expectEvent("account.password-reset", () => sendAsAdmin("POST", "/api/account/reset-password", reset))
    admin = await server.signedIn("admin")

    await expectEvent("membership.remove", () => sendWithToken(`${community}/add/user/${user}/delete`))
    await expectEvent("user.delete", () => sendWithToken(`/api/users/${user}/delete`))
    await expectEvent("community.delete", () => sendWithToken(`${community}/delete`))
  })

  test("adds an event for each complete sign-in, each sign-out and each lockout of an account, and none for an unknown username", async () => {
    await server.addUser("eve")
    const seen = new Set((await readEvents()).map(({ id }) => id))
    const readNewEvents = async () => {
      const newEvents = (await readEvents()).filter(({ id }) => !seen.has(id))
      for (const { id } of newEvents) seen.add(id)
      return newEvents.map(({ actor, action, target, community_id }) => [actor, action, target, community_id])
    }
    const eve = await server.signedIn("eve")
    expect(await readNewEvents()).toEqual([["eve", "account.sign-in", "user eve", null]])
    requireOk(await eve.send("GET", "/api/logout"))
    expect(await readNewEvents()).toEqual([["eve", "account.sign-out", "user eve", null]])
    // The session had already ended.
    requireOk(await eve.send("GET", "/api/logout"))
    expect(await readNewEvents()).toEqual([])
    // Signing out in five tabs at the same time.
    requireOk(await eve.signIn("eve", password))
    await readNewEvents()
    const session = [...eve.cookies]
    const tabs = Array.from({ length: 5 }, () => server.visitor())
    for (const tab of tabs) for (const [name, value] of session) tab.cookies.set(name, value)
    for (const answer of await Promise.all(tabs.map((tab) => tab.send("GET", "/api/logout")))) requireOk(answer)
    expect(await readNewEvents()).toEqual([["eve", "account.sign-out", "user eve", null]])

    requireOk(await eve.signIn("eve", password))
    const { key } = Object(requireOk(await eve.send("POST", "/api/account/totp/generate-secret", {})).json())
    const code = () => new TOTP({ secret: String(key) }).generate({ timestamp: clock })
    requireOk(await eve.send("POST", "/api/account/totp/confirm-secret", { currentPassword: password, verificationCode: code() }))
    await readNewEvents()
    clock += 60_000
    const second = server.visitor()
    requireOk(await second.signIn("eve", password))
    expect(await readNewEvents()).toEqual([])
    for (let i = 0; i < failedAttemptLimits.account; i++) {
      clock++
      expect(await readNewEvents()).toEqual([])
      expect((await second.send("POST", "/api/account/totp/verify", { verificationCode: "000000" })).status).toBe(422)
    }
    const lockedOut = [null, "account.locked-out", "user eve", null]
    await expect.poll(readNewEvents).toEqual([lockedOut])
    clock += failedAttemptLimits.within
    requireOk(await second.signIn("eve", password))
    requireOk(await second.send("POST", "/api/account/totp/verify", { verificationCode: code() }))
    expect(await readNewEvents()).toEqual([["eve", "account.sign-in", "user eve", null]])

    for (const name of ["eve", "nobody-is-called-so"]) {
      for (let i = 0; i < failedAttemptLimits.account; i++) {
        clock++
        expect((await server.visitor().signIn(name, "wrong")).status).toBe(422)
      }
      for (let i = 0; i < 3; i++) expect((await server.visitor().signIn(name, "wrong")).status).toBe(429)
    }
    // An unknown name gets the same job as a known one, so that the next response takes no longer after one of them.
    const jobs = server.database.db.selectFrom("jobs").where("kind", "=", "audit-lockout").select("done_at")
    await expect.poll(async () => (await jobs.execute()).map(({ done_at }) => done_at !== null)).toEqual([true, true, true])
    expect(await readNewEvents()).toEqual([lockedOut])
    clock += failedAttemptLimits.within
    for (let i = 0; i < failedAttemptLimits.account; i++) {
      clock++
      expect((await second.send("POST", "/api/account/totp/disable", { currentPassword: "wrong" })).status).toBe(422)
    }
    await expect.poll(readNewEvents).toEqual([lockedOut])
    clock += failedAttemptLimits.within
  })

  test("adds no event for reading a script or counts, nor for rejected requests", async () => {
    await server.addCommunity("quiet")
    const instructions = createInstructions({ type: "question", says: "More?", question: { uuid: randomUUID(), type: "open" } })
    const uuid = await createLiveScript(admin, "quiet", instructions)
    const before = await readEvents()
    for (const path of ["", "/holdings", "/versions", "/days", "/clear-data"])
      await sendAsAdmin("GET", `/api/quiet/chat-scripts/${uuid}${path}`)
    await sendAsAdmin("GET", `/api/quiet/${uuid}/export/count`)
    for (const [path, body] of [
      [`/api/quiet/chat-scripts/${uuid}/clear-data`, { csrf: "wrong" }],
      [`/api/quiet/chat-scripts/${uuid}/state`, { state: 4 }],
      [`/api/quiet/chat-scripts/${uuid}/get-links?amount=0`, {}],
    ] as const)
      expect((await admin.send("POST", path, body)).status).toBeGreaterThanOrEqual(400)
    expect(await readEvents()).toEqual(before)
  })
})
