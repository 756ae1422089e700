// Upper limits on the processor time for malicious and large inputs. Mutation testing leaves this file out, because
// timings mean nothing there.
import { expect, test } from "vitest"
import { allowedSvgAttribute } from "../../domain/assets/svg-sanitizer.ts"
import { conditionFindings } from "../../domain/check/condition-findings.ts"
import { type Inspection, inspectScript, scriptFindings } from "../../domain/check/script-rules.ts"
import { analyzeConditions } from "../../domain/conditions/condition-analysis.ts"
import { buildPresetPrompt } from "../../domain/editing/ai-prompts.ts"
import { completeCondition } from "../../domain/editing/completion.ts"
import { createInstructionCopies } from "../../domain/editing/instruction-list.ts"
import { defaultExportOptions } from "../../domain/exports/export-options.ts"
import { questionColumns } from "../../domain/exports/question-columns.ts"
import { estimateDuration } from "../../domain/flow/duration-estimate.ts"
import { computeInstructionDelay } from "../../domain/flow/reading-delay.ts"
import { findDuplicates } from "../../domain/links/duplicates.ts"
import { pasteChoiceLines } from "../../domain/questions/choices.ts"
import { splitRecalls } from "../../domain/recall/recall.ts"
import { updateReferences } from "../../domain/recall/reference-renaming.ts"
import { findLockViolations } from "../../domain/revisions/live-lock.ts"
import { toPlainText } from "../../domain/rich-text/plain-text.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { readProcessorTime } from "../fixtures/processor-time.ts"

test("[C10] analyzing conditions takes limited time, even for malicious conditions", () => {
  const choices = createChoices(...Array.from({ length: 60 }, (_, i) => `keuze ${i}`))
  const any = (n: number) => `(${Array.from({ length: 50 }, (_, i) => `many contains ${((n + i) % 60) + 1}`).join(" || ")})`
  const condition = `${Array.from({ length: 60 }, (_, n) => any(n)).join(" && ")} && count(many) < 1`
  const many = questionInstruction(0, "many", { uuid: "q", type: "multiple", choices })
  const started = readProcessorTime()
  analyzeConditions([many, ...Array.from({ length: 40 }, (_, i) => instruction(i + 1, { condition }))])
  expect(readProcessorTime() - started).toBeLessThan(10_000)
})

/** Checks five scripts whose conditions depend on each other in different ways, each of 60 questions and a number of other instructions. */
const inspectDependentConditions = (count: number): ReadonlyArray<Inspection> => {
  const choices = createChoices("a", "b", "c", "d")
  const questions = Array.from({ length: 60 }, (_, i) => questionInstruction(i, `k${i}`, { uuid: `q${i}`, type: "choice", choices }))
  const condition = (i: number) =>
    [i, i * 7, i * 11].map((n, k) => `k${n % 60} == ${1 + ((i + k) % 4)}`).join(i % 2 === 0 ? " && " : " || ")
  const long = `(${Array.from({ length: 2 * count }, (_, i) => `k${i % 60} == ${1 + (i % 4)}`).join(" || ")}) && k1 != 3`
  const end = { type: "end" as const, action: { type: "end" as const, params: {} } }
  const recall = (i: number) => [{ uuid: `m${i}`, locale: "nl", content: `<p>{{answers.k${i % 60}}} {{answers.k${(i * 7) % 60}}}</p>` }]
  const scored = Array.from({ length: 40 }, (_, i) => ({
    ...choices[0],
    uuid: `s${i}`,
    value: i,
    order: i,
    score: i * i,
    translation: { locale: "nl", content: `${i}` },
  }))
  const scores = Array.from({ length: count }, (_, i) =>
    i % 3 === 0
      ? questionInstruction(60 + i, `v${i}`, { uuid: `v${i}`, type: "choice", choices: scored })
      : instruction(60 + i, i % 3 === 1 ? { type: "score", label: `s${i}` } : { condition: `s${i - 1} >= 0 && s${i - 1} != ${i}` }),
  )
  const branches = Array.from({ length: count / 3 }, (_, i) => instruction(60 + count + i, { condition: `s${3 * i + 1} < 0` }))
  const rests = [
    Array.from({ length: count }, (_, i) => instruction(60 + i, { condition: condition(i), messages: recall(i), ...(i % 3 === 0 && end) })),
    Array.from({ length: count }, (_, i) =>
      i % 2 === 1
        ? instruction(60 + i, { condition: `w${i - 1} == 1 && k${i % 60} == 2` })
        : questionInstruction(60 + i, `w${i}`, { uuid: `x${i}`, type: "choice", choices }, `k${(i + 1) % 60} == 1`),
    ),
    Array.from({ length: count / 9 }, (_, i) => instruction(60 + i, { condition: long })),
    Array.from({ length: count }, (_, i) => instruction(60 + i, i % 2 === 0 ? { ...end, condition: `metadata.m${i} == 1` } : {})),
    [...scores, ...branches],
  ]
  return rests.map((rest) => inspectScript({ name: "n", public_name: "", language: "nl", instructions: [...questions, ...rest] }))
}

