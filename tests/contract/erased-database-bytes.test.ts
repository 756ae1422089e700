// Erased data is also gone from the bytes of the embedded database's files (P7).
import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { Question } from "../../domain/questions/question.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { callChatApi } from "../fixtures/respondent.ts"
import { readStringField, startTestServer, type Visitor } from "../fixtures/server.ts"

/** The files in the folder whose bytes contain the marker. */
const filesWith = (folder: string, marker: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(marker))

const open: Question = { uuid: randomUUID(), type: "open", options: {} }
const instructions = createInstructions({ type: "question", label: "why", says: "Waarom?", question: open })

/** Adds a live script with an answered personal link; the marker is in its profile, metadata and answer. */
const addAnsweredConversation = async (server: { readonly address: string }, admin: Visitor, marker: string): Promise<string> => {
  const script = await createLiveScript(admin, "acme", instructions)
  const created = await admin.send(
    "POST",
    `/api/acme/chat-scripts/${script}/get-unique-links?short`,
    [{ profile: { email: `${marker}@example.org`, external_id: marker }, conversation: { metadata: { note: marker } } }],
    { "idempotency-key": randomUUID() },
  )
  const [{ conversation: pass }] = Object(created.json()).process
  const answer = { pass, uuid: instructions[0]?.uuid, given: `because of ${marker}`, after: 0 }
  expect((await callChatApi(server.address, "answer", answer)).status).toBe(200)
  return script
}

test("[P7] leaves no byte of an erased person or of an anonymized chat's metadata in any file after the server stops", async () => {
  const folder = preparedDataDir()
  const server = await startTestServer({ DATA_DIR: folder })
  const acme = await server.addCommunity("acme")
  const admin = await server.signedIn("admin")
  const [erasedMarker, anonymizedMarker, keptMarker] = [`person-${randomUUID()}`, `chat-${randomUUID()}`, `stays-${randomUUID()}`] as const
  await addAnsweredConversation(server, admin, keptMarker)
  await addAnsweredConversation(server, admin, erasedMarker)
  const script = await addAnsweredConversation(server, admin, anonymizedMarker)

  const people = (rest: string) => `/api/communities/${acme}/people/${rest}`
  const [{ uuid }] = Object((await admin.send("POST", people("find"), { text: erasedMarker })).json()).items
  const csrf = readStringField((await admin.send("GET", people(`${uuid}/delete`))).json(), "deleteToken")
  expect((await admin.send("POST", people(`${uuid}/delete`), { csrf })).status).toBe(200)
  await server.stop()
  expect([filesWith(folder, erasedMarker), filesWith(folder, keptMarker).length > 0]).toEqual([[], true])

  // An anonymized chat keeps its answers, and its profiles belong to the community.
  const again = await startTestServer({ DATA_DIR: folder })
  const back = await again.signedIn("admin")
  const path = `/api/acme/chat-scripts/${script}`
  await back.send("POST", `${path}/state`, { state: 3 })
  const token = readStringField((await back.send("GET", `${path}/anonymise`)).json(), "clearToken")
  expect((await back.send("POST", `${path}/anonymise`, { csrf: token })).status).toBe(200)
  await again.stop()
  expect(filesWith(folder, `{"note":"${anonymizedMarker}"}`)).toEqual([])
  removeDataDir(folder)
})
