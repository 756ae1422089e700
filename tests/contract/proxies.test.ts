// Who asks, where proxies stand before the server (setting PROXIES; reliability.md: "forwarded headers trusted only when configured").
import { afterAll, expect, test } from "vitest"
import { failedAttemptLimits } from "../../domain/accounts/account-limits.ts"
import { startTestServer, type TestServer } from "../fixtures/server.ts"

const servers: Array<TestServer> = []
afterAll(async () => {
  for (const server of servers) await server.stop()
})

/** Fails to sign in from an address as often as one may, each time under another name, and once more. */
const lastOfMany = async (server: TestServer, from: (n: number) => string): Promise<number> => {
  let status = 0
  for (let n = 0; n <= failedAttemptLimits.address; n++) {
    const person = server.visitor()
    const csrf = await person.loginToken()
    const answer = await person.send("POST", "/api/login", { username: `nobody${n}`, password: "x", csrf }, { "x-forwarded-for": from(n) })
    ;({ status } = answer)
  }
  return status
}

test("what a client says of itself is not believed where no proxy is set", async () => {
  const server = await startTestServer()
  servers.push(server)
  expect(await lastOfMany(server, (n) => `198.51.100.${n}`)).toBe(429)
})

test("behind one proxy each client is counted by the address that the proxy saw, whatever it says itself", async () => {
  const server = await startTestServer({ PROXIES: "1" })
  servers.push(server)
  expect(await lastOfMany(server, (n) => `198.51.100.${n}`)).not.toBe(429)
  expect(await lastOfMany(server, (n) => `203.0.113.${n}, 198.51.100.200`)).toBe(429)
})
