// Keeping images and fonts (adapters/contract/uploads.ts; spec/2-editor §5, §7, spec/3-community §5, §7).
import type { FastifyRequest } from "fastify"
import { mostBatchBytes } from "../../../domain/assets/carry.ts"
import type { Violation } from "../../../domain/failure.ts"
import * as contract from "../../contract/uploads.ts"
import { note } from "../audit/audit.ts"
import { type Call, inCommunityById } from "../http/call.ts"
import { malformed, Trouble, violated } from "../http/trouble.ts"
import { checkedUpload, type Kept, keepUpload } from "../uploads/keep.ts"

const limits = { fileSize: mostBatchBytes, files: 200, fields: 0, parts: 200, fieldNameSize: 500, headerPairs: 20 }

const upload = inCommunityById(contract.upload, "uploads.add", async ({ database: { db }, storage, now }, { user, community, request }) => {
  const kept = new Map<string, Kept>()
  const problems: Array<Violation> = []
  for (const [key, content] of await filesOf(request)) {
    const checked = checkedUpload(key, content)
    if (typeof checked === "string") problems.push({ field: key, message: checked })
    else kept.set(key, checked)
  }
  if (problems.some(({ message }) => message === "ERROR.UPLOAD_TOO_LARGE"))
    throw new Trouble(413, { message: "A file is larger than the server takes.", violations: problems })
  if (problems.length > 0) throw violated(...problems)
  if (kept.size === 0) throw violated({ field: "", message: "ERROR.UPLOAD_EMPTY" })
  const addresses: Record<string, string> = {}
  for (const [key, file] of kept) addresses[key] = await keepUpload(storage, community.uuid, file)
  const thing = Object.values(addresses).join(" ")
  await note(db, { community: community.uuid, user, deed: "upload.add", thing }, now())
  return addresses
})

/** The files by their fields; no more is read than a batch may hold. */
const filesOf = async (request: FastifyRequest): Promise<ReadonlyMap<string, Buffer>> => {
  if (!request.isMultipart()) throw new Trouble(415, { message: "Files come as multipart/form-data." })
  const files = new Map<string, Buffer>()
  let bytes = 0
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== "file" || files.has(part.fieldname)) throw violated({ field: part.fieldname, message: "One file in each field." })
      const content = await part.toBuffer()
      bytes += content.length
      if (bytes > mostBatchBytes) throw new Trouble(413, { message: "These files are more than the server takes at once." })
      files.set(part.fieldname, content)
    }
  } catch (error) {
    // What reads the body throws errors of its own for a body that is none.
    throw error instanceof Error && !(error instanceof Trouble) && !("statusCode" in error)
      ? malformed("The body is no list of files.")
      : error
  }
  return files
}

export const uploadCalls: ReadonlyArray<Call> = [upload]
