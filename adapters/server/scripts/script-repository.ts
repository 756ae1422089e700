// Scripts in the database: mapping rows to the domain, reading, and locking. Every query filters by community and script.
import { setImmediate } from "node:timers/promises"
import * as Schema from "effect/Schema"
import { sql, type Transaction } from "kysely"
import { isRecord } from "../../../domain/json/json-value.ts"
import { parseJsonInSteps } from "../../../domain/json/stepwise-json-parser.ts"
import { computeRemovalState } from "../../../domain/privacy/removal-procedure.ts"
import { matchesSchema } from "../../../domain/schema/schema-matcher.ts"
import { type Instruction, InstructionSchema } from "../../../domain/script/instruction.ts"
import { Language } from "../../../domain/script/language-schema.ts"
import { type AuthoredScript, AuthoredScriptSchema, ListedScript, type Script, ScriptId, Transport } from "../../../domain/script/script.ts"
import { type Status, StatusFromCode } from "../../../domain/script/status.ts"
import type { Database, Db } from "../database/database.ts"
import { compileOnce } from "../database/prepared-statements.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { notFound } from "../http/http-error.ts"

export type ScriptKey = { readonly community: string; readonly id: string }

/** Columns of a listed script. */
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

const toIsoString = (date: Date | null): string | null => date?.toISOString() ?? null

/** Maps a row to the script of the overview. */
export const listedScriptFromRow = (row: ListedRow): ListedScript => ({
  uuid: ScriptId.make(row.id),
  name: row.name,
  public_name: row.public_name,
  language: decodeLanguage(row.language),
  status: decodeStatus(row.status),
  revision: row.revision,
  isDeletionApproved: row.is_deletion_approved,
  removalProcedure: row.removal_procedure,
  liveDate: toIsoString(row.live_date),
  closedDate: toIsoString(row.closed_date),
  deletedWarningDate: toIsoString(row.deleted_warning_date),
  deletedDate: toIsoString(row.deleted_date),
  removalWarningDate: toIsoString(row.removal_warning_date),
  updatedAt: row.updated_at.toISOString(),
  queue_config: { transport: decodeTransport(row.transport) },
})

/** Decodes the language of a row. */
export const decodeLanguage = Schema.decodeUnknownSync(Language)
/** [S1] Decodes the status code of a row; `encodeStatus` is the inverse. */
export const decodeStatus = Schema.decodeUnknownSync(StatusFromCode)
export const encodeStatus = Schema.encodeSync(StatusFromCode)
const decodeTransport = Schema.decodeUnknownSync(Schema.NullOr(Transport))

/** Returns the whole script: the authored part, overridden by the columns that the server manages. */
export const scriptFromRow = (row: ScriptRow, authored: AuthoredScript): Script => ({ ...authored, ...listedScriptFromRow(row) })

/** Encodes a script, or a listed script, for JSON: only the status differs. */
export const encodeScript = <Item extends Pick<ListedScript, "status">>(script: Item) => ({
  ...script,
  status: encodeStatus(script.status),
})

/** Maps a row to the JSON of a listed script. */
const listedScriptToJson = (row: ListedRow): typeof ListedScript.Encoded => encodeScript(listedScriptFromRow(row))

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

/**
 * Returns a community's scripts with these statuses as a JSON object by id, last changed first. Hot: every screen of a
 * community starts with it.
 */
export const readScriptListJson = async (
  { db, runPrepared }: ReadAccess,
  community: string,
  statuses: ReadonlyArray<Status>,
): Promise<string> => {
  const rows = await runPrepared(scriptListQuery(db), [community, statuses.map((status) => encodeStatus(status))])
  return JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, listedScriptToJson(row)])))
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
 * Returns the whole script as JSON text, or undefined. The stored text was encoded when it was saved and is passed through unparsed: scripts are
 * read far more often than saved, and parsing a long one would hold up everyone else.
 */
export const readScriptJson = async ({ db, runPrepared }: ReadAccess, { community, id }: ScriptKey): Promise<string | undefined> => {
  const [row] = await runPrepared(scriptQuery(db), [community, id])
  if (row === undefined) return undefined
  // The columns of these equal the stored text. The others are not stored in it, and would override it.
  const { name: _, public_name: _publicName, language: _language, ...listed } = listedScriptToJson(row)
  return `${row.authored.slice(0, -1)},${JSON.stringify(listed).slice(1)}`
}

type ReadAccess = Pick<Database, "db" | "runPrepared">

/** Returns the row of a script of this community, without locking it. */
export const findScriptRow = (db: Db, { community, id }: ScriptKey): Promise<ScriptRow | undefined> =>
  db.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id).executeTakeFirst()

export const lockScriptRow = (trx: Transaction<Tables>, { community, id }: ScriptKey): Promise<ScriptRow | undefined> =>
  trx.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id).forUpdate().executeTakeFirst()

/**
 * Locks a script against changes, new links and new conversations. Unlike `lockScriptRow`, it lets rows be added that refer
 * to the script: an answer that holds its conversation adds some, and would otherwise deadlock with a caller that locks
 * conversations next.
 */
