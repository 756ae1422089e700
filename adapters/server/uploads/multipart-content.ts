// The content of the files in a multipart body: read as it arrives, or discarded.
import type { MultipartFile } from "@fastify/multipart"
import type { FastifyRequest } from "fastify"
import { badRequest, HttpError } from "../http/http-error.ts"
import type { AdmittedUpload } from "./upload-limits.ts"

export const fileTooLarge = () => new HttpError(413, { message: "This file is larger than the server accepts." })

/** Yields the content of a file; throws a 413 as soon as it is too large, a 408 if it is too slow, and a 400 if it breaks off. */
export async function* readFileContent({ file }: MultipartFile, upload: AdmittedUpload): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of upload.read(file)) {
      if (file.truncated) throw fileTooLarge()
      yield chunk
    }
  } catch (error) {
    throw error instanceof HttpError ? error : badRequest("The body is not a file.")
  }
  if (file.truncated) throw fileTooLarge()
}

/**
 * Discards what is left of the body. Node does this only for a body of which nothing was read: otherwise the sender would
 * wait forever, and with it the next request on the connection.
 */
export const discardUnreadBody = ({ raw }: FastifyRequest): void => {
  raw.unpipe()
  raw.resume()
}
