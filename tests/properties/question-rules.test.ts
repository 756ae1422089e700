// Question rules: defaults of new questions, choices, bounds, sliders, dates, scales and files.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatDate, parseDate } from "../../domain/date/calendar-date.ts"
import { newQuestion } from "../../domain/editing/new-instruction.ts"
import { getTextLengthLimits, showsPlaceholder } from "../../domain/questions/answer-limits.ts"
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
import { computeSliderRemainder } from "../../domain/questions/number-question.ts"
import { Question, questionTypes } from "../../domain/questions/question.ts"
import { findRemainingFindings, hasValidOptions, questionFindings } from "../../domain/questions/question-check.ts"
import { createSampleAnswer } from "../../domain/questions/sample-answer.ts"
import { listScaleValues } from "../../domain/questions/scale-question.ts"

const question = (type: Question["type"], rest: object): Question => Schema.decodeUnknownSync(Question)({ uuid: "q", type, ...rest })
const findings = (question: Question) => questionFindings(question, "").map(({ rule, pointer, message }) => ({ rule, pointer, message }))
const rules = (question: Question) => questionFindings(question, "").map(({ rule }) => rule)
const choices = (...values: ReadonlyArray<number>) =>
  values.map((value, order) => ({ uuid: `c${order}`, value, order, translation: { locale: "nl", content: "x" } }))
const small = fc.option(fc.integer({ min: -3, max: 8 }))

