// Access control: every endpoint of the contract with every role, and no access to another community by any path (U6).
import { randomUUIDv7 } from "node:crypto"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import * as accountContract from "../../adapters/contract/account-contract.ts"
import * as communityContract from "../../adapters/contract/community-contract.ts"
import * as connectionContract from "../../adapters/contract/connection-contract.ts"
import * as conversationContract from "../../adapters/contract/conversation-contract.ts"
import * as deliveryContract from "../../adapters/contract/delivery-contract.ts"
import { buildPath, type Endpoint } from "../../adapters/contract/endpoint.ts"
import * as fileContract from "../../adapters/contract/file-contract.ts"
import * as publicPageContract from "../../adapters/contract/public-page-contract.ts"
import * as respondentContract from "../../adapters/contract/respondent-contract.ts"
import * as scriptContract from "../../adapters/contract/script-contract.ts"
import * as signInContract from "../../adapters/contract/sign-in-contract.ts"
import * as userContract from "../../adapters/contract/user-contract.ts"
import { insertConversations } from "../fixtures/conversations.ts"
import {
  type ReceivedResponse,
  readStringField,
  startTestServer,
  type TestServer,
  usualDatabases,
  type Visitor,
} from "../fixtures/server.ts"

type Call = Pick<Endpoint<string, unknown, unknown>, "method" | "path" | "responseMediaType"> & {
  readonly response: Schema.Codec<unknown, unknown>
}
const isCall = (value: unknown): value is Call => typeof value === "object" && value !== null && "method" in value && "path" in value
const read = ({ response }: Call, json: unknown) => Schema.decodeUnknownSync(response, { onExcessProperty: "error" })(json)
const contract = Object.entries({
  ...signInContract,
  ...accountContract,
  ...userContract,
  ...communityContract,
  ...scriptContract,
  ...conversationContract,
  ...fileContract,
  ...respondentContract,
  ...connectionContract,
  ...deliveryContract,
  ...publicPageContract,
}).flatMap(([name, value]) => (isCall(value) ? [{ name, ...value }] : []))

const roles = ["signed out", "member elsewhere", "member", "community administrator", "platform administrator"] as const
type Role = (typeof roles)[number]

