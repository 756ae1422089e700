// `conversation-admin backup FILE` and `restore FILE`: the whole database, the uploaded files of the data folder, and
// the server's secret, which decrypts what is encrypted in them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { open, readdir } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { Readable } from "node:stream"
import type { Transaction } from "kysely"
import { openDatabaseAtStartup } from "../database/database.ts"
import { embeddedDatabasePath } from "../database/embedded/embedded-database.ts"
import { migrate } from "../database/migrator.ts"
import type { Tables } from "../database/tables.ts"
import { type Settings, StartupError } from "../settings.ts"
import { type FileStorage, openStorage } from "../storage/storage.ts"
import { type BackupLine, readBackupLines, verifyBackup, writeBackup } from "./backup-file.ts"
import { insertTableRows, isDatabaseEmpty, listAppliedMigrations, listTablesByReference, readTableRows } from "./table-dump.ts"

type BackupSettings = Pick<Settings, "databaseUrl" | "dataDir" | "secretKey" | "storageUrl">

/** Writes the backup from one snapshot of the database, even if others write to it meanwhile. */
export const createBackup = async (settings: BackupSettings, path: string, now: Date, log: (problem: string) => void): Promise<void> => {
  // Opening creates a missing database: a misspelled folder would yield a backup of an empty one that seems to be safe.
  if (settings.databaseUrl === null && !existsSync(embeddedDatabasePath(settings.dataDir))) throw nothingToBackUp(settings.dataDir)
  const database = await openDatabaseAtStartup(settings, log)
  try {
    if (await isDatabaseEmpty(database.db))
      throw nothingToBackUp(settings.databaseUrl === null ? settings.dataDir : "the database of DATABASE_URL")
    await database.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (snapshot) => {
        const header = {
          backup: "conversation-admin",
          version: 1,
          made: now.toISOString(),
          migrations: await listAppliedMigrations(snapshot),
        } as const
        await writeBackup(path, header, dumpLines(snapshot, settings))
      })
  } finally {
    await database.close()
  }
}

const nothingToBackUp = (source: string) => new StartupError(`there is nothing to back up in ${source}`)

async function* dumpLines(snapshot: Transaction<Tables>, { dataDir, secretKey, storageUrl }: BackupSettings): AsyncGenerator<string> {
  const secretFile = join(dataDir, "secret-key")
  if (secretKey === null && existsSync(secretFile)) yield JSON.stringify({ secretKey: readFileSync(secretFile, "utf8").trim() })
  for (const table of await listTablesByReference(snapshot))
    for await (const { rows } of readTableRows(snapshot, table)) yield `{"table":${JSON.stringify(table)},"rows":[${rows.join(",")}]}`
  if (storageUrl === null) yield* dumpFiles(join(dataDir, "uploads"))
}

/** Bytes of a file per line of the backup. */
const partBytes = 768 * 1024

async function* dumpFiles(folder: string): AsyncGenerator<string> {
  if (!existsSync(folder)) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")
    // Files that are being written have a temporary name that starts with a dot.
    if (!entry.isFile() || name.startsWith(".")) continue
    const file = await open(join(folder, name))
    try {
      const { size } = await file.stat()
      for (let offset = 0; offset === 0 || offset < size; offset += partBytes) {
        const { buffer, bytesRead } = await file.read(
          Buffer.alloc(Math.min(partBytes, size - offset)),
          0,
          Math.min(partBytes, size - offset),
          offset,
        )
        yield JSON.stringify({ file: name, part: buffer.toString("base64", 0, bytesRead), last: offset + partBytes >= size })
      }
    } finally {
      await file.close()
    }
  }
}

/**
 * Restores a backup into an unused data folder or database, all or nothing. A backup of an earlier version is migrated
 * afterwards.
 */
export const restoreBackup = async (settings: BackupSettings, path: string, log: (problem: string) => void): Promise<void> => {
  const { migrations } = await verifyBackup(path)
  const database = await openDatabaseAtStartup(settings, log, { migrations })
  try {
    const { db } = database
    const isNewer = (await listAppliedMigrations(db)).length > migrations.length
    if (isNewer || !(await isDatabaseEmpty(db)))
      throw new StartupError("there is data already: restore into an empty DATA_DIR, or an empty database")
    const storage = await openStorage(settings)
    try {
      await db.transaction().execute(async (transaction) => {
        const knownTables = new Set(await listTablesByReference(transaction))
        for await (const line of storeFiles(readBackupLines(path), storage)) {
          if ("secretKey" in line) restoreSecretKey(settings, line.secretKey)
          else if ("table" in line) {
            if (!knownTables.has(line.table)) throw new StartupError(`${path} has a table that is not known here: ${line.table}`)
            await insertTableRows(transaction, { table: line.table, rows: line.rows.map((row) => JSON.stringify(row)) })
          }
        }
        await migrate(transaction)
      })
    } finally {
      storage.close()
    }
  } finally {
    await database.close()
  }
}

/** Writes the key file, unless the server has a SECRET_KEY setting, which takes precedence over the file. */
const restoreSecretKey = ({ secretKey, dataDir }: BackupSettings, secret: string): void => {
  if (secretKey !== null) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, "secret-key"), secret, { mode: 0o600, flush: true })
}

/** Stores the files of a backup and passes on all other lines. */
async function* storeFiles(lines: AsyncGenerator<BackupLine>, storage: FileStorage): AsyncGenerator<BackupLine> {
  for await (const line of lines) {
    if (!("file" in line)) yield line
    else await storage.put(line.file, Readable.from(readFileParts(line, lines), { objectMode: false }))
  }
}

async function* readFileParts(
  first: Extract<BackupLine, { readonly file: string }>,
  lines: AsyncGenerator<BackupLine>,
): AsyncGenerator<Buffer> {
  let part = first
  for (;;) {
    yield Buffer.from(part.part, "base64")
    if (part.last) return
    const { value, done } = await lines.next()
    if (done || !("file" in value) || value.file !== first.file) throw new StartupError("the backup has half a file")
    part = value
  }
}
