// `conversation-admin restore FILE`: what a backup holds, into a data folder or a database that nobody has used yet. All or nothing.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { migrate } from "../database/migrate.ts"
import { openOrRefuse } from "../database/open-or-refuse.ts"
import { Refusal } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import { openStorage, type Storage } from "../storage/storage.ts"
import { checkBackup, type Line, linesOf } from "./backup-file.ts"
import { addRows, isUnused, migrationsOf, tablesOf } from "./tables.ts"

type Where = Pick<Settings, "databaseUrl" | "dataDir" | "secretKey" | "storageUrl">

/** Restores a backup of this version or of an earlier one, whose tables are then brought to where this one has them. */
export const restore = async (where: Where, path: string, log: (problem: string) => void): Promise<void> => {
  const { migrations } = await checkBackup(path)
  const database = await openOrRefuse(where, log, { migrations })
  try {
    const { db } = database
    const isOther = (await migrationsOf(db)).length > migrations.length
    if (isOther || !(await isUnused(db))) throw new Refusal("there is data already: restore into an empty DATA_DIR, or an empty database")
    const storage = await openStorage(where)
    try {
      await db.transaction().execute(async (all) => {
        const known = new Set(await tablesOf(all))
        for await (const line of fileByFile(linesOf(path), storage)) {
          if ("secretKey" in line) keepSecret(where, line.secretKey)
          else if ("table" in line) {
            if (!known.has(line.table)) throw new Refusal(`${path} has a table that is not known here: ${line.table}`)
            await addRows(all, { table: line.table, rows: line.rows.map((row) => JSON.stringify(row)) })
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
const keepSecret = ({ secretKey, dataDir }: Where, secret: string): void => {
  if (secretKey !== null) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, "secret-key"), secret, { mode: 0o600, flush: true })
}

/** Puts files where they belong as their parts go by, and passes on all other lines. */
async function* fileByFile(lines: AsyncGenerator<Line>, storage: Storage): AsyncGenerator<Line> {
  for await (const line of lines) {
    if (!("file" in line)) yield line
    else await storage.put(line.file, Readable.from(partsOf(line, lines), { objectMode: false }))
  }
}

async function* partsOf(first: Extract<Line, { readonly file: string }>, lines: AsyncGenerator<Line>): AsyncGenerator<Buffer> {
  let part = first
  for (;;) {
    yield Buffer.from(part.part, "base64")
    if (part.last) return
    const { value, done } = await lines.next()
    if (done || !("file" in value) || value.file !== first.file) throw new Refusal("the backup has half a file")
    part = value
  }
}
