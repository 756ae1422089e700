// Help for writing conditions: completion and builder rows [C9].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { parseCondition, printCondition } from "../../domain/conditions/condition-syntax.ts"
import { completeCondition } from "../../domain/editing/completion.ts"
import {
  createConditionRow,
  findSubjectQuestion,
  listRowSubjects,
  parseLiteral,
  rowsToCondition,
} from "../../domain/editing/condition-builder.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { playableInstructions } from "../arbitraries/chats.ts"

const script: ReadonlyArray<Instruction> = [
  questionInstruction(0, "keuze", { uuid: "q0", type: "choice", choices: createChoices("Ja", "Nee").map((it) => ({ ...it, score: 2 })) }),
  questionInstruction(1, "kleuren", { uuid: "q1", type: "multiple", choices: createChoices("Rood", "Blauw") }),
  questionInstruction(2, null, { uuid: "q2", type: "numeric" }, "metadata.bron == 'mail' && crm.level == 2"),
  instruction(3, { type: "action", label: "betaling", action: { type: "payment", params: {} } }),
  instruction(4, { messages: [{ uuid: "m", locale: "nl", content: "<p>{{metadata.naam}}</p>" }] }),
  questionInstruction(5, "later", { uuid: "q5", type: "open" }),
]
const offered = (text: string, index = 4) => completeCondition(text, text.length, script, index).options.map((it) => it.text)

describe("completion", () => {
  test("[C9] offers earlier instructions, the nearest first, and keys that the script declares, but no later instructions", () => {
    expect(offered("")).toEqual([
      "q3",
      "kleuren",
      "keuze",
      "count(kleuren)",
      "actions.betaling",
      "metadata.bron",
      "metadata.naam",
      "crm.groups",
      "crm.level",
    ])
    expect(offered("keuze == 1 && la")).toEqual([])
    expect(offered("", 0)).toEqual(["metadata.bron", "metadata.naam", "crm.groups", "crm.level"])
  })

  test("[C9] offers the choices of the question on the left of a comparison, matched by value or text", () => {
    expect(offered("keuze == ")).toEqual(["1", "2"])
    expect(offered("q3 > 1 && answers.kleuren contains bla")).toEqual(["2"])
    expect(offered('answers["keuze"] != ')).toEqual(["1", "2"])
    expect(offered("answers.keuze.score == ")).toEqual([])
    expect(offered("q3 > ")).toEqual([])
  })

  test("[C9] continues after a dot, and offers nothing where an operator must follow or within a string", () => {
    expect(offered("metadata.")).toEqual(["bron", "naam"])
    expect(offered("answers.ke")).toEqual(["keuze"])
    expect(offered("k")).toEqual(["kleuren", "keuze", "count(kleuren)"])
    expect(offered("actions.")).toEqual(["betaling"])
    expect(offered("keuze ")).toEqual([])
    expect(offered("keuze == 'me")).toEqual([])
  })

  test("[C9] offers at most fifty options", () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => questionInstruction(i, `vraag${i}`, { uuid: `q${i}`, type: "open" }))
    const offeredOf = (n: number) => completeCondition("vr", 2, many(n), n).options.length
    expect([49, 50, 51, 80].map(offeredOf)).toEqual([49, 50, 50, 50])
  })

  test("[C9] replaces the text before the caret, for any input", () => {
    const piece = fc.constantFrom(
      "keuze",
      "kle",
      "==",
      " ",
      "1",
      "&&",
      "(",
      ".",
      "answers",
      "metadata",
      "'",
      '"',
      "!",
      "[",
      "é",
      "contains",
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), fc.nat(40), fc.nat(6), (parts, at, place) => {
        const text = parts.join("")
        const caret = Math.min(at, text.length)
        const { from, to, options } = completeCondition(text, caret, script, place)
        expect(options.length === 0 || (from <= to && to === caret)).toBe(true)
      }),
    )
  })
})

describe("condition rows", () => {
  test("[C9] can be created for every offered subject, with a condition that parses and passes the check", () => {
    fc.assert(
      fc.property(playableInstructions, fc.nat(9), (instructions, at) => {
        const place = Math.min(at, instructions.length)
        const list = [...instructions.slice(0, place), instruction(place, {}), ...instructions.slice(place)].map((it, order) => ({
          ...it,
          order,
        }))
        for (const subject of listRowSubjects(list, place)) {
          const condition = rowsToCondition({ _tag: "Rows", match: "all", rows: [createConditionRow(subject, list)] })
          const text = condition === null ? "" : printCondition(condition)
          expect(parseCondition(text)).toMatchObject({ _tag: "Parsed", condition })
          const checked = list.map((it, i) => (i === place ? { ...it, condition: text } : it))
          const rules = scriptFindings({ name: "", public_name: "", language: "nl", instructions: checked })
            .filter(({ pointer }) => pointer === `/instructions/${place}/condition`)
            .map(({ rule }) => rule)
          expect(rules.filter((rule) => rule !== "condition-never-true" && rule !== "condition-always-true")).toEqual([])
        }
      }),
    )
  })

  test("[C9] offer scores, counts and outcomes where there are any", () => {
    expect(listRowSubjects(script, 4)).toContainEqual({ _tag: "Answer", name: "keuze", facet: "score" })
    expect(listRowSubjects(script, 4)).toContainEqual({ _tag: "Count", of: { _tag: "Answer", name: "kleuren", facet: null } })
    expect(listRowSubjects(script, 4)).toContainEqual({ _tag: "Action", name: "betaling", key: null })
    expect(findSubjectQuestion({ _tag: "Answer", name: "KEUZE", facet: null }, script)?.type).toBe("choice")
  })

  test("[C4] read a typed value as a number where it is one", () => {
    expect([parseLiteral("12"), parseLiteral("-1.5"), parseLiteral("1."), parseLiteral("a")].map(({ value }) => value)).toEqual([
      12,
      -1.5,
      "1.",
      "a",
    ])
  })
})
