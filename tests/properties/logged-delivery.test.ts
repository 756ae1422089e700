// What was sent to addresses outside, as it is looked at: what may be sent again, what it is called, how its body is read.
import fc from "fast-check"
import { expect, test } from "vitest"
import { calledIn, type LoggedDelivery, mayDeliverAgain, readableBody } from "../../domain/actions/send-to-api/logged.ts"

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
