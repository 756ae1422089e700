// Maintenance of the embedded database, once a minute: vacuum, checkpoints, and purging erased data from its files
// [P7]. PGlite has neither autovacuum nor checkpointer; its log and tables would grow without bound (60 updates of
// 50,000 rows: log 33 → 1521 MB).
import type pg from "pg"

/** Maximum bytes of a table with its indexes that is rewritten (`vacuum full`): no other query runs meanwhile. */
const maxRewriteBytes = 64 * 1024 * 1024

const tablesQuery = `select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid) <= ${maxRewriteBytes} as small
 from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = current_schema()`

/**
 * [P7] Purges deleted rows from the bytes of the files. A deleted row stays in its table, its indexes, the planner's
 * statistics and the log until something else is written there.
 */
export const purgeErasedBytes = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ name: string; small: boolean }>(tablesQuery)
  for (const { name, small } of rows) await pool.query(`vacuum (${small ? "full, " : ""}analyze) ${name}`)
  await pool.query("vacuum full pg_catalog.pg_statistic")
  // Switches to a new log file; the checkpoint deletes the earlier ones.
  await pool.query("select pg_switch_wal()")
  await pool.query("checkpoint")
}

const intervalMs = 60_000
/** Megabytes of log after which a checkpoint frees it. */
const maxWalMegabytes = 64

const staleTablesQuery = `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
 where n_dead_tup > 1000 + 0.2 * n_live_tup or (last_analyze is null and n_live_tup > 500)`

type Disk = { readonly isWritable: () => boolean }

type Maintenance = {
  /** [P7] Requests a purge of the files, which runs within a minute or at shutdown. */
  readonly markErased: () => void
  readonly stop: () => Promise<void>
}

export const startMaintenance = (pool: pg.Pool, disk: Disk, log: (problem: string) => void): Maintenance => {
  let checkpointLsn = "0/0"
  /** A killed process may have left purging undone, so the first run always purges. */
  let isFirst = true
  let isPurgeNeeded = false
  let currentRun: Promise<void> = Promise.resolve()

  const purge = async (): Promise<void> => {
    isPurgeNeeded = false
    try {
      await purgeErasedBytes(pool)
    } catch (error) {
      isPurgeNeeded = true
      log(`taking what was erased out of the files: ${String(error)}`)
    }
  }

  const runMaintenance = async (): Promise<void> => {
    if (!disk.isWritable()) return
    if (isFirst || isPurgeNeeded) await purge()
    isFirst = false
    try {
      const { rows } = await pool.query<{ at: string; mb: string }>(
        "select pg_current_wal_lsn()::text as at, pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn) / 1048576 as mb",
        [checkpointLsn],
      )
      const [now] = rows
      if (now && Number(now.mb) > maxWalMegabytes) {
        await pool.query("checkpoint")
        checkpointLsn = now.at
      }
      const { rows: staleTables } = await pool.query<{ name: string }>(staleTablesQuery)
      for (const { name } of staleTables) await pool.query(`vacuum (analyze) ${name}`)
    } catch (error) {
      log(`housekeeping of the database: ${String(error)}`)
    }
  }

  const timer = setInterval(() => {
    currentRun = currentRun.then(runMaintenance)
  }, intervalMs)
  return {
    markErased: () => {
      isPurgeNeeded = true
    },
    stop: async () => {
      clearInterval(timer)
      await currentRun
      if (isPurgeNeeded && disk.isWritable()) await purge()
    },
  }
}
