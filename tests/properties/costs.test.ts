// What bad and big input costs: time has a limit, also where a text or a script was made to cost. Mutation testing leaves this file out,
// where time says nothing.
import { expect, test } from "vitest"
import { presetPrompt } from "../../domain/actions/ai-prompts.ts"
import { allowedSvgAttribute } from "../../domain/assets/svg-sanitizer.ts"
import { conditionFindings } from "../../domain/check/condition-findings.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { completeCondition } from "../../domain/conditions/completion.ts"
import { analyzeConditions } from "../../domain/conditions/condition-analysis.ts"
import { defaultExportOptions } from "../../domain/exports/export-options.ts"
import { questionColumns } from "../../domain/exports/question-columns.ts"
import { estimateDuration } from "../../domain/flow/duration-estimate.ts"
import { findDuplicates } from "../../domain/links/duplicates.ts"
import { addChoiceLines } from "../../domain/questions/choices.ts"
import { splitRecalls } from "../../domain/recall/recall.ts"
import { updateReferences } from "../../domain/recall/reference-renaming.ts"
import { plainText } from "../../domain/rich-text/plain-text.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import { createInstructionCopies } from "../../domain/script/instruction-list.ts"
import { findLockViolations } from "../../domain/script/live-lock.ts"
import { computeInstructionDelay } from "../../domain/script/reading-delay.ts"
import { asked, choicesOf, instruction } from "../arbitraries/answerable.ts"

/** Milliseconds that this process has had of the processor: on a busy machine the clock goes on while others have it. */
const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

test("[C10] what a check costs has a limit, also where conditions are made to cost", () => {
  const choices = choicesOf(...Array.from({ length: 60 }, (_, i) => `keuze ${i}`))
  const any = (n: number) => `(${Array.from({ length: 50 }, (_, i) => `many contains ${((n + i) % 60) + 1}`).join(" || ")})`
  const condition = `${Array.from({ length: 60 }, (_, n) => any(n)).join(" && ")} && count(many) < 1`
  const many = asked(0, "many", { uuid: "q", type: "multiple", choices })
  const started = spent()
  analyzeConditions([many, ...Array.from({ length: 40 }, (_, i) => instruction(i + 1, { condition }))])
  expect(spent() - started).toBeLessThan(10_000)
})

test("[I10] texts in ever other languages that nobody is offered cost no finding each", () => {
  const instructions = Array.from({ length: 3000 }, (_, i) =>
    instruction(i, { messages: ["en", `x${i}`].map((locale) => ({ uuid: `${locale} ${i}`, locale, content: "a" })) }),
  )
  const started = spent()
  expect(
    scriptFindings({ name: "n", public_name: "", language: "en", instructions }).filter(({ rule }) => rule === "missing-translation"),
  ).toEqual([])
  expect(spent() - started).toBeLessThan(10_000)
})

test("[I9] the pace of a long script is found in good time, however its conditions hang together", () => {
  const choices = choicesOf("a", "b", "c", "d")
  const questions = Array.from({ length: 60 }, (_, i) => asked(i, `k${i}`, { uuid: `q${i}`, type: "choice", choices }))
  const condition = (i: number) =>
    [i, i * 7, i * 11].map((n, k) => `k${n % 60} == ${1 + ((i + k) % 4)}`).join(i % 2 === 0 ? " && " : " || ")
  const rest = Array.from({ length: 940 }, (_, i) => instruction(60 + i, { condition: condition(i), typing_delay: i % 7 }))
  const started = spent()
  const { minSeconds, typicalSeconds, most, isExact } = estimateDuration({ language: "nl", instructions: [...questions, ...rest] })
  expect(spent() - started).toBeLessThan(10_000)
  expect(isExact).toBe(false)
  expect(minSeconds).toBeLessThan(typicalSeconds)
  expect(typicalSeconds).toBeLessThan(most)
})

test("[C10] a script without one right name is checked in good time", () => {
  const instructions = Array.from({ length: 3000 }, (_, i) => instruction(i, { condition: `naam_zoals_geen_${i} == 1` }))
  const started = spent()
  const found = conditionFindings({ name: "", public_name: "", language: "nl", instructions })
  expect(found).toHaveLength(3000)
  expect(spent() - started).toBeLessThan(10_000)
})

