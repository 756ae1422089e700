// A backup as a file: a JSON value a line (NDJSON). The first says what it is, the last that it is whole, with the SHA-256 of all lines
// between. Written aside and renamed: a backup is there whole or not at all.
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import * as Schema from "effect/Schema"
import { StartupError } from "../startup-error.ts"

const First = Schema.Struct({
  backup: Schema.Literal("conversation-admin"),
  version: Schema.Literal(1),
  made: Schema.String,
  migrations: Schema.Array(Schema.String),
})
export type BackupHeader = typeof First.Type

/** Rows of a table; a part of a file (base64), the last of it or not; the server's secret. */
export const BackupLine = Schema.Union([
  Schema.Struct({ table: Schema.String, rows: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) }),
  Schema.Struct({ file: Schema.String, part: Schema.String, last: Schema.Boolean }),
  Schema.Struct({ secretKey: Schema.String }),
])
export type BackupLine = typeof BackupLine.Type

const BackupTrailer = Schema.Struct({ lines: Schema.Int, sha256: Schema.String })

/** Writes the lines, each a JSON text, to `path`. Only the file's owner may read it: it holds a secret. */
export const writeBackup = async (path: string, first: BackupHeader, lines: AsyncIterable<string>): Promise<void> => {
  const aside = `${path}.new`
  const file = await open(aside, "w", 0o600)
  try {
    const hash = createHash("sha256")
    let count = 0
    await file.writeFile(`${JSON.stringify(first)}\n`)
    for await (const line of lines) {
      hash.update(`${line}\n`)
      count++
      await file.writeFile(`${line}\n`)
    }
    await file.writeFile(`${JSON.stringify({ lines: count, sha256: hash.digest("hex") })}\n`)
    await file.sync()
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await rename(aside, path)
}

/** The lines of a file. Node's readline would also end one at U+2028, which JSON texts may hold. */
async function* readFileLines(path: string): AsyncGenerator<string> {
  let begun: Array<string> = []
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 1024 * 1024 })) {
    const [rest = "", ...more] = String(chunk).split("\n")
    begun.push(rest)
    for (const next of more) {
      yield begun.join("")
      begun = [next]
    }
  }
  if (begun.join("") !== "") yield begun.join("")
}

const read = <A>(schema: Schema.Codec<A, unknown>, text: string, path: string): A => {
  const found = Schema.decodeUnknownResult(Schema.fromJsonString(schema))(text)
  if (found._tag === "Failure") throw new StartupError(`${path} is not a backup of this version`)
  return found.success
}

/** Reads a backup through, and refuses one that is not whole. Gives its first line. */
export const verifyBackup = async (path: string): Promise<BackupHeader> => {
  const hash = createHash("sha256")
  let first: BackupHeader | undefined
  let held: string | undefined
  let count = 0
  for await (const text of readFileLines(path)) {
    if (first === undefined) {
      first = read(First, text, path)
      continue
    }
    if (held !== undefined) {
      hash.update(`${held}\n`)
      count++
    }
    held = text
  }
  if (first === undefined || held === undefined) throw new StartupError(`${path} is not a backup of this version`)
  const last = Schema.decodeUnknownResult(Schema.fromJsonString(BackupTrailer))(held)
  if (last._tag === "Failure" || last.success.lines !== count || last.success.sha256 !== hash.digest("hex"))
    throw new StartupError(`${path} is damaged or cut short; nothing was restored`)
  return first
}

/** The lines between the first and the last of a backup that was checked. */
export async function* readBackupLines(path: string): AsyncGenerator<BackupLine> {
  let count = 0
  let held: string | undefined
  for await (const text of readFileLines(path)) {
    if (count++ === 0) continue
    if (held !== undefined) yield read(BackupLine, held, path)
    held = text
  }
}
