import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatDate, parseDate } from "../../domain/date/calendar-date.ts"
import { showsPlaceholder } from "../../domain/questions/answer-limits.ts"
import {
  acceptsFileType,
  type FileButton,
  fileTypeGroups,
  findAcceptedExtension,
  isButtonEnabled,
  normalizeButtonText,
  setButtonEnabled,
  setFileTypeAccepted,
} from "../../domain/questions/file-question.ts"
import { newQuestion } from "../../domain/questions/new-question.ts"
import { sliderRemainder } from "../../domain/questions/number-question.ts"
import { Question, questionTypes } from "../../domain/questions/question.ts"
import { findRemainingFindings, hasValidOptions, questionFindings } from "../../domain/questions/question-check.ts"
import { scaleValues } from "../../domain/questions/scale-question.ts"

const question = (type: Question["type"], rest: object): Question => Schema.decodeUnknownSync(Question)({ uuid: "q", type, ...rest })
const said = (it: Question) => questionFindings(it, "").map(({ rule, pointer, message }) => ({ rule, pointer, message }))
const rules = (it: Question) => questionFindings(it, "").map(({ rule }) => rule)
const choices = (...values: ReadonlyArray<number>) =>
  values.map((value, order) => ({ uuid: `c${order}`, value, order, translation: { locale: "nl", content: "x" } }))
const small = fc.option(fc.integer({ min: -3, max: 8 }))

describe("a new question", () => {
  test.each(questionTypes)("of type %s has the shape of its type, keeps all rules, and uuids of its own", (type) => {
    let n = 0
    const made = newQuestion(type, { fresh: () => `u${n++}`, locale: "en" })
    expect(Schema.decodeUnknownSync(Question)(structuredClone(made))).toEqual(made)
    expect(hasValidOptions(made)).toBe(true)
    expect(made).toMatchObject({ type, skipable: false, placeholder: "", presentation: null })
    expect((made.choices ?? []).map(({ translation, single, fixed }) => [translation.content, single, fixed])).toEqual(
      type === "choice" || type === "multiple" ? [0, 1].map(() => ["", false, false]) : [],
    )
    const uuids = [made.uuid, ...(made.choices ?? []).map(({ uuid }) => uuid)]
    expect(new Set(uuids).size).toBe(uuids.length)
  })

  test("the defaults that the specification names", () => {
    const made = (type: Question["type"]) => newQuestion(type, { fresh: () => "u", locale: "nl" }).options
    expect(made("open")).toMatchObject({ minimum: 1, maximum: 1024 })
    expect(made("currency")).toMatchObject({ minimum: 1, maximum: 100_000 })
    expect(made("choice")).toEqual({ columns: 1, randomize: false })
    expect(made("multiple")).toEqual({ columns: 1, randomize: false, minimum: 1, maximum: 2 })
    expect(made("numeric")).toMatchObject({ minimum: 0, maximum: 100, hasSlider: false, hasLabel: false })
    expect(made("date")).toEqual({ minimum: null, maximum: null })
    expect(made("nps")).toEqual({ minimum: 1, maximum: 10 })
    expect(made("starRating")).toMatchObject({ max: 5 })
    expect(made("emoji")).toEqual({ emoticonsCount: 5 })
    expect(made("file")).toMatchObject({
      extensions: ["png", "jpg", "jpeg", "gif", "svg"],
      fileUploadCameraText: "Camera",
      fileUploadLibraryText: "Gallerij",
      fileCameraCapability: true,
      fileLibraryCapability: true,
    })
  })
})

