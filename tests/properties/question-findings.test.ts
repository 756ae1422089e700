// Findings for each invalid limit of a question: rule, place, and a message with the invalid and the allowed values.
import * as Schema from "effect/Schema"
import { expect, test } from "vitest"
import { Question } from "../../domain/questions/question.ts"
import { questionFindings } from "../../domain/questions/question-check.ts"

const question = (type: Question["type"], rest: object = {}): Question => Schema.decodeUnknownSync(Question)({ uuid: "q", type, ...rest })
const findings = (question: Question) => questionFindings(question, "/q").map(({ rule, pointer, message }) => [rule, pointer, message])
const choices = (count: number) =>
  Array.from({ length: count }, (_, order) => ({ uuid: `c${order}`, value: order, order, translation: { locale: "nl", content: "x" } }))
const multiple = (options: object, count = 4) => question("multiple", { choices: choices(count), options })

test.each<[string, Question, string, string, string]>([
  ["Q1", multiple({ minimum: 0 }), "choice-bounds", "options/minimum", "the minimum is 0, and must be at least 1"],
  ["Q1", multiple({ minimum: 4 }), "choice-bounds", "options/minimum", "the minimum is 4, and must be at most 3"],
  ["Q1", multiple({ minimum: 1.5 }), "choice-bounds", "options/minimum", "the minimum is 1.5, and must be a whole number"],
  ["Q1", multiple({ minimum: 3, maximum: 2 }), "choice-bounds", "options/maximum", "the maximum is 2, and must be at least 3"],
  ["Q1", multiple({ maximum: 5 }), "choice-bounds", "options/maximum", "the maximum is 5, and must be at most 4"],
  ["Q1", multiple({ maximum: 2.5 }), "choice-bounds", "options/maximum", "the maximum is 2.5, and must be a whole number"],
  ["Q8", question("choice", { choices: [] }), "choice-bounds", "choices", "there are no choices: add one"],
  [
    "Q5",
    question("date", { options: { maximum: "2024-02-30" } }),
    "structure",
    "options/maximum",
    "“2024-02-30” isn't a valid date (YYYY-MM-DD)",
  ],
  [
    "Q5",
    question("date", { options: { minimum: "2024-03-01", maximum: "2024-02-29" } }),
    "numeric-bounds",
    "options/maximum",
    "the latest day (2024-02-29) is before the earliest (2024-03-01)",
  ],
  ["Q3", question("starRating", { options: { max: 7 } }), "numeric-bounds", "options/max", "the scale has 7 levels, and must have 5"],
  [
    "Q3",
    question("emoji", { options: { emoticonsCount: 3 } }),
    "numeric-bounds",
    "options/emoticonsCount",
    "the scale has 3 levels, and must have 5",
  ],
  [
    "Q4",
    question("nps", { options: { minimum: 2 } }),
    "numeric-bounds",
    "options/minimum",
    "the scale runs from 2 to 10, and must run from 1 or 0 to 10",
  ],
  [
    "Q7",
    question("numeric", { options: { hasSlider: true, maximum: 9 } }),
    "numeric-bounds",
    "options/minimum",
    "a slider needs a minimum and a maximum",
  ],
  [
    "Q7",
    question("numeric", { options: { hasSlider: true, minimum: 9 } }),
    "numeric-bounds",
    "options/maximum",
    "a slider needs a minimum and a maximum",
  ],
  [
    "Q7",
    question("numeric", { options: { hasSlider: true, minimum: 0, maximum: 9, stepSize: -2 } }),
    "slider-step",
    "options/stepSize",
    "the step size is -2, and must be more than 0",
  ],
  [
    "Q9",
    question("numeric", { options: { hasLabel: true, upperBoundLabel: "x".repeat(26) } }),
    "numeric-bounds",
    "options/upperBoundLabel",
    "must be less than or equal to 25 characters",
  ],
  [
    "Q6",
    question("file", { options: { fileCameraCapability: false, fileLibraryCapability: false } }),
    "file-buttons",
    "options/fileLibraryCapability",
    "at least one of the two buttons, camera and library, must be on",
  ],
  ["Q6", question("open", { options: { minimum: 0 } }), "open-bounds", "options/minimum", "the minimum is 0, and must be at least 1"],
  [
    "Q6",
    question("open", { options: { maximum: 2.5 } }),
    "open-bounds",
    "options/maximum",
    "the maximum is 2.5, and must be a whole number",
  ],
])("[%s] %j: %s", (_, question, rule, place, message) => {
  expect(findings(question)).toEqual([[rule, `/q/${place}`, message]])
})

test.each([
  ["numeric", "numeric-bounds", 0],
  ["currency", "currency-bounds", 1],
] as const)("reports numbers of a %s question that are too small, in the wrong order, or have too many decimals", (type, rule, least) => {
  const findingsFor = (options: object) => findings(question(type, { options }))
  expect(findingsFor({ minimum: least - 1, maximum: least - 2 })).toEqual([
    [rule, "/q/options/minimum", `the minimum is ${least - 1}, and must be at least ${least}`],
    [rule, "/q/options/maximum", `the maximum is ${least - 2}, and must be at least ${least}`],
  ])
  expect(findingsFor({ minimum: 7, maximum: 6 })).toEqual([[rule, "/q/options/maximum", "the maximum is 6, and must be at least 7"]])
  expect(findingsFor({ precision: 3 })).toEqual([
    [rule, "/q/options/precision", "the number of decimals is 3, and must be a whole number from 0 to 2"],
  ])
})

test("[Q5] reports a limit that is not a date, without comparing it", () => {
  const rulesFor = (options: object) => findings(question("date", { options })).map(([rule]) => rule)
  expect(rulesFor({ minimum: "x", maximum: "2024-01-01" })).toEqual(["structure"])
  expect(rulesFor({ minimum: "2024-01-01", maximum: "1" })).toEqual(["structure"])
  expect([rulesFor({ minimum: "", maximum: "2024-01-01" }), rulesFor({ minimum: null, maximum: "2024-01-01" })]).toEqual([[], []])
})

test.each(["open", "email", "numeric", "currency", "date", "starRating", "emoji", "nps", "file"] as const)(
  "reports nothing for a %s question without settings",
  (type) => {
    expect([findings(question(type)), findings(question(type, { options: null })), findings(question(type, { options: {} }))]).toEqual([
      [],
      [],
      [],
    ])
  },
)
