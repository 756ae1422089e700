// `conversation-admin backup FILE`: the whole database, the uploaded files of the data folder, and the secret that opens what is sealed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { open, readdir } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { Readable } from "node:stream"
import type { Transaction } from "kysely"
import { openDatabaseAtStartup } from "../database/database.ts"
import { embeddedDatabasePath } from "../database/embedded/embedded-database.ts"
import { migrate } from "../database/migrator.ts"
import type { Tables } from "../database/tables.ts"
import type { Settings } from "../settings.ts"
import { StartupError } from "../startup-error.ts"
import { type FileStorage, openStorage } from "../storage/storage.ts"
import { type BackupLine, readBackupLines, verifyBackup, writeBackup } from "./backup-file.ts"
import { insertTableRows, isDatabaseEmpty, listAppliedMigrations, listTablesByReference, readTableRows } from "./table-dump.ts"

type BackupSettings = Pick<Settings, "databaseUrl" | "dataDir" | "secretKey" | "storageUrl">

/** Writes the backup. Of a database that others write to meanwhile it has one moment. */
export const createBackup = async (where: BackupSettings, path: string, now: Date, log: (problem: string) => void): Promise<void> => {
  // Opening makes one where none is: a folder that is misspelt would be backed up as an empty database, and be believed to be safe.
  if (where.databaseUrl === null && !existsSync(embeddedDatabasePath(where.dataDir))) throw nothingToBackUp(where.dataDir)
  const database = await openDatabaseAtStartup(where, log)
  try {
    if (await isDatabaseEmpty(database.db))
      throw nothingToBackUp(where.databaseUrl === null ? where.dataDir : "the database of DATABASE_URL")
    await database.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (moment) => {
        const first = {
          backup: "conversation-admin",
          version: 1,
          made: now.toISOString(),
          migrations: await listAppliedMigrations(moment),
        } as const
        await writeBackup(path, first, dumpLines(moment, where))
      })
  } finally {
    await database.close()
  }
}

const nothingToBackUp = (place: string) => new StartupError(`there is nothing to back up in ${place}`)

async function* dumpLines(moment: Transaction<Tables>, { dataDir, secretKey, storageUrl }: BackupSettings): AsyncGenerator<string> {
  const secret = join(dataDir, "secret-key")
  if (secretKey === null && existsSync(secret)) yield JSON.stringify({ secretKey: readFileSync(secret, "utf8").trim() })
  for (const table of await listTablesByReference(moment))
    for await (const { rows } of readTableRows(moment, table)) yield `{"table":${JSON.stringify(table)},"rows":[${rows.join(",")}]}`
  if (storageUrl === null) yield* dumpFiles(join(dataDir, "uploads"))
}

/** Bytes of a file that one line holds. */
const partSize = 768 * 1024

async function* dumpFiles(folder: string): AsyncGenerator<string> {
  if (!existsSync(folder)) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")
    // What is being written stands aside, under a name with a dot.
    if (!entry.isFile() || name.startsWith(".")) continue
    const file = await open(join(folder, name))
    try {
      const { size } = await file.stat()
      for (let at = 0; at === 0 || at < size; at += partSize) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(partSize, size - at)), 0, Math.min(partSize, size - at), at)
        yield JSON.stringify({ file: name, part: buffer.toString("base64", 0, bytesRead), last: at + partSize >= size })
      }
    } finally {
      await file.close()
    }
  }
}

// `conversation-admin restore FILE`: what a backup holds, into a data folder or a database that nobody has used yet. All or nothing.

/** Restores a backup of this version or of an earlier one, whose tables are then brought to where this one has them. */
export const restoreBackup = async (where: BackupSettings, path: string, log: (problem: string) => void): Promise<void> => {
  const { migrations } = await verifyBackup(path)
  const database = await openDatabaseAtStartup(where, log, { migrations })
  try {
    const { db } = database
    const isOther = (await listAppliedMigrations(db)).length > migrations.length
    if (isOther || !(await isDatabaseEmpty(db)))
      throw new StartupError("there is data already: restore into an empty DATA_DIR, or an empty database")
    const storage = await openStorage(where)
    try {
      await db.transaction().execute(async (all) => {
        const known = new Set(await listTablesByReference(all))
        for await (const line of storeFiles(readBackupLines(path), storage)) {
          if ("secretKey" in line) restoreSecretKey(where, line.secretKey)
          else if ("table" in line) {
            if (!known.has(line.table)) throw new StartupError(`${path} has a table that is not known here: ${line.table}`)
            await insertTableRows(all, { table: line.table, rows: line.rows.map((row) => JSON.stringify(row)) })
          }
        }
        await migrate(all)
      })
    } finally {
      storage.close()
    }
  } finally {
    await database.close()
  }
}

/** With a SECRET_KEY of its own the server knows, or does not know, what was sealed with another. */
const restoreSecretKey = ({ secretKey, dataDir }: BackupSettings, secret: string): void => {
  if (secretKey !== null) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, "secret-key"), secret, { mode: 0o600, flush: true })
}

/** Puts files where they belong as their parts go by, and passes on all other lines. */
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