describe("choices", () => {
  test("[Q1] bounds of a multiple choice: 1 ≤ minimum < number of choices, 1 ≤ maximum ≤ number of choices, in order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), small, small, (count, minimum, maximum) => {
        const values = Array.from({ length: count }, (_, i) => i + 1)
        const isRight =
          (minimum === null || (minimum >= 1 && minimum < count)) &&
          (maximum === null || (maximum >= 1 && maximum <= count)) &&
          (minimum === null || maximum === null || minimum <= maximum)
        expect(hasValidOptions(question("multiple", { choices: choices(...values), options: { minimum, maximum } }))).toBe(isRight)
      }),
      { numRuns: 500 },
    )
  })

  test("[Q1] with fewer than two choices only these are asked for", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1), small, small, (count, minimum, maximum) => {
        const it = question("multiple", { choices: choices(...[1].slice(0, count)), options: { minimum, maximum } })
        expect(said(it)).toEqual([
          { rule: "choice-bounds", pointer: "/choices", message: `a multiple choice needs two choices at least, and has ${count}` },
        ])
      }),
    )
  })

  test("[Q1] broken numbers are no bounds", () => {
    expect(rules(question("multiple", { choices: choices(1, 2, 3), options: { minimum: 1.5, maximum: 2.5 } }))).toEqual([
      "choice-bounds",
      "choice-bounds",
    ])
  })

  test("[Q2] values have 3 digits at most, and each is there once", () => {
    expect(said(question("choice", { choices: choices(1, 1000, 1, 0, -1, 2.5) }))).toEqual([
      { rule: "choice-value", pointer: "/choices/1/value", message: "the value is 1000, and must be a number of at most 3 digits" },
      { rule: "choice-value", pointer: "/choices/4/value", message: "the value is -1, and must be a number of at most 3 digits" },
      { rule: "choice-value", pointer: "/choices/5/value", message: "the value is 2.5, and must be a number of at most 3 digits" },
      { rule: "duplicate-choice-value", pointer: "/choices/2/value", message: "the value 1 is used by more than one choice" },
    ])
  })

  test("the text of a choice has 256 characters at most", () => {
    const texts = (...contents: ReadonlyArray<string>) =>
      question("choice", { choices: choices(1, 2).map((it, i) => ({ ...it, translation: { locale: "nl", content: contents[i] ?? "" } })) })
    expect(said(texts("\u{1f600}".repeat(256), "\u{1f600}".repeat(257)))).toEqual([
      { rule: "structure", pointer: "/choices/1/translation/content", message: "must be less than or equal to 256 characters" },
    ])
  })

  test("[Q8] a single choice without choices cannot be answered", () => {
    expect(rules(question("choice", { choices: [] }))).toEqual(["choice-bounds"])
    expect(rules(question("choice", {}))).toEqual(["choice-bounds"])
    expect(rules(question("choice", { choices: choices(1) }))).toEqual([])
  })
})

describe("minimum and maximum", () => {
  const cases = [
    ["numeric", "numeric-bounds", 0],
    ["currency", "currency-bounds", 1],
    ["open", "open-bounds", 1],
  ] as const

  test.each(cases)("%s: the minimum is not below its least, the maximum not below the minimum", (type, rule, least) => {
    fc.assert(
      fc.property(small, small, (minimum, maximum) => {
        const isRight = (minimum === null || minimum >= least) && (maximum === null || maximum >= Math.max(minimum ?? least, least))
        const broken = rules(question(type, { options: { minimum, maximum } }))
        expect(broken.length === 0).toBe(isRight)
        expect(new Set(broken)).toEqual(new Set(isRight ? [] : [rule]))
      }),
      { numRuns: 300 },
    )
  })

  test.each(["numeric", "currency"] as const)("%s: 0, 1 or 2 decimals", (type) => {
    const right = [-1, 0, 0.5, 1, 2, 3].filter((precision) => hasValidOptions(question(type, { options: { precision } })))
    expect(right).toEqual([0, 1, 2])
  })

  test("an open answer's lengths are whole", () => {
    expect(rules(question("open", { options: { minimum: 1.5, maximum: 2 } }))).toEqual(["open-bounds"])
  })

  test("[Q9] bound labels have 25 characters at most, counted in code points, where they are shown", () => {
    const labelled = (lowerBoundLabel: string, hasLabel = true) => question("numeric", { options: { hasLabel, lowerBoundLabel } })
    expect(said(labelled("x".repeat(26)))).toEqual([
      { rule: "numeric-bounds", pointer: "/options/lowerBoundLabel", message: "must be less than or equal to 25 characters" },
    ])
    expect(hasValidOptions(labelled("🙂".repeat(25)))).toBe(true)
    expect(hasValidOptions(labelled("x".repeat(26), false))).toBe(true)
  })
})