test("[C10] judging dependent conditions together takes limited time", () => {
  const started = readProcessorTime()
  const inspections = inspectDependentConditions(90)
  expect(readProcessorTime() - started).toBeLessThan(30_000)
  expect(inspections.map(({ unproven }) => unproven.length > 0)).toEqual([true, false, true, false, true])
})

test("[C10] judging the dependent conditions of a thousand instructions together takes limited time", { tags: ["long"] }, () => {
  const started = readProcessorTime()
  const inspections = inspectDependentConditions(900)
  expect(readProcessorTime() - started).toBeLessThan(60_000)
  expect(inspections.map(({ unproven }) => unproven.length > 0)).toEqual([true, false, true, false, true])
})

test("[I10] texts in thousands of unsupported languages are checked in limited time, without findings", () => {
  const instructions = Array.from({ length: 3000 }, (_, i) =>
    instruction(i, { messages: ["en", `x${i}`].map((locale) => ({ uuid: `${locale} ${i}`, locale, content: "a" })) }),
  )
  const started = readProcessorTime()
  expect(
    scriptFindings({ name: "n", public_name: "", language: "en", instructions }).filter(({ rule }) => rule === "missing-translation"),
  ).toEqual([])
  expect(readProcessorTime() - started).toBeLessThan(10_000)
})

test("[I9] the duration of a long script is estimated in limited time, however its conditions depend on each other", () => {
  const choices = createChoices("a", "b", "c", "d")
  const questions = Array.from({ length: 60 }, (_, i) => questionInstruction(i, `k${i}`, { uuid: `q${i}`, type: "choice", choices }))
  const condition = (i: number) =>
    [i, i * 7, i * 11].map((n, k) => `k${n % 60} == ${1 + ((i + k) % 4)}`).join(i % 2 === 0 ? " && " : " || ")
  const rest = Array.from({ length: 940 }, (_, i) => instruction(60 + i, { condition: condition(i), typing_delay: i % 7 }))
  const started = readProcessorTime()
  const { minSeconds, typicalSeconds, most, isExact } = estimateDuration({ language: "nl", instructions: [...questions, ...rest] })
  expect(readProcessorTime() - started).toBeLessThan(10_000)
  expect(isExact).toBe(false)
  expect(minSeconds).toBeLessThan(typicalSeconds)
  expect(typicalSeconds).toBeLessThan(most)
})

test("[C10] a script with only unknown names is checked in limited time", () => {
  const instructions = Array.from({ length: 3000 }, (_, i) => instruction(i, { condition: `naam_zoals_geen_${i} == 1` }))
  const started = readProcessorTime()
  const found = conditionFindings({ name: "", public_name: "", language: "nl", instructions })
  expect(found).toHaveLength(3000)
  expect(readProcessorTime() - started).toBeLessThan(10_000)
})

test("[C11] recalls in long malicious texts are parsed in limited time", () => {
  const started = readProcessorTime()
  for (const written of [
    "{{".repeat(200_000),
    "}}".repeat(200_000),
    `${"<b>".repeat(100_000)}}}`,
    "<".repeat(300_000),
    `${"{{answers.x|".repeat(30_000)}}}`,
  ])
    splitRecalls(written, "rich")
  expect(readProcessorTime() - started).toBeLessThan(5_000)
})

test("malicious SVG attributes, half-typed conditions and prompts are handled in limited time", () => {
  const started = readProcessorTime()
  expect(allowedSvgAttribute("image", "href", `data:image/png;base64,A${" ".repeat(400_000)}!`)).toBeUndefined()
  expect(allowedSvgAttribute("image", "href", `data:image/png;base64,${"A\n ".repeat(100_000)}=`)).toBeDefined()
  const opened = `${") ".repeat(30_000)}== `
  expect(completeCondition(opened, opened.length, [questionInstruction(0, "a", { uuid: "q", type: "open" })], 1, [])).toBeDefined()
  const braces = instruction(0, {
    type: "question",
    label: "a",
    question: { uuid: "q", type: "open" },
    messages: [{ uuid: "m", locale: "nl", content: "{{".repeat(200_000) }],
  })
  expect(buildPresetPrompt("summarize", "", [braces, instruction(1, {})], 1)).toContain("answers.a")
  expect(readProcessorTime() - started).toBeLessThan(10_000)
})

