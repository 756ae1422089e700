// Searching, blocks, selections and quick fixes in the editor.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { findQuickFix } from "../../domain/check/quick-fix.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { findBlocks, isFilterActive, matchesFilter } from "../../domain/editing/editor-outline.ts"
import { createInstructionCopies, shiftInstructions } from "../../domain/editing/instruction-list.ts"
import { getInstructionKind } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { playableInstructions } from "../arbitraries/chats.ts"
import { baseScript } from "../arbitraries/versions.ts"

const selectByBits = (list: ReadonlyArray<{ readonly uuid: string }>, bits: number) =>
  new Set(list.filter((_, i) => ((bits >> i) & 1) === 1).map(({ uuid }) => uuid))

describe("the editor's outline", () => {
  test("is filtered by names and texts, ignoring case, and shows everything for an empty filter", () => {
    const list = [
      instruction(0, { label: "Welkom", messages: [{ uuid: "m", locale: "nl", content: "<p>Goede&nbsp;dag</p>" }] }),
      questionInstruction(1, null, { uuid: "q", type: "choice", choices: createChoices("Rood") }),
    ]
    const found = (text: string) => list.filter((it) => matchesFilter(it, { text, kind: null })).map(({ uuid }) => uuid)
    expect(found("WELK")).toEqual(["i0"])
    expect(found("dag")).toEqual(["i0"])
    expect(found("rood")).toEqual(["i1"])
    expect(found("q2")).toEqual(["i1"])
    expect(found(" ")).toEqual(["i0", "i1"])
    expect(isFilterActive({ text: " ", kind: null })).toBe(false)
    fc.assert(
      fc.property(playableInstructions, (instructions) => {
        for (const it of instructions) expect(matchesFilter(it, { text: "", kind: getInstructionKind(it) })).toBe(true)
      }),
    )
  })

  test("is searched in every text that respondents read, in every language", () => {
    const translated = (content: string) => ({ translations: [{ locale: "fr", content }] })
    const field = (name: string, content: string) => ({ field: name, locale: "fr", content })
    const range = { uuid: "r", label: "bracket", translation: { locale: "nl", content: "verdict" }, ...translated("arrêt") }
    const list = [
      questionInstruction(0, null, { uuid: "q", type: "open", placeholder: "your town", translations: [field("placeholder", "ville")] }),
      questionInstruction(1, null, {
        uuid: "q",
        type: "numeric",
        options: { hasSlider: true, hasLabel: true, lowerBoundLabel: "cold", upperBoundLabel: "warm" },
        translations: [field("lowerBoundLabel", "froid"), field("upperBoundLabel", "chaud")],
      }),
      questionInstruction(2, null, {
        uuid: "q",
        type: "file",
        options: { fileUploadCameraText: "snap", fileUploadLibraryText: "pick" },
        translations: [field("fileUploadCameraText", "cliché"), field("fileUploadLibraryText", "album")],
      }),
      instruction(3, { type: "end", action: { type: "end", params: { message: "goodbye", ...translated("adieu") } } }),
      instruction(4, { type: "score", action: { type: "score", params: { ranges: [range] } } }),
      instruction(5, { type: "image", messages: [{ uuid: "m", locale: "nl", content: '<img src="/a.png" alt="bridge"><p>river</p>' }] }),
      questionInstruction(6, null, {
        uuid: "q",
        type: "choice",
        choices: createChoices("Rood").map((it) => ({ ...it, ...translated("rouge") })),
      }),
    ]
    const texts = [
      ["your town", "ville"],
      ["cold", "warm", "froid", "chaud"],
      ["snap", "pick", "cliché", "album"],
      ["goodbye", "adieu"],
      ["bracket", "verdict", "arrêt"],
      ["bridge", "river"],
      ["rood", "rouge"],
    ]
    const found = (text: string) => list.flatMap((it, index) => (matchesFilter(it, { text, kind: null }) ? [index] : []))
    for (const [index, all] of texts.entries()) for (const text of all) expect([text, found(text)]).toEqual([text, [index]])
  })

  test("has a block for each longest run of instructions on one condition", () => {
    const conditions = fc.array(fc.constantFrom(null, "", "a == 1", "b"), { maxLength: 8 })
    fc.assert(
      fc.property(conditions, (list) => {
        const instructions = list.map((condition, i) => instruction(i, { condition }))
        const blocks = findBlocks(instructions)
        for (const [index, condition] of list.entries()) {
          const block = blocks.get(index)
          const isAlike = (at: number) => list[at] === condition && condition !== null && condition !== ""
          expect(block !== undefined).toBe(isAlike(index - 1) || isAlike(index + 1))
          if (block === undefined) continue
          expect(isAlike(block.first - 1) || isAlike(block.last + 1)).toBe(false)
          for (let at = block.first; at <= block.last; at++) expect(isAlike(at)).toBe(true)
        }
      }),
    )
  })
})

