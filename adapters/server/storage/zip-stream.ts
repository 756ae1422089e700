// Streams a zip while its files are read one by one, so that memory does not grow with them.
import { PassThrough, Readable } from "node:stream"
import yazl from "yazl"

/** A file in a zip, and its bytes if they are known; `read` rejects if the file is gone. */
export type ZipEntry = { readonly path: string; readonly bytes?: number; readonly at: Date; readonly read: () => Promise<Readable> }

/**
 * Returns the zip as a stream, which fails when `signal` aborts. Files are stored uncompressed, because images are
 * compressed already.
 */
export const createZipStream = (entries: ReadonlyArray<ZipEntry>, signal: AbortSignal): Readable => {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  zip.on("error", (error: Error) => output.destroy(error))
  let reading: Readable | null = null
  // The reader of the zip may stop in the middle of a file.
  output.on("close", () => reading?.destroy())
  for (const { path, bytes, at, read } of entries)
    zip.addReadStreamLazy(path, { ...(bytes !== undefined && { size: bytes }), mtime: at, compress: false }, (callback) => {
      if (signal.aborted) return callback(new Error("the server stops"), Readable.from([]))
      read().then(
        (stream) => {
          reading = stream
          callback(null, stream)
        },
        (error: unknown) => callback(error, Readable.from([])),
      )
    })
  zip.end()
  return output
}