/** The status of a well-formed request for each role, in this order. An endpoint of the contract that is missing here fails a test. */
const expected: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  readLoginToken: [200, 200, 200, 200, 200],
  login: [422, 422, 422, 422, 422],
  verifyTotp: [401, 403, 403, 403, 403],
  logout: [200, 200, 200, 200, 200],
  readCurrentUser: [200, 200, 200, 200, 200],
  listCommunities: [401, 200, 200, 200, 200],
  addCommunity: [401, 403, 403, 403, 200],
  listScripts: [401, 404, 200, 200, 200],
  addScript: [401, 404, 200, 200, 200],
  readScript: [401, 404, 200, 200, 200],
  saveScript: [401, 404, 200, 200, 200],
  renameScript: [401, 404, 200, 200, 200],
  changeStatus: [401, 404, 200, 200, 200],
  copyScript: [401, 404, 200, 200, 200],
  getScriptDeletionToken: [401, 404, 200, 200, 200],
  deleteScript: [401, 404, 403, 403, 403],
  changeEmail: [401, 200, 200, 200, 200],
  changePassword: [401, 422, 422, 422, 422],
  requestPasswordReset: [200, 200, 200, 200, 200],
  resetPassword: [403, 403, 403, 403, 403],
  readPasswordConstraints: [401, 200, 200, 200, 200],
  readPasswordConstraintsByToken: [403, 403, 403, 403, 403],
  readTwoFactorConfiguration: [401, 200, 200, 200, 200],
  generateTotpSecret: [401, 200, 200, 200, 200],
  confirmTotpSecret: [401, 422, 422, 422, 422],
  disableTotp: [401, 422, 422, 422, 422],
  listSessions: [401, 200, 200, 200, 200],
  endOtherSessions: [401, 200, 200, 200, 200],
  listUsers: [401, 403, 403, 403, 200],
  addUser: [401, 403, 403, 403, 200],
  readUser: [401, 403, 403, 403, 200],
  updateUser: [401, 403, 403, 403, 200],
  getUserDeletionToken: [401, 403, 403, 403, 200],
  deleteUser: [401, 403, 403, 403, 403],
  saveMembership: [401, 404, 403, 200, 200],
  getMembershipRemovalToken: [401, 404, 403, 200, 200],
  removeMembership: [401, 404, 403, 403, 403],
  readCommunity: [401, 404, 200, 200, 200],
  renameCommunity: [401, 404, 403, 403, 200],
  getCommunityDeletionToken: [401, 404, 403, 403, 200],
  deleteCommunity: [401, 404, 403, 403, 403],
  listRevisions: [401, 404, 200, 200, 200],
  readRevision: [401, 404, 200, 200, 200],
  restoreRevision: [401, 404, 200, 200, 200],
  setScriptTransport: [401, 404, 200, 200, 200],
  setRemovalProcedure: [401, 404, 403, 200, 200],
  readSlug: [401, 404, 200, 200, 200],
  saveSlug: [401, 404, 200, 200, 200],
  listRemovals: [401, 404, 403, 200, 200],
  listAllRemovals: [401, 403, 403, 403, 200],
  editRemoval: [401, 404, 403, 200, 200],
  createLinks: [401, 404, 200, 200, 200],
  createLinksForPeople: [401, 404, 200, 200, 200],
  countConversations: [401, 404, 200, 200, 200],
  countAnsweredConversations: [401, 404, 200, 200, 200],
  countConversationsByDay: [401, 404, 200, 200, 200],
  countResponses: [401, 404, 200, 200, 200],
  listMetadataKeys: [401, 404, 200, 200, 200],
  listAnsweredRevisions: [401, 404, 200, 200, 200],
  exportConversations: [401, 404, 200, 200, 200],
  getClearStatisticsToken: [401, 404, 200, 200, 200],
  clearStatistics: [401, 404, 403, 403, 403],
  getClearDataToken: [401, 404, 200, 200, 200],
  clearData: [401, 404, 403, 403, 403],
  downloadMembers: [401, 404, 403, 200, 200],
  listMembers: [401, 404, 403, 200, 200],
  findPeople: [401, 404, 403, 200, 200],
  downloadPersonPackage: [401, 404, 403, 200, 200],
  getPersonErasureToken: [401, 404, 403, 200, 200],
  erasePerson: [401, 404, 403, 403, 403],
  getAnonymizeToken: [401, 404, 200, 200, 200],
  anonymize: [401, 404, 403, 403, 403],
  // The request to `uploadAssets` has no multipart body.
  requestFileArchive: [401, 404, 200, 200, 200],
  downloadFileArchive: [401, 404, 404, 404, 404],
  uploadAssets: [401, 404, 415, 415, 415],
  // Respondents' pages contain both, so that they do not request them.
  readStyle: [401, 404, 200, 200, 200],
  readSideMenu: [401, 404, 200, 200, 200],
  saveStyle: [401, 404, 403, 200, 200],
  saveSideMenu: [401, 404, 403, 200, 200],
  readOption: [401, 404, 403, 200, 200],
  saveOption: [401, 404, 403, 200, 200],
  listMappers: [401, 200, 200, 200, 200],
  listConnections: [401, 404, 200, 200, 200],
  addConnection: [401, 404, 403, 200, 200],
  editConnection: [401, 404, 403, 200, 200],
  removeConnection: [401, 404, 403, 200, 200],
  // The connection has no host, so nothing is called.
  testConnection: [401, 404, 403, 200, 200],
  authorizeConnection: [401, 404, 403, 302, 302],
  // No authorization was started with this state.
  authorizationCallback: [401, 403, 403, 403, 403],
  saveDataPoints: [401, 404, 200, 200, 200],
  readDataPoints: [401, 404, 200, 200, 200],
  previewPayload: [401, 404, 200, 200, 200],
  listDeliveries: [401, 404, 200, 200, 200],
  redeliver: [401, 404, 200, 200, 200],
  testDelivery: [401, 404, 200, 200, 200],
  readSigningSecret: [401, 404, 403, 200, 200],
  renewSigningSecret: [401, 404, 403, 200, 200],
  // Respondents' endpoints do not depend on the role. The access token that is sent is unknown.
  readStatistics: [200, 200, 200, 200, 200],
  openChat: [404, 404, 404, 404, 404],
  giveAnswer: [404, 404, 404, 404, 404],
  pollChat: [404, 404, 404, 404, 404],
  uploadFile: [415, 415, 415, 415, 415],
  listAuditEvents: [401, 403, 403, 403, 200],
  listCommunityAuditEvents: [401, 404, 403, 200, 200],
}

