// File storage in a local folder: files are written aside, synced and renamed, so that a name always has a complete file.
import { randomUUID } from "node:crypto"
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { hasFreeSpace, syncFolder } from "./disk.ts"
import { deferStreamErrors, type FileStorage, StorageUnavailable, type StoredFile, validateStorageName } from "./storage.ts"

/** Milliseconds after which a temporary file counts as left over from a process that died. */
const leftoverAgeMs = 86_400_000

export const openFolderStorage = async (root: string): Promise<FileStorage> => {
  const tempFolder = join(root, ".new")
  await mkdir(tempFolder, { recursive: true })
  await deleteLeftovers(tempFolder)

  const moveIntoPlace = async (tempPath: string, path: string): Promise<void> => {
    const firstCreated = await mkdir(dirname(path), { recursive: true })
    await rename(tempPath, path)
    syncFolder(dirname(path))
    // A new folder is an entry of its parent, which must be synced too.
    if (firstCreated !== undefined)
      for (let ancestor = dirname(path); ancestor.length >= firstCreated.length; ancestor = dirname(ancestor)) syncFolder(dirname(ancestor))
  }

  return {
    put: (name, content) =>
      wrapDiskErrors(async () => {
        const path = join(root, validateStorageName(name))
        deferStreamErrors(content)
        const tempPath = join(tempFolder, randomUUID())
        try {
          const bytes = await writeAndSync(tempPath, content)
          await moveIntoPlace(tempPath, path)
          return bytes
        } catch (error) {
          await rm(tempPath, { force: true })
          throw error
        }
      }),
    get: (name) =>
      wrapDiskErrors(async () => {
        // The open file stays readable, even if it is erased before it is read.
        const file = await open(join(root, validateStorageName(name)), "r").catch(ignoreMissing)
        return file === undefined ? null : openStoredFile(file)
      }),
    remove: (names) =>
      wrapDiskErrors(async () => {
        for (const name of names) await unlink(join(root, validateStorageName(name))).catch(ignoreMissing)
      }),
    removeFolder: (folder) => wrapDiskErrors(() => rm(join(root, validateStorageName(folder)), { recursive: true, force: true })),
    close: () => undefined,
  }
}

/** Returns the content of an open file; null for a folder. */
const openStoredFile = async (file: FileHandle): Promise<StoredFile | null> => {
  const stats = await file.stat()
  if (!stats.isFile()) {
    await file.close()
    return null
  }
  const stream = file.createReadStream()
  deferStreamErrors(stream)
  return { stream, bytes: stats.size }
}

/** Bytes between checks for free space: an archive may be longer than any file in it. */
const spaceCheckIntervalBytes = 4 * 1024 * 1024

/** Writes and syncs a file; returns its bytes. Long writes stop before they use up the space that the database needs. */
const writeAndSync = async (path: string, content: Buffer | Readable): Promise<number> => {
  const file = await open(path, "wx")
  try {
    let [bytes, nextCheck] = [0, spaceCheckIntervalBytes]
    for await (const chunk of content instanceof Readable ? content : [content]) {
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

const deleteLeftovers = async (tempFolder: string): Promise<void> => {
  for (const name of await readdir(tempFolder)) {
    const path = join(tempFolder, name)
    const stats = await stat(path).catch(ignoreMissing)
    if (stats !== undefined && Date.now() - stats.mtimeMs > leftoverAgeMs) await rm(path, { force: true })
  }
}

const getErrorCode = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "")

const ignoreMissing = (error: unknown): undefined => {
  if (!["ENOENT", "ENOTDIR"].includes(getErrorCode(error))) throw error
}

const diskErrorCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "ESTALE"])

/** Turns errors of the disk into `StorageUnavailable`. */
const wrapDiskErrors = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    throw diskErrorCodes.has(getErrorCode(error)) ? new StorageUnavailable(`files: ${getErrorCode(error)}`, { cause: error }) : error
  }
}
