// Endpoints to find, export and erase one person among a community's respondents [P1] [P3]. Audit events do not name
// them [P4].

import { randomUUID } from "node:crypto"
import { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { Schema } from "effect"
import { parseResponseBody } from "../../../domain/actions/action-outcome.ts"
import { en } from "../../../domain/catalog/en.ts"
import { getEmojiLabels } from "../../../domain/conversations/stored-answer.ts"
import type { Member } from "../../../domain/exports/links-and-members-csv.ts"
import { listCountChanges } from "../../../domain/failures/count-changes.ts"
import {
  buildPersonalDataExport,
  type ExportedConversation,
  type ExportedDelivery,
  exportConversation,
  getPersonalFilePath,
} from "../../../domain/privacy/personal-data-export.ts"
import { toShownAddress } from "../../../domain/text/web-url.ts"
import * as contract from "../../contract/respondent-contract.ts"
import { answerFileKey } from "../answer-files/answer-file-repository.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { type ConversationRow, conversationFromRow } from "../conversations/conversation-repository.ts"
import type { Db } from "../database/database.ts"
import { communityByIdEndpoint, type EndpointHandler, RawResponse } from "../http/endpoint-handler.ts"
import { notFound, tooManyRequests } from "../http/http-error.ts"
import { getRevision } from "../scripts/script-repository.ts"
import {
  createConfirmationToken,
  deleteTokensAbout,
  findReceipt,
  spendConfirmationToken,
  storeReceipt,
  targetChanged,
} from "../security/confirmation-tokens.ts"
import type { ServerContext } from "../server-context.ts"
import { createZipStream, type ZipEntry } from "../storage/zip-stream.ts"
import { memberFromRow } from "./member-endpoints.ts"
import {
  countHoldings,
  erasePerson,
  findPeople,
  findPerson,
  listConversations,
  listScriptsOfPerson,
  type Person,
} from "./person-repository.ts"

type StoredConversation = { readonly row: ConversationRow; readonly files: ReadonlyArray<string> }

/** Reads each revision once, and only one at a time, because a script may have megabytes and a person many conversations. */
const exportConversations = async (
  db: Db,
  conversations: ReadonlyArray<StoredConversation>,
): Promise<ReadonlyArray<ExportedConversation>> => {
  const emojiLabels = getEmojiLabels(en)
  const exported = new Map<ConversationRow, ExportedConversation>()
  for (const group of Map.groupBy(conversations, ({ row }) => `${row.script_id} ${row.revision}`).values()) {
    const [first] = group
    if (first === undefined) continue
    const { script_id: id, revision } = first.row
    const { name: chat } = await db.selectFrom("scripts").select("name").where("id", "=", id).executeTakeFirstOrThrow()
    const script = await getRevision(db, { id, revision })
    for (const { row, files } of group) {
      exported.set(row, exportConversation({ chat, script, conversation: conversationFromRow(row), files }, emojiLabels))
      // Lets other requests run, because each conversation takes milliseconds.
      await setImmediate()
    }
  }
  return conversations.flatMap(({ row }) => exported.get(row) ?? [])
}

/**
 * [P3] Streams the zip with everything known about a person, as JSON, and their files. If a file is erased meanwhile,
 * the stream fails.
 */
export const createPersonZip = async (
  { database: { db }, storage, now }: Pick<ServerContext, "database" | "storage" | "now">,
  person: Person,
  member: Member | null,
): Promise<Readable> => {
  const entries: Array<ZipEntry> = []
  const conversations: Array<StoredConversation> = []
  const exportedDeliveries: Array<ExportedDelivery> = []
  for (const row of await listConversations(db, person)) {
    const { script_id: script, id } = row
    const files = await db
      .selectFrom("answer_files")
      .selectAll()
      .where("script_id", "=", script)
      .where("conversation_id", "=", id)
      .where("kept_at", "is not", null)
      .orderBy("id")
      .execute()
    const paths = files.map((file) => getPersonalFilePath(id, file))
    for (const [i, file] of files.entries())
      entries.push({
        path: paths[i] ?? "",
        bytes: file.bytes,
        at: file.made_at,
        read: async () => {
          const storedFile = await storage.get(answerFileKey({ community: person.community, script }, file.id))
          if (storedFile === null) throw new Error(`the file ${file.id} is gone`)
          return storedFile.stream
        },
      })
    conversations.push({ row, files: paths })
    const deliveries = await db
      .selectFrom("deliveries")
      .select(["endpoint", "made_at", "body"])
      .where("script_id", "=", script)
      .where("conversation_id", "=", id)
      .orderBy("id")
      .execute()
    for (const { endpoint, made_at, body } of deliveries)
      exportedDeliveries.push({
        conversation: id,
        endpoint: toShownAddress(endpoint),
        madeAt: made_at.toISOString(),
        // A GET has no body.
        body: body === "" ? null : parseResponseBody(body),
      })
  }
  const exported = buildPersonalDataExport({
    member,
    conversations: await exportConversations(db, conversations),
    deliveries: exportedDeliveries,
  })
  const json = Buffer.from(`${JSON.stringify(exported, null, 2)}\n`)
  const jsonEntry: ZipEntry = { path: "person.json", bytes: json.length, at: now(), read: async () => Readable.from([json]) }
  return createZipStream([jsonEntry, ...entries], new AbortController().signal)
}

/** Returns the person; throws a 404. */
const getPerson = async (db: Db, community: string, id: string): Promise<Person> => {
  const person = await findPerson(db, community, id)
  if (person === undefined) throw notFound()
  return person
}

const toMember = ({ profile }: Person) => (profile === null ? null : memberFromRow(profile))

const searchPeople = communityByIdEndpoint(
  contract.findPeople,
  "community.people",
  async ({ database: { db }, accountAttemptLimits, now }, { user, community, payload: { text } }) => {
    const waitSeconds = await accountAttemptLimits.countPersonSearch(user.uuid, now().getTime())
    if (waitSeconds !== null) throw tooManyRequests(waitSeconds)
    await recordAuditEvent(db, { community: community.uuid, user, action: "people.find", target: `community ${community.slug}` }, now())
    const people = await findPeople(db, community.uuid, text)
    const items = await Promise.all(
      people.map(async (person) => ({
        uuid: person.id,
        member: toMember(person),
        chats: await listScriptsOfPerson(db, person),
        ...(await countHoldings(db, person)),
      })),
    )
    return { items }
  },
)

const exportPerson = communityByIdEndpoint(
  contract.downloadPersonPackage,
  "community.people",
  async (context, { user, community, params: { person: id } }) => {
    const { db } = context.database
    const person = await getPerson(db, community.uuid, id)
    await recordAuditEvent(
      db,
      { community: community.uuid, user, action: "people.hand-over", target: `community ${community.slug}` },
      context.now(),
    )
    return new RawResponse("application/zip", await createPersonZip(context, person, toMember(person)), {
      "content-disposition": 'attachment; filename="person.zip"',
    })
  },
  { isLongRead: true },
)

const erasureAction = "erase person"
const buildTokenScope = (user: string, { community, id }: Person) => ({ user, target: `${community}/${id}` })

const eraseToken = communityByIdEndpoint(
  contract.getPersonErasureToken,
  "community.people",
  async ({ database: { db }, now }, { user, community, params: { person: id } }) => {
    const person = await getPerson(db, community.uuid, id)
    const counts = await countHoldings(db, person)
    const confirmation = { action: erasureAction, state: counts, ...buildTokenScope(user.uuid, person) }
    return { deleteToken: await createConfirmationToken(db, confirmation, now()), ...counts }
  },
  { changes: true },
)

const decodeReceipt = Schema.decodeSync(Schema.fromJsonString(contract.erasePerson.response))

const erasePersonData = communityByIdEndpoint(
  contract.erasePerson,
  "community.people",
  ({ database, now }, { user, community, params: { person: id }, payload: { csrf } }) =>
    database.transact(async (trx) => {
      const at = now()
      const receiptScope = { user: user.uuid, target: `receipts of ${community.uuid}` }
      const earlier = await findReceipt(trx, csrf, receiptScope)
      if (earlier !== undefined) return decodeReceipt(earlier)
      const person = await getPerson(trx, community.uuid, id)
      const scope = { actions: [erasureAction], ...buildTokenScope(user.uuid, person) }
      const confirmation = await spendConfirmationToken(trx, csrf, scope, at)
      const erased = await erasePerson(trx, person, at)
      // Rolls back. They are counted while they are locked, so that what is refused or erased is exactly what was counted.
      if (!confirmation.covers(erased)) {
        const changes = listCountChanges(confirmation.getShown, erased)
        throw targetChanged({ current: erased, changes, lastChange: undefined, now: at })
      }
      const receipt = { receipt: randomUUID(), erasedAt: at.toISOString(), ...erased }
      await storeReceipt(trx, csrf, receiptScope, receipt)
      // Tokens name their target, which is this person.
      await deleteTokensAbout(trx, scope.target)
      const target = `receipt ${receipt.receipt}: ${erased.conversations} conversations, ${erased.files} files, ${erased.deliveries} deliveries`
      await recordAuditEvent(trx, { community: community.uuid, user, action: "people.erase", target }, at)
      return receipt
    }),
)

export const personEndpoints: ReadonlyArray<EndpointHandler> = [searchPeople, exportPerson, eraseToken, erasePersonData]
