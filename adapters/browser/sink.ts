// A file that is written while its parts arrive: on the browser's own disk where it has one, so that a long file takes no memory.
import { heldFor, saveBlob } from "./files.ts"

export type Sink = {
  readonly write: (text: string) => Promise<void>
  /** Hands the file to the person, under its name. */
  readonly save: () => Promise<void>
  /** Leaves nothing behind. */
  readonly discard: () => Promise<void>
}

/** Opens one. Rejects where the disk is full. */
export const openSink = async (name: string, type: string): Promise<Sink> => {
  const onDisk = await openOnDisk().catch(() => null)
  return onDisk === null ? inMemory(name, type) : onDisk(name, type)
}

type Opener = (name: string, type: string) => Promise<Sink>

/** The origin's private files; null where this browser or page has none (plain http, private windows). */
const openOnDisk = async (): Promise<Opener | null> => {
  if (!("storage" in navigator) || !("getDirectory" in navigator.storage)) return null
  const root = await navigator.storage.getDirectory()
  return async (name, type) => {
    const folder = await root.getDirectoryHandle("exports", { create: true })
    const own = `${crypto.randomUUID()}-${name}`
    const handle = await folder.getFileHandle(own, { create: true })
    const stream = await handle.createWritable()
    const discard = () => folder.removeEntry(own).catch(() => undefined)
    return {
      write: (text) => stream.write(text),
      save: async () => {
        await stream.close()
        const file = await handle.getFile()
        saveBlob(name, new Blob([file], { type }))
        setTimeout(() => void discard(), heldFor)
      },
      discard: async () => {
        await stream.abort().catch(() => undefined)
        await discard()
      },
    }
  }
}

const inMemory: Opener = async (name, type) => {
  let parts: Array<string> = []
  return {
    write: async (text) => void parts.push(text),
    save: async () => saveBlob(name, new Blob(parts, { type })),
    discard: async () => {
      parts = []
    },
  }
}
