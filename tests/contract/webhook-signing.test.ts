// Signatures of deliveries, compared with the example of the Standard Webhooks specification and with its formula.
import { createHmac } from "node:crypto"
import fc from "fast-check"
import { expect, test } from "vitest"
import { signWebhook } from "../../adapters/server/deliveries/webhook-signing.ts"

test("signs the example of the Standard Webhooks specification as it says", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}', at: new Date(1_614_265_330_000) }
  expect(signWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message)).toEqual({
    "webhook-id": message.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  })
})

test("signs any message with HMAC-SHA256 over its id, its time in whole seconds, and its body", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uuid(),
      fc.string({ unit: "grapheme" }),
      fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
      (key, id, body, at) => {
        const headers = signWebhook(`whsec_${Buffer.from(key).toString("base64")}`, { id, body, at })
        const signed = `${id}.${Math.floor(at.getTime() / 1000)}.${body}`
        expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`)
      },
    ),
  )
})
