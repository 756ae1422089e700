// The delivery log: names of deliveries, sending again, response statuses, bodies and failures.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  canRedeliver,
  findDeliveryName,
  formatBody,
  getDeliveryName,
  getStatusHint,
  isAccepted,
  type LoggedDelivery,
  listConfiguredDeliveries,
} from "../../domain/actions/delivery.ts"
import { setTriggerAmount } from "../../domain/actions/delivery-trigger.ts"
import { outboundFailures as inDutch } from "../../domain/catalog/nl/outbound-failures.ts"
import {
  createOutboundFailure,
  createOutboundFailureFromCode,
  decodeOutboundFailure,
  encodeOutboundFailure,
} from "../../domain/connections/outbound-failure.ts"
import { createInstructions } from "../fixtures/live-script.ts"

const reason = fc.constantFrom<LoggedDelivery["reason"]>("reached", "stale", "test", "asked")

test("a finished delivery can be sent again, unless a respondent waited for it; one that is due cannot", () => {
  fc.assert(
    fc.property(reason, fc.constantFrom<LoggedDelivery["state"]>("delivered", "failed"), (why, ended) => {
      expect(canRedeliver({ state: "due", reason: why })).toBe(false)
      expect(canRedeliver({ state: ended, reason: why })).toBe(why !== "asked")
    }),
  )
})

test("a delivery carries the name of its instruction, else its place, and the start of its uuid once the instruction is deleted", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2 }), ([deletedUuid = "", ...uuids]) => {
      const named = uuids.map((uuid, order) => ({ uuid, order, label: order % 2 === 0 ? `name_${order}` : null }))
      for (const { uuid, order, label } of named) expect(findDeliveryName(named, uuid)).toBe(label ?? `q${order + 1}`)
      expect(findDeliveryName(named, deletedUuid)).toBe(deletedUuid.slice(0, 8))
    }),
  )
})

test("[A6] a delivery is named by its record key `name` if that has text, else by its instruction; only API deliveries are listed", () => {
  const labels = fc.option(fc.dictionary(fc.constantFrom("name", "other"), fc.constantFrom("", " ", "Lead", " Lead ")), { nil: null })
  fc.assert(
    fc.property(labels, fc.boolean(), (record, isOn) => {
      const endpoint = "https://a.example"
      const instructions = createInstructions(
        { type: "message", says: "Hello" },
        {
          type: "action",
          action: { type: "send2api", params: { endpoint, labels: record, trigger: setTriggerAmount({ enabled: isOn }, 2, "day") } },
        },
        { type: "action", label: "con", action: { type: "send2con", params: {} } },
      )
      const uuid = instructions[1]?.uuid ?? ""
      const name = (record?.["name"] ?? "").trim() === "" ? "q2" : "Lead"
      expect(listConfiguredDeliveries(instructions)).toEqual([
        { uuid, name, version: 1, endpoint, wait: isOn ? { amount: 2, unit: "day" } : undefined },
      ])
      expect(findDeliveryName(instructions, uuid)).toBe(name)
    }),
  )
  expect(getDeliveryName({ label: "con", order: 4, action: { type: "send2con", params: {} } })).toBe("con")
})

test("a delivery is accepted with status 200 to 299; a redirect is not accepted", () => {
  const taken = [null, 199, 200, 204, 299, 300, 307, 400, 500].filter((status) => isAccepted({ status }))
  expect(taken).toEqual([200, 204, 299])
})

test("a JSON body is shown indented with the same content; any other body is shown unchanged", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (content) => {
      const shown = formatBody(JSON.stringify(content))
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(content)))
      expect(shown.split("\n").length).toBeGreaterThan(2)
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => formatBody(`<${text}`) === `<${text}`))
})

test("redirects and 410 have a hint; other statuses have none", () => {
  expect([200, 299, 300, 302, 399, 400, 410, 500].map(getStatusHint)).toEqual([
    null,
    null,
    "elsewhere",
    "elsewhere",
    "elsewhere",
    null,
    "gone",
    null,
  ])
})

describe("the failure of a delivery without a response", () => {
  test("is a sentence that names the problem and the host", () => {
    const messageFor = (code: string) => createOutboundFailureFromCode("a.example:81", code, "connect EFOO 1.2.3.4").message
    for (const [codes, message] of [
      [["ECONNREFUSED"], "a.example:81 refused the connection"],
      [["EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"], "a.example:81 cannot be reached"],
      [["ECONNRESET", "EPIPE"], "a.example:81 closed the connection early"],
      [["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"], "The certificate of a.example:81 has expired or is not valid yet"],
      [["ERR_TLS_CERT_ALTNAME_INVALID"], "The certificate of a.example:81 is for another name"],
      [
        ["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_UNTRUSTED", "INVALID_CA"],
        "The certificate of a.example:81 isn't trusted",
      ],
      [["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"], "a.example:81 doesn't support https"],
      [["HPE_INVALID_CONSTANT"], "a.example:81 didn't respond like a web server"],
      [["EFOO"], "The connection to a.example:81 failed: connect EFOO 1.2.3.4"],
    ] as const)
      expect(codes.map(messageFor)).toEqual(codes.map(() => message))
    expect(createOutboundFailureFromCode("a.example", "EFOO", "").message).toBe("The connection to a.example failed: EFOO")
  })

  test("is stored with its key and values for translation; an older stored text is read as a plain message", () => {
    fc.assert(
      fc.property(fc.string(), (host) => {
        const failure = createOutboundFailure("unanswered.name", { host })
        expect(decodeOutboundFailure(encodeOutboundFailure(failure))).toEqual(failure)
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeOutboundFailure(`! ${text}`)).toEqual({ message: `! ${text}` })
      }),
    )
    for (const text of ["null", "[]", '"a"', "{}", '{"message":1}']) expect(decodeOutboundFailure(text)).toEqual({ message: text })
    expect(Object.hasOwn(inDutch, createOutboundFailure("unanswered.no-endpoint").key ?? "")).toBe(true)
  })
})
