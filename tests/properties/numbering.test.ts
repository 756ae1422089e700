// What blank names stand for where `order` is not where an instruction stands: one truth for all who ask, and kept when a list is numbered.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import { splitRecalls } from "../../domain/recall/recall.ts"
import { renumberInstructions } from "../../domain/recall/reference-renaming.ts"
import { previewRestore } from "../../domain/script/change-impact.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { getInstructionName, nameKey } from "../../domain/script/instruction-name.ts"
import { toAuthoredScript } from "../../domain/script/local-draft.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { diffScripts, findAffectedColumns } from "../../domain/script/script-diff.ts"
import { buildTextOutline } from "../../domain/script/text-outline.ts"
import { asked, instruction } from "../arbitraries/answerable.ts"
import { listedScript } from "../models/console-stand-ins.ts"

const label = fc.option(fc.constantFrom("naam", "Q3", "q1"), { freq: 3 })
/** Lists whose orders are any, most of them blank, each naming two by what they might stand for. */
const list: fc.Arbitrary<ReadonlyArray<Instruction>> = fc
  .array(fc.record({ label, order: fc.integer({ min: -1, max: 9 }), uses: fc.nat(9) }), { minLength: 1, maxLength: 7 })
  .map((parts) =>
    parts.map(({ label: named, order, uses }, i) => ({
      ...asked(order, named, { uuid: `q${i}`, type: "open" }, `q${uses} == 1 && naam != 2`),
      uuid: `i${i}`,
      messages: [{ uuid: "m", locale: "nl", content: `{{answers.q${uses + 1}}}` }],
    })),
  )
const scriptOf = (instructions: ReadonlyArray<Instruction>): AuthoredScript => ({
  name: "n",
  public_name: "",
  language: "nl",
  instructions,
})

/** The instruction that a name stands for, where one only has it. */
const meant = (instructions: ReadonlyArray<Instruction>, wanted: string): string | null => {
  const found = instructions.filter((one) => nameKey(getInstructionName(one)) === nameKey(wanted))
  return found.length === 1 ? (found[0]?.uuid ?? null) : null
}
const named = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<string> =>
  instructions.flatMap(({ condition, messages }) => {
    const parsed = parseCondition(condition ?? "")
    if (parsed._tag !== "Parsed") throw parsed
    const recalls = splitRecalls(messages[0]?.content ?? "", "rich").flatMap((it) => (it._tag === "Recall" ? [it.reference] : []))
    return [...parsed.references.map(({ reference }) => reference), ...recalls].map((it) => ("name" in it ? it.name : ""))
  })
const mentioned = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<string | null> =>
  named(instructions).map((name) => meant(instructions, name))

describe("a list with gaps in its order", () => {
  test("[I2] [C12] is numbered as it stands, and what it means it goes on meaning, save where a name comes to clash", () => {
    let followed = 0
    let lost = 0
    fc.assert(
      fc.property(list, (before) => {
        const after = renumberInstructions(before)
        expect(after.map(({ uuid, order }) => [uuid, order])).toEqual(before.map(({ uuid }, place) => [uuid, place]))
        const now = mentioned(after)
        const names = named(before)
        for (const [i, was] of mentioned(before).entries()) {
          if (was === null) {
            // What nobody was called by comes to name nobody, so that the check goes on telling.
            if (before.some((it) => nameKey(getInstructionName(it)) === nameKey(names[i] ?? ""))) continue
            expect(now[i]).toBeNull()
            lost++
            continue
          }
          const one = after.find(({ uuid }) => uuid === was)
          const clashes = one === undefined || meant(after, getInstructionName(one)) === null
          if (!clashes) expect(now[i]).toBe(was)
          if (!clashes && before.some((it, place) => it.order !== place)) followed++
        }
        expect(renumberInstructions(after)).toBe(after)
      }),
      { numRuns: 1000 },
    )
    expect(followed).toBeGreaterThan(100)
    expect(lost).toBeGreaterThan(100)
  })

  test("[C12] what a save sends of it has no error that it had not", () => {
    const open = (order: number, condition: string | null = null) => ({
      ...asked(order, "", { uuid: `q${order}`, type: "open" }, condition),
      messages: [{ uuid: `m${order}`, locale: "nl", content: "<p>Vraag</p>" }],
    })
    const gaps = scriptOf([open(1), open(2, "q2 == 'a'"), open(3, "q3 == 'b' && q2 == 'a'")])
    const rules = (it: AuthoredScript) => scriptFindings(it).map(({ rule }) => rule)
    expect(rules(gaps)).toEqual(["order-gap", "order-gap", "order-gap"])
    const sent = toAuthoredScript({ ...listedScript("s", "preparation"), ...gaps })
    expect(rules(sent)).toEqual([])
    expect(sent.instructions.map(({ condition }) => condition)).toEqual([null, "q1 == 'a'", "q2 == 'b' && q1 == 'a'"])
  })

  test("[I5] outline, engine and comparison call every instruction alike", () => {
    fc.assert(
      fc.property(list, (instructions) => {
        const script = scriptOf(instructions)
        const names = compileScript(script).list.map(({ name }) => name)
        expect(buildTextOutline(script).map(({ name }) => name)).toEqual(names)
        expect(findAffectedColumns(script, scriptOf([])).map(({ column: { name } }) => name)).toEqual(names)
        expect(previewRestore(script, scriptOf([])).removed.map(getInstructionName)).toEqual(names)
      }),
    )
    expect(buildTextOutline(scriptOf([instruction(4, {}), instruction(9, {})])).map(({ number, name }) => [number, name])).toEqual([
      [1, "q5"],
      [2, "q10"],
    ])
  })

  test("[V2] a column that has another name because its order is another is renamed, though it was not changed", () => {
    const was = scriptOf([asked(4, null, { uuid: "q", type: "open" })])
    const is = scriptOf([{ ...asked(0, null, { uuid: "q", type: "open" }), uuid: "i4" }])
    expect(findAffectedColumns(was, is).map(({ column }) => column)).toEqual([{ uuid: "i4", name: "q5", change: "renamed" }])
    expect(diffScripts(was, is)).toEqual({ added: [], removed: [], moved: [], changed: [] })
  })
})
