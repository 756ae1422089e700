// Responses to unexpected database errors, and what the log records of them: the reason, but not the respondent's text that the error may quote.
import { Writable } from "node:stream"
import fastify from "fastify"
import { DatabaseError } from "pg"
import { expect, test } from "vitest"
import { sendError } from "../../adapters/server/http/error-responses.ts"
import { registerBuiltPage } from "../../adapters/server/pages/built-pages.ts"

test("answers 500 and logs an unexpected database error without the row that it quotes", async () => {
  let logged = ""
  const stream = new Writable({
    write: (text, _encoding, done) => {
      logged += String(text)
      done()
    },
  })
  const app = fastify({ logger: { level: "error", stream } })
  app.setErrorHandler(sendError)
  const failure = Object.assign(new DatabaseError("a value is too long", 0, "error"), {
    code: "22001",
    detail: "Failing row contains (what somebody wrote).",
    where: "what somebody wrote",
  })
  const { showIfFound } = registerBuiltPage(app, { name: "chat", place: "/chat", placeholders: () => ({}) })
  app.get("/chat/s/:code", (_request, reply) => showIfFound(reply, () => Promise.reject(failure)))
  app.get("/chat/api/fails", () => Promise.reject(failure))
  await app.inject("/chat/s/x")
  const answer = await app.inject("/chat/api/fails")
  await app.close()
  expect([answer.statusCode, answer.body.includes("somebody wrote"), answer.body.includes("too long")]).toEqual([500, false, false])
  expect(logged).toContain('"msg":"a request failed"')
  expect(logged).toContain('"message":"a value is too long"')
  expect(logged).toContain('"code":"22001"')
  expect(logged).not.toContain("what somebody wrote")
})

test("answers 500 to the removal of a profile that still has conversations, and 404 to a row whose parent was removed meanwhile", async () => {
  const app = fastify()
  app.setErrorHandler(sendError)
  const violate = (constraint: string) =>
    Promise.reject(Object.assign(new DatabaseError("violates foreign key constraint", 0, "error"), { code: "23503", constraint }))
  app.get("/erasure", () => violate("conversations_profile_fkey"))
  app.get("/save", () => violate("script_versions_script_id_fkey"))
  expect([(await app.inject("/erasure")).statusCode, (await app.inject("/save")).statusCode]).toEqual([500, 404])
  await app.close()
})
