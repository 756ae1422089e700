// Downloads, and a file writer for large exports. A worker writes in place on the browser's private disk, so that the
// file takes no memory; the page downloads the result.

export const downloadText = (name: string, text: string, type: string): void => downloadBlob(name, new Blob([text], { type }))

export const downloadBlob = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), objectUrlLifetimeMs)
}

/** Downloads from a URL of the server, under the name that the server gives the file. */
export const downloadFromUrl = (url: string): void => {
  const link = document.createElement("a")
  link.href = url
  link.download = ""
  link.click()
}

/** The browser reads an object URL only after the click's task has ended, so it must be revoked later. */
export const objectUrlLifetimeMs = 60_000

/** A finished file; `own` is its name on the private disk, or null if it is in memory. */
export type WrittenFile = { readonly file: Blob; readonly own: string | null }

export type FileWriter = {
  readonly write: (text: string) => Promise<void>
  readonly finish: () => Promise<WrittenFile>
  /** Deletes what was written. */
  readonly discard: () => Promise<void>
}

/** Opens a writer on the private disk if there is one, else in memory. Rejects if the disk is full. */
export const openFileWriter = async (type: string): Promise<FileWriter> => {
  const folder = await privateFolder().catch(() => null)
  if (folder === null) return openMemoryWriter(type)
  await deleteAbandonedFiles(folder)
  return openDiskWriter(folder, type)
}

/** Returns the folder of exports on the origin's private disk; null on plain http and in private windows, which have none. */
const privateFolder = async (): Promise<FileSystemDirectoryHandle | null> => {
  if (!("storage" in navigator) || !("getDirectory" in navigator.storage)) return null
  return (await navigator.storage.getDirectory()).getDirectoryHandle("exports", { create: true })
}

/** Age after which a file counts as abandoned: its page was closed. */
const abandonedAfterMs = 24 * 60 * 60_000

/** Deletes abandoned exports, so that answers do not stay on the device after a tab was closed. */
const deleteAbandonedFiles = async (folder: FileSystemDirectoryHandle): Promise<void> => {
  for await (const name of folder.keys())
    if (!(Number(name.split(" ")[0]) > Date.now() - abandonedAfterMs)) await folder.removeEntry(name).catch(() => undefined)
}

/** FileSystemSyncAccessHandle (File System Standard): only workers have it, so the DOM types lack it. */
type SyncAccessHandle = {
  /** Appends the bytes and returns how many of them were written. */
  readonly write: (bytes: Uint8Array) => number
  readonly flush: () => void
  readonly close: () => void
}
declare global {
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<SyncAccessHandle>
  }
}

const openDiskWriter = async (folder: FileSystemDirectoryHandle, type: string): Promise<FileWriter> => {
  const own = `${Date.now()} ${crypto.randomUUID()}`
  const handle = await folder.getFileHandle(own, { create: true })
  const file = await handle.createSyncAccessHandle()
  const encoder = new TextEncoder()
  return {
    write: async (text) => {
      const bytes = encoder.encode(text)
      for (let written = 0; written < bytes.length; ) {
        const count = file.write(bytes.subarray(written))
        if (count === 0) throw new DOMException("the disk is full", "QuotaExceededError")
        written += count
      }
    },
    finish: async () => {
      file.flush()
      file.close()
      return { file: new Blob([await handle.getFile()], { type }), own }
    },
    discard: async () => {
      file.close()
      await folder.removeEntry(own).catch(() => undefined)
    },
  }
}

const openMemoryWriter = (type: string): FileWriter => {
  let parts: Array<string> = []
  return {
    write: async (text) => void parts.push(text),
    finish: async () => ({ file: new Blob(parts, { type }), own: null }),
    discard: async () => {
      parts = []
    },
  }
}

/** Downloads a written file and deletes it from the private disk a minute later. */
export const downloadWrittenFile = (name: string, { file, own }: WrittenFile): void => {
  downloadBlob(name, file)
  if (own !== null)
    setTimeout(() => void privateFolder().then((folder) => folder?.removeEntry(own).catch(() => undefined)), objectUrlLifetimeMs)
}
