// Syncing files and folders to disk, so that they survive a power cut, and checking free space.
import fs, { statfsSync } from "node:fs"
import path from "node:path"
import { getRespondentMinFreeBytes, minFreeBytes } from "../../../domain/conversations/disk-space.ts"

/** Syncs a folder's entries, so that a file created or renamed in it survives a power cut. */
export const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return
  const descriptor = fs.openSync(folder, "r")
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}

/** Syncs a folder with all files and folders below it. */
export const syncTree = (folder: string): void => {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(entryPath)
    else {
      const descriptor = fs.openSync(entryPath, "r+")
      fs.fsyncSync(descriptor)
      fs.closeSync(descriptor)
    }
  }
  syncFolder(folder)
}

/** Whether the disk of a folder has enough free space for new writes. */
export const hasFreeSpace = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= minFreeBytes
}

/** Whether the disk of a folder has enough free space for new conversations and files of respondents. */
export const hasFreeSpaceForRespondents = (folder: string): boolean => {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return bavail * bsize >= getRespondentMinFreeBytes(blocks * bsize)
}
