// Token requests to an owner's server, and how its errors are reported (RFC 6749 §4.1.2, §5.2; O11, O12).
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { requestTokens } from "../../adapters/server/connections/oauth-client.ts"
import { createOutboundClient } from "../../adapters/server/outbound/outbound-client.ts"
import type { ConnectionPayload } from "../../domain/connections/connection.ts"
import { type LoopbackServer, startLoopbackServer } from "../fixtures/loopback-server.ts"

const context = { outbound: createOutboundClient({ isPrivateAllowed: true }), now: () => new Date("2026-03-01T12:00:00Z") }
const form = { grant_type: "refresh_token", refresh_token: "the-refresh-token", redirect_uri: "http://console.example/back" }

describe("a token request", () => {
  let outside: LoopbackServer
  beforeAll(async () => {
    outside = await startLoopbackServer()
  })
  afterAll(() => outside.stop())

  const connection = (): ConnectionPayload => ({
    platform: 4,
    name: "crm",
    externalKey: "k",
    authType: 5,
    fields: { clientId: "the client", clientSecret: "the secret", tokenEndpoint: `${outside.address}/token` },
  })

  /** Requests a token from a server that responds with `status` and `say`; returns the reported reason and the number of requests. */
  const requestFrom = async (status: number, say: (request: { body: string; authorization: string }) => unknown) => {
    let asked = 0
    outside.answerWith((request, response) => {
      asked += 1
      response.writeHead(status).end(JSON.stringify(say({ body: request.body, authorization: String(request.headers["authorization"]) })))
    })
    const { why } = await requestTokens(context, connection(), { form })
    return { asked, reason: String(why?.values?.["reason"]) }
  }

  test("[O12] masks credentials that an error description repeats", async () => {
    const { reason } = await requestFrom(400, ({ authorization }) => ({ error: "bad", error_description: `is '${authorization}'` }))
    expect(reason).toBe("bad: is 'Basic ••••••••'")
  })

  test("[O12] masks the refresh token in an error description, but not parameter names or the redirect URI", async () => {
    const { reason } = await requestFrom(400, ({ body }) => ({
      error: "bad_request",
      error_description: `refresh_token ${new URLSearchParams(body).get("refresh_token")} is not for ${form.redirect_uri}`,
    }))
    expect(reason).toBe(`bad_request: refresh_token •••••••• is not for ${form.redirect_uri}`)
  })

  test("[O11] is not repeated after invalid_grant, whatever the status", async () => {
    for (const status of [400, 401, 403])
      expect(await requestFrom(status, () => ({ error: "invalid_grant" }))).toEqual({ asked: 1, reason: "invalid_grant" })
  })
})