describe("several selected instructions", () => {
  test("[I2] move by one position, keep their relative order, and move back unless they met an end of the list", () => {
    fc.assert(
      fc.property(playableInstructions, fc.nat(511), fc.constantFrom(-1 as const, 1 as const), (list, bits, by) => {
        const uuids = selectByBits(list, bits)
        const moved = shiftInstructions(list, uuids, by)
        expect(moved.map(({ order }) => order)).toEqual(moved.map((_, i) => i))
        const uuidsOf = (some: typeof list, isMarked: boolean) =>
          some.filter(({ uuid }) => uuids.has(uuid) === isMarked).map(({ uuid }) => uuid)
        expect(uuidsOf(moved, true)).toEqual(uuidsOf(list, true))
        expect(uuidsOf(moved, false)).toEqual(uuidsOf(list, false))
        const end = by === -1 ? list[0] : list.at(-1)
        if (end === undefined || uuids.has(end.uuid)) return
        expect(shiftInstructions(moved, uuids, by === 1 ? -1 : 1).map(({ uuid }) => uuid)).toEqual(list.map(({ uuid }) => uuid))
      }),
    )
  })

  test("are copied with new uuids and unique names", () => {
    fc.assert(
      fc.property(playableInstructions, fc.nat(511), (list, bits) => {
        const uuids = selectByBits(list, bits)
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
  test("resolves its finding, and changes only the instruction of the finding", () => {
    fc.assert(
      fc.property(baseScript, fc.constantFrom(-1, 0, 2), fc.constantFrom("dubbel", "a b", "é!", null), (script, delay, label) => {
        const instructions = script.instructions.map((it, i) => ({ ...it, order: i, ...(i < 2 ? { typing_delay: delay, label } : {}) }))
        const broken = { ...script, instructions }
        for (const finding of scriptFindings(broken)) {
          const index = Number(/^\/instructions\/(\d+)/.exec(finding.pointer)?.[1] ?? -1)
          const fixed = findQuickFix(broken, index, finding)
          if (fixed === null) continue
          expect(fixed.uuid).toBe(instructions[index]?.uuid)
          const after = scriptFindings({ ...broken, instructions: instructions.with(index, fixed) })
          expect(after.filter(({ rule, pointer }) => rule === finding.rule && pointer === finding.pointer)).toEqual([])
        }
      }),
    )
  })

  test("corrects a misspelled name in every form of reference", () => {
    const list = [
      questionInstruction(0, "geboortedag", { uuid: "q", type: "date" }),
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

  test("does not suggest the name of a later instruction", () => {
    const list = [
      questionInstruction(0, "leeftijd", { uuid: "q", type: "numeric" }),
      instruction(1, { condition: "geboortedagg == 1" }),
      questionInstruction(2, "geboortedag", { uuid: "r", type: "date" }),
    ]
    const [finding] = scriptFindings({ name: "", public_name: "", language: "nl", instructions: list }).filter(
      ({ rule }) => rule === "condition-unknown-reference",
    )
    if (finding === undefined) throw new Error("nothing found")
    expect(findQuickFix({ instructions: list }, 1, finding)).toBeNull()
  })

  test("is not offered for a condition if it can correct only one of two names", () => {
    const list = [
      questionInstruction(0, "geboortedag", { uuid: "q", type: "date" }),
      instruction(1, { condition: "geboortedagg == 1 && iets_heel_anders == 2" }),
    ]
    const [finding] = scriptFindings({ name: "", public_name: "", language: "nl", instructions: list }).filter(
      ({ rule }) => rule === "condition-unknown-reference",
    )
    if (finding === undefined) throw new Error("nothing found")
    expect(findQuickFix({ instructions: list }, 1, finding)).toBeNull()
  })

  test("[C15] turns names in braces into recalls, with their fallbacks, in the text of the finding only", () => {
    const list = [
      questionInstruction(0, "naam", { uuid: "q", type: "open" }),
      instruction(1, {
        type: "score",
        label: "phq_score",
        action: { type: "score", params: {} },
        messages: [
          { uuid: "a", locale: "nl", content: "<p>{{ naam|jij }}: <b>{{phq_score}}</b> {{later}} {{iets}}</p>" },
          { uuid: "b", locale: "en", content: "<p>{{naam}}</p>" },
        ],
      }),
      questionInstruction(2, "later", { uuid: "r", type: "open", placeholder: "{{naam|jij}}" }),
    ]
    const findings = scriptFindings({ name: "", public_name: "", language: "nl", instructions: list })
    const fix = (pointer: string) => {
      const finding = findings.find((it) => it.pointer === pointer && it.key === "recall.simple")
      if (finding === undefined) throw new Error("nothing found")
      return findQuickFix({ instructions: list }, Number(pointer.split("/")[2]), finding)
    }
    expect(fix("/instructions/1/messages/0/content")?.messages.map(({ content }) => content)).toEqual([
      "<p>{{answers.naam|jij }}: <b>{{answers.phq_score}}</b> {{later}} {{iets}}</p>",
      "<p>{{naam}}</p>",
    ])
    expect(fix("/instructions/2/question/placeholder")?.question?.placeholder).toBe("{{answers.naam|jij}}")
  })

  test("[C15] is not offered for the name in braces of a later instruction, or of the question itself", () => {
    const say = (order: number, label: string, content: string) => ({
      ...questionInstruction(order, label, { uuid: label, type: "open" }),
      messages: [{ uuid: label, locale: "nl", content }],
    })
    const list = [say(0, "a", ""), say(1, "naam", "{{a}} {{naam}} {{later}}"), say(2, "later", "")]
    const findings = scriptFindings({ name: "", public_name: "", language: "nl", instructions: list }).filter(
      ({ key }) => key === "recall.simple",
    )
    expect(findings.map((finding) => findQuickFix({ instructions: list }, 1, finding)?.messages[0]?.content)).toEqual([
      "{{answers.a}} {{naam}} {{later}}",
      undefined,
      undefined,
    ])
  })

  test("gives a choice a free value, and brings bounds back to the number of choices", () => {
    const twice = createChoices("Ja", "Nee").map((it) => ({ ...it, value: 1 }))
    const list = [
      questionInstruction(0, null, { uuid: "q", type: "multiple", choices: twice, options: { minimum: 4, maximum: 9, columns: 2 } }),
    ]
    const script = { name: "", public_name: "", language: "nl" as const, instructions: list }
    const rules = scriptFindings(script).map((finding) => [finding.rule, findQuickFix(script, 0, finding)?.question] as const)
    expect(rules.find(([rule]) => rule === "duplicate-choice-value")?.[1]?.choices?.map(({ value }) => value)).toEqual([1, 2])
    expect(rules.find(([rule]) => rule === "choice-bounds")?.[1]?.options).toEqual({ minimum: 1, maximum: 2, columns: 2 })
  })
})
