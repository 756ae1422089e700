// How findings are listed for people: errors first, and one entry for each cause.
import fc from "fast-check"
import { expect, test } from "vitest"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { newAction } from "../../domain/editing/new-instruction.ts"
import { countOtherInstructions, groupFindings, isError } from "../../domain/findings/finding.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { baseScript } from "../arbitraries/versions.ts"

test("[F13] everything after the end of a chat is one entry, with a count", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), (count) => {
      const message = { uuid: "m", locale: "en", content: "<p>Hello</p>" }
      const after = Array.from({ length: count }, (_, i) => instruction(1 + i, { label: `later_${i}`, messages: [message] }))
      const instructions = [instruction(0, { label: "bye", type: "end", action: newAction("end") }), ...after]
      const groups = groupFindings(scriptFindings({ name: "a", public_name: "", language: "en", instructions }))
      expect(groups.map(({ first, findings }) => [first.key, first.pointer, findings.length])).toEqual([
        ["condition.after-end", "/instructions/1", count],
      ])
    }),
  )
})

test("[F13] behind an end that is always reached, conditions get no findings that follow from it", () => {
  const yes = { uuid: "c", value: 1, order: 0, translation: { locale: "en", content: "Yes" } }
  const messages = [{ uuid: "m", locale: "en", content: "<p>Hello</p>" }]
  const instructions = [
    instruction(0, { label: "bye", type: "end", action: newAction("end") }),
    { ...questionInstruction(1, "ask", { uuid: "q", type: "choice", choices: [yes] }), messages },
    instruction(2, { label: "so", condition: "ask == 1", messages }),
    instruction(3, { label: "unknown", condition: "nobody == 1", messages }),
  ]
  const groups = groupFindings(scriptFindings({ name: "a", public_name: "", language: "en", instructions }))
  expect(groups.map(({ first, findings }) => [first.key, findings.length])).toEqual([
    ["condition.unknown", 1],
    ["condition.after-end", 3],
  ])
})

test("[F13] every finding is in one entry, errors come first, and each severity stays in script order", () => {
  fc.assert(
    fc.property(baseScript, (script) => {
      const findings = scriptFindings(script)
      const groups = groupFindings(findings)
      expect(new Set(groups.flatMap((group) => group.findings))).toEqual(new Set(findings))
      expect(groups.flatMap((group) => group.findings)).toHaveLength(findings.length)
      const firsts = groups.map(({ first }) => first)
      const inOrder = (severity: boolean) => findings.filter((it) => isError(it) === severity && firsts.includes(it))
      expect(firsts).toEqual([...inOrder(true), ...inOrder(false)])
      for (const group of groups) expect(new Set(group.findings.map((it) => `${it.severity} ${it.message}`)).size).toBe(1)
    }),
  )
})

const end = (order: number) => instruction(order, { label: "end", type: "end", action: { type: "end", params: {} } })

test("[F13] instructions behind several ends, one of which is always reached, are one entry", () => {
  const question = questionInstruction(0, "a", { uuid: "q", type: "starRating" })
  const instructions = [
    question,
    { ...end(1), condition: "a < 3" },
    { ...end(2), condition: "a >= 3" },
    instruction(3, {}),
    instruction(4, {}),
  ]
  const groups = groupFindings(scriptFindings({ name: "a", public_name: "", language: "en", instructions }))
  expect(groups.map(({ first, findings }) => [first.key, findings.length])).toContainEqual(["condition.after-ends", 2])
})

test("[F13] conditions with the same choice that does not exist are one entry", () => {
  const question = questionInstruction(0, "a", { uuid: "q", type: "choice", choices: createChoices("Yes", "No") })
  const instructions = [question, ...[1, 2, 3].map((order) => instruction(order, { condition: "a == 99" })), end(4)]
  const groups = groupFindings(scriptFindings({ name: "a", public_name: "", language: "en", instructions }))
  expect(groups.map(({ first, findings }) => [first.key, findings.length])).toContainEqual(["condition.no-choice", 3])
})

test("[F13] conditions and texts with the same unknown name are one entry, which counts instructions, also if the check suggests a name", () => {
  const question = questionInstruction(0, "q2", { uuid: "q", type: "choice", choices: createChoices("Yes", "No") })
  const messages = [{ uuid: "m", locale: "en", content: "<p>{{answers.q1}}</p>" }]
  const users = [1, 2, 3].map((order) => instruction(order, { label: `m${order}`, condition: "q1 == 1", messages }))
  const instructions = [question, ...users, end(4)]
  const groups = groupFindings(scriptFindings({ name: "a", public_name: "", language: "en", instructions }))
  const group = groups.find(({ first }) => first.key === "condition.unknown.nearest")
  expect([group?.findings.length, group && countOtherInstructions(group)]).toEqual([6, 2])
  expect(groups.filter(({ first }) => first.message === group?.first.message)).toHaveLength(1)
})

test("[F13] findings that each need a change of their own stay apart", () => {
  const instructions = [instruction(0, { label: "a", type: "empty" }), instruction(1, { label: "b", type: "empty" }), end(2)]
  const groups = groupFindings(scriptFindings({ name: "a", public_name: "", language: "en", instructions }))
  expect(groups.map(({ findings }) => findings.length)).toEqual([1, 1])
})

test("[F13] an untranslated public title is an entry of its own, beside those of the instructions", () => {
  const text = (locale: string) => ({ uuid: `m ${locale}`, locale, content: "<p>Hello</p>" })
  const instructions = [
    instruction(0, { label: "a", messages: [text("en"), text("nl")] }),
    instruction(1, { label: "b", messages: [text("en")] }),
    instruction(2, { label: "c", messages: [text("en")] }),
    end(3),
  ]
  const groups = groupFindings(scriptFindings({ name: "a", public_name: "Title", language: "en", instructions }))
  expect(groups.map(({ first, findings }) => [first.pointer, findings.length])).toEqual([
    ["/public_name", 1],
    ["/instructions/1/messages", 2],
  ])
})
