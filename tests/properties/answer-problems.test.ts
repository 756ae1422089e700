// Problems reported for invalid answers, and the facets that conditions and recalls read from valid ones.
import { describe, expect, test } from "vitest"
import { getAnswerFacets } from "../../domain/chat/answer-facets.ts"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import { maxAnswerLength } from "../../domain/questions/answer-limits.ts"
import { fileExtensions } from "../../domain/questions/file-question.ts"
import type { Question } from "../../domain/questions/question.ts"
import { createChoices } from "../arbitraries/answerable.ts"

const choices = createChoices("Ja", "Nee", " Soms ", "Niets").map((it) => ({ ...it, single: it.value === 4 }))
const long = "x".repeat(41)

describe("[E1] parsing answers", () => {
  test.each<[Question, unknown, string, Readonly<Record<string, string | number>>]>([
    [{ uuid: "q", type: "choice", choices }, "Misschien", "answer.unknown-choice", { value: "Misschien" }],
    [{ uuid: "q", type: "choice", choices }, long.slice(1), "answer.unknown-choice", { value: "x".repeat(40) }],
    [{ uuid: "q", type: "choice", choices }, long, "answer.unknown-choice", { value: `${"x".repeat(39)}…` }],
    [{ uuid: "q", type: "choice", choices }, 7, "answer.unknown-choice", { value: "7" }],
    [{ uuid: "q", type: "choice", choices }, false, "answer.unknown-choice", { value: "false" }],
    [{ uuid: "q", type: "choice", choices }, { ja: 1 }, "answer.unknown-choice", { value: "object" }],
    [{ uuid: "q", type: "choice", choices: createChoices("true") }, true, "answer.unknown-choice", { value: "true" }],
    [{ uuid: "q", type: "choice" }, 1, "answer.unknown-choice", { value: "1" }],
    [{ uuid: "q", type: "multiple", choices }, [1, "8"], "answer.unknown-choice", { value: "8" }],
    [{ uuid: "q", type: "multiple" }, [1], "answer.unknown-choice", { value: "1" }],
    [{ uuid: "q", type: "multiple", choices }, [1, 4], "answer.single", { text: "Niets" }],
    [{ uuid: "q", type: "multiple", choices, options: { minimum: 2 } }, [1], "answer.fewest", { fewest: 2 }],
    [{ uuid: "q", type: "multiple", choices, options: { minimum: 2 } }, 1, "answer.fewest", { fewest: 2 }],
    [{ uuid: "q", type: "multiple", choices, options: { maximum: 2 } }, [1, 2, 3], "answer.most", { most: 2 }],
    [{ uuid: "q", type: "open", options: { minimum: 3 } }, "ja", "answer.short", { least: 3 }],
    [{ uuid: "q", type: "open", options: { maximum: 3 } }, "nooit", "answer.long", { most: 3 }],
    [{ uuid: "q", type: "open", options: { maximum: 100_000 } }, "x".repeat(maxAnswerLength + 1), "answer.long", { most: maxAnswerLength }],
    [{ uuid: "q", type: "open" }, true, "answer.shape", {}],
    [{ uuid: "q", type: "open" }, Number.NaN, "answer.shape", {}],
    [{ uuid: "q", type: "open" }, { toString: () => "ja" }, "answer.shape", {}],
    [{ uuid: "q", type: "email" }, { a: 1 }, "answer.email", {}],
    [{ uuid: "q", type: "numeric" }, "tien", "answer.number", {}],
    [{ uuid: "q", type: "numeric", options: { minimum: 5 } }, 4, "answer.least", { least: 5 }],
    [{ uuid: "q", type: "numeric", options: { maximum: 5 } }, 6, "answer.largest", { most: 5 }],
    [{ uuid: "q", type: "numeric", options: { precision: 0 } }, 1.5, "answer.whole", {}],
    [{ uuid: "q", type: "numeric", options: { precision: 1 } }, 1.25, "answer.decimals", { most: 1 }],
    [{ uuid: "q", type: "numeric", options: { hasSlider: true, stepSize: 5 } }, 7, "answer.step", { step: 5 }],
    [{ uuid: "q", type: "numeric", options: { hasSlider: true } }, 1.5, "answer.step", { step: 1 }],
    [{ uuid: "q", type: "currency" }, "veel", "answer.number", {}],
    [{ uuid: "q", type: "currency" }, [1], "answer.number", {}],
    [{ uuid: "q", type: "currency", options: { minimum: 5 } }, 4.99, "answer.least", { least: 5 }],
    [{ uuid: "q", type: "starRating" }, 6, "answer.scale", {}],
    [{ uuid: "q", type: "nps" }, "veel", "answer.scale", {}],
    [{ uuid: "q", type: "date" }, 20_260_101, "answer.date", {}],
    [{ uuid: "q", type: "date", options: { minimum: "2026-01-02" } }, "2026-01-01", "answer.early", { first: "2026-01-02" }],
    [{ uuid: "q", type: "date", options: { maximum: "2026-01-02" } }, "2026-01-03", "answer.late", { last: "2026-01-02" }],
    [{ uuid: "q", type: "file" }, [" "], "answer.file", {}],
    [{ uuid: "q", type: "file" }, [""], "answer.file", {}],
    [{ uuid: "q", type: "file" }, `${"x".repeat(1021)}.png`, "answer.file", {}],
    [{ uuid: "q", type: "file", options: { extensions: ["png", "jpg"] } }, "a.gif", "answer.file-kind", { kinds: "png, jpg" }],
    [{ uuid: "q", type: "file", options: { extensions: [] } }, "a", "answer.file-kind", { kinds: fileExtensions.join(", ") }],
    [{ uuid: "q", type: "file" }, Array.from({ length: 21 }, () => "a.png"), "answer.files", { most: 20 }],
    [{ uuid: "q", type: "emoji" }, "  ", "answer.required", {}],
  ])("for %j refuses the answer %j", (question, given, key, values) => {
    expect(parseAnswer(question, given)).toEqual({ ok: false, problem: { key, values } })
  })

  test.each<[Question, unknown, unknown]>([
    [{ uuid: "q", type: "choice", choices }, "soms", 3],
    [{ uuid: "q", type: "choice", choices: createChoices("null") }, "NULL", 1],
    [{ uuid: "q", type: "multiple", choices }, "nee", [2]],
    [{ uuid: "q", type: "multiple", choices, options: { maximum: 2 } }, [1, 2], [1, 2]],
    [{ uuid: "q", type: "open" }, 12, "12"],
    [{ uuid: "q", type: "numeric" }, "-12,50", -12.5],
    [{ uuid: "q", type: "numeric", options: { hasSlider: true, stepSize: 0 } }, 3, 3],
    [{ uuid: "q", type: "numeric", options: { hasSlider: true, stepSize: -2 } }, 3, 3],
    [{ uuid: "q", type: "currency", options: {} }, "0,05", 0.05],
    [{ uuid: "q", type: "file" }, `${"x".repeat(1020)}.png`, `${"x".repeat(1020)}.png`],
    [{ uuid: "q", type: "file", options: { extensions: [] } }, "a.PNG", "a.PNG"],
  ])("for %j stores the answer %j as %j", (question, given, value) => {
    expect(parseAnswer(question, given)).toEqual({ ok: true, value })
  })

  test("refuses texts that only start or end with a number, and stores -0 as 0", () => {
    const parse = (given: unknown) => parseAnswer({ uuid: "q", type: "numeric" }, given)
    for (const given of ["x1,5", "1,5x", "1,5,5", "1,", ",5", "1.00,5"]) expect([given, parse(given).ok]).toEqual([given, false])
    for (const given of [-0, "-0", "-0,0"]) expect(parse(given)).toStrictEqual({ ok: true, value: 0 })
  })
})

