// One person among a community's respondents (adapters/contract/respondent-contract.ts). What is noted of it names nobody.

import { randomUUID } from "node:crypto"
import { Readable } from "node:stream"
import { en } from "../../../domain/catalog/en.ts"
import { emojiLabelsOf } from "../../../domain/conversations/stored-answer.ts"
import type { Member } from "../../../domain/exports/people-csv.ts"
import { safeName } from "../../../domain/files/script-file.ts"
import { type Delivered, type Given, handedOver } from "../../../domain/privacy/personal-data-export.ts"
import * as contract from "../../contract/respondent-contract.ts"
import { answerPlace } from "../answer-files/answer-file-repository.ts"
import { note } from "../audit/audit-log.ts"
import { conversationOf } from "../conversations/conversation-repository.ts"
import type { Db } from "../database/database.ts"
import { type Call, inCommunityById, Written } from "../http/endpoint-handler.ts"
import { forbidden, missing, tooMany } from "../http/http-error.ts"
import { authoredAt } from "../scripts/script-repository.ts"
import { makeToken, spendToken } from "../security/one-time-tokens.ts"
import type { House } from "../server-context.ts"
import { type Entry, freePath, zipOf } from "../storage/zip-stream.ts"
import { memberOf } from "./member-endpoints.ts"
import { chatsOf, conversationsOf, erasePerson, findPeople, holdingsOf, type Person, personOf } from "./person-repository.ts"

// The zip that is handed over to a person: all that is known of them, as JSON, with the files that they sent (decisions P3).

/** The zip as a stream. What is erased while it is read is not in it, and breaks it off. */
export const packageOf = async (
  { database: { db }, storage, now }: Pick<House, "database" | "storage" | "now">,
  person: Person,
  member: Member | null,
): Promise<Readable> => {
  const entries: Array<Entry> = []
  const taken = new Set(["person.json"])
  const given: Array<Given> = []
  const delivered: Array<Delivered> = []
  for (const row of await conversationsOf(db, person)) {
    const { script_id: script, id } = row
    const { name } = await db.selectFrom("scripts").select("name").where("id", "=", script).executeTakeFirstOrThrow()
    const files = await db
      .selectFrom("answer_files")
      .selectAll()
      .where("script_id", "=", script)
      .where("conversation_id", "=", id)
      .where("kept_at", "is not", null)
      .orderBy("id")
      .execute()
    const paths = files.map((file) => freePath(`files/${id}/`, safeName(file.name), taken))
    for (const [i, file] of files.entries())
      entries.push({
        path: paths[i] ?? "",
        bytes: file.bytes,
        at: file.made_at,
        read: async () => {
          const found = await storage.get(answerPlace({ community: person.community, script }, file.id))
          if (found === null) throw new Error(`the file ${file.id} is gone`)
          return found.stream
        },
      })
    given.push({
      chat: name,
      script: await authoredAt(db, { id: script, revision: row.revision }),
      conversation: conversationOf(row),
      files: paths,
    })
    const deliveries = await db
      .selectFrom("deliveries")
      .select(["endpoint", "made_at", "body"])
      .where("script_id", "=", script)
      .where("conversation_id", "=", id)
      .orderBy("id")
      .execute()
    for (const { endpoint, made_at, body } of deliveries)
      delivered.push({ conversation: id, endpoint, madeAt: made_at.toISOString(), body: JSON.parse(body) })
  }
  const text = Buffer.from(`${JSON.stringify(handedOver({ member, given, delivered }, emojiLabelsOf(en)), null, 2)}\n`)
  const first: Entry = { path: "person.json", bytes: text.length, at: now(), read: async () => Readable.from([text]) }
  return zipOf([first, ...entries], new AbortController().signal)
}

/** The person that a call is about, or a 404. */
const found = async (db: Db, community: string, id: string): Promise<Person> => {
  const person = await personOf(db, community, id)
  if (person === undefined) throw missing()
  return person
}

const told = ({ profile }: Person) => (profile === null ? null : memberOf(profile))

const find = inCommunityById(
  contract.findPeople,
  "community.people",
  async ({ database: { db }, failures, now }, { user, community, payload: { text } }) => {
    const wait = await failures.countSearch(user.uuid, now().getTime())
    if (wait !== null) throw tooMany(wait)
    await note(db, { community: community.uuid, user, deed: "people.find", thing: `community ${community.slug}` }, now())
    const people = await findPeople(db, community.uuid, text)
    const items = await Promise.all(
      people.map(async (person) => ({
        uuid: person.id,
        member: told(person),
        chats: await chatsOf(db, person),
        ...(await holdingsOf(db, person)),
      })),
    )
    return { items }
  },
)

const handOver = inCommunityById(contract.personPackage, "community.people", async (house, { user, community, params: { person: id } }) => {
  const { db } = house.database
  const person = await found(db, community.uuid, id)
  await note(db, { community: community.uuid, user, deed: "people.hand-over", thing: `community ${community.slug}` }, house.now())
  return new Written("application/zip", await packageOf(house, person, told(person)), {
    "content-disposition": 'attachment; filename="person.zip"',
  })
})

const serves = (user: string, { community, id }: Person) => ({ purpose: "erase person", user, thing: `${community}/${id}` })

const eraseToken = inCommunityById(
  contract.erasePersonToken,
  "community.people",
  async ({ database: { db }, now }, { user, community, params: { person: id } }) => {
    const person = await found(db, community.uuid, id)
    return { deleteToken: await makeToken(db, serves(user.uuid, person), now()), ...(await holdingsOf(db, person)) }
  },
  { changes: true },
)

const erase = inCommunityById(
  contract.erasePerson,
  "community.people",
  ({ database, now }, { user, community, params: { person: id }, payload: { csrf } }) =>
    database.transact(async (change) => {
      const at = now()
      const person = await found(change, community.uuid, id)
      if (!(await spendToken(change, csrf, serves(user.uuid, person), at))) throw forbidden("This delete token is wrong or spent.")
      const gone = await erasePerson(change, person, at)
      // Tokens name what they are for.
      await change.deleteFrom("one_time_tokens").where("thing", "=", serves(user.uuid, person).thing).execute()
      const receipt = randomUUID()
      const thing = `receipt ${receipt}: ${gone.conversations} conversations, ${gone.files} files, ${gone.deliveries} deliveries`
      await note(change, { community: community.uuid, user, deed: "people.erase", thing }, at)
      return { receipt, erasedAt: at.toISOString(), ...gone }
    }),
)

export const peopleCalls: ReadonlyArray<Call> = [find, handOver, eraseToken, erase]
