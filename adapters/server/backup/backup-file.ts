// The backup file: one JSON value per line (NDJSON). The first line is the header, the last one holds the number and
// the SHA-256 of the lines between. It is written under a temporary name and renamed, so that a backup exists
// completely or not at all.
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import * as Schema from "effect/Schema"
import { StartupError } from "../settings.ts"

const BackupHeaderSchema = Schema.Struct({
  backup: Schema.Literal("conversation-admin"),
  version: Schema.Literal(1),
  made: Schema.String,
  migrations: Schema.Array(Schema.String),
})
export type BackupHeader = typeof BackupHeaderSchema.Type

/** Rows of a table; a part of a file (base64) and whether it is the last one; or the server's secret. */
export const BackupLine = Schema.Union([
  Schema.Struct({ table: Schema.String, rows: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) }),
  Schema.Struct({ file: Schema.String, part: Schema.String, last: Schema.Boolean }),
  Schema.Struct({ secretKey: Schema.String }),
])
export type BackupLine = typeof BackupLine.Type

const BackupTrailer = Schema.Struct({ lines: Schema.Int, sha256: Schema.String })

/** Writes the lines, each a JSON text, to `path`. Only the file's owner may read it, because it contains a secret. */
export const writeBackup = async (path: string, header: BackupHeader, lines: AsyncIterable<string>): Promise<void> => {
  const temporaryPath = `${path}.new`
  const file = await open(temporaryPath, "w", 0o600)
  try {
    const hash = createHash("sha256")
    let count = 0
    await file.writeFile(`${JSON.stringify(header)}\n`)
    for await (const line of lines) {
      hash.update(`${line}\n`)
      count++
      await file.writeFile(`${line}\n`)
    }
    await file.writeFile(`${JSON.stringify({ lines: count, sha256: hash.digest("hex") })}\n`)
    await file.sync()
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await rename(temporaryPath, path)
}

/** Reads the lines of a file. Node's readline would also split at U+2028, which JSON texts may contain. */
async function* readFileLines(path: string): AsyncGenerator<string> {
  let pending: Array<string> = []
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 1024 * 1024 })) {
    const [rest = "", ...nextLines] = String(chunk).split("\n")
    pending.push(rest)
    for (const next of nextLines) {
      yield pending.join("")
      pending = [next]
    }
  }
  if (pending.join("") !== "") yield pending.join("")
}

const decodeLine = <A>(schema: Schema.Codec<A, unknown>, text: string, path: string): A => {
  const result = Schema.decodeUnknownResult(Schema.fromJsonString(schema))(text)
  if (result._tag === "Failure") throw new StartupError(`${path} is not a backup of this version`)
  return result.success
}

/** Reads the whole backup and returns its header. Throws `StartupError` if it is incomplete or damaged. */
export const verifyBackup = async (path: string): Promise<BackupHeader> => {
  const hash = createHash("sha256")
  let header: BackupHeader | undefined
  let previous: string | undefined
  let count = 0
  for await (const text of readFileLines(path)) {
    if (header === undefined) {
      header = decodeLine(BackupHeaderSchema, text, path)
      continue
    }
    if (previous !== undefined) {
      hash.update(`${previous}\n`)
      count++
    }
    previous = text
  }
  if (header === undefined || previous === undefined) throw new StartupError(`${path} is not a backup of this version`)
  const trailer = Schema.decodeUnknownResult(Schema.fromJsonString(BackupTrailer))(previous)
  if (trailer._tag === "Failure" || trailer.success.lines !== count || trailer.success.sha256 !== hash.digest("hex"))
    throw new StartupError(`${path} is damaged or cut short; nothing was restored`)
  return header
}

/** Reads the lines between header and trailer of a verified backup. */
export async function* readBackupLines(path: string): AsyncGenerator<BackupLine> {
  let count = 0
  let previous: string | undefined
  for await (const text of readFileLines(path)) {
    if (count++ === 0) continue
    if (previous !== undefined) yield decodeLine(BackupLine, previous, path)
    previous = text
  }
}
