// Files in a folder of this machine: written aside, synced, renamed, so that a name always stands for a whole file.
import { randomUUID } from "node:crypto"
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { hasFreeSpace, syncFolder } from "./disk.ts"
import { deferStreamErrors, type FileStorage, StorageUnavailable, type StoredFile, validateStorageName } from "./storage.ts"

/** Milliseconds after which what was written aside is a leftover of a process that died. */
const stale = 86_400_000

export const openFolderStorage = async (root: string): Promise<FileStorage> => {
  const aside = join(root, ".new")
  await mkdir(aside, { recursive: true })
  await deleteLeftovers(aside)

  const place = async (written: string, path: string): Promise<void> => {
    const made = await mkdir(dirname(path), { recursive: true })
    await rename(written, path)
    syncFolder(dirname(path))
    // A folder that is new is an entry of the one above.
    if (made !== undefined) for (let at = dirname(path); at.length >= made.length; at = dirname(at)) syncFolder(dirname(at))
  }

  return {
    put: (name, content) =>
      wrapDiskErrors(async () => {
        const path = join(root, validateStorageName(name))
        deferStreamErrors(content)
        const written = join(aside, randomUUID())
        try {
          const bytes = await write(written, content)
          await place(written, path)
          return bytes
        } catch (error) {
          await rm(written, { force: true })
          throw error
        }
      }),
    get: (name) =>
      wrapDiskErrors(async () => {
        // Held from here on: it may be erased before it is read.
        const file = await open(join(root, validateStorageName(name)), "r").catch(unlessMissing)
        return file === undefined ? null : storedIn(file)
      }),
    remove: (names) =>
      wrapDiskErrors(async () => {
        for (const name of names) await unlink(join(root, validateStorageName(name))).catch(unlessMissing)
      }),
    removeFolder: (folder) => wrapDiskErrors(() => rm(join(root, validateStorageName(folder)), { recursive: true, force: true })),
    close: () => undefined,
  }
}

/** What an open file holds; null for a folder. */
const storedIn = async (file: FileHandle): Promise<StoredFile | null> => {
  const found = await file.stat()
  if (!found.isFile()) {
    await file.close()
    return null
  }
  const stream = file.createReadStream()
  deferStreamErrors(stream)
  return { stream, bytes: found.size }
}

/** Bytes after which it is asked again whether there is room: an archive is longer than any of what it is made of. */
const spaceCheckIntervalBytes = 4 * 1024 * 1024

/** Writes and syncs; gives the number of bytes. What is long ends before it takes the room that the database beside it needs. */
const write = async (path: string, content: Buffer | Readable): Promise<number> => {
  const file = await open(path, "wx")
  try {
    let [bytes, next] = [0, spaceCheckIntervalBytes]
    for await (const chunk of content instanceof Readable ? content : [content]) {
      if (bytes >= next) {
        if (!hasFreeSpace(dirname(path))) throw new StorageUnavailable("files: the disk is full")
        next = bytes + spaceCheckIntervalBytes
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

const deleteLeftovers = async (aside: string): Promise<void> => {
  for (const name of await readdir(aside)) {
    const path = join(aside, name)
    const found = await stat(path).catch(unlessMissing)
    if (found !== undefined && Date.now() - found.mtimeMs > stale) await rm(path, { force: true })
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "")

const unlessMissing = (error: unknown): undefined => {
  if (!["ENOENT", "ENOTDIR"].includes(codeOf(error))) throw error
}

const diskErrorCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "ESTALE"])

/** What the disk refuses is the storage's own failure. */
const wrapDiskErrors = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    throw diskErrorCodes.has(codeOf(error)) ? new StorageUnavailable(`files: ${codeOf(error)}`, { cause: error }) : error
  }
}
