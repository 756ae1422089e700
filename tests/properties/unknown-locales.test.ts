// Texts of numbers, amounts and dates in unknown languages and currencies: functions of the domain are total [E1].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatAmountDue, formatAnswer } from "../../domain/chat/answer-facets.ts"
import { computeReadingSeconds } from "../../domain/flow/reading-delay.ts"
import { createValueComparison } from "../../domain/text/collation.ts"
import type { Language } from "../../domain/text/language.ts"

/** A value of a stored file, which its type does not limit. */
const stored = <Value>(value: unknown): Value => JSON.parse(JSON.stringify(value))

/** Malformed tags, which count as English; any other tag may have its own digits and calendar. */
const malformed = ["", "_", "nl_NL", "12345678901", "en-", "€"]
const currencies = fc.oneof(fc.constantFrom("EUR", "", "EURO", "€", "12"), fc.string())

describe("an unknown language or currency", () => {
  const formatAll = (tag: string, currency: string): ReadonlyArray<string> => {
    const language = stored<Language>(tag)
    return [
      formatAmountDue({ amount: 12.5, currency }, language),
      formatAnswer({ uuid: "q", type: "numeric" }, 12, language),
      formatAnswer({ uuid: "q", type: "date" }, "2024-02-29", language),
    ]
  }

  test.each(malformed)("[E1] of the malformed tag “%s” has the texts of English", (tag) => {
    fc.assert(
      fc.property(currencies, (currency) => {
        expect(formatAll(tag, currency)).toEqual(formatAll("en", currency))
      }),
    )
    expect(formatAll(tag, "EURO")).toEqual(["12.5 EURO", "12", "February 29, 2024"])
  })

  test("[E1] does not make a text empty or a comparison fail", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3 }), currencies, (tag, currency) => {
        for (const text of formatAll(tag, currency)) expect(text).not.toBe("")
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