describe("a slider", () => {
  const places = fc.integer({ min: 0, max: 4 })
  const decimal = (n: number, places: number) => Number(`${n}e-${places}`)

  test("[Q7] whole steps leave nothing, and a part of a step is what is left", () => {
    fc.assert(
      fc.property(places, fc.nat(10_000), fc.integer({ min: 1, max: 500 }), fc.nat(200), fc.nat(499), (p, min, step, steps, rest) => {
        const left = rest % step
        const remainder = sliderRemainder(decimal(min, p), decimal(min + step * steps + left, p), decimal(step, p))
        expect(Number(remainder)).toBe(decimal(left, p))
      }),
    )
  })

  test("[Q7] it is there for all numbers, save a step of nothing", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double(),
        (min, max, step) => {
          const remainder = sliderRemainder(min, max, step)
          expect(remainder === undefined).toBe(step === 0 || !Number.isFinite(step))
        },
      ),
    )
  })

  test("[Q7] what is no number has no remainder, wherever it stands", () => {
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect([sliderRemainder(none, 1, 1), sliderRemainder(0, none, 1), sliderRemainder(0, 1, none), sliderRemainder(0, 1, 0)]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
  })

  const slider = (minimum: number | null, maximum: number | null, stepSize: number | null) =>
    question("numeric", { options: { hasSlider: true, minimum, maximum, stepSize } })

  test("[Q7] the message carries the numbers", () => {
    expect(said(slider(0, 10, 3))).toEqual([
      { rule: "slider-step", pointer: "/options/stepSize", message: "((10 - 0) % 3) = 1, should be 0." },
    ])
    expect(said(slider(0.1, 1, 0.4)).map(({ message }) => message)).toEqual(["((1 - 0.1) % 0.4) = 0.1, should be 0."])
    expect(said(slider(0, 0.3, 0.1))).toEqual([])
  })

  test("its step has no more decimals than the answer may have: no others could be given", () => {
    const stepping = (stepSize: number, precision: number | null) =>
      said(question("numeric", { options: { hasSlider: true, minimum: 0, maximum: 10, stepSize, precision } })).map(
        ({ message }) => message,
      )
    expect([stepping(0.25, null), stepping(0.25, 2), stepping(0.5, 1), stepping(2, 0)]).toEqual([[], [], [], []])
    expect(stepping(0.125, null)).toEqual(["the step size is 0.125, and the answer has 2 decimals at most"])
    expect(stepping(0.25, 1)).toEqual(["the step size is 0.25, and the answer has 1 decimals at most"])
    expect(stepping(0.5, 0)).toEqual(["the step size is 0.5, and the answer has 0 decimals at most"])
  })

  test("it needs a range and a step, and only a slider does", () => {
    expect(rules(slider(0, 10, 0))).toEqual(["slider-step"])
    expect(rules(slider(0, 10, -1))).toEqual(["slider-step"])
    expect(rules(slider(null, 10, 1))).toEqual(["numeric-bounds"])
    expect(rules(slider(0, null, 1))).toEqual(["numeric-bounds"])
    expect(rules(slider(0, 10, null))).toEqual([])
    // Where no step is said it is 1, which divides every whole range.
    expect(rules(slider(0, 3, null))).toEqual([])
    expect(rules(question("numeric", { options: { hasSlider: false, minimum: 0, maximum: 10, stepSize: 3 } }))).toEqual([])
  })
})

test("[Q10] a placeholder is offered where respondents come to see one", () => {
  const shown = (type: Question["type"], options: object = {}) => showsPlaceholder(question(type, { options }))
  const always = questionTypes.filter((type) => shown(type))
  expect(always).toEqual(["open", "email", "numeric", "currency"])
  expect([shown("numeric", { hasSlider: true }), shown("numeric", { hasSlider: false })]).toEqual([false, true])
  expect([
    shown("choice", { dropdown: true }),
    shown("choice", { search: true }),
    shown("choice", { dropdown: true, search: true }),
  ]).toEqual([true, true, true])
  // Several are never chosen from a list that opens.
  expect([shown("multiple", { dropdown: true }), shown("multiple", { search: true })]).toEqual([false, true])
})