test("[M2] sanitizing long malicious markup returns a text in proportion to its length", () => {
  const long = 200_000
  for (const part of [
    "<b>",
    "<a<",
    "<ul><li>",
    "<p><b><i>x",
    "<!--",
    "&",
    "<img src='",
    " ",
    "</ul>",
    "<a href=https://a.example>",
    "<span style='font-size:12px'>x",
  ]) {
    const html = part.repeat(Math.ceil(long / part.length))
    const clean = sanitizeHtml(html)
    expect(clean.length).toBeLessThan(40 * long)
    expect(toPlainText(clean).length).toBeLessThanOrEqual(html.length)
  }
})

test("[L3] duplicates in a list of 300,000 rows are found, also where many rows are the same", () => {
  const length = 300_000
  expect(findDuplicates(length, (index) => `person${index}@example.org`)).toEqual([])
  expect(findDuplicates(length, () => "same").length).toBe(length - 1)
  expect(findDuplicates(length, (index) => String(index % 1000)).length).toBe(length - 1000)
})

test("hundreds of thousands of messages, fields and choices do not overflow the stack", () => {
  const many = 200_000
  const messages = Array.from({ length: many }, (_, i) => ({ uuid: `m${i}`, locale: "nl", content: "" }))
  expect(computeInstructionDelay({ messages })).toBe(3)
  const fields = Object.fromEntries(Array.from({ length: many }, (_, i) => [`newer${i}`, i]))
  const script = { name: "", public_name: "", language: "nl" as const, instructions: [instruction(0, {})] }
  const changed = { ...script, instructions: [instruction(0, fields)] }
  expect(findLockViolations(script, changed, "live", { allowChanges: false })).toHaveLength(many)
  const choices = Array.from({ length: many }, (_, order) => ({
    uuid: `c${order}`,
    value: order,
    order,
    translation: { locale: "nl", content: `keuze ${order}` },
  }))
  const question = { uuid: "q", type: "choice" as const, choices }
  const definitions = [{ revision: 1, language: "nl", instruction: questionInstruction(0, "a", question), question }]
  const [column] = questionColumns(definitions, { ...defaultExportOptions, nonNumeric: true }, ["1", "2", "3", "4", "5"])
  expect(column?.width).toBe("keuze 199999".length)
})

test("thousands of deleted names that are used again are kept apart in limited time", () => {
  const named = (from: number) => Array.from({ length: 3000 }, (_, i) => instruction(i, { uuid: `i${from + i}`, label: `name${i}` }))
  const using = instruction(3000, { uuid: "using", condition: "name7 == 1" })
  const started = readProcessorTime()
  const followed = updateReferences([...named(0), using], [...named(5000), using])
  expect(followed.at(-1)?.condition).toBe("name7_deleted == 1")
  expect(readProcessorTime() - started).toBeLessThan(2_000)
})

test("pasting fifty thousand lines adds as many choices as there is room for, in limited time", () => {
  let made = 0
  const lines = Array.from({ length: 50_000 }, (_, i) => `keuze ${i}`).join("\n")
  const started = readProcessorTime()
  const { choices, unusedLines: left } = pasteChoiceLines([], "", lines, { newUuid: () => `c${made++}`, locale: "nl" })
  expect([choices.length, left.length]).toEqual([999, 49_001])
  expect(readProcessorTime() - started).toBeLessThan(1_000)
})

test("copying many instructions takes time in proportion to their number, even with similar names", () => {
  const copied = (count: number, name: (i: number) => string): number => {
    const list = Array.from({ length: 4 * count }, (_, i) => instruction(i, { uuid: `i${i}`, label: name(i) }))
    const started = readProcessorTime()
    let made = 0
    const { list: all } = createInstructionCopies(list, new Set(list.slice(0, count).map(({ uuid }) => uuid)), () => `n${made++}`)
    const took = readProcessorTime() - started
    expect(all).toHaveLength(5 * count)
    return took
  }
  for (const name of [(i: number) => `naam${i}`, (i: number) => `vraag_${i + 1}`]) {
    const fastest = (count: number) => Math.min(...[1, 2].map(() => copied(count, name)))
    // Quadratic time would make it 64 times as long.
    expect(fastest(8000)).toBeLessThan(24 * fastest(1000) + 250)
  }
})
