import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { picks, Status, step } from "../../domain/script/status.ts"

const status = fc.constantFrom(...Status.literals)

describe("script status", () => {
  test("[S1] the picker never offers the present status, nor deleted", () => {
    fc.assert(
      fc.property(status, (from) => {
        expect(picks(from)).not.toContain(from)
        expect(picks(from)).not.toContain("deleted")
      }),
    )
  })

  test("[S2] whatever steps were taken, preparation can be reached in one more", () => {
    fc.assert(
      fc.property(status, fc.array(status), (start, wishes) => {
        const end = wishes.reduce((at, to) => (step(at, to) === undefined ? at : to), start)
        expect(end === "preparation" || step(end, "preparation") !== undefined).toBe(true)
      }),
    )
  })
})
