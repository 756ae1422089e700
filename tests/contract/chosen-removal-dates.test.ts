// Only administrators decide whether and when data is removed: no change of status by a member undoes that [R5] [U6].
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

const dates = { removalProcedure: true, removalWarningDate: "2026-03-20", deletedDate: "2026-04-01" }

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let visitors: { readonly ada: Visitor; readonly uma: Visitor }
  let clock = Date.parse("2026-03-01T23:50:00Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    const acme = await server.addCommunity("acme")
    await server.addUser("ada", { [acme]: "ROLE_ADMIN" })
    await server.addUser("uma", { [acme]: "ROLE_USER" })
    visitors = { ada: await server.signedIn("ada"), uma: await server.signedIn("uma") }
  })
  afterAll(() => server.stop())

  const at = (uuid: string, rest: string) => `/api/acme/chat-scripts/${uuid}/${rest}`
  const setStatus = (uuid: string, state: number) => visitors.uma.send("POST", at(uuid, "state"), { state })
  const archive = async (uuid: string) => {
    const csrf = readStringField((await visitors.uma.send("GET", at(uuid, "delete"))).json(), "deleteToken")
    return visitors.uma.send("POST", at(uuid, "delete"), { csrf })
  }
  const addClosedScript = async (): Promise<string> => {
    const uuid = readStringField((await visitors.uma.send("PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")
    await setStatus(uuid, 3)
    return uuid
  }
  const editRemoval = (uuid: string, edit: object) => visitors.ada.send("POST", `/api/chat-scripts/removal-edit/${uuid}`, edit)
  const chosen = {
    isDeletionApproved: true,
    removalWarningDate: "2026-03-20T00:00:00.000Z",
    deletedDate: "2026-04-01T00:00:00.000Z",
  }

  test("the dates that an administrator chose return when a member closes the chat again", async () => {
    const uuid = await addClosedScript()
    expect((await editRemoval(uuid, dates)).json()).toMatchObject(chosen)
    expect((await setStatus(uuid, 1)).json()).toMatchObject({ isDeletionApproved: false, removalWarningDate: null, deletedDate: null })
    expect((await setStatus(uuid, 3)).json()).toMatchObject(chosen)
  })

  test("they are kept while the chat is in the archive", async () => {
    const uuid = await addClosedScript()
    await editRemoval(uuid, dates)
    expect((await archive(uuid)).status).toBe(200)
    await setStatus(uuid, 1)
    expect((await setStatus(uuid, 3)).json()).toMatchObject(chosen)
  })

  test("a procedure that an administrator turned off stays off", async () => {
    const uuid = await addClosedScript()
    await editRemoval(uuid, { removalProcedure: false, removalWarningDate: null, deletedDate: null })
    await setStatus(uuid, 1)
    expect((await setStatus(uuid, 3)).json()).toMatchObject({ removalProcedure: false, deletedDate: null })
  })

  test("an administrator who turns the procedure off and on again gets the default dates", async () => {
    const uuid = await addClosedScript()
    await editRemoval(uuid, dates)
    for (const deletionState of [false, true])
      await visitors.ada.send("POST", `/api/chat-scripts/${uuid}/deletion-state`, { deletionState })
    await setStatus(uuid, 1)
    clock += 20 * 60_000
    expect((await setStatus(uuid, 3)).json()).toMatchObject({ deletedDate: "2026-09-02T00:00:00.000Z" })
  })

  test("a member may neither switch the procedure off nor choose its dates", async () => {
    const uuid = await addClosedScript()
    const requests = [
      visitors.uma.send("POST", `/api/chat-scripts/${uuid}/deletion-state`, { deletionState: false }),
      visitors.uma.send("POST", `/api/chat-scripts/removal-edit/${uuid}`, dates),
    ]
    for (const { status } of await Promise.all(requests)) expect(status).toBe(403)
  })
})
