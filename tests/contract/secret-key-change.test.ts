// Changing SECRET_KEY (README "Settings"): nothing is lost, and a key that does not match the database is rejected.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { TOTP } from "otpauth"
import { expect, test } from "vitest"
import { createOwnAccountApi } from "../../adapters/api/account-api.ts"
import { createLoginToken, isValidLoginToken } from "../../adapters/server/accounts/sign-in-endpoints.ts"
import { createSecretBox, openServerSecret } from "../../adapters/server/security/server-secret.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { startRefusedMain } from "../fixtures/main-process.ts"
import { password, readStringField, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const mask = "••••••••"

test("encrypts all secrets with the new key, so that the old one can be removed without a loss", async () => {
  const dataDir = preparedDataDir()
  const [oldKey, newKey] = ["the old key of the server", "the new key of the server"]
  const first = await startTestServer({ DATA_DIR: dataDir, SECRET_KEY: oldKey })
  const acme = await first.addCommunity("acme")
  const admin = await first.signedIn("admin")
  const connection = { platform: 1, name: "a", externalKey: "k", authType: 3, fields: { token: "very secret" } }
  const id = readStringField((await admin.send("PUT", "/api/crm/acme/connection", connection)).json(), "id")
  await first.addUser("ada")
  const ada = createOwnAccountApi((await first.signedIn("ada")).api())
  const { key } = await ada.generateTotpSecret(undefined)
  const verificationCode = new TOTP({ secret: key }).generate()
  const codes = await ada.confirmTotpSecret({ currentPassword: password, verificationCode })
  const add = (who: Visitor) => who.send("PUT", "/api/communities", { name: "Once", slug: "once" }, { "idempotency-key": "once" })
  const made = await add(admin)
  const nothing = { username: "", password: "", clientId: "", clientSecret: "" }
  await admin.send("POST", `/api/communities/${acme}/options/checkout`, { test: { ...nothing, password: "pass" }, prod: nothing })
  await first.stop()

  // Secrets are encrypted again within an hour.
  const both = await startTestServer({ at: () => new Date(Date.now() + 3_600_000), DATA_DIR: dataDir, SECRET_KEY: `${newKey},${oldKey}` })
  const { currentKeyPrefix } = createSecretBox([newKey])
  const withCode = async (server: TestServer, verificationCode = "") => {
    const visitor = server.visitor()
    expect((await visitor.signIn("ada", password)).json()).toEqual({ two_factor_complete: false })
    return (await visitor.send("POST", "/api/account/totp/verify", { verificationCode })).status
  }
  expect(await withCode(both, codes[0])).toBe(200)
  expect((await add(await both.signedIn("admin"))).text).toBe(made.text)
  const usesNewKey = async () => {
    const { db } = both.database
    const [options, connections, totp] = await Promise.all([
      db.selectFrom("options").select("sealed").execute(),
      db.selectFrom("connections").select("sealed").execute(),
      db.selectFrom("totp_secrets").select("sealed").execute(),
    ])
    return [...options, ...connections, ...totp].map((row) => row.sealed.startsWith(currentKeyPrefix))
  }
  await expect.poll(usesNewKey).toEqual([true, true, true])
  const rows = await both.database.db.selectFrom("connections").selectAll().execute()
  await both.stop()

  const alone = await startTestServer({ DATA_DIR: dataDir, SECRET_KEY: newKey })
  expect([await withCode(alone, codes[0]), await withCode(alone, codes[1])]).toEqual([422, 200])
  const again = await alone.signedIn("admin")
  expect((await again.send("GET", "/api/crm/acme/connections")).json()).toMatchObject([{ id, data: { fields: { token: mask } } }])
  const secretBox = createSecretBox([newKey])
  expect(secretBox.decrypt(rows[0]?.sealed ?? "", `connection ${id}`)).toContain("very secret")
  const totp = await alone.database.db.selectFrom("totp_secrets").selectAll().executeTakeFirstOrThrow()
  expect(secretBox.decrypt(totp.sealed, `totp ${totp.user_id}`)).toBe(key)
  expect((await again.send("GET", `/api/communities/${acme}/options/checkout`)).json()).toMatchObject({ test: { password: mask } })
  await alone.stop()
  removeDataDir(dataDir)
})

test("accepts a login token from before the change while the old key is kept", () => {
  const [oldKey, newKey] = ["the old key of the server", "the new key of the server"]
  const [before, both, after] = [oldKey, `${newKey},${oldKey}`, newKey].map((secretKey) => openServerSecret({ secretKey, dataDir: "" }))
  if (before === undefined || both === undefined || after === undefined) throw new Error("a secret is missing")
  const token = createLoginToken(before, "somebody", 0)
  expect([before, both, after].map((secret) => isValidLoginToken(secret, token, "somebody", 1))).toEqual([true, true, false])
  expect(isValidLoginToken(both, token, "somebody else", 1)).toBe(false)
})

test.for([
  ["SECRET_KEY", { SECRET_KEY: "a key of somebody else" }, /^SECRET_KEY has not the key .*\(new,old\)\n$/],
  ["the data folder", {}, /^\S+secret-key does not hold the secret .* restore it from a backup\n$/],
] as const)("does not start with a secret that cannot decrypt the database's secrets: %s", { tags: ["long"] }, async ([, env, line]) => {
  const dataDir = preparedDataDir()
  const first = await startTestServer({ DATA_DIR: dataDir, ...("SECRET_KEY" in env && { SECRET_KEY: "the key of the server" }) })
  const acme = await first.addCommunity("acme")
  await (await first.signedIn("admin")).send("GET", `/api/communities/${acme}/signing-secret`)
  await first.stop()
  rmSync(join(dataDir, "secret-key"), { force: true })
  const { code, lines, complaints } = await startRefusedMain({ DATA_DIR: dataDir, ...env })
  expect({ code, lines, complaints }).toEqual({ code: 1, lines: [], complaints: expect.stringMatching(line) })
  removeDataDir(dataDir)
})
