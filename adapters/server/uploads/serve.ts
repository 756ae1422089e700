// What communities have uploaded, as pages and chats show it: for anybody who has the address, and never as a page of its own.
import type { FastifyInstance } from "fastify"
import { isUploadEnding, mediaTypes } from "../../../domain/assets/file-kind.ts"
import { missing } from "../http/trouble.ts"
import type { Storage } from "../storage/storage.ts"

const community = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const file = /^[0-9a-f]{64}\.([a-z0-9]+)$/

export const serveUploads = (app: FastifyInstance, storage: Storage): void => {
  app.get<{ Params: { community: string; file: string } }>(
    "/uploads/:community/:file",
    { exposeHeadRoute: true },
    async ({ params }, reply) => {
      const ending = file.exec(params.file)?.[1] ?? ""
      if (!community.test(params.community) || !isUploadEnding(ending)) throw missing()
      const found = await storage.get(`${params.community}/${params.file}`)
      if (found === null) throw missing()
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
