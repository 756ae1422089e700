import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { findQuickFix } from "../../domain/check/quick-fix.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { findBlocks, isFilterActive, matchesFilter } from "../../domain/script/editor-outline.ts"
import { getInstructionKind } from "../../domain/script/instruction.ts"
import { createInstructionCopies, shiftInstructions } from "../../domain/script/instruction-list.ts"
import { asked, choicesOf, instruction } from "../arbitraries/answerable.ts"
import { playable } from "../arbitraries/chats.ts"
import { authored } from "../arbitraries/versions.ts"

const marked = (list: ReadonlyArray<{ readonly uuid: string }>, bits: number) =>
  new Set(list.filter((_, i) => ((bits >> i) & 1) === 1).map(({ uuid }) => uuid))

describe("finding one's way", () => {
  test("a search meets names and texts whatever the case, and nothing sought is everything found", () => {
    const list = [
      instruction(0, { label: "Welkom", messages: [{ uuid: "m", locale: "nl", content: "<p>Goede&nbsp;dag</p>" }] }),
      asked(1, null, { uuid: "q", type: "choice", choices: choicesOf("Rood") }),
    ]
    const found = (text: string) => list.filter((it) => matchesFilter(it, { text, kind: null })).map(({ uuid }) => uuid)
    expect(found("WELK")).toEqual(["i0"])
    expect(found("dag")).toEqual(["i0"])
    expect(found("rood")).toEqual(["i1"])
    expect(found("q2")).toEqual(["i1"])
    expect(found(" ")).toEqual(["i0", "i1"])
    expect(isFilterActive({ text: " ", kind: null })).toBe(false)
    fc.assert(
      fc.property(playable, (instructions) => {
        for (const it of instructions) expect(matchesFilter(it, { text: "", kind: getInstructionKind(it) })).toBe(true)
      }),
    )
  })

  test("a block is a longest run on one condition", () => {
    const conditions = fc.array(fc.constantFrom(null, "", "a == 1", "b"), { maxLength: 8 })
    fc.assert(
      fc.property(conditions, (list) => {
        const instructions = list.map((condition, i) => instruction(i, { condition }))
        const blocks = findBlocks(instructions)
        for (const [place, condition] of list.entries()) {
          const block = blocks.get(place)
          const isAlike = (at: number) => list[at] === condition && condition !== null && condition !== ""
          expect(block !== undefined).toBe(isAlike(place - 1) || isAlike(place + 1))
          if (block === undefined) continue
          expect(isAlike(block.first - 1) || isAlike(block.last + 1)).toBe(false)
          for (let at = block.first; at <= block.last; at++) expect(isAlike(at)).toBe(true)
        }
      }),
    )
  })
})

describe("several together", () => {
  test("[I2] move one place, keep their order among themselves, and a move back brings all back unless an end was met", () => {
    fc.assert(
      fc.property(playable, fc.nat(511), fc.constantFrom(-1 as const, 1 as const), (list, bits, by) => {
        const uuids = marked(list, bits)
        const moved = shiftInstructions(list, uuids, by)
        expect(moved.map(({ order }) => order)).toEqual(moved.map((_, i) => i))
        const of = (some: typeof list, isMarked: boolean) => some.filter(({ uuid }) => uuids.has(uuid) === isMarked).map(({ uuid }) => uuid)
        expect(of(moved, true)).toEqual(of(list, true))
        expect(of(moved, false)).toEqual(of(list, false))
        const end = by === -1 ? list[0] : list.at(-1)
        if (end === undefined || uuids.has(end.uuid)) return
        expect(shiftInstructions(moved, uuids, by === 1 ? -1 : 1).map(({ uuid }) => uuid)).toEqual(list.map(({ uuid }) => uuid))
      }),
    )
  })

  test("are copied behind the last of them, with uuids and names of their own", () => {
    fc.assert(
      fc.property(playable, fc.nat(511), (list, bits) => {
        const uuids = marked(list, bits)
        let n = 0
        const { list: copied } = createInstructionCopies(list, uuids, () => `new ${++n}`)
        expect(copied.length).toBe(list.length + uuids.size)
        expect(copied.map(({ order }) => order)).toEqual(copied.map((_, i) => i))
        const labels = copied.filter(({ uuid }) => uuid.startsWith("new ")).flatMap(({ label }) => (label ? [label] : []))
        expect(new Set(labels).size).toBe(labels.length)
        expect(labels.every((label) => !list.some((it) => it.label === label))).toBe(true)
      }),
    )
  })
})

