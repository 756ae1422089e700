// The JSON Schemas of script, style and answers files, which exported files name and editors of text read.
import type { FastifyInstance } from "fastify"
import { getSchemaPath, schemaKinds } from "../../../domain/files/file-envelope.ts"
import { createJsonSchema } from "../../../domain/files/json-schemas.ts"

/** Serves each schema without a session. They are made and encoded once: anyone may ask for them. */
export const registerJsonSchemas = (app: FastifyInstance): void => {
  for (const kind of schemaKinds) {
    const content = Buffer.from(JSON.stringify(createJsonSchema(kind)))
    app.get(getSchemaPath(kind), { exposeHeadRoute: true }, (_request, reply) =>
      reply.type("application/schema+json; charset=utf-8").send(content),
    )
  }
}
