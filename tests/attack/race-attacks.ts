// Reproductions of races: people erased while links are created, scripts that ask for one address at the same time, and chats that are
// anonymized while answers arrive. Each round is a race of its own.
import { randomUUID } from "node:crypto"
import { createInstructions, createLiveScript, yesNoQuestion } from "../fixtures/live-script.ts"
import { callChatApi, createAccessToken, smallestPng, uploadAnswerFile } from "../fixtures/respondent.ts"
import { type ReceivedResponse, readStringField } from "../fixtures/server.ts"
import type { Target } from "./target.ts"

export type RaceTarget = Pick<Target, "address" | "community"> & { readonly people: Pick<Target["people"], "admin" | "member"> }

/** Runs rounds one after another; returns what went wrong in them, in words. */
const repeat = async (rounds: number, round: () => Promise<ReadonlyArray<string>>): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  for (let i = 0; i < rounds; i++) problems.push(...(await round()))
  return problems
}

const describeServerErrors = (responses: ReadonlyArray<ReceivedResponse>): ReadonlyArray<string> =>
  responses.flatMap(({ status, text }) => (status >= 500 && status !== 503 ? [`${status} ${text.slice(0, 200)}`] : []))

type Links = ReadonlyArray<{ readonly conversation: string }>
const readLinks = (response: ReceivedResponse): Links => (response.status === 200 ? Object(response.json()).process : [])

type ExportedItem = {
  readonly uuid: string | null
  readonly metadata: object
  readonly answers: Readonly<Record<string, unknown>>
  readonly updatedAt: string | null
}
const readItems = async ({ people }: RaceTarget, script: string): Promise<ReadonlyArray<ExportedItem>> =>
  Object((await people.admin.send("GET", `/api/acme/${script}/export`)).json()).items

/** [P4] Erases a person for whom links are created at the same time: either nothing of the person stays, or everything. */
export const eraseWhileLinking =
  (rounds: number) =>
  async (target: RaceTarget): Promise<ReadonlyArray<string>> => {
    const { address, community, people } = target
    const instructions = createInstructions({ type: "question", says: "Well?", question: yesNoQuestion })
    const script = await createLiveScript(people.admin, "acme", instructions)
    const answer = (pass: string) => callChatApi(address, "answer", { pass, uuid: instructions[0]?.uuid, given: 1, after: 0 })
    return repeat(rounds, async () => {
      const email = `${randomUUID()}@example.org`
      const create = () =>
        people.member.send("POST", `/api/acme/chat-scripts/${script}/get-unique-links`, [
          { profile: { email }, conversation: { metadata: { email } } },
        ])
      const [first] = readLinks(await create())
      const person = `/api/communities/${community}/people`
      const found = Object((await people.admin.send("POST", `${person}/find`, { text: email })).json()).items
      const path = `${person}/${readStringField(found?.[0], "uuid")}/delete`
      const csrf = readStringField((await people.admin.send("GET", path)).json(), "deleteToken")
      const [erasure, answered, ...created] = await Promise.all([
        people.admin.send("POST", path, { csrf }),
        answer(first?.conversation ?? ""),
        ...Array.from({ length: 4 }, create),
      ])
      const later = await Promise.all(created.flatMap(readLinks).map(({ conversation }) => answer(conversation)))
      const items = (await readItems(target, script)).filter(({ metadata }) => JSON.stringify(metadata).includes(email))
      const withoutProfile = items.filter(({ uuid }) => uuid === null)
      const profiles = new Set(items.map(({ uuid }) => uuid))
      const isErased = erasure.status === 200
      const reopened = (await callChatApi(address, "open", { pass: first?.conversation })).status
      return [
        ...describeServerErrors([erasure, answered, ...created, ...later]),
        ...(withoutProfile.length > 0 ? [`${withoutProfile.length} conversations stayed without their profile`] : []),
        ...(profiles.size > 1 ? [`one person has ${profiles.size} profiles`] : []),
        ...(isErased === (reopened === 200) ? [`the erasure returned ${erasure.status}, and the link ${reopened}`] : []),
        ...(created.some(({ status }) => status !== 200) ? [`links: ${created.map(({ status }) => status).join(", ")}`] : []),
      ]
    })
  }

