// What is erased is not in the bytes of the embedded database's files either (decisions P7; reliability I6).
import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { Question } from "../../domain/questions/question.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { instructionsOf, makeLive } from "../fixtures/live-script.ts"
import { tell } from "../fixtures/respondent.ts"
import { field, startTestServer, type Visitor } from "../fixtures/server.ts"

/** The files below the folder with the marker in their bytes. */
const filesWith = (folder: string, marker: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(marker))

const open: Question = { uuid: randomUUID(), type: "open", options: {} }
const instructions = instructionsOf({ type: "question", label: "why", says: "Waarom?", question: open })

/** A live script with a personal link's conversation, the marker wherever there is room for one. */
const answered = async (server: { readonly address: string }, admin: Visitor, marker: string): Promise<string> => {
  const script = await makeLive(admin, "acme", instructions)
  const made = await admin.send(
    "POST",
    `/api/acme/chat-scripts/${script}/get-unique-links?short`,
    [{ profile: { email: `${marker}@example.org`, external_id: marker }, conversation: { metadata: { note: marker } } }],
    { "idempotency-key": randomUUID() },
  )
  const [{ conversation: pass }] = Object(made.json()).process
  const given = { pass, uuid: instructions[0]?.uuid, given: `because of ${marker}`, after: 0 }
  expect((await tell(server.address, "answer", given)).status).toBe(200)
  return script
}

test("[P7] once somebody is erased, or a chat anonymised, and the program ended, no file has a byte of it", async () => {
  const folder = preparedDataDir()
  const server = await startTestServer({ DATA_DIR: folder })
  const acme = await server.addCommunity("acme")
  const admin = await server.signedIn("admin")
  const [person, chat, stays] = [`person-${randomUUID()}`, `chat-${randomUUID()}`, `stays-${randomUUID()}`] as const
  await answered(server, admin, stays)
  await answered(server, admin, person)
  const script = await answered(server, admin, chat)

  const people = (rest: string) => `/api/communities/${acme}/people/${rest}`
  const [{ uuid }] = Object((await admin.send("POST", people("find"), { text: person })).json()).items
  const csrf = field((await admin.send("GET", people(`${uuid}/delete`))).json(), "deleteToken")
  expect((await admin.send("POST", people(`${uuid}/delete`), { csrf })).status).toBe(200)
  await server.stop()
  expect([filesWith(folder, person), filesWith(folder, stays).length > 0]).toEqual([[], true])

  // What was anonymised keeps its answers, and its profile is the community's.
  const again = await startTestServer({ DATA_DIR: folder })
  const back = await again.signedIn("admin")
  const path = `/api/acme/chat-scripts/${script}`
  await back.send("POST", `${path}/state`, { state: 3 })
  const token = field((await back.send("GET", `${path}/anonymise`)).json(), "clearToken")
  expect((await back.send("POST", `${path}/anonymise`, { csrf: token })).status).toBe(200)
  await again.stop()
  expect(filesWith(folder, `{"note":"${chat}"}`)).toEqual([])
  removeDataDir(folder)
}, 120_000)
