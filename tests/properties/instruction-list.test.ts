// The list of instructions: inserting, copying, moving and deleting, with order and names.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  createInstructionCopies,
  getIndexBeside,
  insertInstruction,
  moveInstruction,
  moveInstructionsTo,
  removeInstructions,
} from "../../domain/editing/instruction-list.ts"
import { newInstruction } from "../../domain/editing/new-instruction.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createUniqueName, findNameProblems } from "../../domain/script/instruction-name.ts"
import { entry, instructions } from "../arbitraries/scripts.ts"

type List = ReadonlyArray<Instruction>
const uuids = (list: List) => list.map(({ uuid }) => uuid)
const orders = (list: List) => list.map(({ order }) => order)
const copy = (list: List, uuid: string, newUuid: () => string) => createInstructionCopies(list, new Set([uuid]), newUuid).list
const gapless = (list: List) => Array.from(list.keys())
const createIdGenerator = (prefix: string) => {
  let count = 0
  return () => `${prefix}-${count++}`
}

/** An instruction's content without its name, order and uuids. */
const contentOf = (instruction: Instruction | undefined): unknown =>
  JSON.parse(JSON.stringify({ ...instruction, label: "", order: 0 }, (key, value: unknown) => (key === "uuid" ? "" : value)))

const edit = fc.oneof(
  fc.record({ do: fc.constant("insert" as const), entry, at: fc.nat(9) }),
  fc.record({ do: fc.constant("copy" as const), at: fc.nat(9) }),
  fc.record({ do: fc.constant("remove" as const), at: fc.nat(9) }),
  fc.record({ do: fc.constant("move" as const), at: fc.nat(9), to: fc.integer({ min: -2, max: 12 }) }),
)