/** Two scripts ask for one address at the same time: one of them gets it, and the other keeps its own. */
export const requestOneSlug =
  (rounds: number) =>
  async ({ people: { admin } }: RaceTarget): Promise<ReadonlyArray<string>> => {
    const add = async () => readStringField((await admin.send("PUT", "/api/acme/chat-scripts", { name: "Slug" })).json(), "uuid")
    const scripts = await Promise.all([add(), add(), add()])
    const save = (script: string, slug: string) => admin.send("POST", `/api/chat-scripts/${script}/save-slug`, { slug })
    const read = async (script: string) => Object((await admin.send("GET", `/api/chat-scripts/${script}/slug`)).json()).slug
    return repeat(rounds, async () => {
      const round = randomUUID().slice(0, 8)
      const own = scripts.map((_, i) => `own-${round}-${i}`)
      for (const [i, script] of scripts.entries()) await save(script, own[i] ?? "")
      const requested = `shared-${round}`
      const responses = await Promise.all(scripts.map((script, i) => save(script, i === 0 ? requested.toUpperCase() : requested)))
      const slugs = await Promise.all(scripts.map(read))
      const isOk = responses.map((response) => response.status === 200 && Object(response.json()).status === "ok")
      return [
        ...describeServerErrors(responses),
        ...(isOk.filter(Boolean).length === 1 ? [] : [`${isOk.filter(Boolean).length} scripts were told that they have the address`]),
        ...slugs.flatMap((slug, i) =>
          String(slug).toLowerCase() === (isOk[i] === true ? requested : own[i]) ? [] : [`a script lost its address, and has ${slug}`],
        ),
      ]
    })
  }

/** [P2] Closes and anonymizes a chat while answers and files arrive: afterwards nothing identifies anyone. */
export const anonymizeDuringAnswers =
  (rounds: number) =>
  async (target: RaceTarget): Promise<ReadonlyArray<string>> => {
    const { address, people } = target
    return repeat(rounds, async () => {
      const picture = { uuid: randomUUID(), type: "file" as const, options: { kind: "image" as const } }
      const instructions = createInstructions(
        { type: "question", says: "Well?", question: { ...yesNoQuestion, uuid: randomUUID() } },
        { type: "question", says: "A photo?", question: picture },
        { type: "question", says: "More?", question: { uuid: randomUUID(), type: "open", options: {} } },
      )
      const [choice = "", photo = ""] = instructions.map(({ uuid }) => uuid)
      const script = await createLiveScript(people.admin, "acme", instructions)
      const path = `/api/acme/chat-scripts/${script}`
      const list = Array.from({ length: 6 }, (_, i) => ({
        profile: { email: `${script}-${i}@example.org` },
        conversation: { metadata: { name: `Ada ${i}` } },
      }))
      const links = readLinks(await people.admin.send("POST", `${path}/get-unique-links`, list))
      const send = (pass: string, uuid: string, given: unknown) => callChatApi(address, "answer", { pass, uuid, given, after: 0 })
      const files = await Promise.all(
        links.map(async ({ conversation: pass }) => {
          await send(pass, choice, 1)
          const { body } = await uploadAnswerFile(address, { pass, uuid: photo, content: smallestPng, name: "ada.png" })
          return { pass, file: readStringField(body, "name") }
        }),
      )
      const visitors = Array.from({ length: 4 }, createAccessToken)
      for (const pass of visitors)
        await callChatApi(address, "open", { pass, anonymous: { community: "acme", script }, metadata: { name: "Ada anonymous" } })
      const anonymize = async (): Promise<ReceivedResponse> => {
        await people.admin.send("POST", `${path}/state`, { state: 3 })
        const csrf = readStringField((await people.admin.send("GET", `${path}/anonymise`)).json(), "clearToken")
        return people.admin.send("POST", `${path}/anonymise`, { csrf })
      }
      const [anonymized, ...answered] = await Promise.all([
        anonymize(),
        ...files.map(async ({ pass, file }, i) => {
          // So that some answers come before, some during and some after the anonymization.
          await new Promise((later) => setTimeout(later, 4 * i))
          return send(pass, photo, [file])
        }),
        ...visitors.map((pass) => send(pass, choice, 2)),
      ])
      // An answer that was stored between the confirmation and the anonymization is refused, and confirmed again.
      const repeated = anonymized.status === 409 ? await anonymize() : anonymized
      const late = await Promise.all(files.map(({ pass, file }) => send(pass, photo, [file])))
      const items = await readItems(target, script)
      const traced = items.filter(
        ({ uuid, metadata, answers, updatedAt }) =>
          uuid !== null ||
          Object.keys(metadata).length > 0 ||
          (answers[photo] ?? null) !== null ||
          !String(updatedAt).endsWith("T00:00:00.000Z"),
      )
      return [
        ...describeServerErrors([anonymized, repeated, ...answered, ...late]),
        ...(repeated.status === 200 ? [] : [`the anonymization returned ${repeated.status}`]),
        ...(items.length >= links.length ? [] : [`${items.length} of ${links.length} conversations are left`]),
        ...(traced.length > 0 ? [`${traced.length} conversations are not anonymous: ${JSON.stringify(traced[0])}`] : []),
        // A link that no longer exists counts as a guess, of which an address has a limited number.
        ...late.flatMap(({ status }) => ([404, 410, 429].includes(status) ? [] : [`a late answer returned ${status}`])),
      ]
    })
  }
