// Finding and erasing one person among a community's respondents: a profile with its conversations, or one conversation
// without a profile [P1] [P4]. Every query filters by the community.

import { type SelectQueryBuilder, sql, type Transaction } from "kysely"
import { getIdentifierKey } from "../../../domain/links/duplicates.ts"
import { extractAccessKey, maxPeopleFound } from "../../../domain/privacy/person-search.ts"
import { ScriptId } from "../../../domain/script/script.ts"
import { isUuid } from "../../../domain/text/text-input.ts"
import { answerFileKey, eraseArchive } from "../answer-files/answer-file-repository.ts"
import { lockCommunity } from "../communities/community-lock.ts"
import type { ConversationRow } from "../conversations/conversation-repository.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { deleteIdempotentResponses } from "../http/idempotency.ts"
import { enqueueAnswerFileErasure } from "../jobs/file-erasure.ts"
import { hashToken } from "../security/one-time-tokens.ts"

/** `id` is the uuid of the profile, or of the conversation if there is no profile. */
export type Person = {
  readonly community: string
  readonly id: string
  readonly profile: ProfileRow | null
  /** The script of the conversation, if there is no profile. */
  readonly script: string | null
}
type ProfileRow = Awaited<ReturnType<typeof getProfile>>

const getProfile = (db: Db, community: string, id: string) =>
  db.selectFrom("profiles").selectAll().where("community_id", "=", community).where("id", "=", id).executeTakeFirstOrThrow()

/** [P1] Returns the people who are identified by exactly this text. */
export const findPeople = async (db: Db, community: string, text: string): Promise<ReadonlyArray<Person>> => {
  const key = getIdentifierKey(text)
  if (key === "") return []
  const profiles = await db
    .selectFrom("profiles")
    .selectAll()
    .where("community_id", "=", community)
    .where((eb) =>
      eb.or([
        eb("external_key", "=", key),
        eb("email_key", "=", key),
        eb("phone_key", "=", key),
        ...(isUuid(key) ? [eb("id", "=", key)] : []),
      ]),
    )
    .orderBy("id")
    .limit(maxPeopleFound)
    .execute()
  const people = new Map<string, Person>(profiles.map((profile) => [profile.id, { community, id: profile.id, profile, script: null }]))
  for (const conversation of await findConversations(db, community, text)) {
    const { id, profile_id, script_id: script } = conversation
    if (profile_id === null) people.set(id, { community, id, profile: null, script })
    else if (!people.has(profile_id))
      people.set(profile_id, { community, id: profile_id, profile: await getProfile(db, community, profile_id), script: null })
  }
  return [...people.values()]
}

const findConversations = async (db: Db, community: string, text: string) => {
  const tokenHash = hashToken(extractAccessKey(text))
  const key = getIdentifierKey(text)
  const query = db.selectFrom("conversations").select(["id", "profile_id", "script_id"]).where("community_id", "=", community)
  const byAccessKey = await query.where((eb) => eb.or([eb("token_hash", "=", tokenHash), eb("code_hash", "=", tokenHash)])).execute()
  return isUuid(key)
    ? [...byAccessKey, ...(await query.where("script_id", "in", selectScriptIds(db, community)).where("id", "=", key).execute())]
    : byAccessKey
}

const selectScriptIds = (db: Db, community: string) =>
  db.selectFrom("scripts").select("scripts.id").where("scripts.community_id", "=", community)

/** Returns the person with this id, or undefined. */
export const findPerson = async (db: Db, community: string, id: string): Promise<Person | undefined> =>
  (await findPeople(db, community, id)).find((person) => person.id === id.toLowerCase())

type Conversations = SelectQueryBuilder<Tables, "conversations", object>

/** Query for all conversations of a person. */
const selectConversations = (db: Db, { community, id, script }: Person): Conversations => {
  const query = db.selectFrom("conversations").where("community_id", "=", community)
  return script === null ? query.where("profile_id", "=", id) : query.where("script_id", "=", script).where("id", "=", id)
}

/** The key of a conversation or of something that belongs to one, and how many bytes of it are read, if they may be many. */
export type RowKey = { readonly script_id: string; readonly id: string; readonly bytes?: number }