describe("a script's sequence", () => {
  test("[I2] keeps the order 0…n-1 and unique uuids through any edits", () => {
    fc.assert(
      fc.property(instructions, fc.array(edit, { maxLength: 12 }), (start, edits) => {
        const newUuid = createIdGenerator("new")
        const end = edits.reduce<List>((list, edit) => {
          const uuid = list[edit.at % (list.length || 1)]?.uuid ?? "none"
          if (edit.do === "insert") return insertInstruction(list, newInstruction(edit.entry, { newUuid, locale: "nl" }), uuid)
          if (edit.do === "copy") return copy(list, uuid, newUuid)
          return edit.do === "move" ? moveInstruction(list, uuid, edit.to) : removeInstructions(list, [uuid])
        }, start)
        expect(orders(end)).toEqual(gapless(end))
        expect(new Set(uuids(end)).size).toBe(end.length)
      }),
    )
  })

  test("[I2] puts a moved instruction at its target and keeps the order of the others", () => {
    fc.assert(
      fc.property(instructions, fc.nat(), fc.nat(), (list, which, where) => {
        fc.pre(list.length > 0)
        const uuid = uuids(list)[which % list.length] ?? ""
        const to = where % list.length
        const moved = moveInstruction(list, uuid, to)
        expect(uuids(moved)[to]).toBe(uuid)
        expect(uuids(moved).filter((other) => other !== uuid)).toEqual(uuids(list).filter((other) => other !== uuid))
      }),
    )
  })

  test("does not change when an instruction is moved to its own place", () => {
    fc.assert(
      fc.property(instructions, (list) => {
        for (const [place, uuid] of uuids(list).entries()) expect(moveInstruction(list, uuid, place)).toBe(list)
      }),
    )
  })

  test("[I2] puts several moved instructions together beside the target and keeps all relative orders", () => {
    fc.assert(
      fc.property(
        instructions,
        fc.array(fc.nat(9)),
        fc.nat(),
        fc.constantFrom("before" as const, "after" as const),
        (list, picks, which, side) => {
          fc.pre(list.length > 0)
          const moved = new Set(picks.map((at) => uuids(list)[at % list.length] ?? ""))
          const other = uuids(list)[which % list.length] ?? ""
          const to = getIndexBeside(list, moved, other, side)
          expect(to === undefined).toBe(moved.has(other))
          if (to === undefined) return
          const now = moveInstructionsTo(list, moved, to)
          expect(orders(now)).toEqual(gapless(now))
          expect(uuids(now).filter((id) => !moved.has(id))).toEqual(uuids(list).filter((id) => !moved.has(id)))
          const run = uuids(list).filter((id) => moved.has(id))
          expect(uuids(now).slice(to, to + run.length)).toEqual(run)
          if (run.length > 0) expect(uuids(now)[side === "before" ? to + run.length : to - 1]).toBe(other)
          expect(moveInstructionsTo(now, moved, to)).toBe(now)
        },
      ),
    )
    expect(getIndexBeside([], new Set(), "not there", "after")).toBeUndefined()
  })

  test("numbers copies from the first free number", () => {
    const newUuid = createIdGenerator("new")
    const messageNamed = (label: string): Instruction => ({ ...newInstruction("message", { newUuid, locale: "nl" }), label })
    const labels = (list: List) => list.map(({ label }) => label)
    const first = insertInstruction([], messageNamed("intake_10_b"), null)
    const twice = copy(copy(first, uuids(first)[0] ?? "", newUuid), uuids(first)[0] ?? "", newUuid)
    expect(labels(twice)).toEqual(["intake_10_b", "intake_10_b_3", "intake_10_b_2"])
    const numbered = insertInstruction([], messageNamed("vraag_19"), null)
    expect(labels(copy(numbered, uuids(numbered)[0] ?? "", newUuid))).toEqual(["vraag_19", "vraag_2"])
  })

  test("stops a move at either end", () => {
    fc.assert(
      fc.property(instructions, fc.nat(), (list, which) => {
        fc.pre(list.length > 0)
        const uuid = uuids(list)[which % list.length] ?? ""
        expect(uuids(moveInstruction(list, uuid, -5))[0]).toBe(uuid)
        expect(uuids(moveInstruction(list, uuid, 99)).at(-1)).toBe(uuid)
        expect(moveInstruction(moveInstruction(list, uuid, 99), uuid, 99)).toEqual(moveInstruction(list, uuid, 99))
      }),
    )
  })

  test("inserts after the given instruction, first for null, last for an unknown one", () => {
    fc.assert(
      fc.property(instructions, entry, fc.nat(), (list, kind, which) => {
        const added = newInstruction(kind, { newUuid: createIdGenerator("new"), locale: "en" })
        const after = uuids(list)[which % (list.length || 1)]
        if (after !== undefined) expect(uuids(insertInstruction(list, added, after))[uuids(list).indexOf(after) + 1]).toBe(added.uuid)
        expect(uuids(insertInstruction(list, added, null))[0]).toBe(added.uuid)
        expect(uuids(insertInstruction(list, added, "not there")).at(-1)).toBe(added.uuid)
      }),
    )
  })

  test("puts a copy after its original, with the same content, new uuids and a free name", () => {
    fc.assert(
      fc.property(instructions, fc.nat(), (list, which) => {
        const original = list[which % (list.length || 1)]
        fc.pre(original !== undefined && findNameProblems(list).size === 0)
        // Unnamed instructions are excluded from names like q3: a copy before them changes their default name.
        fc.pre(!list.some(({ label }) => /^q\d+$/i.test(label?.trim() ?? "")))
        if (original === undefined) return
        const copied = copy(list, original.uuid, createIdGenerator("new"))
        const duplicate = copied[original.order + 1]
        expect(copied.length).toBe(list.length + 1)
        expect(contentOf(duplicate)).toEqual(contentOf(original))
        expect(JSON.stringify(duplicate)).not.toMatch(/"uuid":"i\d/)
        expect([...findNameProblems(copied).values()]).toEqual([])
      }),
    )
  })

  test("names several copies as if they were made one after another", () => {
    const label = fc.constantFrom("vraag", "VRAAG", "vraag_2", "vraag_3", "q2", "", " ", "vraag_2_2")
    fc.assert(
      fc.property(fc.array(fc.tuple(label, fc.boolean()), { maxLength: 8 }), (parts) => {
        const list = parts.map(([named], order) => ({
          ...newInstruction("message", { newUuid: createIdGenerator(`i${order}`), locale: "nl" }),
          label: named,
          order,
        }))
        const picked = list.filter((_, place) => parts[place]?.[1] === true)
        const { list: copied } = createInstructionCopies(list, new Set(uuids(picked)), createIdGenerator("new"))
        const copies = copied.filter(({ uuid }) => !uuids(list).includes(uuid))
        const taken: Array<Instruction> = [...list]
        for (const original of picked)
          taken.push({ ...original, label: original.label.trim() === "" ? original.label : createUniqueName(taken, original.label) })
        expect(copies.map(({ label: name }) => name)).toEqual(taken.slice(list.length).map(({ label: name }) => name))
        expect(orders(copied)).toEqual(gapless(copied))
      }),
    )
  })

  test("[I2] deletes exactly the given instructions and keeps the order of the others", () => {
    fc.assert(
      fc.property(instructions, fc.array(fc.nat(12)), (list, picks) => {
        const deleted = picks.map((place) => uuids(list)[place] ?? "not there")
        const remaining = removeInstructions(list, deleted)
        expect(uuids(remaining)).toEqual(uuids(list).filter((uuid) => !deleted.includes(uuid)))
        expect(orders(remaining)).toEqual(gapless(remaining))
        expect(removeInstructions(remaining, deleted)).toBe(remaining)
      }),
    )
  })

  test("does not change for an unknown uuid", () => {
    fc.assert(
      fc.property(instructions, (list) => {
        expect([copy(list, "?", createIdGenerator("new")), removeInstructions(list, ["?"]), moveInstruction(list, "?", 0)]).toEqual([
          list,
          list,
          list,
        ])
      }),
    )
  })
})
