// Long JSON bodies: the server does other work while it reads one.
import { Readable } from "node:stream"
import fastify from "fastify"
import { expect, test } from "vitest"
import { registerJsonBodyParser } from "../../adapters/server/http/json-body.ts"

test("a turn of the event loop reads a part of a body, however much has arrived", async () => {
  const app = fastify({ bodyLimit: 8 * 1024 * 1024 })
  registerJsonBodyParser(app)
  const parts = Array.from({ length: 16 }, () => Buffer.from("x".repeat(128 * 1024)))
  let turns = 0
  let counter: NodeJS.Immediate | undefined
  const countTurns = () => {
    turns++
    counter = setImmediate(countTurns)
  }
  app.addHook("preParsing", async () => {
    counter = setImmediate(countTurns)
    return Readable.from([Buffer.from('"'), ...parts, Buffer.from('"')])
  })
  app.post("/", async ({ body }) => {
    clearImmediate(counter)
    return { length: String(body).length, turns }
  })
  const response = await app.inject({ method: "POST", url: "/", headers: { "content-type": "application/json" }, payload: '""' })
  const { length, turns: counted } = response.json<{ length: number; turns: number }>()
  expect(length).toBe(parts.length * 128 * 1024)
  expect(counted).toBeGreaterThanOrEqual(parts.length)
  await app.close()
})
