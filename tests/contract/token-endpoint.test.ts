// What an owner's server is asked for access, and what is told of what it says (RFC 6749 §4.1.2, §5.2; decisions O11, O12).
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { requestTokens } from "../../adapters/server/connections/oauth-client.ts"
import { createOutboundClient } from "../../adapters/server/outbound/outbound-client.ts"
import type { ConnectionPayload } from "../../domain/connections/connection.ts"
import { type Loopback, startLoopback } from "../fixtures/loopback.ts"

const context = { outbound: createOutboundClient({ isPrivateAllowed: true }), now: () => new Date("2026-03-01T12:00:00Z") }
const form = { grant_type: "refresh_token", refresh_token: "the-refresh-token", redirect_uri: "http://console.example/back" }

describe("an owner's server", () => {
  let outside: Loopback
  beforeAll(async () => {
    outside = await startLoopback()
  })
  afterAll(() => outside.stop())

  const connection = (): ConnectionPayload => ({
    platform: 4,
    name: "crm",
    externalKey: "k",
    authType: 5,
    fields: { clientId: "the client", clientSecret: "the secret", tokenEndpoint: `${outside.address}/token` },
  })

  /** What is told of a server that answers `status` with what `say` makes of its request, and how often it was asked. */
  const askedOf = async (status: number, say: (request: { body: string; authorization: string }) => unknown) => {
    let asked = 0
    outside.answerWith((request, response) => {
      asked += 1
      response.writeHead(status).end(JSON.stringify(say({ body: request.body, authorization: String(request.headers["authorization"]) })))
    })
    const { why } = await requestTokens(context, connection(), { form })
    return { asked, reason: String(why?.values?.["reason"]) }
  }

  test("[O12] that repeats the header it was sent gives nothing of it away", async () => {
    const { reason } = await askedOf(400, ({ authorization }) => ({ error: "bad", error_description: `is '${authorization}'` }))
    expect(reason).toBe("bad: is 'Basic ••••••••'")
  })

  test("[O12] is told in its own words where they name what the standard names, and where the way back leads", async () => {
    const { reason } = await askedOf(400, ({ body }) => ({
      error: "bad_request",
      error_description: `refresh_token ${new URLSearchParams(body).get("refresh_token")} is not for ${form.redirect_uri}`,
    }))
    expect(reason).toBe(`bad_request: refresh_token •••••••• is not for ${form.redirect_uri}`)
  })

  test("[O11] that knows the client and refuses what it brings is not brought that a second time, whatever its status", async () => {
    for (const status of [400, 401, 403])
      expect(await askedOf(status, () => ({ error: "invalid_grant" }))).toEqual({ asked: 1, reason: "invalid_grant" })
  })
})
