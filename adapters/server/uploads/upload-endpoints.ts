// Keeping images and fonts (adapters/contract/file-contract.ts; spec/2-editor §5, §7, spec/3-community §5, §7).
import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { maxBatchBytes } from "../../../domain/assets/asset-transfer.ts"
import { isUploadExtension, mediaTypes } from "../../../domain/assets/upload-validation.ts"
import type { Violation } from "../../../domain/failure.ts"
import * as contract from "../../contract/file-contract.ts"
import { communityByIdEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { badRequest, HttpError, notFound, validationFailed } from "../http/http-error.ts"
import { runIdempotently } from "../http/idempotency.ts"
import type { ServerContext } from "../server-context.ts"
import type { FileStorage } from "../storage/storage.ts"
import { type CheckedUpload, checkUpload, storeUploads } from "./upload-repository.ts"

const limits = { fileSize: maxBatchBytes, files: 200, fields: 0, parts: 200, fieldNameSize: 500, headerPairs: 20 }

const upload = communityByIdEndpoint(
  contract.uploadAssets,
  "uploads.add",
  async (context, { user, community, request }) => {
    const files = await filesOf(request)
    const kept = checkedFiles(files)
    const keep = async (inside: ServerContext): Promise<Readonly<Record<string, string>>> => {
      const addresses = await storeUploads(inside, { community: community.uuid, user, files: kept })
      if (addresses === null) throw notFound()
      return addresses
    }
    const sent = [...files].map(([key, content]) => [key, createHash("sha256").update(content).digest("base64")])
    // Who asks was let in before the files were read.
    return addressesIn(await runIdempotently(context, request, { answer: keep, admit: async () => undefined, body: sent }))
  },
  { creates: "by itself" },
)

const addressesIn = Schema.decodeUnknownSync(contract.uploadAssets.answer)

/** What is kept of the files, or a refusal of them all. */
const checkedFiles = (files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, CheckedUpload> => {
  const kept = new Map<string, CheckedUpload>()
  const problems: Array<Violation> = []
  for (const [key, content] of files) {
    const checked = checkUpload(key, content)
    if (typeof checked === "string") problems.push({ field: key, message: checked })
    else kept.set(key, checked)
  }
  if (problems.some(({ message }) => message === "ERROR.UPLOAD_TOO_LARGE"))
    throw new HttpError(413, { message: "A file is larger than the server takes.", violations: problems })
  if (problems.length > 0) throw validationFailed(...problems)
  if (kept.size === 0) throw validationFailed({ field: "", message: "ERROR.UPLOAD_EMPTY" })
  return kept
}

/** The files by their fields; no more is read than a batch may hold. */
const filesOf = async (request: FastifyRequest): Promise<ReadonlyMap<string, Buffer>> => {
  if (!request.isMultipart()) throw new HttpError(415, { message: "Files come as multipart/form-data." })
  const files = new Map<string, Buffer>()
  let bytes = 0
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== "file" || files.has(part.fieldname))
        throw validationFailed({ field: part.fieldname, message: "One file in each field." })
      const content = await part.toBuffer()
      bytes += content.length
      if (bytes > maxBatchBytes) throw new HttpError(413, { message: "These files are more than the server takes at once." })
      files.set(part.fieldname, content)
    }
  } catch (error) {
    // What reads the body throws errors of its own for a body that is none.
    throw error instanceof Error && !(error instanceof HttpError) && !("statusCode" in error)
      ? badRequest("The body is no list of files.")
      : error
  }
  return files
}

export const uploadEndpoints: ReadonlyArray<EndpointHandler> = [upload]

// What communities have uploaded, as pages and chats show it: for anybody who has the address, and never as a page of its own.

const community = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const file = /^[0-9a-f]{64}\.([a-z0-9]+)$/

export const registerUploadedFiles = (app: FastifyInstance, storage: FileStorage): void => {
  app.get<{ Params: { community: string; file: string } }>(
    "/uploads/:community/:file",
    { exposeHeadRoute: true },
    async ({ params }, reply) => {
      const ending = file.exec(params.file)?.[1] ?? ""
      if (!community.test(params.community) || !isUploadExtension(ending)) throw notFound()
      const found = await storage.get(`${params.community}/${params.file}`)
      if (found === null) throw notFound()
      return reply
        .headers({
          "content-length": found.bytes,
          // Its name is that of its content.
          "cache-control": "public, max-age=31536000, immutable",
          // Opened by itself a drawing may do nothing at all.
          "content-security-policy": "sandbox; default-src 'none'",
          // Chats may be served from another origin; fonts are fetched with its name.
          "cross-origin-resource-policy": "cross-origin",
          "access-control-allow-origin": "*",
        })
        .type(mediaTypes[ending])
        .send(found.stream)
    },
  )
}
