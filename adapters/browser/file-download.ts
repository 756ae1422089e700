// A file that is written while its parts arrive: on the browser's own disk where it has one, so that a long file takes no memory.
// It is written in a worker, in place and without a copy, and handed over on the page.

// Files between this page and the person's disk.

/** Hands a text to the browser to be saved under `name`. */
export const downloadText = (name: string, text: string, type: string): void => downloadBlob(name, new Blob([text], { type }))

/** Hands a file to the browser to be saved under `name`. */
export const downloadBlob = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), objectUrlLifetimeMs)
}

/** Has the browser download what an address of the server answers, under the name that the server gives it. */
export const downloadFromUrl = (address: string): void => {
  const link = document.createElement("a")
  link.href = address
  link.download = ""
  link.click()
}

/** Milliseconds after which a download surely has its own hold on the bytes. It has none before the click's task has ended. */
export const objectUrlLifetimeMs = 60_000

/** A file that is whole; `own` is its name on the browser's disk, null where it is in memory. */
export type WrittenFile = { readonly file: Blob; readonly own: string | null }

export type FileWriter = {
  readonly write: (text: string) => Promise<void>
  readonly finish: () => Promise<WrittenFile>
  /** Leaves nothing behind. */
  readonly discard: () => Promise<void>
}

/** Opens one. Rejects where the disk is full. */
export const openFileWriter = async (type: string): Promise<FileWriter> => {
  const folder = await privateFolder().catch(() => null)
  if (folder === null) return inMemory(type)
  await deleteAbandonedFiles(folder)
  return onDisk(folder, type)
}

/** The origin's private files; null where this browser or page has none (plain http, private windows). */
const privateFolder = async (): Promise<FileSystemDirectoryHandle | null> => {
  if (!("storage" in navigator) || !("getDirectory" in navigator.storage)) return null
  return (await navigator.storage.getDirectory()).getDirectoryHandle("exports", { create: true })
}

/** Milliseconds after which nobody fetches, or goes on writing, a file: its page went away. */
const abandonedAfter = 24 * 60 * 60_000

/** Answers do not stay on a device because a tab was closed. */
const deleteAbandonedFiles = async (folder: FileSystemDirectoryHandle): Promise<void> => {
  for await (const own of folder.keys())
    if (!(Number(own.split(" ")[0]) > Date.now() - abandonedAfter)) await folder.removeEntry(own).catch(() => undefined)
}

/** What only workers have of files, and so the library's types of a page lack (File System Standard, "FileSystemSyncAccessHandle"). */
type WrittenInPlace = {
  /** Writes behind what was written last, and gives how many bytes found room. */
  readonly write: (bytes: Uint8Array) => number
  readonly flush: () => void
  readonly close: () => void
}
declare global {
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<WrittenInPlace>
  }
}

const onDisk = async (folder: FileSystemDirectoryHandle, type: string): Promise<FileWriter> => {
  const own = `${Date.now()} ${crypto.randomUUID()}`
  const handle = await folder.getFileHandle(own, { create: true })
  const file = await handle.createSyncAccessHandle()
  const encoder = new TextEncoder()
  return {
    write: async (text) => {
      const bytes = encoder.encode(text)
      for (let written = 0; written < bytes.length; ) {
        const more = file.write(bytes.subarray(written))
        if (more === 0) throw new DOMException("the disk is full", "QuotaExceededError")
        written += more
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

const inMemory = (type: string): FileWriter => {
  let parts: Array<string> = []
  return {
    write: async (text) => void parts.push(text),
    finish: async () => ({ file: new Blob(parts, { type }), own: null }),
    discard: async () => {
      parts = []
    },
  }
}

/** Hands a written file to the person, under a name; what is on the browser's disk goes soon after. */
export const downloadWrittenFile = (name: string, { file, own }: WrittenFile): void => {
  downloadBlob(name, file)
  if (own !== null)
    setTimeout(() => void privateFolder().then((folder) => folder?.removeEntry(own).catch(() => undefined)), objectUrlLifetimeMs)
}
