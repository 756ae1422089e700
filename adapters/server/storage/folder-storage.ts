// File storage in a local folder: files are written aside, synced and renamed, so that a name always has a complete file.
import { type FileHandle, mkdir, open, rename, rm, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { syncFolder } from "./disk.ts"
import { ignoreMissing, openStagingFolder, wrapDiskErrors } from "./staging-folder.ts"
import { deferStreamErrors, type FileStorage, type StoredFile, stagingFolderName, validateStorageName } from "./storage.ts"

export const openFolderStorage = async (root: string): Promise<FileStorage> => {
  const stagingPath = join(root, stagingFolderName)
  await mkdir(stagingPath, { recursive: true })
  const staging = await openStagingFolder(stagingPath)

  /** Moves a written file to its name; if that fails, the file is deleted. */
  const moveIntoPlace = async (tempPath: string, path: string): Promise<void> => {
    try {
      const firstCreated = await mkdir(dirname(path), { recursive: true })
      await rename(tempPath, path)
      syncFolder(dirname(path))
      // A new folder is an entry of its parent, which must be synced too.
      if (firstCreated !== undefined)
        for (let ancestor = dirname(path); ancestor.length >= firstCreated.length; ancestor = dirname(ancestor))
          syncFolder(dirname(ancestor))
    } catch (error) {
      await rm(tempPath, { force: true })
      throw error
    }
  }

  return {
    put: (name, content) =>
      wrapDiskErrors(async () => {
        const path = join(root, validateStorageName(name))
        deferStreamErrors(content)
        const written = await staging.write(content instanceof Readable ? content : [content])
        await moveIntoPlace(written.path, path)
        return written.bytes
      }),
    stage: (content) =>
      staging.stage(content, (file, name) =>
        wrapDiskErrors(async () => {
          const path = join(root, validateStorageName(name))
          await moveIntoPlace((await staging.duplicate(file)).path, path)
        }),
      ),
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
