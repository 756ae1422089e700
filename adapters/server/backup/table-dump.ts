// All rows of all tables as JSON, table by table, and back again (stack: "a wire dump of every table"). Works on any PostgreSQL.
import { sql } from "kysely"
import type { Db } from "../database/database.ts"

/** Rows of one table, each the JSON text of an object by column. */
export type TableRows = { readonly table: string; readonly rows: ReadonlyArray<string> }

/** What migrations keep for themselves. */
const migrationTables: ReadonlySet<string> = new Set(["migrations", "migrations_lock"])

/** The names of the migrations that a database has had. */
export const listAppliedMigrations = async (db: Db): Promise<ReadonlyArray<string>> =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(({ name }) => name)

/** All tables, those that others refer to first. */
export const listTablesByReference = async (db: Db): Promise<ReadonlyArray<string>> => {
  const { rows } = await sql<{ table: string; refersTo: string | null }>`
    select c.relname as "table", r.relname as "refersTo" from pg_class c
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' left join pg_class r on r.oid = k.confrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname, r.relname`.execute(db)
  const needs = Map.groupBy(rows, ({ table }) => table)
  const ordered = new Set<string>()
  const add = (table: string): void => {
    for (const { refersTo } of needs.get(table) ?? []) if (refersTo !== null && refersTo !== table && !ordered.has(refersTo)) add(refersTo)
    ordered.add(table)
  }
  for (const table of needs.keys()) add(table)
  return [...ordered].filter((table) => !migrationTables.has(table))
}

/** Bytes of JSON that one read is to bring, about. */
const targetChunkBytes = 4 * 1024 * 1024
const maxBlocksPerChunk = 1024

/** The rows of a table in the order in which they are kept, a few blocks at a time: memory does not grow with the table. */
export async function* readTableRows(db: Db, table: string): AsyncGenerator<TableRows> {
  const { rows } = await sql<{ blocks: number }>`
    select (pg_relation_size(${`"${table}"`}::regclass) / current_setting('block_size')::int)::int as blocks`.execute(db)
  const end = rows[0]?.blocks ?? 0
  let step = 1
  for (let from = 0; from < end; ) {
    const until = Math.min(end, from + step)
    const page = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(table)} t
      where t.ctid >= ${`(${from},0)`}::tid and t.ctid < ${`(${until},0)`}::tid`.execute(db)
    const found = page.rows.map(({ row }) => row)
    if (found.length > 0) yield { table, rows: found }
    const bytes = found.reduce((sum, row) => sum + row.length, 0)
    step = bytes > targetChunkBytes ? Math.max(1, step >> 1) : bytes < targetChunkBytes / 4 ? Math.min(maxBlocksPerChunk, step * 2) : step
    from = until
  }
}

/** Adds rows to a table of the same columns. */
export const insertTableRows = async (db: Db, { table, rows }: TableRows): Promise<void> => {
  const name = sql.table(table)
  await sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${`[${rows.join(",")}]`}::json)`.execute(db)
}

/** Whether nobody has used the database yet. */
export const isDatabaseEmpty = async (db: Db): Promise<boolean> => {
  for (const table of await listTablesByReference(db)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}
