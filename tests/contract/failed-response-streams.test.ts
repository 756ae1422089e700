// Response streams that fail before their first byte: the response is an error without the stream's headers.
import { Readable } from "node:stream"
import { expect, test } from "vitest"
import { createFastifyApp } from "../../adapters/server/http/fastify-app.ts"
import { readSettings } from "../../adapters/server/settings.ts"

const fileHeaders = {
  "content-disposition": 'attachment; filename="files.zip"',
  "cache-control": "public, max-age=31536000, immutable",
  etag: '"1"',
  "last-modified": "Sun, 01 Mar 2026 12:00:00 GMT",
  "accept-ranges": "bytes",
  "content-length": "100000",
}

test.each(["identity", "gzip", "br"])(
  "returns a readable, uncached 500 when a stream fails before its first byte: %s",
  async (encoding) => {
    const { app } = await createFastifyApp(readSettings({ LOG_LEVEL: "fatal" }))
    app.get("/failing", (_request, reply) =>
      reply
        .headers(fileHeaders)
        .type("application/json")
        .send(
          new Readable({
            read() {
              this.destroy(new Error("no disk"))
            },
          }),
        ),
    )
    const address = await app.listen({ port: 0, host: "127.0.0.1" })
    const answer = await fetch(`${address}/failing`, { headers: { "accept-encoding": encoding } })
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ message: expect.any(String) })
    expect(answer.headers.get("cache-control")).toBe("no-store")
    for (const name of ["content-encoding", "content-disposition", "etag", "last-modified", "accept-ranges"])
      expect(answer.headers.get(name)).toBeNull()
    await app.close()
  },
)