/** Returns the keys of a person's conversations, oldest first, and how long each is. */
export const listConversationKeys = (db: Db, person: Person): Promise<ReadonlyArray<RowKey>> =>
  selectConversations(db, person)
    .select(["script_id", "id", sql<number>`octet_length(answers) + octet_length(metadata) + octet_length(actions)`.as("bytes")])
    .orderBy("made_at")
    .orderBy("id")
    .execute()

/** How many rows of a person, and how many bytes of them, are handled at a time. */
const maxPage = { rows: 500, bytes: 1024 * 1024 } as const

/** Yields the keys in pages of one script each that are handled at a time, in their order. A page has at least one key. */
export function* paginateByScript<Key extends RowKey>(keys: ReadonlyArray<Key>): Generator<readonly [Key, ...ReadonlyArray<Key>]> {
  let page: [Key, ...Array<Key>] | null = null
  let bytes = 0
  for (const key of keys) {
    const added = key.bytes ?? 0
    if (page !== null && page[0].script_id === key.script_id && page.length < maxPage.rows && bytes + added <= maxPage.bytes) {
      page.push(key)
      bytes += added
    } else {
      if (page !== null) yield page
      ;[page, bytes] = [[key], added]
    }
  }
  if (page !== null) yield page
}
type Page = readonly [RowKey, ...ReadonlyArray<RowKey>]

/** Returns the conversations of a page that still exist, in its order. */
export const readConversations = async (db: Db, page: Page): Promise<ReadonlyArray<ConversationRow>> => {
  const rows = await db
    .selectFrom("conversations")
    .selectAll()
    .where("script_id", "=", page[0].script_id)
    .where("id", "in", listIds(page))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return page.flatMap(({ id }) => byId.get(id) ?? [])
}

/** Returns the completely stored files of a page of conversations, by id. */
export const listFiles = (db: Db, page: Page) =>
  db
    .selectFrom("answer_files")
    .select(["script_id", "id", "conversation_id", "name", "bytes", "made_at"])
    .where("script_id", "=", page[0].script_id)
    .where("conversation_id", "in", listIds(page))
    .where("kept_at", "is not", null)
    .orderBy("id")
    .execute()

/** Returns the keys of the deliveries of a page of conversations, by conversation and id. */
export const listDeliveryKeys = (db: Db, page: Page): Promise<ReadonlyArray<RowKey>> =>
  db
    .selectFrom("deliveries")
    .select(["script_id", "id", sql<number>`octet_length(body)`.as("bytes")])
    .where("script_id", "=", page[0].script_id)
    .where("conversation_id", "in", listIds(page))
    .orderBy("conversation_id")
    .orderBy("id")
    .execute()

/** Returns the deliveries of a page that still exist, by conversation and id. */
export const readDeliveries = (db: Db, page: Page) =>
  db
    .selectFrom("deliveries")
    .select(["conversation_id", "endpoint", "made_at", "body"])
    .where("script_id", "=", page[0].script_id)
    .where("id", "in", listIds(page))
    .orderBy("conversation_id")
    .orderBy("id")
    .execute()

const listIds = (page: Page): ReadonlyArray<string> => page.map(({ id }) => id)

/** Locks a person's conversations until the transaction ends, and returns their keys: their answers may be long. */
const lockConversations = (db: Db, person: Person): Promise<ReadonlyArray<RowKey>> =>
  selectConversations(db, person).select(["script_id", "id"]).orderBy("id").forUpdate().execute()

/** Returns the scripts of a person's conversations, by name, each with the number of conversations. */
export const listScriptsOfPerson = async (
  db: Db,
  person: Person,
): Promise<ReadonlyArray<{ readonly uuid: ScriptId; readonly name: string; readonly conversations: number }>> => {
  const counted = await selectConversations(db, person)
    .select(({ fn }) => ["script_id", fn.countAll().as("n")])
    .groupBy("script_id")
    .execute()
  if (counted.length === 0) return []
  const counts = new Map(counted.map(({ script_id, n }) => [script_id, Number(n)]))
  const scripts = await db
    .selectFrom("scripts")
    .select(["id", "name"])
    .where("community_id", "=", person.community)
    .where("id", "in", [...counts.keys()])
    .orderBy("name")
    .orderBy("id")
    .execute()
  return scripts.map(({ id, name }) => ({ uuid: ScriptId.make(id), name, conversations: counts.get(id) ?? 0 }))
}