describe("[C14] answer facets", () => {
  const facetsOf = (question: Question, value: Parameters<typeof getAnswerFacets>[1], language: "nl" | "en" = "nl") =>
    getAnswerFacets(question, value, language)
  const scored = choices.map((it) => ({ ...it, score: it.value * 10, amount: it.value }))

  test("a choice has its value, text, score and amount; several choices have those of all", () => {
    expect(facetsOf({ uuid: "q", type: "choice", choices: scored }, 2)).toEqual({ value: 2, text: "Nee", score: 20, amount: 2 })
    expect(facetsOf({ uuid: "q", type: "multiple", choices: scored }, [1, 2])).toEqual({
      value: [1, 2],
      text: ["Ja", "Nee"],
      score: 30,
      amount: 3,
    })
    expect(facetsOf({ uuid: "q", type: "multiple", choices: scored }, 2)).toEqual({ value: [2], text: ["Nee"], score: 20, amount: 2 })
  })

  test("numbers, amounts and dates have a text in the language of the conversation", () => {
    expect([facetsOf({ uuid: "q", type: "numeric" }, 1234.5).text, facetsOf({ uuid: "q", type: "numeric" }, 1234.5, "en").text]).toEqual([
      "1234,5",
      "1234.5",
    ])
    const price: Question = { uuid: "q", type: "currency" }
    expect(facetsOf(price, 12.5, "en")).toEqual({ value: 12.5, text: "€12.50", score: null, amount: 12.5 })
    expect(facetsOf({ ...price, options: { currency: 2 } }, 12.5, "en").text).not.toBe("€12.50")
    expect([
      facetsOf({ uuid: "q", type: "date" }, "2026-03-01").text,
      facetsOf({ uuid: "q", type: "date" }, "2026-03-01", "en").text,
    ]).toEqual(["1 maart 2026", "March 1, 2026"])
  })

  test.each<Question["type"]>(["nps", "starRating", "emoji"])("an answer on a scale (%s) has its number as text", (type) => {
    const question = { uuid: "q", type } as const
    expect(facetsOf(question, 4)).toEqual({ value: 4, text: "4", score: null, amount: null })
  })

  test("an answer that an earlier version stored in another form keeps its value", () => {
    const plain = (value: string | number) => ({ value, text: value, score: null, amount: null })
    expect(facetsOf({ uuid: "q", type: "choice", choices }, 9)).toEqual(plain(9))
    expect(facetsOf({ uuid: "q", type: "choice" }, 1)).toEqual(plain(1))
    expect(facetsOf({ uuid: "q", type: "multiple" }, [1])).toEqual({ value: [], text: [], score: null, amount: null })
    for (const type of ["numeric", "currency", "nps", "starRating", "emoji", "date", "open", "email", "file"] as const)
      expect([type, facetsOf({ uuid: "q", type }, "veel")]).toEqual([type, plain("veel")])
    expect(facetsOf({ uuid: "q", type: "date" }, 5)).toEqual(plain(5))
    expect(facetsOf({ uuid: "q", type: "open" }, null)).toEqual({ value: null, text: null, score: null, amount: null })
    expect(facetsOf({ uuid: "q", type: "numeric" }, null)).toEqual({ value: null, text: null, score: null, amount: null })
  })
})
