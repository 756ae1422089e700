// Renewing the access token of a connection: once across processes, and while the secret key is rotated (A12; RFC 9700 §4.14).
import { randomUUIDv7 } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { getAccessToken } from "../../adapters/server/connections/access-tokens.ts"
import {
  decryptTokens,
  encryptConnection,
  encryptTokens,
  toListedConnection,
} from "../../adapters/server/connections/connection-repository.ts"
import { openDatabase } from "../../adapters/server/database/database.ts"
import { createOutboundClient } from "../../adapters/server/outbound/outbound-client.ts"
import { rotateSecretKey } from "../../adapters/server/security/secret-key-rotation.ts"
import { openServerSecret } from "../../adapters/server/security/server-secret.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { type LoopbackServer, startLoopbackServer } from "../fixtures/loopback-server.ts"
import { usualDatabases } from "../fixtures/server.ts"

const keys = { old: "the old key of the server", both: "the new key of the server,the old key of the server" } as const
const now = () => new Date("2026-03-01T12:00:00Z")

describe.each(usualDatabases)("on $name", ({ name, settings }) => {
  /** Accepts refresh token `r1` once, after `meanwhile`; returns the refresh tokens that were received. */
  const acceptRefreshToken = async (outside: LoopbackServer, meanwhile: () => Promise<unknown>) => {
    const receivedTokens: Array<string | null> = []
    outside.answerWith((request, response) => {
      const refresh = new URLSearchParams(request.body).get("refresh_token")
      receivedTokens.push(refresh)
      if (refresh !== "r1" || receivedTokens.length > 1) return void response.writeHead(400).end("{}")
      void meanwhile().then(() => response.end(JSON.stringify({ access_token: "a2", refresh_token: "r2", expires_in: 3600 })))
    })
    return receivedTokens
  }

  const prepareConnection = async (secretKey: string) => {
    const dataDir = preparedDataDir()
    const databaseUrl = (await settings())["DATABASE_URL"] ?? null
    const outside = await startLoopbackServer()
    const open = async (key: string) => ({
      database: await openDatabase({ databaseUrl, dataDir }, () => undefined),
      secret: openServerSecret({ secretKey: key, dataDir }),
      outbound: createOutboundClient({ isPrivateAllowed: true }),
      now,
    })
    const context = await open(secretKey)
    const { db } = context.database
    const [community, id] = [randomUUIDv7(), randomUUIDv7()]
    await db.insertInto("communities").values({ id: community, name: "Acme", slug: "acme", made_at: now() }).execute()
    const connection = {
      platform: 4,
      name: "crm",
      externalKey: "k",
      authType: 5,
      fields: { clientId: "c", clientSecret: "s", authEndpoint: `${outside.address}/a`, tokenEndpoint: `${outside.address}/token` },
    } as const
    const old = openServerSecret({ secretKey: keys.old, dataDir })
    const expiredTokens = { access: "a1", refresh: "r1", until: "2026-03-01T11:00:00Z" }
    await db
      .insertInto("connections")
      .values({
        id,
        community_id: community,
        sealed: encryptConnection(old, id, connection),
        tokens: encryptTokens(old, id, expiredTokens),
        made_at: now(),
      })
      .execute()
    const row = () => db.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
    return { context, open, outside, connection, row, end: () => removeDataDir(dataDir) }
  }

  test.runIf(name === "PostgreSQL")(
    "renews the token once for two processes that need it at the same time, and gives it to both",
    async () => {
      const { context, open, outside, connection, row, end } = await prepareConnection(keys.old)
      const other = await open(keys.old)
      const receivedTokens = await acceptRefreshToken(outside, () => pause(600))
      const before = await row()
      expect(
        await Promise.all([context, other, context, other].map(async (it) => (await getAccessToken(it, before, connection)).access)),
      ).toEqual(["a2", "a2", "a2", "a2"])
      expect(receivedTokens).toEqual(["r1"])
      expect(decryptTokens(context.secret, await row())).toMatchObject({ access: "a2", refresh: "r2" })
      expect((await row()).renewing_until).toBeNull()
      await Promise.all([context.database.close(), other.database.close()])
      outside.stop()
      end()
    },
  )

  test("stores the renewed token when the secret key is rotated during the renewal", async () => {
    const { context, outside, connection, row, end } = await prepareConnection(keys.both)
    const receivedTokens = await acceptRefreshToken(outside, () => rotateSecretKey(context))
    const before = await row()
    expect(await getAccessToken(context, before, connection)).toEqual({ access: "a2", why: null })
    const after = await row()
    expect([after.sealed === before.sealed, decryptTokens(context.secret, after)]).toMatchObject([false, { access: "a2", refresh: "r2" }])
    expect(receivedTokens).toEqual(["r1"])
    await context.database.close()
    outside.stop()
    end()
  })

  test("deletes revoked access and shows the connection as unauthorized", async () => {
    const { context, outside, connection, row, end } = await prepareConnection(keys.old)
    outside.answerWith((_request, response) => void response.writeHead(400).end('{"error":"invalid_grant"}'))
    expect(await getAccessToken(context, await row(), connection)).toMatchObject({
      access: null,
      why: { values: { reason: "invalid_grant" } },
    })
    expect([decryptTokens(context.secret, await row()), (await row()).renewing_until]).toEqual([null, null])
    expect(toListedConnection(context.secret, await row()).isAuthorized).toBe(false)
    await context.database.close()
    outside.stop()
    end()
  })

  test("keeps the refresh token after any other refusal, and shows its reason until access is granted", async () => {
    const { context, outside, connection, row, end } = await prepareConnection(keys.old)
    outside.answerWith((_request, response) => void response.writeHead(400).end("{}"))
    expect(await getAccessToken(context, await row(), connection)).toMatchObject({ access: null, why: { values: { reason: "HTTP 400" } } })
    expect([decryptTokens(context.secret, await row()), (await row()).renewing_until]).toMatchObject([{ refresh: "r1" }, null])
    expect(toListedConnection(context.secret, await row()).refusal).toMatchObject({ values: { reason: "HTTP 400" } })
    await acceptRefreshToken(outside, async () => undefined)
    expect(await getAccessToken(context, await row(), connection)).toEqual({ access: "a2", why: null })
    expect(toListedConnection(context.secret, await row()).refusal).toBeNull()
    await context.database.close()
    outside.stop()
    end()
  })
})
