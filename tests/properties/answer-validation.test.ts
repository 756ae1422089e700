// Parsing answers [E1] and ordering choices [E3].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { answers as en } from "../../domain/catalog/en/answers.ts"
import { answers as nl } from "../../domain/catalog/nl/answers.ts"
import { isTooLongForAnyQuestion, pastedTextProblem } from "../../domain/chat/answer-problem.ts"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import { orderChoices, seededRandom } from "../../domain/chat/choice-order.ts"
import { metadataLimits } from "../../domain/chat/conversation-metadata.ts"
import { maxEventBytes } from "../../domain/conversations/conversation-limits.ts"
import { maxAnswerLength } from "../../domain/questions/answer-limits.ts"
import type { Question } from "../../domain/questions/question.ts"
import { hasControlCharacters, stripBidiControls } from "../../domain/text/text-input.ts"
import { createChoices } from "../arbitraries/answerable.ts"
import { anyQuestion, validAnswer } from "../arbitraries/chats.ts"

const anything = fc.oneof(
  fc.anything(),
  fc.jsonValue(),
  fc.constantFrom(
    0,
    1,
    -1,
    2.5,
    "2,5",
    "1e2",
    "Ja",
    " ",
    "3",
    [1, 2],
    ["Ja", "Nee"],
    "29-02-2024",
    "2024-02-30",
    "a@b.nl",
    "foto.png",
    [1, 1],
  ),
)
const parsedOrProblem = (question: Question, given: unknown): unknown => {
  const read = parseAnswer(question, given)
  return read.ok ? read.value : read.problem.key
}
const choices = createChoices("Ja", "Nee", "3", "Weet niet")