export type Holdings = { readonly conversations: number; readonly answered: number; readonly files: number; readonly deliveries: number }

/** Counts a person's data. */
export const countHoldings = async (db: Db, person: Person): Promise<Holdings> => {
  const rows = await selectConversations(db, person).select(["script_id", "id", "is_answered"]).orderBy("script_id").execute()
  let [files, deliveries] = [0, 0]
  for (const page of paginateByScript(rows))
    for (const table of ["answer_files", "deliveries"] as const) {
      const { n } = await db
        .selectFrom(table)
        .where("script_id", "=", page[0].script_id)
        .where("conversation_id", "in", listIds(page))
        .select(({ fn }) => fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
      if (table === "answer_files") files += Number(n)
      else deliveries += Number(n)
    }
  return { conversations: rows.length, answered: rows.filter(({ is_answered }) => is_answered).length, files, deliveries }
}

/**
 * [P4] Erases a person: the profile, all conversations, and everything derived from them; returns how much was erased.
 * Statistics stay, because counts cannot be traced to a person [G1].
 */
export const erasePerson = async (trx: Transaction<Tables>, person: Person, at: Date): Promise<Holdings> => {
  // Waits for links that are being created, as their conversations may be this person's.
  await lockCommunity(trx, person.community)
  const rows = await lockConversations(trx, person)
  const erased = await countHoldings(trx, person)
  // A few hundred at a time, because a person may have thousands, and others wait for this transaction.
  const ofScripts = Map.groupBy(rows, ({ script_id }) => script_id)
  for (const page of paginateByScript([...ofScripts.values()].flat())) await eraseConversations(trx, person.community, page, at)
  for (const script of new Set(rows.map(({ script_id }) => script_id))) {
    // Stored responses to link requests name the people; an archive contains everyone's files.
    await deleteIdempotentResponses(trx, script)
    if (erased.files > 0) await eraseArchive(trx, script, at)
  }
  if (person.profile !== null)
    await trx.deleteFrom("profiles").where("community_id", "=", person.community).where("id", "=", person.id).execute()
  return erased
}

const eraseConversations = async (trx: Transaction<Tables>, community: string, page: Page, at: Date): Promise<void> => {
  const [{ script_id: script }] = page
  const ids = listIds(page)
  const files = await trx
    .deleteFrom("answer_files")
    .where("script_id", "=", script)
    .where("conversation_id", "in", ids)
    .returning(["id", "kept_at"])
    .execute()
  const deletedFiles = files.map((file) => ({ place: answerFileKey({ community, script }, file.id), kept_at: file.kept_at }))
  await enqueueAnswerFileErasure(trx, deletedFiles, at)
  const deliveries = await trx
    .deleteFrom("deliveries")
    .where("script_id", "=", script)
    .where("conversation_id", "in", ids)
    .returning(["script_id", "id"])
    .execute()
  for (const deleted of paginateByScript(deliveries)) {
    await trx.deleteFrom("delivery_attempts").where("script_id", "=", script).where("delivery_id", "in", listIds(deleted)).execute()
    await deleteJobsAbout(trx, deleted)
  }
  await deleteJobsAbout(trx, page)
  await trx.deleteFrom("conversations").where("script_id", "=", script).where("id", "in", ids).execute()
}

/** Deletes pending and finished jobs whose payload or key contains one of these ids. */
const deleteJobsAbout = async (trx: Transaction<Tables>, page: Page): Promise<void> => {
  await trx
    .deleteFrom("jobs")
    .where("script_id", "=", page[0].script_id)
    .where((eb) =>
      eb.or(listIds(page).flatMap((id) => [eb("payload", "like", `%${id}%`), sql<boolean>`coalesce(key, '') like ${`%${id}%`}`])),
    )
    .execute()
}
