// Numbers as people type them, in each language of a chat (E1).
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseAnswer, parseLocalizedNumber } from "../../domain/chat/answer-validation.ts"
import { type Language, languages } from "../../domain/text/language.ts"

const language = fc.constantFrom(...languages)

describe("[E1] a number that is typed", () => {
  test("is parsed as its language formats it, with thousands and decimals", () =>
    fc.assert(
      fc.property(
        language,
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.nat(2),
        fc.constantFrom("latn", "arab"),
        fc.boolean(),
        (locale, whole, decimals, numberingSystem, useGrouping) => {
          const number = whole / 10 ** decimals
          const format = new Intl.NumberFormat(locale, {
            useGrouping,
            minimumFractionDigits: decimals,
            ...(locale === "ar" && { numberingSystem }),
          })
          expect([locale, parseLocalizedNumber(format.format(number).replace(/[\u200E\u200F\u061C]/g, ""), locale)]).toEqual([
            locale,
            number,
          ])
        },
      ),
    ))

  test("is parsed with a point or comma before one or two decimals in every language", () =>
    fc.assert(
      fc.property(language, fc.nat(999_999), fc.stringMatching(/^\d{1,2}$/), fc.constantFrom(".", ","), (locale, whole, decimals, sign) => {
        expect(parseLocalizedNumber(`${whole}${sign}${decimals}`, locale)).toBe(Number(`${whole}.${decimals}`))
      }),
    ))

  test.each<readonly [string, Language, number | null]>([
    ["1.000", "nl", 1000],
    ["1,000", "nl", 1],
    ["1,000", "en", 1000],
    ["1.000", "en", 1],
    ["1.000", "fr", 1000],
    ["1 000,50", "ru", 1000.5],
    ["1.234,56", "en", 1234.56],
    ["1,234.56", "de", 1234.56],
    ["1.000.000", "en", 1_000_000],
    ["1'000", "de", 1000],
    ["0.500", "nl", 0.5],
    ["0,125", "en", 0.125],
    ["−5", "es", -5],
    ["٣٫٥", "ar", 3.5],
    ["١٬٢٣٤", "ar", 1234],
    // The Arabic decimal separator is unambiguous in every language.
    ["١٫٢٣٤", "ar", 1.234],
    ["١٫٢٣٤", "nl", 1.234],
    ["۱۲", "ar", 12],
    ["1.00.000", "nl", null],
    ["12 34", "nl", null],
    ["1.000,000.5", "nl", null],
    ["1.000.", "nl", null],
    [".", "nl", null],
    ["", "nl", null],
  ])("%s in %s is %s", (text, locale, number) => {
    expect(parseLocalizedNumber(text, locale)).toBe(number)
  })

  test("is parsed regardless of the question's limits", () => {
    const question = { uuid: "q", type: "currency", options: { minimum: 1, maximum: 100_000, precision: 2 } } as const
    expect(parseAnswer(question, "2.500", "nl")).toEqual({ ok: true, value: 2500 })
    expect(parseAnswer(question, "2.500", "en")).toEqual({ ok: true, value: 2.5 })
    expect(parseAnswer({ uuid: "q", type: "nps", options: { minimum: 0, maximum: 10 } }, "٩", "ar")).toEqual({ ok: true, value: 9 })
  })
})
