// Housekeeping of the embedded database, once a minute: PGlite has neither autovacuum nor checkpointer, and without this its log and
// its tables grow without bound (60 updates of 50,000 rows: log 33 → 1521 MB).
import type pg from "pg"

const pause = 60_000
/** MB of log after which a checkpoint lets it be used again. */
const logLimit = 64

const stale = `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
 where n_dead_tup > 1000 + 0.2 * n_live_tup or (last_analyze is null and n_live_tup > 500)`

type Disk = { readonly isWritable: () => boolean }

export const maintain = (pool: pg.Pool, disk: Disk, log: (problem: string) => void): { readonly stop: () => Promise<void> } => {
  let since = "0/0"
  let working: Promise<void> = Promise.resolve()

  const round = async (): Promise<void> => {
    if (!disk.isWritable()) return
    try {
      const { rows } = await pool.query<{ at: string; mb: string }>(
        "select pg_current_wal_lsn()::text as at, pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn) / 1048576 as mb",
        [since],
      )
      const [now] = rows
      if (now && Number(now.mb) > logLimit) {
        await pool.query("checkpoint")
        since = now.at
      }
      const { rows: tables } = await pool.query<{ name: string }>(stale)
      for (const { name } of tables) await pool.query(`vacuum (analyze) ${name}`)
    } catch (error) {
      log(`housekeeping of the database: ${String(error)}`)
    }
  }

  const timer = setInterval(() => {
    working = working.then(round)
  }, pause)
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}
