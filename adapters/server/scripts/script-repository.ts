// Scripts between their rows and the domain's shape. Every query names the community and the script together.
import * as Schema from "effect/Schema"
import { sql, type Transaction } from "kysely"
import { computeRemovalState } from "../../../domain/removal/removal-procedure.ts"
import { matchesSchema } from "../../../domain/schema/schema-decoder.ts"
import { Language } from "../../../domain/script/language.ts"
import { AuthoredScript, ListedScript, type Script, ScriptId, Transport } from "../../../domain/script/script.ts"
import { type Status, StatusFromCode } from "../../../domain/script/status.ts"
import type { Database, Db } from "../database/database.ts"
import { compileOnce } from "../database/prepared-statements.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { notFound } from "../http/http-error.ts"

export type ScriptKey = { readonly community: string; readonly id: string }

/** What is told of a script in a list. */
const listedColumns = [
  "scripts.id",
  "scripts.name",
  "scripts.public_name",
  "scripts.language",
  "scripts.status",
  "scripts.revision",
  "scripts.is_deletion_approved",
  "scripts.removal_procedure",
  "scripts.live_date",
  "scripts.closed_date",
  "scripts.deleted_warning_date",
  "scripts.deleted_date",
  "scripts.removal_warning_date",
  "scripts.updated_at",
  "scripts.transport",
] as const satisfies ReadonlyArray<`scripts.${keyof ScriptRow}`>

type ListedRow = Pick<ScriptRow, (typeof listedColumns)[number] extends `scripts.${infer Column}` ? Column & keyof ScriptRow : never>

const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** A script's row as the overview lists it. */
export const listedScriptFromRow = (row: ListedRow): ListedScript => ({
  uuid: ScriptId.make(row.id),
  name: row.name,
  public_name: row.public_name,
  language: decodeLanguage(row.language),
  status: decodeStatus(row.status),
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

/** The language of a row. */
export const decodeLanguage = Schema.decodeUnknownSync(Language)
/** The status of a row, and the code that stands for one there. */
export const decodeStatus = Schema.decodeUnknownSync(StatusFromCode)
export const encodeStatus = Schema.encodeSync(StatusFromCode)
const transportOf = Schema.decodeUnknownSync(Schema.NullOr(Transport))

/** The whole script: what was authored, under what the server says of it. */
export const scriptFromRow = (row: ScriptRow, authored: AuthoredScript): Script => ({ ...authored, ...listedScriptFromRow(row) })

/** A script, or what is listed of it, as JSON has it: that differs in the status alone. */
export const encodeScript = <It extends Pick<ListedScript, "status">>(it: It) => ({ ...it, status: encodeStatus(it.status) })

/** A script's row as JSON. */
const listedJson = (row: ListedRow): typeof ListedScript.Encoded => encodeScript(listedScriptFromRow(row))

const scriptListQuery = compileOnce((db: Db) =>
  db
    .selectFrom("scripts")
    .select(listedColumns)
    .where("community_id", "=", "?")
    .where(sql<boolean>`status = any(${"?"})`)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .compile(),
)

/** The scripts of a community with these statuses by their ids, the last changed first, as JSON text: every screen of a community begins with it. */
export const readScriptListJson = async (
  { db, runPrepared }: Reading,
  community: string,
  statuses: ReadonlyArray<Status>,
): Promise<string> => {
  const rows = await runPrepared(scriptListQuery(db), [community, statuses.map((status) => encodeStatus(status))])
  return JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, listedJson(row)])))
}

const scriptQuery = compileOnce((db: Db) =>
  db
    .selectFrom("scripts")
    .innerJoin("script_versions as version", (join) =>
      join.onRef("version.script_id", "=", "scripts.id").onRef("version.revision", "=", "scripts.revision"),
    )
    .select(listedColumns)
    .select("version.authored")
    .where("scripts.community_id", "=", "?")
    .where("scripts.id", "=", "?")
    .compile(),
)

/**
 * The whole script as JSON text, or undefined where there is none. What was authored was written by its Schema when it was kept, and is passed
 * on as it is: a long script is read far more often than it is saved.
 */
export const readScriptJson = async ({ db, runPrepared }: Reading, { community, id }: ScriptKey): Promise<string | undefined> => {
  const [row] = await runPrepared(scriptQuery(db), [community, id])
  return row && JSON.stringify({ ...JSON.parse(row.authored), ...listedJson(row) })
}

type Reading = Pick<Database, "db" | "runPrepared">

/** The row of a script of this community; within a change it stays the change's own until that ends. */
export const findScriptRow = (db: Db, { community, id }: ScriptKey): Promise<ScriptRow | undefined> =>
  db.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id).executeTakeFirst()

export const lockScriptRow = (change: Transaction<Tables>, { community, id }: ScriptKey): Promise<ScriptRow | undefined> =>
  change.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id).forUpdate().executeTakeFirst()

/** What was authored, from the text in which it is kept. */
const fromText = (text: string): AuthoredScript => {
  const value: unknown = JSON.parse(text)
  return matchesSchema(AuthoredScript, value) ? value : decodeAuthored(value)
}
const decodeAuthored = Schema.decodeUnknownSync(AuthoredScript)

/** Whether it can be read what a script said at one of its revisions. Rejects where the database cannot be asked. */
export const isRevisionReadable = async (db: Db, { id, revision }: Pick<ScriptRow, "id" | "revision">): Promise<boolean> => {
  const row = await db
    .selectFrom("script_versions")
    .select("authored")
    .where("script_id", "=", id)
    .where("revision", "=", revision)
    .executeTakeFirst()
  if (row === undefined) return false
  try {
    fromText(row.authored)
    return true
  } catch {
    return false
  }
}

/** What a script said at one of its revisions; the row comes from a query that named its community. */
export const getRevision = async (db: Db, { id, revision }: Pick<ScriptRow, "id" | "revision">): Promise<AuthoredScript> => {
  const { authored } = await db
    .selectFrom("script_versions")
    .select("authored")
    .where("script_id", "=", id)
    .where("revision", "=", revision)
    .executeTakeFirstOrThrow()
  return fromText(authored)
}

// The script that a call is about.

/** Its row, or a 404. */
export const getScriptRow = async (db: Db, which: ScriptKey): Promise<ScriptRow> => {
  const row = await findScriptRow(db, which)
  if (row === undefined) throw notFound()
  return row
}

// What stands about a script's removal, between the domain's words and its columns (domain/removal; decisions R1–R5).

const date = (text: string | null): Date | null => (text === null ? null : new Date(text))

type Columns = Pick<
  ScriptRow,
  "removal_procedure" | "is_deletion_approved" | "removal_warning_date" | "deleted_warning_date" | "deleted_date"
>

/** The columns of a script after whatever changed in `script`; `today` as for `removalOf`. */
export const buildRemovalColumns = (
  script: Pick<ListedScript, "status" | "closedDate" | "removalProcedure" | "removalWarningDate" | "deletedDate">,
  today: string | null = null,
): Columns => {
  const { isDeletionApproved, removalWarningDate, deletedWarningDate, deletedDate } = computeRemovalState(script, today)
  return {
    removal_procedure: script.removalProcedure,
    is_deletion_approved: isDeletionApproved,
    removal_warning_date: date(removalWarningDate),
    deleted_warning_date: date(deletedWarningDate),
    deleted_date: date(deletedDate),
  }
}