test("the sample of an open question has a permitted length, whatever its limits are", () => {
  const limit = fc.option(
    fc.oneof(fc.integer(), fc.integer({ min: -100, max: 1100 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
    {
      nil: undefined,
    },
  )
  fc.assert(
    fc.property(limit, limit, (minimum, maximum) => {
      const options = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
      const { min, most } = getTextLengthLimits(options)
      const { length } = String(createSampleAnswer(question("open", { options })))
      expect(length).toBeGreaterThanOrEqual(Math.floor(min))
      expect(length).toBeLessThanOrEqual(most)
    }),
  )
  expect(createSampleAnswer(question("open", { options: { minimum: -40 } }))).toBe("")
})

describe("a new question", () => {
  test.each(questionTypes)("of type %s is valid, breaks no rule, and has unique uuids", (type) => {
    let n = 0
    const created = newQuestion(type, { newUuid: () => `u${n++}`, locale: "en" })
    expect(Schema.decodeUnknownSync(Question)(structuredClone(created))).toEqual(created)
    expect(hasValidOptions(created)).toBe(true)
    expect(created).toMatchObject({ type, skipable: false, placeholder: "", presentation: null })
    expect((created.choices ?? []).map(({ translation, single, fixed }) => [translation.content, single, fixed])).toEqual(
      type === "choice" || type === "multiple" ? [0, 1].map(() => ["", false, false]) : [],
    )
    const uuids = [created.uuid, ...(created.choices ?? []).map(({ uuid }) => uuid)]
    expect(new Set(uuids).size).toBe(uuids.length)
  })

  test("has the defaults of its type", () => {
    const optionsOf = (type: Question["type"]) => newQuestion(type, { newUuid: () => "u", locale: "nl" }).options
    expect(optionsOf("open")).toMatchObject({ minimum: 1, maximum: 1024 })
    expect(optionsOf("currency")).toMatchObject({ minimum: 1, maximum: 100_000 })
    expect(optionsOf("choice")).toEqual({ columns: 1, randomize: false })
    expect(optionsOf("multiple")).toEqual({ columns: 1, randomize: false, minimum: 1, maximum: 2 })
    expect(optionsOf("numeric")).toMatchObject({ minimum: 0, maximum: 100, hasSlider: false, hasLabel: false })
    expect(optionsOf("date")).toEqual({ minimum: null, maximum: null })
    expect(optionsOf("nps")).toEqual({ minimum: 1, maximum: 10 })
    expect(optionsOf("starRating")).toMatchObject({ max: 5 })
    expect(optionsOf("emoji")).toEqual({ emoticonsCount: 5 })
    expect(optionsOf("file")).toMatchObject({
      extensions: ["png", "jpg", "jpeg", "gif", "svg"],
      fileUploadCameraText: "Camera",
      fileUploadLibraryText: "Gallerij",
      fileCameraCapability: true,
      fileLibraryCapability: true,
    })
  })

  test.each([
    ["nl", "Camera", "Gallerij"],
    ["en", "Camera", "Gallery"],
    ["fr", "Appareil photo", "Galerie"],
    ["de", "Kamera", "Galerie"],
    ["it", "Fotocamera", "Galleria"],
    ["es", "Cámara", "Galería"],
    ["ar", "الكاميرا", "المعرض"],
    ["ru", "Камера", "Галерея"],
  ] as const)("has file buttons in the language of its script: %s", (locale, camera, library) => {
    expect(newQuestion("file", { newUuid: () => "u", locale }).options).toMatchObject({
      fileUploadCameraText: camera,
      fileUploadLibraryText: library,
    })
  })
})

describe("choices", () => {
  test("[Q1] a multiple choice needs 1 ≤ minimum < number of choices, 1 ≤ maximum ≤ number of choices, and minimum ≤ maximum", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), small, small, (count, minimum, maximum) => {
        const values = Array.from({ length: count }, (_, i) => i + 1)
        const isValid =
          (minimum === null || (minimum >= 1 && minimum < count)) &&
          (maximum === null || (maximum >= 1 && maximum <= count)) &&
          (minimum === null || maximum === null || minimum <= maximum)
        expect(hasValidOptions(question("multiple", { choices: choices(...values), options: { minimum, maximum } }))).toBe(isValid)
      }),
      { numRuns: 500 },
    )
  })

  test("[Q1] a multiple choice with fewer than two choices has a finding for the choices only", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1), small, small, (count, minimum, maximum) => {
        const tooFewChoices = question("multiple", { choices: choices(...[1].slice(0, count)), options: { minimum, maximum } })
        expect(findings(tooFewChoices)).toEqual([
          { rule: "choice-bounds", pointer: "/choices", message: `a multiple choice needs at least two choices, and has ${count}` },
        ])
      }),
    )
  })

  test("[Q1] bounds must be whole numbers", () => {
    expect(rules(question("multiple", { choices: choices(1, 2, 3), options: { minimum: 1.5, maximum: 2.5 } }))).toEqual([
      "choice-bounds",
      "choice-bounds",
    ])
  })

  test("[Q2] values have at most 3 digits and are unique", () => {
    expect(findings(question("choice", { choices: choices(1, 1000, 1, 0, -1, 2.5) }))).toEqual([
      { rule: "choice-value", pointer: "/choices/1/value", message: "the value is 1000, and must be a number of at most 3 digits" },
      { rule: "choice-value", pointer: "/choices/4/value", message: "the value is -1, and must be a number of at most 3 digits" },
      { rule: "choice-value", pointer: "/choices/5/value", message: "the value is 2.5, and must be a number of at most 3 digits" },
      { rule: "duplicate-choice-value", pointer: "/choices/2/value", message: "the value 1 is used by more than one choice" },
    ])
  })

  test("the text of a choice has at most 256 characters", () => {
    const texts = (...contents: ReadonlyArray<string>) =>
      question("choice", {
        choices: choices(1, 2).map((choice, i) => ({ ...choice, translation: { locale: "nl", content: contents[i] ?? "" } })),
      })
    expect(findings(texts("\u{1f600}".repeat(256), "\u{1f600}".repeat(257)))).toEqual([
      { rule: "structure", pointer: "/choices/1/translation/content", message: "must be less than or equal to 256 characters" },
    ])
  })

  test("[Q8] a single choice without choices has a finding", () => {
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

  test.each(cases)("%s: the minimum is at least the lowest allowed number, and the maximum at least the minimum", (type, rule, least) => {
    fc.assert(
      fc.property(small, small, (minimum, maximum) => {
        const isValid = (minimum === null || minimum >= least) && (maximum === null || maximum >= Math.max(minimum ?? least, least))
        const broken = rules(question(type, { options: { minimum, maximum } }))
        expect(broken.length === 0).toBe(isValid)
        expect(new Set(broken)).toEqual(new Set(isValid ? [] : [rule]))
      }),
      { numRuns: 300 },
    )
  })

  test.each(["numeric", "currency"] as const)("%s: answers have 0, 1 or 2 decimals", (type) => {
    const accepted = [-1, 0, 0.5, 1, 2, 3].filter((precision) => hasValidOptions(question(type, { options: { precision } })))
    expect(accepted).toEqual([0, 1, 2])
  })

  test("the length limits of an open question are whole numbers", () => {
    expect(rules(question("open", { options: { minimum: 1.5, maximum: 2 } }))).toEqual(["open-bounds"])
  })

  test("[Q9] bound labels have at most 25 code points, checked only while shown", () => {
    const labelled = (lowerBoundLabel: string, hasLabel = true) => question("numeric", { options: { hasLabel, lowerBoundLabel } })
    expect(findings(labelled("x".repeat(26)))).toEqual([
      { rule: "numeric-bounds", pointer: "/options/lowerBoundLabel", message: "must be less than or equal to 25 characters" },
    ])
    expect(hasValidOptions(labelled("🙂".repeat(25)))).toBe(true)
    expect(hasValidOptions(labelled("x".repeat(26), false))).toBe(true)
  })
})