describe("dates", () => {
  const date = fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((it) => it.toISOString().slice(0, 10))

  test("[Q5] a date is read in each of the four forms", () => {
    fc.assert(
      fc.property(date, (iso) => {
        const [year = "", month = "", day = ""] = iso.split("-")
        for (const typed of [iso, `${year}/${month}/${day}`, `${day}-${month}-${year}`, `${day}/${month}/${year}`, ` ${iso} `])
          expect(parseDate(typed)).toBe(iso)
      }),
    )
  })

  test("[Q5] a date is written with the day first, and read again; what is no date is written as it is", () => {
    fc.assert(
      fc.property(date, (iso) => {
        expect(formatDate(iso)).toMatch(/^\d{2}-\d{2}-\d{4}$/)
        expect(parseDate(formatDate(iso))).toBe(iso)
      }),
    )
    for (const text of ["", "2024-02-30", "1-2", "soon"]) expect(formatDate(text)).toBe(text)
  })

  test.each([
    "",
    "2024-02-30",
    "31-04-2024",
    "2024-13-01",
    "13/31/2024",
    "2024-02/01",
    "1-2-2024",
    "24-02-2024x",
    "2024.02.01",
    "x2024-02-01",
    "x01-02-2024",
    "2024-02-01x",
  ])("[Q5] %s is no date", (typed) => {
    expect(parseDate(typed)).toBeUndefined()
  })

  test("[Q5] limits are dates, the latest not before the earliest", () => {
    fc.assert(
      fc.property(date, date, (minimum, maximum) => {
        expect(rules(question("date", { options: { minimum, maximum } }))).toEqual(minimum <= maximum ? [] : ["numeric-bounds"])
      }),
    )
    expect(said(question("date", { options: { minimum: "30-01-2024", maximum: "" } }))).toEqual([
      { rule: "structure", pointer: "/options/minimum", message: "“30-01-2024” is no date (YYYY-MM-DD)" },
    ])
  })
})

