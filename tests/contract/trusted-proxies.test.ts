// The client address behind proxies: forwarded headers are trusted only as the setting PROXIES says.
import { afterAll, expect, test } from "vitest"
import { failedAttemptLimits } from "../../domain/accounts/account-limits.ts"
import { startTestServer, type TestServer, usualDatabase } from "../fixtures/server.ts"

const servers: Array<TestServer> = []
afterAll(async () => {
  for (const server of servers) await server.stop()
})

/** Fails to sign in once more than one address may, each time under another name, and returns the last status. */
const exceedSignInLimit = async (server: TestServer, from: (n: number) => string): Promise<number> => {
  let status = 0
  for (let n = 0; n <= failedAttemptLimits.address; n++) {
    const person = server.visitor()
    const csrf = await person.loginToken()
    const answer = await person.send("POST", "/api/login", { username: `nobody${n}`, password: "x", csrf }, { "x-forwarded-for": from(n) })
    ;({ status } = answer)
  }
  return status
}

test("ignores X-Forwarded-For without a configured proxy", async () => {
  const server = await startTestServer(await usualDatabase.settings())
  servers.push(server)
  expect(await exceedSignInLimit(server, (n) => `198.51.100.${n}`)).toBe(429)
})

test("behind one proxy, counts clients by the address that the proxy saw, not by the one they claim", async () => {
  const server = await startTestServer({ ...(await usualDatabase.settings()), PROXIES: "1" })
  servers.push(server)
  expect(await exceedSignInLimit(server, (n) => `198.51.100.${n}`)).not.toBe(429)
  expect(await exceedSignInLimit(server, (n) => `203.0.113.${n}, 198.51.100.200`)).toBe(429)
})
