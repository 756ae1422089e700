// Bringing files and folders to the disk, so that a power cut does not take them.
import fs, { statfsSync } from "node:fs"
import path from "node:path"

/** Syncs a folder's entries, so that a file made or renamed in it is still there after a power cut. */
export const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return
  const descriptor = fs.openSync(folder, "r")
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}

/** Syncs all files and folders below. */
export const syncTree = (folder: string): void => {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(at)
    else {
      const descriptor = fs.openSync(at, "r+")
      fs.fsyncSync(descriptor)
      fs.closeSync(descriptor)
    }
  }
  syncFolder(folder)
}

// The room that the database needs on its disk, so that it can always finish what it began.

/** Bytes that must be free: below that nothing is written. */
const minFreeBytes = 64 * 1024 * 1024

/** Whether the disk of a folder has room for more than what has begun. */
export const hasFreeSpace = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= minFreeBytes
}
