// Files that are still arriving: written to a local folder, so that they take no memory. Also the errors of the disk.
import { randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { link, mkdir, open, readdir, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { hasFreeSpace } from "./disk.ts"
import { type StagedFile, StorageUnavailable } from "./storage.ts"

/** A completely written and synced file. */
type WrittenFile = { readonly path: string; readonly bytes: number }

export type StagingFolder = {
  /** Writes a file; leaves nothing if the content fails. */
  readonly write: (content: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<WrittenFile>
  /** Writes a file that `keep` later stores under a name, without moving it away. */
  readonly stage: (
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
    keep: (file: WrittenFile, name: string) => Promise<void>,
  ) => Promise<StagedFile>
  /** Creates a second path of a written file. */
  readonly duplicate: (file: WrittenFile) => Promise<WrittenFile>
}

/** Milliseconds after which a file counts as left over from a process that died. */
const leftoverAgeMs = 86_400_000

/** Opens a staging folder, which is created when it is first needed, and deletes old leftovers in it. */
export const openStagingFolder = async (folder: string): Promise<StagingFolder> => {
  await deleteLeftovers(folder)
  const write: StagingFolder["write"] = async (content) => {
    await mkdir(folder, { recursive: true })
    const path = join(folder, randomUUID())
    try {
      return { path, bytes: await writeAndSync(path, content) }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }
  return {
    write,
    duplicate: async ({ path, bytes }) => {
      const second = join(folder, randomUUID())
      // Not every file system has hard links.
      return link(path, second).then(
        () => ({ path: second, bytes }),
        () => write(createReadStream(path)),
      )
    },
    stage: (content, keep) =>
      wrapDiskErrors(async () => {
        const file = await write(content)
        return {
          bytes: file.bytes,
          read: (maxBytes) => wrapDiskErrors(() => readStart(file, maxBytes ?? file.bytes)),
          keep: (name) => keep(file, name),
          discard: () => wrapDiskErrors(() => rm(file.path, { force: true })),
        }
      }),
  }
}

const readStart = async ({ path, bytes }: WrittenFile, maxBytes: number): Promise<Buffer> => {
  const file = await open(path, "r")
  try {
    const content = Buffer.alloc(Math.min(bytes, maxBytes))
    let length = 0
    while (length < content.length) {
      const { bytesRead } = await file.read(content, length, content.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return content.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** Bytes between checks for free space: an archive may be longer than any file in it. */
const spaceCheckIntervalBytes = 4 * 1024 * 1024

/** Writes and syncs a file; returns its bytes. Long writes stop before they use up the space that the database needs. */
const writeAndSync = async (path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> => {
  const file = await open(path, "wx")
  try {
    let [bytes, nextCheck] = [0, spaceCheckIntervalBytes]
    for await (const chunk of content) {
      if (bytes >= nextCheck) {
        if (!hasFreeSpace(dirname(path))) throw new StorageUnavailable("files: the disk is full")
        nextCheck = bytes + spaceCheckIntervalBytes
      }
      await file.writeFile(chunk)
      bytes += chunk.length
    }
    await file.sync()
    return bytes
  } finally {
    await file.close()
  }
}

const deleteLeftovers = async (folder: string): Promise<void> => {
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const path = join(folder, name)
    const stats = await stat(path).catch(ignoreMissing)
    if (stats !== undefined && Date.now() - stats.mtimeMs > leftoverAgeMs) await rm(path, { force: true })
  }
}

const getErrorCode = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "")

/** Returns undefined for the error of a missing file, and throws any other. */
export const ignoreMissing = (error: unknown): undefined => {
  if (!["ENOENT", "ENOTDIR"].includes(getErrorCode(error))) throw error
}

const diskErrorCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "ESTALE"])

/** Turns errors of the disk into `StorageUnavailable`. */
export const wrapDiskErrors = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    throw diskErrorCodes.has(getErrorCode(error)) ? new StorageUnavailable(`files: ${getErrorCode(error)}`, { cause: error }) : error
  }
}