test("[C11] long texts made to cost are read in good time", () => {
  const started = spent()
  for (const written of [
    "{{".repeat(200_000),
    "}}".repeat(200_000),
    `${"<b>".repeat(100_000)}}}`,
    "<".repeat(300_000),
    `${"{{answers.x|".repeat(30_000)}}}`,
  ])
    splitRecalls(written, "rich")
  expect(spent() - started).toBeLessThan(5_000)
})

test("what an SVG, a condition that is typed and a prompt are made to cost has a limit", () => {
  const started = spent()
  expect(allowedSvgAttribute("image", "href", `data:image/png;base64,A${" ".repeat(400_000)}!`)).toBeUndefined()
  expect(allowedSvgAttribute("image", "href", `data:image/png;base64,${"A\n ".repeat(100_000)}=`)).toBeDefined()
  const opened = `${") ".repeat(30_000)}== `
  expect(completeCondition(opened, opened.length, [asked(0, "a", { uuid: "q", type: "open" })], 1, [])).toBeDefined()
  const braces = instruction(0, {
    type: "question",
    label: "a",
    question: { uuid: "q", type: "open" },
    messages: [{ uuid: "m", locale: "nl", content: "{{".repeat(200_000) }],
  })
  expect(presetPrompt("summarize", "", [braces, instruction(1, {})], 1)).toContain("answers.a")
  expect(spent() - started).toBeLessThan(10_000)
})

test("[M2] the work of sanitising is in proportion to the length", () => {
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
    expect(plainText(clean).length).toBeLessThanOrEqual(html.length)
  }
})

test("[L3] a long list takes time in proportion, also where much is alike", () => {
  const length = 300_000
  expect(findDuplicates(length, (place) => `person${place}@example.org`)).toEqual([])
  expect(findDuplicates(length, () => "same").length).toBe(length - 1)
  expect(findDuplicates(length, (place) => String(place % 1000)).length).toBe(length - 1000)
})

test("however much there is of something, nothing overflows", () => {
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
  const its = [{ revision: 1, language: "nl", instruction: asked(0, "a", question), question }]
  const [column] = questionColumns(its, { ...defaultExportOptions, nonNumeric: true }, ["1", "2", "3", "4", "5"])
  expect(column?.width).toBe("keuze 199999".length)
})

test("a thousand names that were deleted and are taken again are kept apart in good time", () => {
  const named = (from: number) => Array.from({ length: 3000 }, (_, i) => instruction(i, { uuid: `i${from + i}`, label: `name${i}` }))
  const using = instruction(3000, { uuid: "using", condition: "name7 == 1" })
  const started = spent()
  const followed = updateReferences([...named(0), using], [...named(5000), using])
  expect(followed.at(-1)?.condition).toBe("name7_deleted == 1")
  expect(spent() - started).toBeLessThan(2_000)
})

test("fifty thousand lines pasted make the choices that there is room for, in good time", () => {
  let made = 0
  const lines = Array.from({ length: 50_000 }, (_, i) => `keuze ${i}`).join("\n")
  const started = spent()
  const { choices, left } = addChoiceLines([], lines, { fresh: () => `c${made++}`, locale: "nl" })
  expect([choices.length, left.length]).toEqual([999, 49_001])
  expect(spent() - started).toBeLessThan(1_000)
})

test("copying many at once takes time in proportion to them, also where all are called alike", () => {
  const copied = (count: number, name: (i: number) => string): number => {
    const list = Array.from({ length: 4 * count }, (_, i) => instruction(i, { uuid: `i${i}`, label: name(i) }))
    const started = spent()
    let made = 0
    const { list: all } = createInstructionCopies(list, new Set(list.slice(0, count).map(({ uuid }) => uuid)), () => `n${made++}`)
    const took = spent() - started
    expect(all).toHaveLength(5 * count)
    return took
  }
  for (const name of [(i: number) => `naam${i}`, (i: number) => `vraag_${i + 1}`]) {
    const least = (count: number) => Math.min(...[1, 2, 3].map(() => copied(count, name)))
    // Eight times as many: 8 times the work, where it was 64 times.
    expect(least(4000)).toBeLessThan(24 * least(500) + 20)
  }
})