describe("an answer", () => {
  test("[E1] of any value is accepted, or refused with a text in both languages", () => {
    fc.assert(
      fc.property(anyQuestion, anything, (question, given) => {
        const read = parseAnswer(question, given)
        const placeholders = read.ok ? [] : [en, nl].flatMap((texts) => texts[read.problem.key].match(/(?<=\{)\w+(?=\})/g) ?? [])
        expect(placeholders.filter((placeholder) => read.ok || !Object.hasOwn(read.problem.values, placeholder))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test("[E1] that was stored is parsed to the same value", () => {
    fc.assert(
      fc.property(anyQuestion, anything, fc.nat(30), fc.boolean(), (question, given, pick, right) => {
        const read = parseAnswer(question, right ? validAnswer(question, pick) : given)
        fc.pre(read.ok)
        expect(parseAnswer(question, read.value)).toEqual(read)
        expect(parseAnswer(question, JSON.parse(JSON.stringify(read.value)))).toEqual(read)
      }),
      { numRuns: 2000 },
    )
  })

  test("[E1] may have the maximum length, with which it fits into one event beside the longest metadata", () => {
    const escaped = "\u0001"
    const question: Question = { uuid: "q", type: "open", options: { minimum: 200_000, maximum: 300_000 } }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxAnswerLength + 5 }), fc.constantFrom("x", "é", "😀", "\ud800"), (length, letter) => {
        const text = letter.repeat(length)
        expect(parseAnswer(question, text).ok).toBe(length <= maxAnswerLength)
        expect(isTooLongForAnyQuestion(text)).toBe(length > maxAnswerLength)
      }),
      { numRuns: 20 },
    )
    const all = { length: metadataLimits.parameters }
    const parameters = Array.from(all, (_, i) => [`${i}`.padStart(metadataLimits.name, escaped), escaped.repeat(metadataLimits.value)])
    const sent = JSON.stringify({ given: escaped.repeat(maxAnswerLength), metadata: Object.fromEntries(parameters) })
    expect(Buffer.byteLength(sent) + 1000).toBeLessThan(maxEventBytes)
    expect(pastedTextProblem(question, "x".repeat(maxAnswerLength + 1))).toEqual({ key: "answer.long", values: { most: maxAnswerLength } })
    const short: Question = { uuid: "q", type: "open", options: { maximum: 20 } }
    expect(pastedTextProblem(short, "x".repeat(maxAnswerLength + 1))).toEqual({ key: "answer.long", values: { most: 20 } })
    expect([pastedTextProblem(short, "x".repeat(maxAnswerLength)), pastedTextProblem({ uuid: "q", type: "email" }, "")]).toEqual([
      null,
      null,
    ])
    for (const given of [null, 7, [maxAnswerLength], { length: maxAnswerLength + 1 }]) expect(isTooLongForAnyQuestion(given)).toBe(false)
  })

  test("[E1] keeps line breaks, direction marks and joined emoji of a text, but no control characters or direction overrides", () => {
    const question: Question = { uuid: "q", type: "open", options: { minimum: 1, maximum: 20 } }
    for (const written of ["een\r\n\ttwee", "\u200fشكرا\u200e!", "\u061c1-2", "👩‍👩‍👧"])
      expect(parsedOrProblem(question, written)).toBe(written)
    expect(parsedOrProblem(question, "nul\u0000l \u202etxt.exe\u202c \u2067a\u2069\u001b[2J")).toBe("null txt.exe a[2J")
    expect(parsedOrProblem(question, "\u0000\u202e")).toBe("answer.short")
    expect(parsedOrProblem(question, `${"x".repeat(20)}\u0000`)).toBe("x".repeat(20))
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        const stripped = stripBidiControls(text)
        expect(stripped.replace(/[\t\n\r]/g, "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        expect(stripBidiControls(stripped)).toBe(stripped)
        if (!hasControlCharacters(text)) expect(stripped).toBe(text)
      }),
    )
  })

  test("[E1] is accepted when valid, and may be empty only where the question may be skipped", () => {
    fc.assert(
      fc.property(
        anyQuestion,
        fc.nat(30),
        fc.constantFrom(null, undefined, "", "  ", "\u200b\u200b \u2060\ufeff", []),
        (question, pick, none) => {
          fc.pre(question.type !== "choice" || (question.choices ?? []).length > 0)
          expect(String(parsedOrProblem(question, validAnswer(question, pick)))).not.toMatch(/^answer\./)
          expect(parsedOrProblem(question, none)).toBe(question.skipable === true ? null : "answer.required")
        },
      ),
    )
  })

  test.each<readonly [string, Question, ReadonlyArray<readonly [unknown, unknown]>]>([
    [
      "a choice by its value, its uuid, or its text; a value comes before a text",
      { uuid: "q", type: "choice", choices },
      [
        [2, 2],
        ["2", 2],
        ["c1", 2],
        [" nee ", 2],
        ["3", 3],
        [[2], 2],
        [[1, 2], "answer.choice"],
        [5, "answer.unknown-choice"],
        [{ value: 1 }, "answer.unknown-choice"],
        [true, "answer.unknown-choice"],
      ],
    ],
    [
      "several choices, each once, in their order, as many as may be",
      { uuid: "q", type: "multiple", choices, options: { minimum: 2, maximum: 3 } },
      [
        [
          [3, "ja", 1],
          [1, 3],
        ],
        [[2], "answer.fewest"],
        [2, "answer.fewest"],
        [[1, 2, 3, 4], "answer.most"],
        [Array.from({ length: choices.length + 1 }, () => 9), "answer.most"],
        [[1, 9], "answer.unknown-choice"],
      ],
    ],
    [
      "a choice whose value is given, else the first one whose text it is",
      { uuid: "q", type: "multiple", choices: createChoices("2", "Two", "two") },
      [
        [["2"], [2]],
        [["TWO"], [2]],
      ],
    ],
    ["one choice of a question that has none", { uuid: "q", type: "multiple", choices: [] }, [["ja", "answer.unknown-choice"]]],
    [
      "one that excludes all others is enough, and alone",
      {
        uuid: "q",
        type: "multiple",
        choices: choices.map((choice, i) => ({ ...choice, single: i === 3 })),
        options: { minimum: 2 },
      },
      [
        [[4], [4]],
        [[1, 4], "answer.single"],
        [
          [1, 2],
          [1, 2],
        ],
      ],
    ],
    [
      "numbers within bounds and decimals",
      { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 10, precision: 1 } },
      [
        [0, 0],
        ["2,5", 2.5],
        [" 2.5 ", 2.5],
        [0.1 + 0.2, "answer.decimals"],
        [-1, "answer.least"],
        [10.1, "answer.largest"],
        ["tien", "answer.number"],
        [Number.NaN, "answer.number"],
        ["0x10", "answer.number"],
        [[1], "answer.number"],
      ],
    ],
    [
      "whole numbers",
      { uuid: "q", type: "numeric", options: { precision: 0 } },
      [
        [2.5, "answer.whole"],
        [1e21, 1e21],
      ],
    ],
    [
      "[Q7] steps of a slider, exact in decimals",
      { uuid: "q", type: "numeric", options: { minimum: 0.1, maximum: 1, hasSlider: true, stepSize: 0.1, precision: 1 } },
      [
        [0.3, 0.3],
        [0.7, 0.7],
      ],
    ],
    [
      "[Q7] beside the steps of a slider",
      { uuid: "q", type: "numeric", options: { minimum: 1, maximum: 10, hasSlider: true, stepSize: 3 } },
      [
        [4, 4],
        [5, "answer.step"],
      ],
    ],
    [
      "texts of the allowed length, counted in characters",
      { uuid: "q", type: "open", options: { minimum: 2, maximum: 3 } },
      [
        ["😀😀😀", "😀😀😀"],
        ["a", "answer.short"],
        ["abcd", "answer.long"],
        [12, "12"],
        [{}, "answer.shape"],
        [" a ", " a "],
      ],
    ],
    [
      "addresses of mail",
      { uuid: "q", type: "email" },
      [
        [" iemand@example.org ", "iemand@example.org"],
        ["iemand", "answer.email"],
        ["a@b", "answer.email"],
        ["a b@c.nl", "answer.email"],
        [`${"a".repeat(250)}@b.nl`, "answer.email"],
      ],
    ],
    [
      "days between the limits, in every form in which they are typed",
      { uuid: "q", type: "date", options: { minimum: "2024-02-01", maximum: "2024-03-01" } },
      [
        ["29-02-2024", "2024-02-29"],
        ["2024/02/29", "2024-02-29"],
        ["30-02-2024", "answer.no-such-day"],
        ["31/13/2024", "answer.no-such-day"],
        ["soon", "answer.date"],
        ["2024-01-31", "answer.early"],
        ["2024-03-02", "answer.late"],
        [20240229, "answer.date"],
      ],
    ],
    [
      "[Q3] half stars only where there are any",
      { uuid: "q", type: "starRating", options: { increment: 0.5 } },
      [
        [3.5, 3.5],
        [0, "answer.scale"],
        [5.5, "answer.scale"],
      ],
    ],
    [
      "[Q3] whole stars",
      { uuid: "q", type: "starRating" },
      [
        [3.5, "answer.scale"],
        ["4", 4],
      ],
    ],
    [
      "[Q4] the range of an NPS",
      { uuid: "q", type: "nps" },
      [
        [10, 10],
        [0, "answer.scale"],
      ],
    ],
    [
      "files of the allowed kinds",
      { uuid: "q", type: "file", options: { extensions: ["png", "JPG"] } },
      [
        ["foto.PNG", "foto.PNG"],
        [
          ["a.jpg", "b.png?v=1"],
          ["a.jpg", "b.png?v=1"],
        ],
        ["kaart.svg", "answer.file-kind"],
        ["png", "answer.file-kind"],
        [`${"a".repeat(1020)}.png`, `${"a".repeat(1020)}.png`],
        [`${"a".repeat(1021)}.png`, "answer.file"],
        [7, "answer.file"],
        [Array.from({ length: 21 }, () => "a.png"), "answer.files"],
      ],
    ],
  ])("[E1] %s", (_, question, cases) => {
    expect(cases.map(([given]) => [given, parsedOrProblem(question, given)])).toEqual(cases)
  })
})

