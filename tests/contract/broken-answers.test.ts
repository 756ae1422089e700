// What is answered where a stream fails before its first byte: the error, and nothing that was said of the stream.
import { Readable } from "node:stream"
import { expect, test } from "vitest"
import { createFastifyApp } from "../../adapters/server/http/fastify-app.ts"
import { readSettings } from "../../adapters/server/settings.ts"

const said = {
  "content-disposition": 'attachment; filename="files.zip"',
  "cache-control": "public, max-age=31536000, immutable",
  etag: '"1"',
  "last-modified": "Sun, 01 Mar 2026 12:00:00 GMT",
  "accept-ranges": "bytes",
  "content-length": "100000",
}

test.each(["identity", "gzip", "br"])(
  "a stream that fails at once is an error that can be read and that nobody keeps: %s",
  async (encoding) => {
    const { app } = await createFastifyApp(readSettings({ LOG_LEVEL: "fatal" }))
    app.get("/failing", (_request, reply) =>
      reply
        .headers(said)
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
