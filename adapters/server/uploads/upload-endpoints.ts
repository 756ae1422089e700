// Endpoints for uploaded images and fonts: uploading, and serving them to pages and chats.
import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { isUploadExtension, mediaTypes } from "../../../domain/assets/upload-validation.ts"
import { maxBatchBytes } from "../../../domain/files/asset-transfer.ts"
import type { Violation } from "../../../domain/findings/finding.ts"
import * as contract from "../../contract/file-contract.ts"
import { communityByIdEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { badRequest, HttpError, notFound, validationFailed } from "../http/http-error.ts"
import { runIdempotently } from "../http/idempotency.ts"
import type { ServerContext } from "../server-context.ts"
import type { FileStorage } from "../storage/storage.ts"
import { discardUnreadBody } from "./upload-limits.ts"
import { type CheckedUpload, checkUpload, storeUploads } from "./upload-repository.ts"

const multipartLimits = { fileSize: maxBatchBytes, files: 200, fields: 0, parts: 200, fieldNameSize: 500, headerPairs: 20 }

const uploadAssets = communityByIdEndpoint(
  contract.uploadAssets,
  "uploads.add",
  async (context, { user, community, request }) => {
    const files = await readFiles(request)
    const uploads = checkFiles(files)
    const store = async (nestedContext: ServerContext): Promise<Readonly<Record<string, string>>> => {
      const addresses = await storeUploads(nestedContext, { community: community.uuid, user, files: uploads })
      if (addresses === null) throw notFound()
      return addresses
    }
    const contentHashes = [...files].map(([key, content]) => [key, createHash("sha256").update(content).digest("base64")])
    // No second authorization for replays: the caller was authorized before the files were read.
    return decodeAddresses(
      await runIdempotently(context, request, { handle: store, authorize: async () => undefined, body: contentHashes }),
    )
  },
  { creates: "by itself" },
)

const decodeAddresses = Schema.decodeUnknownSync(contract.uploadAssets.response)

/** Checks the files; throws if any of them is rejected. */
const checkFiles = (files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, CheckedUpload> => {
  const uploads = new Map<string, CheckedUpload>()
  const problems: Array<Violation> = []
  for (const [key, content] of files) {
    const checked = checkUpload(key, content)
    if (typeof checked === "string") problems.push({ field: key, message: checked })
    else uploads.set(key, checked)
  }
  if (problems.some(({ message }) => message === "ERROR.UPLOAD_TOO_LARGE"))
    throw new HttpError(413, { message: "A file is larger than the server takes.", violations: problems })
  if (problems.length > 0) throw validationFailed(...problems)
  if (uploads.size === 0) throw validationFailed({ field: "", message: "ERROR.UPLOAD_EMPTY" })
  return uploads
}

/** Reads the files by field name; reads no more than the maximum of a batch. */
const readFiles = async (request: FastifyRequest): Promise<ReadonlyMap<string, Buffer>> => {
  if (!request.isMultipart()) throw new HttpError(415, { message: "Files come as multipart/form-data." })
  const files = new Map<string, Buffer>()
  let bytes = 0
  try {
    for await (const part of request.parts({ limits: multipartLimits })) {
      if (part.type !== "file" || files.has(part.fieldname))
        throw validationFailed({ field: part.fieldname, message: "One file in each field." })
      const content = await part.toBuffer()
      bytes += content.length
      if (bytes > maxBatchBytes) throw new HttpError(413, { message: "These files are more than the server takes at once." })
      files.set(part.fieldname, content)
    }
  } catch (error) {
    discardUnreadBody(request)
    // The multipart parser throws its own errors for a malformed body.
    throw error instanceof Error && !(error instanceof HttpError) && !("statusCode" in error)
      ? badRequest("The body is no list of files.")
      : error
  }
  return files
}

export const uploadEndpoints: ReadonlyArray<EndpointHandler> = [uploadAssets]

const communityPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const filePattern = /^[0-9a-f]{64}\.([a-z0-9]+)$/

/** Serves uploaded files to anyone with their address, and never as a page of their own. */
export const registerUploadedFiles = (app: FastifyInstance, storage: FileStorage): void => {
  app.get<{ Params: { community: string; file: string } }>(
    "/uploads/:community/:file",
    { exposeHeadRoute: true },
    async ({ params }, reply) => {
      const extension = filePattern.exec(params.file)?.[1] ?? ""
      if (!communityPattern.test(params.community) || !isUploadExtension(extension)) throw notFound()
      const found = await storage.get(`${params.community}/${params.file}`)
      if (found === null) throw notFound()
      return reply
        .headers({
          "content-length": found.bytes,
          // The file's name is a hash of its content.
          "cache-control": "public, max-age=31536000, immutable",
          // An SVG opened on its own must not run anything.
          "content-security-policy": "sandbox; default-src 'none'",
          // Chats may be served from another origin, and fonts are fetched with CORS.
          "cross-origin-resource-policy": "cross-origin",
          "access-control-allow-origin": "*",
        })
        .type(mediaTypes[extension])
        .send(found.stream)
    },
  )
}