describe("a slider", () => {
  const decimals = fc.integer({ min: 0, max: 4 })
  const decimal = (n: number, decimals: number) => Number(`${n}e-${decimals}`)

  test("[Q7] the remainder of a range is the part that its steps do not cover", () => {
    fc.assert(
      fc.property(decimals, fc.nat(10_000), fc.integer({ min: 1, max: 500 }), fc.nat(200), fc.nat(499), (p, min, step, steps, rest) => {
        const uncovered = rest % step
        const remainder = computeSliderRemainder(decimal(min, p), decimal(min + step * steps + uncovered, p), decimal(step, p))
        expect(Number(remainder)).toBe(decimal(uncovered, p))
      }),
    )
  })

  test("[Q7] the remainder exists for all numbers and every finite step except 0", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double(),
        (min, max, step) => {
          const remainder = computeSliderRemainder(min, max, step)
          expect(remainder === undefined).toBe(step === 0 || !Number.isFinite(step))
        },
      ),
    )
  })

  test("[Q7] the remainder is undefined if any operand is not a finite number, or the step is 0", () => {
    for (const notFinite of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect([
        computeSliderRemainder(notFinite, 1, 1),
        computeSliderRemainder(0, notFinite, 1),
        computeSliderRemainder(0, 1, notFinite),
        computeSliderRemainder(0, 1, 0),
      ]).toEqual([undefined, undefined, undefined, undefined])
  })

  const slider = (minimum: number | null, maximum: number | null, stepSize: number | null) =>
    question("numeric", { options: { hasSlider: true, minimum, maximum, stepSize } })

  test("[Q7] the finding for a step shows the calculation", () => {
    expect(findings(slider(0, 10, 3))).toEqual([
      { rule: "slider-step", pointer: "/options/stepSize", message: "((10 - 0) % 3) = 1, should be 0." },
    ])
    expect(findings(slider(0.1, 1, 0.4)).map(({ message }) => message)).toEqual(["((1 - 0.1) % 0.4) = 0.1, should be 0."])
    expect(findings(slider(0, 0.3, 0.1))).toEqual([])
  })

  test("its step has no more decimals than the answer allows", () => {
    const messagesFor = (stepSize: number, precision: number | null) =>
      findings(question("numeric", { options: { hasSlider: true, minimum: 0, maximum: 10, stepSize, precision } })).map(
        ({ message }) => message,
      )
    expect([messagesFor(0.25, null), messagesFor(0.25, 2), messagesFor(0.5, 1), messagesFor(2, 0)]).toEqual([[], [], [], []])
    expect(messagesFor(0.125, null)).toEqual(["the step size is 0.125, and the answer has at most 2 decimals"])
    expect(messagesFor(0.25, 1)).toEqual(["the step size is 0.25, and the answer has at most 1 decimals"])
    expect(messagesFor(0.5, 0)).toEqual(["the step size is 0.5, and the answer has at most 0 decimals"])
  })

  test("it needs a range and a positive step; other number questions do not", () => {
    expect(rules(slider(0, 10, 0))).toEqual(["slider-step"])
    expect(rules(slider(0, 10, -1))).toEqual(["slider-step"])
    expect(rules(slider(null, 10, 1))).toEqual(["numeric-bounds"])
    expect(rules(slider(0, null, 1))).toEqual(["numeric-bounds"])
    expect(rules(slider(0, 10, null))).toEqual([])
    // The default step is 1, which divides every whole range.
    expect(rules(slider(0, 3, null))).toEqual([])
    expect(rules(question("numeric", { options: { hasSlider: false, minimum: 0, maximum: 10, stepSize: 3 } }))).toEqual([])
  })
})