const credentials = { username: "", password: "", clientId: "", clientSecret: "" }
const connection = {
  platform: 1,
  name: "Some connection",
  externalKey: "key",
  authType: 5,
  fields: { clientId: "c", clientSecret: "s", authEndpoint: "https://example.org/a", tokenEndpoint: "https://example.org/t" },
}

const unknownId = "01900000-0000-7000-8000-000000000000"
let fresh = 0
const payloads: Readonly<Record<string, () => unknown>> = {
  login: () => ({ username: "nobody", password: "x", csrf: "x" }),
  verifyTotp: () => ({ verificationCode: "123456" }),
  addCommunity: () => ({ name: "Some name", slug: `some-${++fresh}` }),
  addScript: () => ({ name: "Added" }),
  saveScript: () => ({ script: { name: "Saved", public_name: "Saved", language: "nl", instructions: [] }, markedForDelete: [] }),
  renameScript: () => ({ name: "Renamed" }),
  changeStatus: () => ({ state: 3 }),
  deleteScript: () => ({ csrf: "wrong" }),
  changeEmail: () => ({ email: `fresh-${++fresh}@example.org` }),
  changePassword: () => ({ oldPassword: "x", newPassword: "weak", confirmPassword: "weak" }),
  requestPasswordReset: () => ({ email: "nobody@example.org" }),
  resetPassword: () => ({ resetToken: "wrong", newPassword: "Sea-Horses-88-Swim", confirmPassword: "Sea-Horses-88-Swim" }),
  confirmTotpSecret: () => ({ currentPassword: "wrong", verificationCode: "123456" }),
  disableTotp: () => ({ currentPassword: "wrong" }),
  createLinksForPeople: () => [],
  clearStatistics: () => ({ csrf: "wrong" }),
  clearData: () => ({ csrf: "wrong" }),
  findPeople: () => ({ text: "somebody@example.org" }),
  erasePerson: () => ({ csrf: "wrong" }),
  anonymize: () => ({ csrf: "wrong" }),
  setScriptTransport: () => ({ customTransport: "statistics" }),
  setRemovalProcedure: () => ({ deletionState: false }),
  saveSlug: () => ({ slug: `slug-${++fresh}` }),
  editRemoval: () => ({ removalProcedure: false, removalWarningDate: null, deletedDate: null }),
  addUser: () => ({ username: `added-${++fresh}`, email: `added-${fresh}@example.org`, password: "Sea-Horses-88-Swim" }),
  deleteUser: () => ({ csrf: "wrong" }),
  removeMembership: () => ({ csrf: "wrong" }),
  renameCommunity: () => ({ name: "Acme renamed" }),
  deleteCommunity: () => ({ csrf: "wrong" }),
  saveStyle: () => ({ web: [], stats: [] }),
  saveSideMenu: () => ({ links: [] }),
  saveOption: () => ({ test: credentials, prod: credentials }),
  addConnection: () => connection,
  editConnection: () => connection,
  saveDataPoints: () => [],
  testDelivery: () => ({ instruction: unknownId, endpoint: "http://127.0.0.1:9/never" }),
  openChat: () => ({ pass: "no-such-pass-at-all" }),
  giveAnswer: () => ({ pass: "no-such-pass-at-all", uuid: unknownId, given: 1, after: 0 }),
  pollChat: () => ({ pass: "no-such-pass-at-all", after: 0 }),
}

const queries: Readonly<Record<string, string>> = { downloadMembers: "?format=csv", createLinks: "?amount=1" }

/** GETs that change something. */
const changingGets =
  /^(logout|authorizeConnection|get(ScriptDeletion|UserDeletion|CommunityDeletion|MembershipRemoval|ClearData|ClearStatistics|Anonymize|PersonErasure)Token)$/
const isChanging = ({ name, method }: (typeof contract)[number]): boolean => method !== "get" || changingGets.test(name)

