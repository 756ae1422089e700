// Default names (q1, q2, …) in lists whose `order` has gaps: every consumer agrees, and renumbering keeps references.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import { buildTextOutline } from "../../domain/editing/text-outline.ts"
import { splitRecalls } from "../../domain/recall/recall.ts"
import { renumberInstructions } from "../../domain/recall/reference-renaming.ts"
import { compareScripts } from "../../domain/revisions/change-impact.ts"
import { toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { diffScripts, findAffectedColumns } from "../../domain/revisions/script-diff.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { getInstructionName, toNameKey } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { listedScript } from "../models/console-fixtures.ts"

const label = fc.option(fc.constantFrom("naam", "Q3", "q1"), { freq: 3 })
/** Lists with arbitrary orders and mostly blank names; each instruction refers to two default names. */
const list: fc.Arbitrary<ReadonlyArray<Instruction>> = fc
  .array(fc.record({ label, order: fc.integer({ min: -1, max: 9 }), uses: fc.nat(9) }), { minLength: 1, maxLength: 7 })
  .map((parts) =>
    parts.map(({ label, order, uses }, i) => ({
      ...questionInstruction(order, label, { uuid: `q${i}`, type: "open" }, `q${uses} == 1 && naam != 2`),
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

/** The instruction with this name, if only one has it. */
const findNamed = (instructions: ReadonlyArray<Instruction>, wanted: string): string | null => {
  const found = instructions.filter((instruction) => toNameKey(getInstructionName(instruction)) === toNameKey(wanted))
  return found.length === 1 ? (found[0]?.uuid ?? null) : null
}
const referencedNames = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<string> =>
  instructions.flatMap(({ condition, messages }) => {
    const parsed = parseCondition(condition ?? "")
    if (parsed._tag !== "Parsed") throw parsed
    const recalls = splitRecalls(messages[0]?.content ?? "", "rich").flatMap((token) => (token._tag === "Recall" ? [token.reference] : []))
    return [...parsed.references.map(({ reference }) => reference), ...recalls].map((reference) =>
      "name" in reference ? reference.name : "",
    )
  })
const referencedIds = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<string | null> =>
  referencedNames(instructions).map((name) => findNamed(instructions, name))

describe("a list with gaps in its order", () => {
  test("[I2] [C12] is renumbered by position, and references keep their target unless names clash", () => {
    let followed = 0
    let lost = 0
    fc.assert(
      fc.property(list, (before) => {
        const after = renumberInstructions(before)
        expect(after.map(({ uuid, order }) => [uuid, order])).toEqual(before.map(({ uuid }, place) => [uuid, place]))
        const now = referencedIds(after)
        const names = referencedNames(before)
        for (const [i, was] of referencedIds(before).entries()) {
          if (was === null) {
            // A name without a target stays without one, so the check still reports it.
            if (before.some((instruction) => toNameKey(getInstructionName(instruction)) === toNameKey(names[i] ?? ""))) continue
            expect(now[i]).toBeNull()
            lost++
            continue
          }
          const target = after.find(({ uuid }) => uuid === was)
          const clashes = target === undefined || findNamed(after, getInstructionName(target)) === null
          if (!clashes) expect(now[i]).toBe(was)
          if (!clashes && before.some((instruction, place) => instruction.order !== place)) followed++
        }
        expect(renumberInstructions(after)).toBe(after)
      }),
      { numRuns: 1000 },
    )
    expect(followed).toBeGreaterThan(100)
    expect(lost).toBeGreaterThan(100)
  })

  test("[C12] has no new errors in the script that a save sends", () => {
    const open = (order: number, condition: string | null = null) => ({
      ...questionInstruction(order, "", { uuid: `q${order}`, type: "open" }, condition),
      messages: [{ uuid: `m${order}`, locale: "nl", content: "<p>Vraag</p>" }],
    })
    const end = instruction(4, { type: "end", action: { type: "end", params: {} } })
    const gaps = scriptOf([open(1), open(2, "q2 == 'a'"), open(3, "q3 == 'b' && q2 == 'a'"), end])
    const rules = (script: AuthoredScript) => scriptFindings(script).map(({ rule }) => rule)
    expect(rules(gaps)).toEqual(["order-gap", "order-gap", "order-gap", "order-gap"])
    const sent = toAuthoredScript({ ...listedScript("s", "preparation"), ...gaps })
    expect(rules(sent)).toEqual([])
    expect(sent.instructions.map(({ condition }) => condition)).toEqual([null, "q1 == 'a'", "q2 == 'b' && q1 == 'a'", null])
  })

  test("[I5] has the same names in the outline, the engine and the comparison", () => {
    fc.assert(
      fc.property(list, (instructions) => {
        const script = scriptOf(instructions)
        const names = compileScript(script).list.map(({ name }) => name)
        expect(buildTextOutline(script).map(({ name }) => name)).toEqual(names)
        expect(findAffectedColumns(script, scriptOf([])).map(({ column: { name } }) => name)).toEqual(names)
        expect(compareScripts(script, scriptOf([])).removed.map(getInstructionName)).toEqual(names)
      }),
    )
    expect(buildTextOutline(scriptOf([instruction(4, {}), instruction(9, {})])).map(({ number, name }) => [number, name])).toEqual([
      [1, "q5"],
      [2, "q10"],
    ])
  })

  test("[V2] a column whose default name changes with the order is renamed, though its question did not change", () => {
    const before = scriptOf([questionInstruction(4, null, { uuid: "q", type: "open" })])
    const after = scriptOf([{ ...questionInstruction(0, null, { uuid: "q", type: "open" }), uuid: "i4" }])
    expect(findAffectedColumns(before, after).map(({ column }) => column)).toEqual([{ uuid: "i4", name: "q5", change: "renamed" }])
    expect(diffScripts(before, after)).toEqual({ added: [], removed: [], moved: [], changed: [] })
  })
})
