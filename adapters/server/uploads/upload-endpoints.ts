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
import { type FileStorage, StorageUnavailable, withStagedFiles } from "../storage/storage.ts"
import { discardUnreadBody, readFileContent } from "./multipart-content.ts"
import type { AdmittedUpload } from "./upload-limits.ts"
import { type CheckedUpload, checkUpload, type FileChecking, type ReceivedFile, storeUploads } from "./upload-repository.ts"

const multipartLimits = { fileSize: maxBatchBytes, files: 200, fields: 0, parts: 200, fieldNameSize: 500, headerPairs: 20 }

const uploadAssets = communityByIdEndpoint(
  contract.uploadAssets,
  "uploads.add",
  async (context, { user, community, request }) => {
    const upload = context.uploadLimits.admit("staff", { id: user.uuid, network: null })
    try {
      return await withStagedFiles(context.storage, async (stage) => {
        const files = await receiveFiles(request, upload, stage)
        const uploads = await checkFiles({ ...context, stage }, files)
        const store = async (nestedContext: ServerContext): Promise<Readonly<Record<string, string>>> => {
          const addresses = await storeUploads(nestedContext, { community: community.uuid, user, files: uploads })
          if (addresses === null) throw notFound()
          return addresses
        }
        const contentHashes = [...files].map(([key, { sha256 }]) => [key, sha256.toString("base64")])
        // No second authorization for replays: the caller was authorized before the files were read.
        return decodeAddresses(
          await runIdempotently(context, request, { handle: store, authorize: async () => undefined, body: contentHashes }),
        )
      })
    } finally {
      upload.end()
      discardUnreadBody(request)
    }
  },
  { creates: "by itself" },
)

const decodeAddresses = Schema.decodeUnknownSync(contract.uploadAssets.response)

/** Checks the files; throws if any of them is rejected. */
const checkFiles = async (
  checking: FileChecking,
  files: ReadonlyMap<string, ReceivedFile>,
): Promise<ReadonlyMap<string, CheckedUpload>> => {
  const uploads = new Map<string, CheckedUpload>()
  const problems: Array<Violation> = []
  for (const [key, file] of files) {
    const checked = await checkUpload(checking, key, file)
    if (typeof checked === "string") problems.push({ field: key, message: checked })
    else uploads.set(key, checked)
  }
  if (problems.some(({ message }) => message === "ERROR.UPLOAD_TOO_LARGE"))
    throw new HttpError(413, { message: "A file is larger than the server accepts.", violations: problems })
  if (problems.length > 0) throw validationFailed(...problems)
  if (uploads.size === 0) throw validationFailed({ field: "", message: "ERROR.UPLOAD_EMPTY" })
  return uploads
}

/** Writes the files to disk as they arrive and returns them by field name; reads no more than the maximum of a batch. */
const receiveFiles = async (
  request: FastifyRequest,
  upload: AdmittedUpload,
  stage: FileStorage["stage"],
): Promise<ReadonlyMap<string, ReceivedFile>> => {
  if (!request.isMultipart()) throw new HttpError(415, { message: "Files must be sent as multipart/form-data." })
  const files = new Map<string, ReceivedFile>()
  let bytes = 0
  try {
    const parts = request.parts({ limits: multipartLimits })
    for (;;) {
      const next = await upload.waitFor(parts.next())
      if (next.done === true) return files
      const part = next.value
      if (part.type !== "file" || files.has(part.fieldname))
        throw validationFailed({ field: part.fieldname, message: "Each field must hold one file." })
      const file = await receiveFile(readFileContent(part, upload), maxBatchBytes - bytes, stage)
      bytes += file.staged.bytes
      files.set(part.fieldname, file)
    }
  } catch (error) {
    // The multipart parser throws its own errors for a malformed body.
    const isOwn = error instanceof HttpError || error instanceof StorageUnavailable || (error instanceof Error && "statusCode" in error)
    throw isOwn ? error : badRequest("The body is not a list of files.")
  }
}

/** Writes a file to disk; throws a 413 as soon as it has more than `maxBytes`. */
const receiveFile = async (content: AsyncIterable<Buffer>, maxBytes: number, stage: FileStorage["stage"]): Promise<ReceivedFile> => {
  const hash = createHash("sha256")
  let bytes = 0
  async function* measure() {
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new HttpError(413, { message: "These files are larger than the server accepts together." })
      hash.update(chunk)
      yield chunk
    }
  }
  return { staged: await stage(measure()), sha256: hash.digest() }
}

export const uploadEndpoints: ReadonlyArray<EndpointHandler> = [uploadAssets]

const communityPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const filePattern = /^[0-9a-f]{64}\.([a-z0-9]+)$/

/** Serves uploaded files to anyone with their address, and never as a page of their own. */
export const registerUploadedFiles = (app: FastifyInstance, storage: FileStorage): void => {
  app.get<{ Params: { community: string; file: string } }>(
    "/uploads/:community/:file",
    // Hundreds of connections that read nothing would each hold a compressor.
    { exposeHeadRoute: true, compress: false },
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
