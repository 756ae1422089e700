// `conversation-admin backup FILE`: the whole database, the uploaded files of the data folder, and the secret that opens what is sealed.
import { existsSync, readFileSync } from "node:fs"
import { open, readdir } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import type { Transaction } from "kysely"
import { openOrRefuse } from "../database/open-or-refuse.ts"
import { embeddedPlace } from "../database/place.ts"
import type { Tables } from "../database/tables.ts"
import { Refusal } from "../refusal.ts"
import type { Settings } from "../settings.ts"
import { writeBackup } from "./backup-file.ts"
import { isUnused, migrationsOf, rowsOf, tablesOf } from "./tables.ts"

type Where = Pick<Settings, "databaseUrl" | "dataDir" | "secretKey" | "storageUrl">

/** Writes the backup. Of a database that others write to meanwhile it has one moment. */
export const backUp = async (where: Where, path: string, now: Date, log: (problem: string) => void): Promise<void> => {
  // Opening makes one where none is: a folder that is misspelt would be backed up as an empty database, and be believed to be safe.
  if (where.databaseUrl === null && !existsSync(embeddedPlace(where.dataDir))) throw nothingThere(where.dataDir)
  const database = await openOrRefuse(where, log)
  try {
    if (await isUnused(database.db)) throw nothingThere(where.databaseUrl === null ? where.dataDir : "the database of DATABASE_URL")
    await database.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (moment) => {
        const first = {
          backup: "conversation-admin",
          version: 1,
          made: now.toISOString(),
          migrations: await migrationsOf(moment),
        } as const
        await writeBackup(path, first, linesOf(moment, where))
      })
  } finally {
    await database.close()
  }
}

const nothingThere = (place: string) => new Refusal(`there is nothing to back up in ${place}`)

async function* linesOf(moment: Transaction<Tables>, { dataDir, secretKey, storageUrl }: Where): AsyncGenerator<string> {
  const secret = join(dataDir, "secret-key")
  if (secretKey === null && existsSync(secret)) yield JSON.stringify({ secretKey: readFileSync(secret, "utf8").trim() })
  for (const table of await tablesOf(moment))
    for await (const { rows } of rowsOf(moment, table)) yield `{"table":${JSON.stringify(table)},"rows":[${rows.join(",")}]}`
  if (storageUrl === null) yield* filesBelow(join(dataDir, "uploads"))
}

/** Bytes of a file that one line holds. */
const partSize = 768 * 1024

async function* filesBelow(folder: string): AsyncGenerator<string> {
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