describe("a quick fix", () => {
  test("mends what its finding says, and touches that instruction alone", () => {
    fc.assert(
      fc.property(authored, fc.constantFrom(-1, 0, 2), fc.constantFrom("dubbel", "a b", "é!", null), (script, delay, label) => {
        const instructions = script.instructions.map((it, i) => ({ ...it, order: i, ...(i < 2 ? { typing_delay: delay, label } : {}) }))
        const broken = { ...script, instructions }
        for (const finding of scriptFindings(broken)) {
          const place = Number(/^\/instructions\/(\d+)/.exec(finding.pointer)?.[1] ?? -1)
          const fixed = findQuickFix(broken, place, finding)
          if (fixed === null) continue
          expect(fixed.uuid).toBe(instructions[place]?.uuid)
          const after = scriptFindings({ ...broken, instructions: instructions.with(place, fixed) })
          expect(after.filter(({ rule, pointer }) => rule === finding.rule && pointer === finding.pointer)).toEqual([])
        }
      }),
    )
  })

  test("finds the name that was meant, in every form of reference", () => {
    const list = [
      asked(0, "geboortedag", { uuid: "q", type: "date" }),
      instruction(1, { condition: "geboortedagg && answers.geboortedg.text != 'x' && answers[\"geboortdag\"]" }),
    ]
    const [finding] = scriptFindings({ name: "", public_name: "", language: "nl", instructions: list }).filter(
      ({ rule }) => rule === "condition-unknown-reference",
    )
    if (finding === undefined) throw new Error("nothing found")
    expect(findQuickFix({ instructions: list }, 1, finding)?.condition).toBe(
      "geboortedag && answers.geboortedag.text != 'x' && answers.geboortedag",
    )
  })

  test("takes no name of what comes later for the one that was meant", () => {
    const list = [
      asked(0, "leeftijd", { uuid: "q", type: "numeric" }),
      instruction(1, { condition: "geboortedagg == 1" }),
      asked(2, "geboortedag", { uuid: "r", type: "date" }),
    ]
    const [finding] = scriptFindings({ name: "", public_name: "", language: "nl", instructions: list }).filter(
      ({ rule }) => rule === "condition-unknown-reference",
    )
    if (finding === undefined) throw new Error("nothing found")
    expect(findQuickFix({ instructions: list }, 1, finding)).toBeNull()
  })

  test("leaves a condition alone of which it knows one name and not the other", () => {
    const list = [
      asked(0, "geboortedag", { uuid: "q", type: "date" }),
      instruction(1, { condition: "geboortedagg == 1 && iets_heel_anders == 2" }),
    ]
    const [finding] = scriptFindings({ name: "", public_name: "", language: "nl", instructions: list }).filter(
      ({ rule }) => rule === "condition-unknown-reference",
    )
    if (finding === undefined) throw new Error("nothing found")
    expect(findQuickFix({ instructions: list }, 1, finding)).toBeNull()
  })

  test("gives a choice a free value, and brings bounds back to what can be chosen", () => {
    const twice = choicesOf("Ja", "Nee").map((it) => ({ ...it, value: 1 }))
    const list = [asked(0, null, { uuid: "q", type: "multiple", choices: twice, options: { minimum: 4, maximum: 9, columns: 2 } })]
    const script = { name: "", public_name: "", language: "nl" as const, instructions: list }
    const rules = scriptFindings(script).map((finding) => [finding.rule, findQuickFix(script, 0, finding)?.question] as const)
    expect(rules.find(([rule]) => rule === "duplicate-choice-value")?.[1]?.choices?.map(({ value }) => value)).toEqual([1, 2])
    expect(rules.find(([rule]) => rule === "choice-bounds")?.[1]?.options).toEqual({ minimum: 1, maximum: 2, columns: 2 })
  })
})
