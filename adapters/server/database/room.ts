// The room that the database needs on its disk, so that it can always finish what it began.
import { statfsSync } from "node:fs"

/** Bytes that must be free: below that nothing is written. */
const floor = 64 * 1024 * 1024

/** Whether the disk of a folder has room for more than what has begun. */
export const hasRoom = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= floor
}
