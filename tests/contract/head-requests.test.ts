// HEAD requests, as probes and link checkers send them: the headers of GET without a body or side effects (RFC 9110 §9.3.2).
import { afterAll, beforeAll, expect, test } from "vitest"
import { createUploadsApi } from "../../adapters/api/files-api.ts"
import { smallestPng } from "../fixtures/respondent.ts"
import { startTestServer, type TestServer, usualDatabase, type Visitor } from "../fixtures/server.ts"

let server: TestServer
let ada: Visitor
let admin: Visitor
let acme = ""
beforeAll(async () => {
  server = await startTestServer(await usualDatabase.settings())
  acme = await server.addCommunity("acme")
  await server.addUser("ada", { [acme]: "ROLE_ADMIN" })
  ada = await server.signedIn("ada")
  admin = await server.signedIn("admin")
})
afterAll(() => server.stop())

test("returns the status and headers of GET without the body", async () => {
  const files = { one: new Blob([new Uint8Array(smallestPng)], { type: "image/png" }) }
  const { one: uploadPath = "" } = await createUploadsApi(ada.api()).upload({ community: acme, files })
  for (const path of [
    "/healthz",
    "/readyz",
    "/login",
    "/home",
    "/api/openapi.json",
    "/schemas/script.json",
    "/api/communities",
    "/api/current/user",
    "/acme/style",
    uploadPath,
  ]) {
    const plain = { "accept-encoding": "identity" }
    const [head, get] = [await ada.send("HEAD", path, undefined, plain), await ada.send("GET", path, undefined, plain)]
    expect([path, head.status, head.text]).toEqual([path, 200, ""])
    for (const name of ["content-type", "cache-control", "content-length"]) expect(head.headers.get(name)).toBe(get.headers.get(name))
  }
  expect((await ada.send("HEAD", "/metrics")).status).toBe(200)
  expect((await server.visitor().send("HEAD", "/api/communities")).status).toBe(401)
  expect((await ada.send("HEAD", "/api/users")).status).toBe(403)
})

test("returns 404 for a GET endpoint that has side effects", async () => {
  const tokens = async () => (await server.database.db.selectFrom("one_time_tokens").select("hash").execute()).length
  const before = await tokens()
  for (const path of ["/api/logout", `/api/communities/${acme}/delete`]) expect((await admin.send("HEAD", path)).status).toBe(404)
  expect(await tokens()).toBe(before)
  expect((await admin.send("GET", "/api/communities")).status).toBe(200)
})