test("[Q10] a placeholder is offered for questions that show it", () => {
  const shown = (type: Question["type"], options: object = {}) => showsPlaceholder(question(type, { options }))
  const always = questionTypes.filter((type) => shown(type))
  expect(always).toEqual(["open", "email", "numeric", "currency"])
  expect([shown("numeric", { hasSlider: true }), shown("numeric", { hasSlider: false })]).toEqual([false, true])
  expect([
    shown("choice", { dropdown: true }),
    shown("choice", { search: true }),
    shown("choice", { dropdown: true, search: true }),
  ]).toEqual([true, true, true])
  // A multiple choice is never a dropdown.
  expect([shown("multiple", { dropdown: true }), shown("multiple", { search: true })]).toEqual([false, true])
})

describe("dates", () => {
  const date = fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

  test("[Q5] a date is parsed in each of the four formats", () => {
    fc.assert(
      fc.property(date, (iso) => {
        const [year = "", month = "", day = ""] = iso.split("-")
        for (const typed of [iso, `${year}/${month}/${day}`, `${day}-${month}-${year}`, `${day}/${month}/${year}`, ` ${iso} `])
          expect(parseDate(typed)).toBe(iso)
      }),
    )
  })

  test("[Q5] a date is printed day first and parsed again; other text is printed unchanged", () => {
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
  ])("[Q5] %s is not a valid date", (typed) => {
    expect(parseDate(typed)).toBeUndefined()
  })

  test("[Q5] limits are dates, and the latest is not before the earliest", () => {
    fc.assert(
      fc.property(date, date, (minimum, maximum) => {
        expect(rules(question("date", { options: { minimum, maximum } }))).toEqual(minimum <= maximum ? [] : ["numeric-bounds"])
      }),
    )
    expect(findings(question("date", { options: { minimum: "30-01-2024", maximum: "" } }))).toEqual([
      { rule: "structure", pointer: "/options/minimum", message: "“30-01-2024” isn't a valid date (YYYY-MM-DD)" },
    ])
  })
})