export const lockScriptChanges = (trx: Transaction<Tables>, { community, id }: ScriptKey): Promise<ScriptRow | undefined> =>
  trx.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id).forNoKeyUpdate().executeTakeFirst()

/** Decodes the stored text of a revision. A long script is parsed and checked in several turns of the event loop. */
const decodeStoredScript = async (text: string): Promise<AuthoredScript> => {
  const steps = parseJsonInSteps(text)
  let step = steps.next()
  do {
    await setImmediate()
    if (step.done !== true) step = steps.next()
  } while (step.done !== true)
  return (await matchStoredScript(step.value)) ?? decodeAuthored(step.value)
}

/** How many instructions one turn of the event loop checks: all 10,000 of the longest script would hold it for about 30 ms. */
const checkedPerTurn = 1000

const InstructionList = Schema.Array(InstructionSchema)

/** Returns a stored value as a script, or null if it has to be decoded. */
const matchStoredScript = async (value: unknown): Promise<AuthoredScript | null> => {
  if (!isRecord(value) || !Array.isArray(value["instructions"])) return null
  const script: unknown = { ...value, instructions: [] }
  if (!matchesSchema(AuthoredScriptSchema, script)) return null
  const stored: ReadonlyArray<unknown> = value["instructions"]
  const instructions: Array<Instruction> = []
  for (let from = 0; from < stored.length; from += checkedPerTurn) {
    await setImmediate()
    const part: unknown = stored.slice(from, from + checkedPerTurn)
    if (!matchesSchema(InstructionList, part)) return null
    instructions.push(...part)
  }
  return { ...script, instructions }
}
const decodeAuthored = Schema.decodeUnknownSync(AuthoredScriptSchema)

/** Whether a stored revision can be decoded. Rejects if the database is unreachable. */
export const isRevisionReadable = async (db: Db, { id, revision }: Pick<ScriptRow, "id" | "revision">): Promise<boolean> => {
  const row = await db
    .selectFrom("script_versions")
    .select("authored")
    .where("script_id", "=", id)
    .where("revision", "=", revision)
    .executeTakeFirst()
  if (row === undefined) return false
  try {
    await decodeStoredScript(row.authored)
    return true
  } catch {
    return false
  }
}

/** Returns the bytes of a script's current revision, or of another one if that has more; 0 if there is no such script. */
export const countScriptBytes = async (db: Db, id: string, revision?: number): Promise<number> => {
  const { bytes } = await db
    .selectFrom("script_versions")
    .innerJoin("scripts", "scripts.id", "script_versions.script_id")
    .select(sql<number | null>`max(octet_length(authored))`.as("bytes"))
    .where("script_id", "=", id)
    .where((eb) => eb("script_versions.revision", "in", [eb.ref("scripts.revision"), eb.val(revision ?? 0)]))
    .executeTakeFirstOrThrow()
  return bytes ?? 0
}

/** Returns a revision as its stored JSON text. The caller must have found the row by its community. */
export const readRevisionJson = async (db: Db, { id, revision }: Pick<ScriptRow, "id" | "revision">): Promise<string> => {
  const { authored } = await db
    .selectFrom("script_versions")
    .select("authored")
    .where("script_id", "=", id)
    .where("revision", "=", revision)
    .executeTakeFirstOrThrow()
  return authored
}

/** Returns the authored script of a revision. The caller must have found the row by its community. */
export const getRevision = async (db: Db, revision: Pick<ScriptRow, "id" | "revision">): Promise<AuthoredScript> =>
  decodeStoredScript(await readRevisionJson(db, revision))

/** Returns the row of a script; throws a 404. */
export const getScriptRow = async (db: Db, key: ScriptKey): Promise<ScriptRow> => {
  const row = await findScriptRow(db, key)
  if (row === undefined) throw notFound()
  return row
}

/** [R5] Returns the removal dates that an administrator chose; null for a default one. */
export const getChosenRemovalDates = (row: Pick<ScriptRow, "chosen_warning_date" | "chosen_deleted_date">) => ({
  removalWarningDate: toIsoString(row.chosen_warning_date),
  deletedDate: toIsoString(row.chosen_deleted_date),
})

const parseDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

type RemovalColumns = Pick<
  ScriptRow,
  "removal_procedure" | "is_deletion_approved" | "removal_warning_date" | "deleted_warning_date" | "deleted_date"
>

/**
 * Returns the removal columns [R5] for a script with changed status, dates or procedure; `today` (ISO date) as for
 * `computeRemovalState`.
 */
export const buildRemovalColumns = (
  script: Pick<ListedScript, "status" | "closedDate" | "removalProcedure" | "removalWarningDate" | "deletedDate">,
  today: string | null = null,
): RemovalColumns => {
  const { isDeletionApproved, removalWarningDate, deletedWarningDate, deletedDate } = computeRemovalState(script, today)
  return {
    removal_procedure: script.removalProcedure,
    is_deletion_approved: isDeletionApproved,
    removal_warning_date: parseDate(removalWarningDate),
    deleted_warning_date: parseDate(deletedWarningDate),
    deleted_date: parseDate(deletedDate),
  }
}
