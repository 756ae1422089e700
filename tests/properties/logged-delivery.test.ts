// What was sent to addresses outside, as it is looked at: what may be sent again, what it is called, how its body is read.
import fc from "fast-check"
import { expect, test } from "vitest"
import { arrangedDeliveries, deliveryName } from "../../domain/actions/send-to-api/arranged.ts"
import { calledIn, isTaken, type LoggedDelivery, mayDeliverAgain, readableBody } from "../../domain/actions/send-to-api/logged.ts"
import { withAmount } from "../../domain/actions/send-to-api/trigger.ts"
import { instructionsOf } from "../fixtures/live-script.ts"

const reason = fc.constantFrom<LoggedDelivery["reason"]>("reached", "stale", "test", "asked")

test("what is on its way is not sent again, nor what a respondent waited for; all else is", () => {
  fc.assert(
    fc.property(reason, fc.constantFrom<LoggedDelivery["state"]>("delivered", "failed"), (why, ended) => {
      expect(mayDeliverAgain({ state: "due", reason: why })).toBe(false)
      expect(mayDeliverAgain({ state: ended, reason: why })).toBe(why !== "asked")
    }),
  )
})

test("an instruction is called by its name, by its place without one, and by the beginning of its uuid where it is gone", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2 }), ([gone = "", ...uuids]) => {
      const named = uuids.map((uuid, order) => ({ uuid, order, label: order % 2 === 0 ? `name_${order}` : null }))
      for (const { uuid, order, label } of named) expect(calledIn(named, uuid)).toBe(label ?? `q${order + 1}`)
      expect(calledIn(named, gone)).toBe(gone.slice(0, 8))
    }),
  )
})

test("[A6] a delivery is called by its record key `name` where that says something, else as its instruction; listed are those to APIs", () => {
  const labels = fc.option(fc.dictionary(fc.constantFrom("name", "other"), fc.constantFrom("", " ", "Lead", " Lead ")), { nil: null })
  fc.assert(
    fc.property(labels, fc.boolean(), (record, isOn) => {
      const endpoint = "https://a.example"
      const instructions = instructionsOf(
        { type: "message", says: "Hello" },
        {
          type: "action",
          action: { type: "send2api", params: { endpoint, labels: record, trigger: withAmount({ enabled: isOn }, 2, "day") } },
        },
        { type: "action", label: "con", action: { type: "send2con", params: {} } },
      )
      const uuid = instructions[1]?.uuid ?? ""
      const name = (record?.["name"] ?? "").trim() === "" ? "q2" : "Lead"
      expect(arrangedDeliveries(instructions)).toEqual([
        { uuid, name, version: 1, endpoint, wait: isOn ? { amount: 2, unit: "day" } : undefined },
      ])
      expect(calledIn(instructions, uuid)).toBe(name)
    }),
  )
  expect(deliveryName({ label: "con", order: 4, action: { type: "send2con", params: {} } })).toBe("con")
})

test("taken is what is answered with 200 to 299: who leads elsewhere has taken nothing", () => {
  const taken = [null, 199, 200, 204, 299, 300, 307, 400, 500].filter((status) => isTaken({ status }))
  expect(taken).toEqual([200, 204, 299])
})

test("a body is read with the same content: JSON over several lines, anything else letter for letter", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (content) => {
      const read = readableBody(JSON.stringify(content))
      expect(JSON.parse(read)).toEqual(JSON.parse(JSON.stringify(content)))
      expect(read.split("\n").length).toBeGreaterThan(2)
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => readableBody(`<${text}`) === `<${text}`))
})
