// Reads and inserts the rows of all tables as JSON, table by table. Works on any PostgreSQL.
import { sql } from "kysely"
import type { Db } from "../database/database.ts"

/** Rows of one table, each the JSON text of an object by column. */
export type TableRows = { readonly table: string; readonly rows: ReadonlyArray<string> }

/** Tables of the migrator, which are not part of a backup. */
const migrationTables: ReadonlySet<string> = new Set(["migrations", "migrations_lock"])

/** Returns the names of the applied migrations. */
export const listAppliedMigrations = async (db: Db): Promise<ReadonlyArray<string>> =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(({ name }) => name)

/** Returns all tables, so that each one follows the tables that it references. */
export const listTablesByReference = async (db: Db): Promise<ReadonlyArray<string>> => {
  const { rows } = await sql<{ table: string; refersTo: string | null }>`
    select c.relname as "table", r.relname as "refersTo" from pg_class c
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' left join pg_class r on r.oid = k.confrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname, r.relname`.execute(db)
  const references = Map.groupBy(rows, ({ table }) => table)
  const ordered = new Set<string>()
  const add = (table: string): void => {
    for (const { refersTo } of references.get(table) ?? [])
      if (refersTo !== null && refersTo !== table && !ordered.has(refersTo)) add(refersTo)
    ordered.add(table)
  }
  for (const table of references.keys()) add(table)
  return [...ordered].filter((table) => !migrationTables.has(table))
}

/** Approximate bytes of JSON per read. */
const targetChunkBytes = 4 * 1024 * 1024
const maxBlocksPerChunk = 1024

/** Reads a table in physical order, a few blocks at a time, so that memory does not grow with the table. */
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

/** Inserts rows into a table that has the same columns. */
export const insertTableRows = async (db: Db, { table, rows }: TableRows): Promise<void> => {
  const name = sql.table(table)
  await sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${`[${rows.join(",")}]`}::json)`.execute(db)
}

/** Returns whether no table has a row. */
export const isDatabaseEmpty = async (db: Db): Promise<boolean> => {
  for (const table of await listTablesByReference(db)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}
