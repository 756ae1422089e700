// The archive of files that respondents answered with (adapters/contract/files.ts).
import { randomUUIDv7 } from "node:crypto"
import type { Transaction } from "kysely"
import { safeName } from "../../../domain/script/script-file.ts"
import * as contract from "../../contract/files.ts"
import { note } from "../audit/audit.ts"
import type { Tables } from "../database/tables.ts"
import { eraseArchive, newestFile } from "../files/answer-files.ts"
import { archivePlace } from "../files/places.ts"
import { type Call, inCommunity } from "../http/call.ts"
import { missing } from "../http/trouble.ts"
import { Written } from "../http/written.ts"
import { enqueue } from "../jobs/jobs.ts"
import { findRow, lockRow, type Which } from "../scripts/listed.ts"

const archiveOf = (change: Transaction<Tables>, script: string) =>
  change.selectFrom("archives").select(["id", "newest", "parts", "ready_at"]).where("script_id", "=", script).executeTakeFirst()

const request = inCommunity(
  contract.requestFiles,
  "files.read",
  ({ database, now }, { user, community, params: { id }, payload: { silent = false } }) =>
    database.transact(async (change) => {
      const script = await lockRow(change, { community: community.uuid, id })
      if (script === undefined) throw missing()
      const archive = await archiveOf(change, script.id)
      if (silent) return archive === undefined ? { result: "notFound" as const } : stateOf(archive)
      if (archive !== undefined && archive.ready_at === null) return stateOf(archive)
      const newest = await newestFile(change, script.id)
      if (newest === null) return { result: "filesNotFound" as const }
      if (archive?.newest === newest) return stateOf(archive)
      await begin(change, { community: community.uuid, id: script.id }, newest, now())
      await note(change, { community: community.uuid, user, deed: "files.request", thing: `script ${script.id}` }, now())
      return { result: false }
    }),
)

const stateOf = ({ parts, ready_at }: { readonly parts: number; readonly ready_at: Date | null }) =>
  ready_at === null ? { result: false } : { result: true, parts }

/** Has an archive made, in place of an older one. */
const begin = async (change: Transaction<Tables>, { community, id: script }: Which, newest: string, at: Date): Promise<void> => {
  await eraseArchive(change, script, at)
  const archive = randomUUIDv7()
  await change
    .insertInto("archives")
    .values({ script_id: script, id: archive, community_id: community, newest, parts: 0, asked_at: at })
    .execute()
  await enqueue(change, { kind: "archive", payload: { community, script, archive }, script, due: at })
}

const download = inCommunity(
  contract.downloadFiles,
  "files.read",
  async ({ database: { db }, storage, now }, { user, community, params: { id }, payload: { part = 1 } }) => {
    const script = await findRow(db, { community: community.uuid, id })
    if (script === undefined) throw missing()
    const archive = await db
      .selectFrom("archives")
      .select(["id", "parts"])
      .where("script_id", "=", script.id)
      .where("community_id", "=", community.uuid)
      .where("ready_at", "is not", null)
      .executeTakeFirst()
    if (archive === undefined || part > archive.parts) throw missing()
    const found = await storage.get(archivePlace({ community: community.uuid, script: script.id }, archive.id, part))
    if (found === null) throw missing()
    await note(db, { community: community.uuid, user, deed: "files.download", thing: `script ${script.id}` }, now())
    const name = `${safeName(script.name)}${archive.parts === 1 ? "" : `-${part}`}.zip`
    return new Written("application/zip", found.stream, {
      "content-length": String(found.bytes),
      "content-disposition": `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    })
  },
)

export const fileCalls: ReadonlyArray<Call> = [request, download]