describe("order of choices", () => {
  const many = (count: number, fixed: ReadonlyArray<number>) =>
    createChoices(...Array.from({ length: count }, (_, i) => String(i))).map((choice, i) => ({ ...choice, fixed: fixed.includes(i) }))
  const createQuestion = (
    count: number,
    fixed: ReadonlyArray<number>,
    options: { readonly randomize?: boolean; readonly fixated?: boolean } = { randomize: true },
    uuid = "q",
  ): Question & { type: "choice" } => ({
    uuid,
    type: "choice",
    choices: many(count, fixed),
    options,
  })

  test("[E3] contains each choice once, leaves fixed ones in place, and is the same for the same seed", () => {
    fc.assert(
      fc.property(fc.nat(12), fc.array(fc.nat(12)), fc.string(), (count, fixed, seed) => {
        const question = createQuestion(count, fixed)
        const order = orderChoices(question, seed)
        expect(order.toSorted((a, b) => a.order - b.order)).toEqual(question.choices)
        expect(order.filter((choice, i) => choice.fixed && choice.order !== i)).toEqual([])
        expect(orderChoices(question, seed)).toEqual(order)
      }),
    )
  })

  test("[E3] keeps choices fixed only where the question allows it", () => {
    const isMoved = (fixated?: boolean) =>
      Array.from({ length: 20 }, (_, n) => n).some(
        (n) =>
          orderChoices(createQuestion(6, [0, 1, 2, 3, 4, 5], { randomize: true, ...(fixated === undefined ? {} : { fixated }) }), `${n}`)[0]
            ?.order !== 0,
      )
    expect([isMoved(), isMoved(true), isMoved(false)]).toEqual([false, false, true])
  })

  test("[E3] is the author's order without randomization", () => {
    const question = createQuestion(5, [], {})
    expect(orderChoices({ ...question, choices: question.choices?.toReversed() ?? [] }, "x")).toEqual(question.choices)
  })

  test("[E3] is uniformly distributed, and differs between questions", () => {
    const times = new Map<string, number>()
    for (let seed = 0; seed < 6000; seed++) {
      const order = orderChoices(createQuestion(3, []), `gesprek ${seed}`)
        .map((choice) => choice.order)
        .join("")
      times.set(order, (times.get(order) ?? 0) + 1)
    }
    expect(times.size).toBe(6)
    expect([...times.values()].filter((count) => Math.abs(count - 1000) > 150)).toEqual([])
    const orders = new Set(
      ["a", "b", "c", "d"].map((uuid) => JSON.stringify(orderChoices(createQuestion(8, [], { randomize: true }, uuid), "x"))),
    )
    expect(orders.size).toBe(4)
  })

  test("[E3] comes from random numbers between 0 and 1 that do not repeat soon", () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const next = seededRandom(seed)
        const drawn = Array.from({ length: 50 }, next)
        expect(drawn.filter((number) => !(number >= 0 && number < 1))).toEqual([])
        expect(new Set(drawn).size).toBeGreaterThan(45)
      }),
    )
  })
})

test("the choices of a question are indexed once, however many answers name them", () => {
  let reads = 0
  const choices = createChoices("Yes", "No").map((choice) => ({
    ...choice,
    get translation() {
      reads++
      return choice.translation
    },
  }))
  for (let i = 0; i < 3; i++) expect(parseAnswer({ uuid: "q", type: "multiple", choices }, ["Yes"])).toEqual({ ok: true, value: [1] })
  expect(reads).toBe(choices.length)
})
