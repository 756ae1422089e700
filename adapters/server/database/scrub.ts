// Takes what was deleted out of the bytes of the embedded database's files: a deleted row stays where it was until something else is
// written there, in its table, in its indexes, in samples that the planner keeps, and in the log (decisions P7).
import type pg from "pg"

/** Bytes of a table, its indexes included, that is written anew at once; nothing else is answered meanwhile. */
const atOnce = 64 * 1024 * 1024

const tables = `select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid) <= ${atOnce} as small
 from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = current_schema()`

export const scrub = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ name: string; small: boolean }>(tables)
  for (const { name, small } of rows) await pool.query(`vacuum (${small ? "full, " : ""}analyze) ${name}`)
  await pool.query("vacuum full pg_catalog.pg_statistic")
  // The log goes on in another file, and the checkpoint deletes those before it.
  await pool.query("select pg_switch_wal()")
  await pool.query("checkpoint")
}