describe("scales", () => {
  const values = (type: "starRating" | "emoji" | "nps", options: object) => {
    const scale = question(type, { options })
    return scale.type === "starRating" || scale.type === "emoji" || scale.type === "nps" ? listScaleValues(scale) : []
  }

  test("[Q3] five stars, in whole or half steps, and five emoji", () => {
    expect(values("starRating", {})).toEqual([1, 2, 3, 4, 5])
    expect(values("starRating", { increment: 0.5 })).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5])
    expect(values("emoji", {})).toEqual([1, 2, 3, 4, 5])
    expect(rules(question("starRating", { options: { max: 7 } }))).toEqual(["numeric-bounds"])
    expect(rules(question("emoji", { options: { emoticonsCount: 3 } }))).toEqual(["numeric-bounds"])
  })

  test("[Q4] an NPS scale runs from 0 or 1 to 10", () => {
    expect(values("nps", {})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(values("nps", { minimum: 0 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    fc.assert(
      fc.property(small, fc.option(fc.integer({ min: 8, max: 12 })), (minimum, maximum) => {
        const isValid = [0, 1].includes(minimum ?? 1) && (maximum ?? 10) === 10
        expect(hasValidOptions(question("nps", { options: { minimum, maximum } }))).toBe(isValid)
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

  test("one of the two buttons always stays on", () => {
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

  test("a button can be turned off while the other one is on", () => {
    expect(setButtonEnabled({}, "camera", false)).toEqual({ fileCameraCapability: false })
    expect(setButtonEnabled({ fileCameraCapability: false }, "library", false)).toEqual({ fileCameraCapability: false })
    expect(rules(question("file", { options: { fileCameraCapability: false, fileLibraryCapability: false } }))).toEqual(["file-buttons"])
  })

  test("[Q10] one file type always stays accepted, and every other type is as last set", () => {
    const turn = fc.tuple(fc.constantFrom(...fileTypeGroups), fc.boolean())
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1 }), (turns) => {
        let now: Parameters<typeof setFileTypeAccepted>[0] = {}
        for (const [kind, isAccepted] of turns) {
          const next = setFileTypeAccepted(now, kind, isAccepted)
          if (next === now) expect([isAccepted, fileTypeGroups.filter((group) => acceptsFileType(now, group))]).toEqual([false, [kind]])
          else
            for (const group of fileTypeGroups)
              expect(acceptsFileType(next, group)).toBe(group === kind ? isAccepted : acceptsFileType(now, group))
          now = next
        }
        expect(hasValidOptions(question("file", { options: now }))).toBe(true)
        expect(findAcceptedExtension(now, "jpeg") === undefined).toBe(
          !fileTypeGroups.some((group) => group.some((extension) => extension === "jpg") && acceptsFileType(now, group)),
        )
      }),
    )
    expect(setFileTypeAccepted({ extensions: ["png", "heic"] }, fileTypeGroups[2], true).extensions).toEqual(["png", "gif", "heic"])
  })

  test("only known extensions are accepted", () => {
    expect(rules(question("file", { options: { extensions: ["png", "jpg", "jpeg", "gif", "svg"] } }))).toEqual([])
    expect(findings(question("file", { options: { extensions: ["png", "exe"] } }))).toEqual([
      { rule: "structure", pointer: "/options/extensions/1", message: "one of these is expected here: png, jpg, jpeg, gif, svg" },
    ])
  })

  test("button texts have at most 30 characters, and white space alone counts as empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (typed) => {
        expect(normalizeButtonText(typed)).toBe(typed.trim() === "" ? "" : typed)
      }),
    )
    expect(normalizeButtonText(" \t\u00a0")).toBe("")
    expect(
      findings(question("file", { options: { fileUploadLibraryText: "x".repeat(31), fileUploadCameraText: "x".repeat(30) } })),
    ).toEqual([
      { rule: "file-label-length", pointer: "/options/fileUploadLibraryText", message: "must be less than or equal to 30 characters" },
    ])
  })
})

test("[Q6] options are valid regardless of the choices, and findings disappear once they are fixed", () => {
  const twice = [1, 1].map((value, order) => ({ uuid: `${order}`, value, order, translation: { locale: "nl", content: "" } }))
  const questionWith = (options: object) =>
    Schema.decodeUnknownSync(Question)({ uuid: "q", type: "multiple", choices: twice, options: { minimum: 1, maximum: 2, ...options } })
  expect(questionFindings(questionWith({}), "").map(({ rule }) => rule)).toEqual(["duplicate-choice-value"])
  expect(hasValidOptions(questionWith({}))).toBe(true)
  expect(hasValidOptions(questionWith({ maximum: 3 }))).toBe(false)
  const found = questionFindings(questionWith({ maximum: 3 }), "/instructions/0/question")
  expect(findRemainingFindings(questionWith({ maximum: 3 }), found).map(({ pointer }) => pointer)).toEqual(["/options/maximum"])
  expect(findRemainingFindings(questionWith({ maximum: 4 }), found)).toEqual([])
  expect(findRemainingFindings(questionWith({}), found)).toEqual([])
})