const marker = "marker-of-acme"

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  const people = new Map<Role, Visitor>()
  /** The uuids of the communities by slug, and the uuid of a member of acme. */
  const communityIds = new Map<string, string>()
  let member = ""
  /** A connection of each community, created for each request. */
  const connectionIds = new Map<string, string>()
  /** A finished delivery of the script of the current request, and a person whom acme knows. */
  let delivery = unknownId
  let person = unknownId
  const visitorOf = (role: Role): Visitor => people.get(role) ?? server.visitor()

  beforeAll(async () => {
    server = await startTestServer(await settings())
    const acme = await server.addCommunity("acme")
    const other = await server.addCommunity("other")
    communityIds.set("acme", acme).set("other", other)
    member = await server.addUser("mia", { [acme]: "ROLE_USER" })
    await server.addUser("eve", { [other]: "ROLE_ADMIN" })
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    await server.addUser("bob", { [acme]: "ROLE_ADMIN" })
    person = randomUUIDv7()
    const nothing = {
      external_id: null,
      external_key: null,
      phone: null,
      phone_key: null,
      first_name: null,
      last_name: null,
      date_of_birth: null,
    }
    const known = { email: `${marker}@example.org`, email_key: `${marker}@example.org`, type: "participant", made_at: new Date() }
    await server.database.db
      .insertInto("profiles")
      .values({ id: person, community_id: acme, ...nothing, ...known })
      .execute()
    people.set("member elsewhere", await server.signedIn("eve"))
    people.set("member", await server.signedIn("ada"))
    people.set("community administrator", await server.signedIn("bob"))
    people.set("platform administrator", await server.signedIn("admin"))
  })
  afterAll(() => server.stop())

  const addScript = async (): Promise<string> => {
    const id = readStringField((await visitorOf("member").send("PUT", "/api/acme/chat-scripts", { name: marker })).json(), "uuid")
    const ended = {
      reason: "reached",
      endpoint: "http://127.0.0.1:9/never",
      body: "{}",
      state: "failed",
      made_at: new Date(),
      ended_at: new Date(),
    }
    delivery = randomUUIDv7()
    const of = { script_id: id, id: delivery, community_id: communityIds.get("acme") ?? "", conversation_id: null, instruction: unknownId }
    await server.database.db
      .insertInto("deliveries")
      .values({ ...of, ...ended })
      .execute()
    return id
  }
  const addConnection = async (): Promise<string> =>
    readStringField((await visitorOf("platform administrator").send("PUT", "/api/crm/acme/connection", connection)).json(), "id")
  const sendRequest = (
    who: Visitor,
    { name, method, path }: (typeof contract)[number],
    community: string,
    id: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ReceivedResponse> => {
    const which = path.startsWith("/api/crm/connection/")
      ? (connectionIds.get(community) ?? id)
      : path.startsWith("/api/communities/")
        ? (communityIds.get(community) ?? community)
        : path.startsWith("/api/users/")
          ? member
          : id
    const filled = `/${buildPath(path, { community, slug: community, key: "checkout", id: which, userId: member, token: "wrong", revision: "1", delivery, person, script: id })}`
    return who.send(
      method.toUpperCase(),
      filled + (queries[name] ?? ""),
      method === "get" ? undefined : (payloads[name]?.() ?? {}),
      headers,
    )
  }

  test.each(contract.filter(({ name }) => name !== "logout"))("$name returns the expected status for each role", async (call) => {
    const answers: Array<number> = []
    let script: string | null = null
    for (const role of roles) {
      // A request that only reads leaves both as they are for the next role.
      if (script === null || isChanging(call)) {
        if (call.path.startsWith("/api/crm/connection/")) connectionIds.set("acme", await addConnection())
        script = await addScript()
      }
      const answer = await sendRequest(visitorOf(role), call, "acme", script)
      answers.push(answer.status)
      expect([answer.headers.get("cache-control"), answer.headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"])
      // The response has exactly the fields of the contract, even if it was not encoded with the Schema.
      if (answer.status === 200 && call.responseMediaType === undefined) read(call, answer.json())
    }
    expect(answers).toEqual(expected[call.name])
  })

  test.each(contract.filter(isChanging))("$name rejects a cross-site request", async (call) => {
    const id = await addScript()
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://elsewhere.example" }]) {
      const { status, text } = await sendRequest(visitorOf("platform administrator"), call, "acme", id, headers)
      expect([status, text]).toEqual([403, '{"message":"This request comes from another site."}'])
    }
  })

  test("the table lists every endpoint of the contract", () => {
    expect(contract.map(({ name }) => name).toSorted()).toEqual(Object.keys(expected).toSorted())
  })

  const byId = contract.filter(({ path }) => path.startsWith("/api/communities/{id}"))

  test.each(byId)("$name returns the same 404 for another community, an unknown one and an invalid id", async (call) => {
    const eve = visitorOf("member elsewhere")
    for (const which of ["acme", unknownId, "1", "not-an-id", "' or 1=1 --", "é"]) {
      const answer = await sendRequest(eve, call, which, "")
      expect({ which, status: answer.status, text: answer.text }).toEqual({ which, status: 404, text: '{"message":"Not found."}' })
    }
  })

  const inside = contract.filter(({ path }) => path.includes("{community}"))

  test.each(inside)("$name returns the same error for another community, an unknown one and an invalid slug", async (call) => {
    const id = await addScript()
    const eve = visitorOf("member elsewhere")
    const foreign = await sendRequest(eve, call, "acme", id)
    for (const slug of ["nothing-like-it", "ACME", "acme%00", "..", "' or 1=1 --", "x".repeat(99)]) {
      const answer = await sendRequest(eve, call, slug, id)
      expect({ slug, status: answer.status, text: answer.text }).toEqual({ slug, status: foreign.status, text: foreign.text })
    }
    expect(foreign.text).toBe('{"message":"Not found."}')
  })

  test.each(inside.filter(({ path }) => path.includes("{id}")))(
    "$name returns the same 404 for another community's script under the caller's slug as for an unknown script",
    async (call) => {
      const id = await addScript()
      const eve = visitorOf("member elsewhere")
      for (const odd of [id, id.toUpperCase(), unknownId, "1", "not-an-id", "00000000", `${id}0`, "é", "%2e%2e", "null"]) {
        const answer = await sendRequest(eve, call, "other", odd)
        expect({ odd, status: answer.status, text: answer.text }).toEqual({ odd, status: 404, text: '{"message":"Not found."}' })
      }
      const read = await visitorOf("member").send("GET", `/api/acme/chat-scripts/${id}`)
      expect(read.json()).toMatchObject({ name: marker, status: 1, revision: 1 })
    },
  )

  test.each(contract.filter(({ path }) => path.includes("{person}")))(
    "$name returns the same 404 for another community's person under the caller's community as for an unknown person",
    async ({ method, path, name }) => {
      const eve = visitorOf("member elsewhere")
      for (const odd of [person, person.toUpperCase(), unknownId, "1", "é", "null"]) {
        const filled = path.replace("{id}", communityIds.get("other") ?? "").replace("{person}", encodeURIComponent(odd))
        const answer = await eve.send(method.toUpperCase(), filled, method === "get" ? undefined : payloads[name]?.())
        expect({ odd, status: answer.status, text: answer.text }).toEqual({ odd, status: 404, text: '{"message":"Not found."}' })
      }
    },
  )

  test("rejects a deletion token of the caller's script for another community's script", async () => {
    const id = await addScript()
    const eve = visitorOf("member elsewhere")
    const own = readStringField((await eve.send("PUT", "/api/other/chat-scripts", { name: "own" })).json(), "uuid")
    const csrf = readStringField((await eve.send("GET", `/api/other/chat-scripts/${own}/delete`)).json(), "deleteToken")
    for (const path of [
      `/api/other/chat-scripts/${id}/delete`,
      `/api/acme/chat-scripts/${id}/delete`,
      `/api/acme/chat-scripts/${own}/delete`,
    ])
      expect((await eve.send("POST", path, { csrf })).status).toBe(404)
    expect((await visitorOf("member").send("GET", `/api/acme/chat-scripts/${id}`)).json()).toMatchObject({ status: 1 })
    expect((await eve.send("POST", `/api/other/chat-scripts/${own}/delete`, { csrf })).status).toBe(200)
  })

  test("no response to a member of another community contains the community's data", async () => {
    const id = await addScript()
    const eve = visitorOf("member elsewhere")
    // Statistics are public for everyone who has the address.
    for (const call of contract.filter(({ name }) => name !== "logout" && name !== "readStatistics"))
      for (const community of ["acme", "other"]) {
        const { text } = await sendRequest(eve, call, community, id)
        expect(text).not.toContain(marker)
        expect(text).not.toContain("acme")
      }
  })

  test("returns 404 for an empty, missing or repeated community in the path, and ignores or rejects it elsewhere", async () => {
    const id = await addScript()
    const acme = communityIds.get("acme") ?? ""
    const notFound = { status: 404, text: '{"message":"Not found."}' }
    for (const role of ["member elsewhere", "platform administrator"] as const)
      for (const path of [
        "/api//chat-scripts",
        `/api//chat-scripts/${id}`,
        `/api/%20/chat-scripts/${id}`,
        `/api/acme,other/chat-scripts/${id}`,
        `/api/acme/other/chat-scripts/${id}`,
        `/api/["acme"]/chat-scripts/${id}`,
        `/api//${id}/export`,
        "/api/communities//members",
        `/api/communities/${acme},${acme}/members`,
        `/api/communities/[]/audit`,
      ]) {
        const { status, text } = await visitorOf(role).send("GET", path)
        expect({ role, path, status, text }).toEqual({ role, path, ...notFound })
      }
    // In a query or a body it is ignored or rejected.
    const eve = visitorOf("member elsewhere")
    for (const query of ["community=acme", "community[]=acme&community[]=other", `id=${acme}`, "slug=acme&slug=other"]) {
      const { status, text } = await eve.send("GET", `/api/other/chat-scripts?${query}`)
      expect([query, status, text.includes(id)]).toEqual([query, 200, false])
    }
    expect((await eve.send("GET", "/api/communities?slug=acme&slug=other")).status).toBe(422)
    expect((await eve.send("GET", "/api/communities?slug=")).json()).toEqual({ items: [] })
    for (const anonymous of [
      { community: "", script: id },
      { community: ["acme"], script: id },
      { script: id },
      { community: "acme", script: [id] },
      [],
      null,
    ])
      expect((await eve.send("POST", "/chat/api/open", { pass: "x".repeat(30), anonymous })).status).not.toBe(200)
  })

  test("ignores owner, status, revision and roles sent by the client", async () => {
    const ada = visitorOf("member")
    const other = communityIds.get("other") ?? ""
    const forgedFields = {
      uuid: unknownId,
      id: unknownId,
      community: "other",
      community_id: other,
      communityId: other,
      owner: member,
      user_id: member,
      status: 2,
      revision: 90,
      liveDate: "2020-01-01T00:00:00.000Z",
      isDeletionApproved: true,
      roles: ["ROLE_ADMIN"],
      role: "ROLE_ADMIN",
      is_admin: true,
      communityEntries: [{ uuid: unknownId, role: "ROLE_ADMIN", community: { uuid: other, name: "Other", slug: "other" } }],
    }
    const rowOf = (id: string) => server.database.db.selectFrom("scripts").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
    const expectedRow = { community_id: communityIds.get("acme"), status: 1, live_date: null, is_deletion_approved: false }
    const made = readStringField((await ada.send("PUT", "/api/acme/chat-scripts", { ...forgedFields, name: "Mine" })).json(), "uuid")
    expect(await rowOf(made)).toMatchObject({ ...expectedRow, revision: 1 })
    const path = `/api/acme/chat-scripts/${made}`
    expect((await ada.send("PATCH", path, { ...forgedFields, name: "Mine still" })).status).toBe(200)
    const script = { ...forgedFields, name: "Mine", public_name: "Mine", language: "nl", instructions: [] }
    expect((await ada.send("PATCH", path, { ...forgedFields, revision: 2, script, markedForDelete: [] })).status).toBe(200)
    expect(await rowOf(made)).toMatchObject({ ...expectedRow, revision: 3 })
    const copied = readStringField((await ada.send("POST", `${path}/copy`, forgedFields)).json(), "uuid")
    expect(await rowOf(copied)).toMatchObject({ ...expectedRow, revision: 1 })

    const admin = visitorOf("platform administrator")
    const person = { username: "plain", email: "plain@example.org", password: "Sea-Horses-88-Swim" }
    const added = Object((await admin.send("PUT", "/api/users", { ...forgedFields, ...person })).json())
    expect(added).toMatchObject({ roles: ["ROLE_USER"], communityEntries: [] })
    expect(added.uuid).not.toBe(unknownId)
    const plain = server.visitor()
    await plain.signIn("plain", person.password)
    expect((await plain.send("POST", "/api/account/change-email", { ...forgedFields, email: "plainer@example.org" })).status).toBe(200)
    expect((await plain.send("GET", "/api/current/user")).json()).toMatchObject({ roles: ["ROLE_USER"], communityEntries: [] })

    const connectionId = readStringField(
      (await admin.send("PUT", "/api/crm/acme/connection", { ...forgedFields, ...connection })).json(),
      "id",
    )
    const storedConnection = await server.database.db
      .selectFrom("connections")
      .select("community_id")
      .where("id", "=", connectionId)
      .executeTakeFirstOrThrow()
    expect(storedConnection.community_id).toBe(communityIds.get("acme"))
  })

  test("returns 404 for a payload preview with a conversation of another chat or community", async () => {
    const [acme, other] = [communityIds.get("acme") ?? "", communityIds.get("other") ?? ""]
    const eve = visitorOf("member elsewhere")
    const script = await addScript()
    const [own = ""] = await insertConversations(server.database, [
      { script, community: acme, startedAt: new Date(), metadata: { of: marker } },
    ])
    const preview = (who: Visitor, path: string, conversationId: string) =>
      who.send("POST", `/api/${path}/preview/payload`, { conversationId })
    expect((await preview(visitorOf("member"), `acme/chat-scripts/${script}`, own)).text).toContain(marker)
    const elsewhere = readStringField((await eve.send("PUT", "/api/other/chat-scripts", { name: "Theirs" })).json(), "uuid")
    expect(other).not.toBe(acme)
    for (const [who, path] of [
      [eve, `other/chat-scripts/${elsewhere}`],
      [visitorOf("member"), `acme/chat-scripts/${await addScript()}`],
    ] as const) {
      const { status, text } = await preview(who, path, own)
      expect([status, text]).toEqual([404, '{"message":"Not found."}'])
    }
  })

  test("saves none of the data points when one has a connection of another community", async () => {
    const [ours, theirs] = [
      await addConnection(),
      readStringField((await visitorOf("platform administrator").send("PUT", "/api/crm/other/connection", connection)).json(), "id"),
    ]
    const id = await addScript()
    const row = { selectedConnection: ours, valueSource: "city", dataSelector: "city" }
    const foreign = await visitorOf("member").send("POST", `/api/datapoint/${id}/save`, [row, { ...row, selectedConnection: theirs }, row])
    const unknownConnection = await visitorOf("member").send("POST", `/api/datapoint/${id}/save`, [
      row,
      { ...row, selectedConnection: unknownId },
      row,
    ])
    expect([foreign.status, foreign.text]).toEqual([422, unknownConnection.text])
    expect((await visitorOf("member").send("GET", `/api/datapoint/${id}/show`)).json()).toEqual({ fields: [] })
  })

  test("finds a community by its exact slug, only for its members and platform administrators", async () => {
    const findSlugs = async (role: Role, slug: string) => {
      const answer = (await visitorOf(role).send("GET", `/api/communities?slug=${encodeURIComponent(slug)}`)).json()
      return Object(answer).items.map((it: object) => readStringField(it, "slug"))
    }
    expect(await Promise.all([...roles].slice(1).map((role) => findSlugs(role, "acme")))).toEqual([[], ["acme"], ["acme"], ["acme"]])
    for (const odd of ["", "ACME", "acm", "%", "\u0000", "nobody"]) expect(await findSlugs("platform administrator", odd)).toEqual([])
  })

  test("revokes access immediately when a membership ends", async () => {
    const acme = await server.database.db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
    const gone = await server.addUser("gone", { [acme.id]: "ROLE_USER" })
    const person = await server.signedIn("gone")
    expect((await person.send("GET", "/api/acme/chat-scripts")).status).toBe(200)
    await server.database.db.deleteFrom("memberships").where("user_id", "=", gone).execute()
    expect((await person.send("GET", "/api/acme/chat-scripts")).status).toBe(404)
    await server.database.db.deleteFrom("users").where("id", "=", gone).execute()
    expect((await person.send("GET", "/api/acme/chat-scripts")).status).toBe(401)
  })
})
