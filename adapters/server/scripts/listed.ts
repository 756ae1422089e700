// Scripts between their rows and the domain's shape. Every query names the community and the script together.

import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { fits } from "../../../domain/fits.ts"
import { Language } from "../../../domain/script/language.ts"
import { Authored, ListedScript, type Script, ScriptId, Transport } from "../../../domain/script/script.ts"
import { StatusFromCode } from "../../../domain/script/status-code.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"

export type Which = { readonly community: string; readonly id: string }

const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** A script's row as the overview lists it. */
export const listedOf = (row: ScriptRow): ListedScript => ({
  uuid: ScriptId.make(row.id),
  name: row.name,
  public_name: row.public_name,
  language: languageOf(row.language),
  status: statusOf(row.status),
  revision: row.revision,
  isDeletionApproved: row.is_deletion_approved,
  removalProcedure: row.removal_procedure,
  liveDate: instant(row.live_date),
  closedDate: instant(row.closed_date),
  deletedWarningDate: instant(row.deleted_warning_date),
  deletedDate: instant(row.deleted_date),
  removalWarningDate: instant(row.removal_warning_date),
  updatedAt: row.updated_at.toISOString(),
  queue_config: { transport: transportOf(row.transport) },
})

const languageOf = Schema.decodeUnknownSync(Language)
/** The status of a row, and the code that stands for one there. */
export const statusOf = Schema.decodeUnknownSync(StatusFromCode)
export const codeOf = Schema.encodeSync(StatusFromCode)
const transportOf = Schema.decodeUnknownSync(Schema.NullOr(Transport))

/** The whole script: what was authored, under what the server says of it. */
export const scriptOf = (row: ScriptRow, authored: Authored): Script => ({ ...authored, ...listedOf(row) })

/** A script, or what is listed of it, as JSON has it: that differs in the status alone. */
export const asJson = <It extends Pick<ListedScript, "status">>(it: It) => ({ ...it, status: codeOf(it.status) })

/** A script's row as JSON. */
export const listedJson = (row: ScriptRow): typeof ListedScript.Encoded => asJson(listedOf(row))

/**
 * The whole script as JSON. What was authored was written by its Schema when it was kept, and is passed on as it is: a long script is read far
 * more often than it is saved.
 */
export const scriptText = (row: ScriptRow, authored: string): string => JSON.stringify({ ...JSON.parse(authored), ...listedJson(row) })

/** The row of a script of this community; within a change it stays the change's own until that ends. */
export const findRow = (db: Db, { community, id }: Which): Promise<ScriptRow | undefined> =>
  db.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id).executeTakeFirst()

export const lockRow = (change: Transaction<Tables>, { community, id }: Which): Promise<ScriptRow | undefined> =>
  change.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id).forUpdate().executeTakeFirst()

/** What was authored, from the text in which it is kept. */
export const fromText = (text: string): Authored => {
  const value: unknown = JSON.parse(text)
  return fits(Authored, value) ? value : authoredOf(value)
}
const authoredOf = Schema.decodeUnknownSync(Authored)

type Version = Pick<ScriptRow, "id" | "revision">

/** What a script said at one of its revisions; the row comes from a query that named its community. */
export const authoredAt = async (db: Db, version: Version): Promise<Authored> => fromText(await authoredTextAt(db, version))

/** The same as the JSON text in which it is kept. */
export const authoredTextAt = async (db: Db, { id, revision }: Version): Promise<string> => {
  const { authored } = await db
    .selectFrom("script_versions")
    .select("authored")
    .where("script_id", "=", id)
    .where("revision", "=", revision)
    .executeTakeFirstOrThrow()
  return authored
}
