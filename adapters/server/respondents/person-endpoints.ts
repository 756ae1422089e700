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
  type ExportedConversation,
  type ExportedDelivery,
  exportConversation,
  getPersonalFilePath,
} from "../../../domain/privacy/personal-data-export.ts"
import type { AuthoredScript } from "../../../domain/script/script.ts"
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
  listConversationKeys,
  listDeliveryKeys,
  listFiles,
  listScriptsOfPerson,
  type Person,
  paginateByScript,
  type RowKey,
  readConversations,
  readDeliveries,
} from "./person-repository.ts"

type StoredConversation = { readonly row: ConversationRow; readonly files: ReadonlyArray<string> }

type ReadRevision = (key: {
  readonly id: string
  readonly revision: number
}) => Promise<{ readonly chat: string; readonly script: AuthoredScript }>

/** Reads revisions with the names of their chats. Stores only the newest one read, because a script may have megabytes. */
const createRevisionReader = (db: Db): ReadRevision => {
  let stored: { readonly key: string; readonly found: ReturnType<ReadRevision> } | null = null
  const read: ReadRevision = async (key) => {
    const { name: chat } = await db.selectFrom("scripts").select("name").where("id", "=", key.id).executeTakeFirstOrThrow()
    return { chat, script: await getRevision(db, key) }
  }
  return ({ id, revision }) => {
    const key = `${id} ${revision}`
    if (stored?.key !== key) stored = { key, found: read({ id, revision }) }
    return stored.found
  }
}

/** Returns what a person gets of some conversations, in their order; reads each of their revisions once. */
const exportConversations = async (
  readRevision: ReadRevision,
  conversations: ReadonlyArray<StoredConversation>,
): Promise<ReadonlyArray<ExportedConversation>> => {
  const emojiLabels = getEmojiLabels(en)
  const exported = new Map<ConversationRow, ExportedConversation>()
  for (const group of Map.groupBy(conversations, ({ row }) => `${row.script_id} ${row.revision}`).values()) {
    const [first] = group
    if (first === undefined) continue
    const { chat, script } = await readRevision({ id: first.row.script_id, revision: first.row.revision })
    for (const { row, files } of group) {
      exported.set(row, exportConversation({ chat, script, conversation: conversationFromRow(row), files }, emojiLabels))
      // Lets other requests run, because each conversation takes milliseconds.
      await setImmediate()
    }
  }
  return conversations.flatMap(({ row }) => exported.get(row) ?? [])
}

type PackageSource = Pick<ServerContext, "database" | "storage" | "now">

/**
 * [P3] Streams the zip with everything known about a person, as JSON, and their files. What is stored is read while the zip is sent, because a
 * person may have thousands of conversations. If a file is erased meanwhile, the stream fails.
 */
export const createPersonZip = async (
  { database: { db }, storage, now }: PackageSource,
  person: Person,
  member: Member | null,
): Promise<Readable> => {
  const conversations = await listConversationKeys(db, person)
  const entries: Array<ZipEntry> = []
  const paths = new Map<string, ReadonlyArray<string>>()
  for (const page of paginateByScript(conversations))
    for (const file of await listFiles(db, page)) {
      const path = getPersonalFilePath(file.conversation_id, file)
      paths.set(file.conversation_id, [...(paths.get(file.conversation_id) ?? []), path])
      entries.push({
        path,
        bytes: file.bytes,
        at: file.made_at,
        read: async () => {
          const storedFile = await storage.get(answerFileKey({ community: person.community, script: file.script_id }, file.id))
          if (storedFile === null) throw new Error(`the file ${file.id} is gone`)
          return storedFile.stream
        },
      })
    }
  const json = () => Readable.from(encodePersonalData(db, { member, conversations, paths }), { objectMode: false })
  const jsonEntry: ZipEntry = { path: "person.json", at: now(), read: async () => json() }
  return createZipStream([jsonEntry, ...entries], new AbortController().signal)
}

type PackageContent = {
  readonly member: Member | null
  readonly conversations: ReadonlyArray<RowKey>
  /** The paths of the files of each conversation. */
  readonly paths: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Yields everything but the files as one JSON value, a conversation or delivery at a time. */
async function* encodePersonalData(db: Db, { member, conversations, paths }: PackageContent): AsyncGenerator<string> {
  const readRevision = createRevisionReader(db)
  async function* exportAll(): AsyncGenerator<ExportedConversation> {
    for (const page of paginateByScript(conversations)) {
      const rows = await readConversations(db, page)
      yield* await exportConversations(
        readRevision,
        rows.map((row) => ({ row, files: paths.get(row.id) ?? [] })),
      )
    }
  }
  async function* exportDeliveries(): AsyncGenerator<ExportedDelivery> {
    for (const page of paginateByScript(conversations))
      for (const deliveries of paginateByScript(await listDeliveryKeys(db, page)))
        for (const { conversation_id: conversation, endpoint, made_at, body } of await readDeliveries(db, deliveries))
          yield {
            conversation,
            endpoint: toShownAddress(endpoint),
            madeAt: made_at.toISOString(),
            // A GET has no body.
            body: body === "" ? null : parseResponseBody(body),
          }
  }
  yield `{\n  "person": ${indentJson(member, 1)},\n  "conversations": `
  yield* encodeList(exportAll())
  yield `,\n  "deliveries": `
  yield* encodeList(exportDeliveries())
  yield "\n}\n"
}

/** Yields a list in a field of an object, as `JSON.stringify` indents it; each item in a turn of its own. */
async function* encodeList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = "["
  for await (const item of items) {
    await setImmediate()
    yield `${separator}\n    ${indentJson(item, 2)}`
    separator = ","
  }
  yield separator === "[" ? "[]" : "\n  ]"
}

/** Returns a value as JSON inside of `depth` others. */
const indentJson = (value: unknown, depth: number): string => JSON.stringify(value, null, 2).replaceAll("\n", `\n${"  ".repeat(depth)}`)

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