describe("scales", () => {
  const values = (type: "starRating" | "emoji" | "nps", options: object) => {
    const it = question(type, { options })
    return it.type === "starRating" || it.type === "emoji" || it.type === "nps" ? scaleValues(it) : []
  }

  test("[Q3] five stars, whole or half; five faces", () => {
    expect(values("starRating", {})).toEqual([1, 2, 3, 4, 5])
    expect(values("starRating", { increment: 0.5 })).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5])
    expect(values("emoji", {})).toEqual([1, 2, 3, 4, 5])
    expect(rules(question("starRating", { options: { max: 7 } }))).toEqual(["numeric-bounds"])
    expect(rules(question("emoji", { options: { emoticonsCount: 3 } }))).toEqual(["numeric-bounds"])
  })

  test("[Q4] NPS runs from 1 or 0 to 10", () => {
    expect(values("nps", {})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(values("nps", { minimum: 0 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    fc.assert(
      fc.property(small, fc.option(fc.integer({ min: 8, max: 12 })), (minimum, maximum) => {
        const isRight = [0, 1].includes(minimum ?? 1) && (maximum ?? 10) === 10
        expect(hasValidOptions(question("nps", { options: { minimum, maximum } }))).toBe(isRight)
      }),
    )
  })
})

describe("files", () => {
  const options = fc.record(
    { fileCameraCapability: fc.option(fc.boolean()), fileLibraryCapability: fc.constant(true), "newer field": fc.nat() },
    { requiredKeys: ["fileLibraryCapability"] },
  )
  const press = fc.tuple(fc.constantFrom<FileButton>("camera", "library"), fc.boolean())

  test("one of the two buttons stays on, whatever is switched", () => {
    fc.assert(
      fc.property(options, fc.array(press), (start, presses) => {
        const end = presses.reduce<Parameters<typeof setButtonEnabled>[0]>((now, [button, isOn]) => setButtonEnabled(now, button, isOn), {
          ...start,
        })
        expect(isButtonEnabled(end, "camera") || isButtonEnabled(end, "library")).toBe(true)
        expect(hasValidOptions(question("file", { options: end }))).toBe(true)
        for (const [button, isOn] of presses.slice(-1)) if (isOn) expect(isButtonEnabled(end, button)).toBe(true)
      }),
    )
  })

  test("a button can be switched off while the other is on", () => {
    expect(setButtonEnabled({}, "camera", false)).toEqual({ fileCameraCapability: false })
    expect(setButtonEnabled({ fileCameraCapability: false }, "library", false)).toEqual({ fileCameraCapability: false })
    expect(rules(question("file", { options: { fileCameraCapability: false, fileLibraryCapability: false } }))).toEqual(["file-buttons"])
  })

  test("[Q10] one kind stays, whatever is taken or not; the others are as they were set last", () => {
    const turn = fc.tuple(fc.constantFrom(...fileTypeGroups), fc.boolean())
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1 }), (turns) => {
        let now: Parameters<typeof setFileTypeAccepted>[0] = {}
        for (const [kind, isTaken] of turns) {
          const next = setFileTypeAccepted(now, kind, isTaken)
          if (next === now) expect([isTaken, fileTypeGroups.filter((one) => acceptsFileType(now, one))]).toEqual([false, [kind]])
          else for (const one of fileTypeGroups) expect(acceptsFileType(next, one)).toBe(one === kind ? isTaken : acceptsFileType(now, one))
          now = next
        }
        expect(hasValidOptions(question("file", { options: now }))).toBe(true)
        expect(findAcceptedExtension(now, "jpeg") === undefined).toBe(
          !fileTypeGroups.some((one) => one.some((it) => it === "jpg") && acceptsFileType(now, one)),
        )
      }),
    )
    expect(setFileTypeAccepted({ extensions: ["png", "heic"] }, fileTypeGroups[2], true).extensions).toEqual(["png", "gif", "heic"])
  })

  test("only the known kinds of file can be asked for", () => {
    expect(rules(question("file", { options: { extensions: ["png", "jpg", "jpeg", "gif", "svg"] } }))).toEqual([])
    expect(said(question("file", { options: { extensions: ["png", "exe"] } }))).toEqual([
      { rule: "structure", pointer: "/options/extensions/1", message: "one of these is expected here: png, jpg, jpeg, gif, svg" },
    ])
  })

  test("button texts: 30 characters at most, white space alone is nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (typed) => {
        expect(normalizeButtonText(typed)).toBe(typed.trim() === "" ? "" : typed)
      }),
    )
    expect(normalizeButtonText(" \t\u00a0")).toBe("")
    expect(said(question("file", { options: { fileUploadLibraryText: "x".repeat(31), fileUploadCameraText: "x".repeat(30) } }))).toEqual([
      { rule: "file-label-length", pointer: "/options/fileUploadLibraryText", message: "must be less than or equal to 30 characters" },
    ])
  })
})

test("[Q6] the options of a question are sound whatever its choices are, and what is told of them is what they still give", () => {
  const twice = [1, 1].map((value, order) => ({ uuid: `${order}`, value, order, translation: { locale: "nl", content: "" } }))
  const asking = (options: object) =>
    Schema.decodeUnknownSync(Question)({ uuid: "q", type: "multiple", choices: twice, options: { minimum: 1, maximum: 2, ...options } })
  expect(questionFindings(asking({}), "").map(({ rule }) => rule)).toEqual(["duplicate-choice-value"])
  expect(hasValidOptions(asking({}))).toBe(true)
  expect(hasValidOptions(asking({ maximum: 3 }))).toBe(false)
  const found = questionFindings(asking({ maximum: 3 }), "/instructions/0/question")
  expect(findRemainingFindings(asking({ maximum: 3 }), found).map(({ pointer }) => pointer)).toEqual(["/options/maximum"])
  expect(findRemainingFindings(asking({ maximum: 4 }), found)).toEqual([])
  expect(findRemainingFindings(asking({}), found)).toEqual([])
})
