// Housekeeping of the embedded database, once a minute: PGlite has neither autovacuum nor checkpointer, and without this its log and
// its tables grow without bound (60 updates of 50,000 rows: log 33 → 1521 MB). And what was erased is taken out of its files.
import type pg from "pg"

// Takes what was deleted out of the bytes of the embedded database's files: a deleted row stays where it was until something else is
// written there, in its table, in its indexes, in samples that the planner keeps, and in the log (decisions P7).

/** Bytes of a table, its indexes included, that is written anew at once; nothing else is answered meanwhile. */
const maxRewriteBytes = 64 * 1024 * 1024

const tables = `select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid) <= ${maxRewriteBytes} as small
 from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = current_schema()`

export const purgeErasedBytes = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ name: string; small: boolean }>(tables)
  for (const { name, small } of rows) await pool.query(`vacuum (${small ? "full, " : ""}analyze) ${name}`)
  await pool.query("vacuum full pg_catalog.pg_statistic")
  // The log goes on in another file, and the checkpoint deletes those before it.
  await pool.query("select pg_switch_wal()")
  await pool.query("checkpoint")
}

const intervalMs = 60_000
/** MB of log after which a checkpoint lets it be used again. */
const maxWalMegabytes = 64

const staleTablesQuery = `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
 where n_dead_tup > 1000 + 0.2 * n_live_tup or (last_analyze is null and n_live_tup > 500)`

type Disk = { readonly isWritable: () => boolean }

type Maintenance = {
  /** [P7] Something was erased: within a minute, or at the stop, nothing of it is left in the files. */
  readonly markErased: () => void
  readonly stop: () => Promise<void>
}

export const startMaintenance = (pool: pg.Pool, disk: Disk, log: (problem: string) => void): Maintenance => {
  let since = "0/0"
  /** Of a process that was killed before it could, nobody knows: the first round does it in its place. */
  let isFirst = true
  let isErased = false
  let working: Promise<void> = Promise.resolve()

  const clean = async (): Promise<void> => {
    isErased = false
    try {
      await purgeErasedBytes(pool)
    } catch (error) {
      isErased = true
      log(`taking what was erased out of the files: ${String(error)}`)
    }
  }

  const runMaintenance = async (): Promise<void> => {
    if (!disk.isWritable()) return
    if (isFirst || isErased) await clean()
    isFirst = false
    try {
      const { rows } = await pool.query<{ at: string; mb: string }>(
        "select pg_current_wal_lsn()::text as at, pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn) / 1048576 as mb",
        [since],
      )
      const [now] = rows
      if (now && Number(now.mb) > maxWalMegabytes) {
        await pool.query("checkpoint")
        since = now.at
      }
      const { rows: tables } = await pool.query<{ name: string }>(staleTablesQuery)
      for (const { name } of tables) await pool.query(`vacuum (analyze) ${name}`)
    } catch (error) {
      log(`housekeeping of the database: ${String(error)}`)
    }
  }

  const timer = setInterval(() => {
    working = working.then(runMaintenance)
  }, intervalMs)
  return {
    markErased: () => {
      isErased = true
    },
    stop: async () => {
      clearInterval(timer)
      await working
      if (isErased && disk.isWritable()) await clean()
    },
  }
}
