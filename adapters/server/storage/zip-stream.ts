// A zip that is written while its files are read, one after the other: memory does not grow with them.
import { PassThrough, Readable } from "node:stream"
import yazl from "yazl"

/** What a zip has under a path: `read` rejects where it is gone. */
export type ZipEntry = { readonly path: string; readonly bytes: number; readonly at: Date; readonly read: () => Promise<Readable> }

/** The zip as a stream, which fails once the `signal` says that the server stops. Images are compressed already, so nothing is. */
export const createZipStream = (entries: ReadonlyArray<ZipEntry>, signal: AbortSignal): Readable => {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  zip.on("error", (error: Error) => output.destroy(error))
  let reading: Readable | null = null
  // Whoever takes the zip may give up in the middle of a file.
  output.on("close", () => reading?.destroy())
  for (const { path, bytes, at, read } of entries)
    zip.addReadStreamLazy(path, { size: bytes, mtime: at, compress: false }, (give) => {
      if (signal.aborted) return give(new Error("the server stops"), Readable.from([]))
      read().then(
        (stream) => {
          reading = stream
          give(null, stream)
        },
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  zip.end()
  return output
}

/** A path below a folder that no other entry has, whatever the case: of two files with one name the later has `(2)` behind it. */
export const uniquePath = (folder: string, name: string, taken: Set<string>): string => {
  const dot = name.lastIndexOf(".")
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""]
  for (let number = 1; ; number++) {
    const free = `${folder}${number === 1 ? name : `${stem} (${number})${ending}`}`
    const key = free.toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return free
  }
}
