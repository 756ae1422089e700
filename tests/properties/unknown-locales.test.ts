// Numbers, amounts, days and words of languages and currencies that nobody knows: functions of the domain are total [E1].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatAmountDue, formatAnswer } from "../../domain/chat/answer-facets.ts"
import { computeReadingSeconds } from "../../domain/flow/reading-delay.ts"
import { createValueComparison } from "../../domain/text/collation.ts"
import type { Language } from "../../domain/text/language.ts"

/** A value of a stored file, which its type does not limit. */
const stored = <Value>(value: unknown): Value => JSON.parse(JSON.stringify(value))

const languages = fc.oneof(fc.constantFrom("nl", "", "_", "nl_NL", "12345678901", "en-"), fc.string())
const currencies = fc.oneof(fc.constantFrom("EUR", "", "EURO", "€", "12"), fc.string())

describe("an unknown language or currency", () => {
  test("[E1] of an amount, a number or a day is written all the same", () => {
    fc.assert(
      fc.property(languages, currencies, (tag, currency) => {
        const language = stored<Language>(tag)
        expect(formatAmountDue({ amount: 12.5, currency }, language)).toMatch(/12/)
        expect(formatAnswer({ uuid: "q", type: "numeric" }, 12, language)).toMatch(/12|١٢/)
        expect(formatAnswer({ uuid: "q", type: "date" }, "2024-02-29", language)).toMatch(/29/)
        expect(computeReadingSeconds("een twee", tag)).toBeGreaterThan(0)
        expect(createValueComparison(tag)("a", "b")).toBeLessThan(0)
      }),
    )
  })

  test("[E1] of a stored question is written as a number, with the code of the currency if there is one", () => {
    const question = stored<Parameters<typeof formatAnswer>[0]>({ uuid: "q", type: "currency", options: { currency: 9 } })
    expect(formatAnswer(question, 12.5, "nl")).toBe("12,5")
    expect(formatAmountDue({ amount: 12.5, currency: "EURO" }, "nl")).toBe("12,5 EURO")
    expect(formatAmountDue({ amount: 12.5, currency: "EUR" }, "nl")).toBe("€\u00a012,50")
  })
})
