// Removals in two steps: the token of the first permits only the removal that its dialog showed; otherwise the server refuses it with the reason and the current state [U4] [S10].
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { insertConversations } from "../fixtures/conversations.ts"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { callChatApi, createAccessToken, smallestPng, uploadAnswerFile } from "../fixtures/respondent.ts"
import {
  type ReceivedResponse,
  readStringField,
  startTestServer,
  type TestServer,
  usualDatabases,
  type Visitor,
} from "../fixtures/server.ts"
import { waitForWaitingLocks } from "../fixtures/waiting-locks.ts"

const minute = 60_000

describe.each(usualDatabases)("on $name", ({ name, settings }) => {
  let server: TestServer
  let [ada, bob, admin]: ReadonlyArray<Visitor> = []
  let acme = ""
  let clock = Date.parse("2026-03-01T12:00:00Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    acme = await server.addCommunity("acme")
    for (const name of ["ada", "bob"]) await server.addUser(name, { [acme]: "ROLE_ADMIN" })
    ada = await server.signedIn("ada")
    bob = await server.signedIn("bob")
    admin = await server.signedIn("admin")
  })
  afterAll(() => server.stop())

  const send = (visitor: Visitor | undefined, ...request: Parameters<Visitor["send"]>): Promise<ReceivedResponse> => {
    if (visitor === undefined) throw new Error("nobody is signed in")
    return visitor.send(...request)
  }
  const at = (uuid: string, rest: string) => `/api/acme/chat-scripts/${uuid}/${rest}`
  const addScript = async (): Promise<string> =>
    readStringField((await send(ada, "PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")
  const statusOf = async (uuid: string): Promise<number> => (await send(ada, "GET", `/api/acme/chat-scripts/${uuid}`)).status
  const tokenOf = async (path: string, visitor = ada): Promise<string> => {
    const answer = Object((await send(visitor, "GET", path)).json())
    return readStringField(answer, "deleteToken" in answer ? "deleteToken" : "clearToken")
  }
  const confirm = (path: string, csrf: string, visitor = ada) => send(visitor, "POST", path, { csrf })
  const archive = async (uuid: string, visitor = ada) => confirm(at(uuid, "delete"), await tokenOf(at(uuid, "delete"), visitor), visitor)
  const setStatus = (uuid: string, state: number, visitor = ada) => send(visitor, "POST", at(uuid, "state"), { state })
  const makeLinks = (uuid: string, amount: number) => send(ada, "POST", at(uuid, `get-links?amount=${amount}`), {})
  const refusal = ({ status, json }: ReceivedResponse) => [status, json()]

  describe("[S10] a chat", () => {
    test("is archived by a token that says so, and erased by one that says so, with what will be lost", async () => {
      const uuid = await addScript()
      await makeLinks(uuid, 2)
      const first = (await send(ada, "GET", at(uuid, "delete"))).json()
      expect(first).toEqual({ deleteToken: expect.any(String), action: "archive", answers: 0, files: 0, links: 2 })
      expect(await confirm(at(uuid, "delete"), readStringField(first, "deleteToken"))).toMatchObject({ status: 200 })
      const second = (await send(ada, "GET", at(uuid, "delete"))).json()
      expect(second).toEqual({ deleteToken: expect.any(String), action: "erase", answers: 0, files: 0, links: 2 })
      expect(await confirm(at(uuid, "delete"), readStringField(second, "deleteToken"))).toMatchObject({ status: 200 })
      expect(await statusOf(uuid)).toBe(404)
    })

    test("stays in the archive when someone deletes it from a list in which it is not archived yet", async () => {
      const uuid = await addScript()
      await archive(uuid, bob)
      expect(refusal(await send(ada, "GET", `${at(uuid, "delete")}?action=archive`))).toEqual([
        409,
        {
          message: "Changed by bob a moment ago: it is in the archive now.",
          current: { status: 4, answers: 0, files: 0, links: 0 },
          changedBy: "bob",
          changedAt: new Date(clock).toISOString(),
          isRecent: true,
        },
      ])
      clock += 6 * minute
      expect((await send(ada, "GET", `${at(uuid, "delete")}?action=archive`)).json()).toMatchObject({
        message: "Changed by bob on 2026-03-01T12:00:00.000Z: it is in the archive now.",
        isRecent: false,
      })
    })

    test("cannot be erased from the list of active chats", async () => {
      const uuid = await addScript()
      expect(await send(ada, "GET", `${at(uuid, "delete")}?action=erase`)).toMatchObject({ status: 409 })
    })

    test("is not erased by a token that was given to archive it, nor archived by one that was given to erase it", async () => {
      const uuid = await addScript()
      const toArchive = await tokenOf(at(uuid, "delete"))
      await archive(uuid, bob)
      expect(refusal(await confirm(at(uuid, "delete"), toArchive))).toMatchObject([409, { current: { status: 4 }, changedBy: "bob" }])
      const toErase = await tokenOf(at(uuid, "delete"))
      await setStatus(uuid, 1, bob)
      expect(refusal(await confirm(at(uuid, "delete"), toErase))).toMatchObject([
        409,
        { message: "Changed by bob a moment ago: it is in preparation now.", current: { status: 1 } },
      ])
      expect(await statusOf(uuid)).toBe(200)
    })

    test("[U4] is archived once by a confirmation that is repeated because its response was lost, with the same answer", async () => {
      const uuid = await addScript()
      const csrf = await tokenOf(at(uuid, "delete"))
      const [first, again] = await Promise.all([confirm(at(uuid, "delete"), csrf), confirm(at(uuid, "delete"), csrf)])
      expect([first.status, again.json()]).toEqual([200, first.json()])
      expect((await confirm(at(uuid, "delete"), csrf)).json()).toEqual(first.json())
      expect(refusal(await confirm(at(uuid, "delete"), csrf, bob))).toMatchObject([403, { reason: "unknown" }])
      // It does not archive the chat again after someone has put it back.
      await setStatus(uuid, 1, bob)
      await archive(uuid, bob)
      expect(refusal(await confirm(at(uuid, "delete"), csrf))).toMatchObject([403, { reason: "used" }])
    })

    test("is not archived when its status changed after the confirmation was requested", async () => {
      const uuid = await addScript()
      const csrf = await tokenOf(at(uuid, "delete"))
      await setStatus(uuid, 3, bob)
      expect(refusal(await confirm(at(uuid, "delete"), csrf))).toMatchObject([409, { current: { status: 3 }, changedBy: "bob" }])
    })

    test("is not erased when content was added after the confirmation was shown", async () => {
      const uuid = await addScript()
      await archive(uuid)
      const csrf = await tokenOf(at(uuid, "delete"))
      await setStatus(uuid, 1, bob)
      await makeLinks(uuid, 1)
      await archive(uuid, bob)
      expect(refusal(await confirm(at(uuid, "delete"), csrf))).toMatchObject([409, { current: { status: 4, links: 1 } }])
      expect(await statusOf(uuid)).toBe(200)
    })

    test("is neither archived nor erased by a token from before two changes of status that lead back to the same one", async () => {
      const uuid = await addScript()
      const toArchive = await tokenOf(at(uuid, "delete"))
      await setStatus(uuid, 3, bob)
      await setStatus(uuid, 1, bob)
      expect(refusal(await confirm(at(uuid, "delete"), toArchive))).toMatchObject([409, { current: { status: 1 }, changedBy: "bob" }])
      await archive(uuid)
      const toErase = await tokenOf(at(uuid, "delete"))
      await setStatus(uuid, 1, bob)
      await archive(uuid, bob)
      expect(refusal(await confirm(at(uuid, "delete"), toErase))).toEqual([
        409,
        {
          message: "Changed by bob a moment ago: it is in the archive now.",
          current: { status: 4, answers: 0, files: 0, links: 0 },
          changedBy: "bob",
          changedAt: new Date(clock).toISOString(),
          isRecent: true,
        },
      ])
      expect((await confirm(at(uuid, "delete"), await tokenOf(at(uuid, "delete")))).status).toBe(200)
      expect(await statusOf(uuid)).toBe(404)
    })

    test("is archived by one of two confirmations at the same time, and erased by neither", async () => {
      const uuid = await addScript()
      const tokens = [await tokenOf(at(uuid, "delete")), await tokenOf(at(uuid, "delete"), bob)] as const
      const answers = await Promise.all([confirm(at(uuid, "delete"), tokens[0]), confirm(at(uuid, "delete"), tokens[1], bob)])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
      expect(await statusOf(uuid)).toBe(200)
    })
  })

  test("[U4] a refused confirmation says whether its token expired, was used already or is unknown", async () => {
    const uuid = await addScript()
    const path = at(uuid, "delete")
    const late = await tokenOf(path)
    clock += 10 * minute
    expect(refusal(await confirm(path, late))).toEqual([403, { message: "This confirmation has expired.", reason: "expired" }])
    expect(refusal(await confirm(path, "wrong"))).toEqual([403, { message: "This confirmation is not valid.", reason: "unknown" }])
    const csrf = await tokenOf(path)
    expect(refusal(await confirm(path, csrf, bob))).toMatchObject([403, { reason: "unknown" }])
    expect((await confirm(path, csrf)).status).toBe(200)
    await setStatus(uuid, 1)
    expect(refusal(await confirm(path, csrf))).toEqual([403, { message: "This confirmation was used already.", reason: "used" }])
  })

  test.each(["clear-data", "clear-stats", "anonymise"])(
    "%s is refused when the chat changed its status after the confirmation was requested",
    async (action) => {
      const uuid = await addScript()
      await makeLinks(uuid, 1)
      await setStatus(uuid, 3)
      const csrf = await tokenOf(at(uuid, action))
      await setStatus(uuid, 1, bob)
      expect(refusal(await confirm(at(uuid, action), csrf))).toMatchObject([409, { current: { status: 1 }, changedBy: "bob" }])
      expect((await send(ada, "GET", at(uuid, "anonymise"))).json()).toMatchObject({ links: 1 })
      await setStatus(uuid, 3)
      expect(refusal(await confirm(at(uuid, action), csrf))).toMatchObject([409, { current: { status: 3 }, changedBy: "ada" }])
      expect((await confirm(at(uuid, action), await tokenOf(at(uuid, action)))).status).toBe(200)
    },
  )

  test("clearing the data of a chat says what will be lost, and clears no more than that", async () => {
    const uuid = await addScript()
    await makeLinks(uuid, 2)
    const shown = (await send(ada, "GET", at(uuid, "clear-data"))).json()
    expect(shown).toEqual({ clearToken: expect.any(String), answers: 0, files: 0, links: 2 })
    await makeLinks(uuid, 1)
    expect(refusal(await confirm(at(uuid, "clear-data"), readStringField(shown, "clearToken")))).toMatchObject([
      409,
      {
        message: "Changed by ada a moment ago: 1 more unopened link since the confirmation was requested.",
        current: { status: 1, answers: 0, files: 0, links: 3 },
        changes: [{ content: "links", from: 2, to: 3 }],
        changedBy: "ada",
      },
    ])
    // A respondent opens a link: the user who made it has changed nothing since then.
    const beforeAnswer = await tokenOf(at(uuid, "clear-data"))
    const { db } = server.database
    const opened = db.selectFrom("conversations").select("id").where("script_id", "=", uuid).limit(1)
    await db
      .updateTable("conversations")
      .set({ started_at: new Date(clock), is_answered: true })
      .where("script_id", "=", uuid)
      .where("id", "=", opened)
      .execute()
    expect(refusal(await confirm(at(uuid, "clear-data"), beforeAnswer))).toMatchObject([
      409,
      { changes: [{ content: "answers" }, { content: "links", from: 3, to: 2 }], changedBy: null },
    ])
    expect((await confirm(at(uuid, "clear-data"), await tokenOf(at(uuid, "clear-data")))).status).toBe(200)
    expect((await send(ada, "GET", at(uuid, "clear-data"))).json()).toMatchObject({ links: 0 })
  })

  test("a removal counts answered conversations, stored files and unopened links, and no others", async () => {
    await server.addCommunity("counted")
    const instructions = createInstructions(
      { type: "question", label: "coming", says: "Coming?", question: yesNoQuestion },
      { type: "question", label: "photo", says: "A photo?", question: { uuid: randomUUID(), type: "file", skipable: true } },
    )
    if (admin === undefined) throw new Error("nobody is signed in")
    const uuid = await createLiveScript(admin, "counted", instructions)
    const path = `/api/counted/chat-scripts/${uuid}`
    await send(admin, "POST", `${path}/get-links?amount=2`, {})
    const chat = async (call: "open" | "answer" | "watch", body: object) =>
      expect((await callChatApi(server.address, call, body)).status).toBe(200)
    const start = async (): Promise<string> => {
      const pass = createAccessToken()
      await chat("open", { pass, anonymous: { community: "counted", script: uuid } })
      return pass
    }
    await chat("watch", { pass: await start(), after: 0 })
    for (const name of ["stored.png", "interrupted.png"]) {
      const pass = await start()
      await chat("answer", { pass, uuid: instructions[0]?.uuid, given: 1, after: 0 })
      const upload = { pass, uuid: instructions[1]?.uuid ?? "", content: smallestPng, name }
      expect((await uploadAnswerFile(server.address, upload)).status).toBe(200)
    }
    const { db } = server.database
    await db.updateTable("answer_files").set({ kept_at: null }).where("name", "=", "interrupted.png").execute()
    const counts = { answers: 2, files: 1, links: 2 }
    expect((await send(admin, "GET", `${path}/delete`)).json()).toMatchObject(counts)
    expect((await send(admin, "GET", `${path}/clear-data`)).json()).toMatchObject(counts)
    const { id } = await db.selectFrom("communities").select("id").where("slug", "=", "counted").executeTakeFirstOrThrow()
    expect((await send(admin, "GET", `/api/communities/${id}/delete`)).json()).toMatchObject({ ...counts, chats: 1 })
  })

  test("[P2] a chat is not anonymized when conversations were added after the confirmation was shown", async () => {
    const uuid = await addScript()
    await setStatus(uuid, 3)
    const csrf = await tokenOf(at(uuid, "anonymise"))
    await makeLinks(uuid, 1)
    expect(refusal(await confirm(at(uuid, "anonymise"), csrf))).toMatchObject([409, { current: { status: 3, links: 1 } }])
  })

  test("a community is not deleted under a name that it no longer has", async () => {
    const id = await server.addCommunity("brand")
    const path = `/api/communities/${id}/delete`
    const question = (await send(admin, "GET", path)).json()
    expect(question).toEqual({ deleteToken: expect.any(String), name: "Community brand", chats: 0, answers: 0, files: 0, links: 0 })
    await send(admin, "PATCH", `/api/communities/${id}`, { name: "Renamed" })
    expect(refusal(await confirm(path, readStringField(question, "deleteToken"), admin))).toMatchObject([
      409,
      { message: "Changed by admin a moment ago.", current: { name: "Renamed" }, changedBy: "admin" },
    ])
    expect((await confirm(path, await tokenOf(path, admin), admin)).status).toBe(200)
  })

  test("a community that was renamed before the confirmation was requested is not said to be changed by who renamed it", async () => {
    const id = await server.addCommunity("before")
    const path = `/api/communities/${id}/delete`
    await send(admin, "PATCH", `/api/communities/${id}`, { name: "Before" })
    const csrf = await tokenOf(path, admin)
    await server.addUser("gina", { [id]: "ROLE_USER" })
    await send(await server.signedIn("gina"), "PUT", "/api/before/chat-scripts", { name: "Meanwhile" })
    expect(refusal(await confirm(path, csrf, admin))).toMatchObject([409, { current: { name: "Before" }, changedBy: "gina" }])
    expect((await confirm(path, await tokenOf(path, admin), admin)).status).toBe(200)
    // The state of a token contains the name.
    const { db } = server.database
    expect(await db.selectFrom("one_time_tokens").select("hash").where("target", "=", id).execute()).toEqual([])
  })

  test("a community is not deleted when content was added after the confirmation was shown", async () => {
    const id = await server.addCommunity("busy")
    const path = `/api/communities/${id}/delete`
    const csrf = await tokenOf(path, admin)
    await send(admin, "PUT", "/api/busy/chat-scripts", { name: "Meanwhile" })
    expect(refusal(await confirm(path, csrf, admin))).toMatchObject([
      409,
      {
        message: "Changed by admin a moment ago: 1 more chat since the confirmation was requested.",
        current: { name: "Community busy", chats: 1 },
        changes: [{ content: "chats", from: 0, to: 1 }],
        changedBy: "admin",
      },
    ])
    // Only a respondent changes the chat after the second confirmation was shown: no user is named.
    const again = await tokenOf(path, admin)
    const { db } = server.database
    const { id: script } = await db.selectFrom("scripts").select("id").where("community_id", "=", id).executeTakeFirstOrThrow()
    await insertConversations(server.database, [{ script, community: id, startedAt: new Date(clock), answers: { q: 1 } }])
    expect(refusal(await confirm(path, again, admin))).toMatchObject([409, { changes: [{ content: "answers" }], changedBy: null }])
    expect((await confirm(path, await tokenOf(path, admin), admin)).status).toBe(200)
  })

  test.runIf(name === "PostgreSQL").each(["clearing a chat", "erasing a chat", "deleting a community"])(
    "%s waits for an answer that is being stored, and is refused because of it",
    async (removal) => {
      const { db } = server.database
      const slug = removal.replaceAll(" ", "-")
      const community = await server.addCommunity(slug)
      const uuid = readStringField((await send(admin, "PUT", `/api/${slug}/chat-scripts`, { name: "Intake" })).json(), "uuid")
      const script = `/api/${slug}/chat-scripts/${uuid}`
      await send(admin, "POST", `${script}/get-links?amount=1`, {})
      if (removal === "erasing a chat") await confirm(`${script}/delete`, await tokenOf(`${script}/delete`, admin), admin)
      const path =
        removal === "clearing a chat"
          ? `${script}/clear-data`
          : removal === "erasing a chat"
            ? `${script}/delete`
            : `/api/communities/${community}/delete`
      const csrf = await tokenOf(path, admin)
      let removing: Promise<ReceivedResponse> | undefined
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable("conversations")
          .set({ started_at: new Date(clock), is_answered: true })
          .where("script_id", "=", uuid)
          .execute()
        removing = confirm(path, csrf, admin)
        await waitForWaitingLocks(db)
      })
      const refused = await removing
      expect([refused?.status, Object(refused?.json()).current]).toEqual([409, expect.objectContaining({ answers: 1, links: 0 })])
      expect((await confirm(path, await tokenOf(path, admin), admin)).status).toBe(200)
    },
  )

  test("a user is not deleted under a name that they no longer have", async () => {
    const id = await server.addUser("dora")
    const path = `/api/users/${id}/delete`
    const question = (await send(admin, "GET", path)).json()
    expect(question).toEqual({ deleteToken: expect.any(String), username: "dora", role: "ROLE_USER", communityEntries: [] })
    await send(admin, "PATCH", `/api/users/${id}`, { username: "dorothy" })
    expect(refusal(await confirm(path, readStringField(question, "deleteToken"), admin))).toMatchObject([
      409,
      { current: { username: "dorothy" }, changedBy: "admin" },
    ])
    expect((await confirm(path, await tokenOf(path, admin), admin)).status).toBe(200)
  })

  test("a user is not deleted after their role or memberships changed", async () => {
    const id = await server.addUser("erin", { [acme]: "ROLE_USER" })
    const path = `/api/users/${id}/delete`
    const membership = `/api/communities/${acme}/add/user/${id}`
    const question = (await send(admin, "GET", path)).json()
    expect(question).toMatchObject({ role: "ROLE_USER", communityEntries: [{ community: { uuid: acme }, role: "ROLE_USER" }] })
    const beforeRole = readStringField(question, "deleteToken")
    await send(admin, "PATCH", `/api/users/${id}`, { roles: ["ROLE_ADMIN"] })
    expect(refusal(await confirm(path, beforeRole, admin))).toMatchObject([
      409,
      { current: { username: "erin", role: "ROLE_ADMIN" }, changedBy: "admin" },
    ])
    const beforeMembership = await tokenOf(path, admin)
    await send(bob, "POST", membership, { role: "ROLE_ADMIN" })
    expect(refusal(await confirm(path, beforeMembership, admin))).toMatchObject([
      409,
      { current: { memberships: `${acme}=ROLE_ADMIN` }, changedBy: "bob" },
    ])
    const beforeLeaving = await tokenOf(path, admin)
    await confirm(`${membership}/delete`, await tokenOf(`${membership}/delete`, bob), bob)
    expect(refusal(await confirm(path, beforeLeaving, admin))).toMatchObject([409, { current: { memberships: "" }, changedBy: "bob" }])
    expect((await confirm(path, await tokenOf(path, admin), admin)).status).toBe(200)
  })

  test("a membership is not removed after its role changed", async () => {
    const id = await server.addUser("finn", { [acme]: "ROLE_USER" })
    const path = `/api/communities/${acme}/add/user/${id}/delete`
    const csrf = await tokenOf(path)
    await send(bob, "POST", `/api/communities/${acme}/add/user/${id}`, { role: "ROLE_ADMIN" })
    const changed = [409, { current: { role: "ROLE_ADMIN" }, changedBy: "bob" }]
    expect(refusal(await confirm(path, csrf))).toMatchObject(changed)
    // The token is created after the change, by someone who was shown the earlier role.
    expect(refusal(await confirm(path, await tokenOf(`${path}?role=ROLE_USER`)))).toMatchObject(changed)
    expect((await confirm(path, await tokenOf(`${path}?role=ROLE_ADMIN`))).status).toBe(200)
  })
})
