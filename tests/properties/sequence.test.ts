import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Instruction } from "../../domain/script/instruction.ts"
import {
  createInstructionCopies,
  getIndexBeside,
  insertInstruction,
  moveInstruction,
  moveInstructionsTo,
  removeInstructions,
} from "../../domain/script/instruction-list.ts"
import { createUniqueName, nameProblems } from "../../domain/script/instruction-name.ts"
import { newInstruction } from "../../domain/script/new-instruction.ts"
import { entry, instructions } from "../arbitraries/scripts.ts"

type List = ReadonlyArray<Instruction>
const uuids = (list: List) => list.map(({ uuid }) => uuid)
const orders = (list: List) => list.map(({ order }) => order)
const copy = (list: List, uuid: string, fresh: () => string) => createInstructionCopies(list, new Set([uuid]), fresh).list
const gapless = (list: List) => Array.from(list.keys())
const maker = (prefix: string) => {
  let made = 0
  return () => `${prefix}-${made++}`
}

/** What an instruction says, whatever it is called, wherever it stands and whatever ids it has. */
const saying = (it: Instruction | undefined): unknown =>
  JSON.parse(JSON.stringify({ ...it, label: "", order: 0 }, (key, value: unknown) => (key === "uuid" ? "" : value)))

const deed = fc.oneof(
  fc.record({ do: fc.constant("insert" as const), entry, at: fc.nat(9) }),
  fc.record({ do: fc.constant("copy" as const), at: fc.nat(9) }),
  fc.record({ do: fc.constant("remove" as const), at: fc.nat(9) }),
  fc.record({ do: fc.constant("move" as const), at: fc.nat(9), to: fc.integer({ min: -2, max: 12 }) }),
)

describe("a script's sequence", () => {
  test("[I2] whatever is inserted, copied, removed and moved, the order is 0…n-1 and no uuid stands twice", () => {
    fc.assert(
      fc.property(instructions, fc.array(deed, { maxLength: 12 }), (start, deeds) => {
        const fresh = maker("new")
        const end = deeds.reduce<List>((list, it) => {
          const uuid = list[it.at % (list.length || 1)]?.uuid ?? "none"
          if (it.do === "insert") return insertInstruction(list, newInstruction(it.entry, { fresh, locale: "nl" }), uuid)
          if (it.do === "copy") return copy(list, uuid, fresh)
          return it.do === "move" ? moveInstruction(list, uuid, it.to) : removeInstructions(list, [uuid])
        }, start)
        expect(orders(end)).toEqual(gapless(end))
        expect(new Set(uuids(end)).size).toBe(end.length)
      }),
    )
  })

  test("[I2] what is moved stands where it was put, and the others keep their order among themselves", () => {
    fc.assert(
      fc.property(instructions, fc.nat(), fc.nat(), (list, which, where) => {
        fc.pre(list.length > 0)
        const uuid = uuids(list)[which % list.length] ?? ""
        const to = where % list.length
        const moved = moveInstruction(list, uuid, to)
        expect(uuids(moved)[to]).toBe(uuid)
        expect(uuids(moved).filter((it) => it !== uuid)).toEqual(uuids(list).filter((it) => it !== uuid))
      }),
    )
  })

  test("a move to where it stands is none", () => {
    fc.assert(
      fc.property(instructions, (list) => {
        for (const [place, uuid] of uuids(list).entries()) expect(moveInstruction(list, uuid, place)).toBe(list)
      }),
    )
  })

  test("[I2] several that are moved stand together where they were put, beside what they were put beside; all keep their order among themselves", () => {
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
          expect(uuids(now).filter((it) => !moved.has(it))).toEqual(uuids(list).filter((it) => !moved.has(it)))
          const run = uuids(list).filter((it) => moved.has(it))
          expect(uuids(now).slice(to, to + run.length)).toEqual(run)
          if (run.length > 0) expect(uuids(now)[side === "before" ? to + run.length : to - 1]).toBe(other)
          expect(moveInstructionsTo(now, moved, to)).toBe(now)
        },
      ),
    )
    expect(getIndexBeside([], new Set(), "not there", "after")).toBeUndefined()
  })

  test("a copy of a copy counts on, and a name that is free again is not needed", () => {
    const fresh = maker("new")
    const named = (label: string): Instruction => ({ ...newInstruction("message", { fresh, locale: "nl" }), label })
    const labels = (list: List) => list.map(({ label }) => label)
    const first = insertInstruction([], named("intake_10_b"), null)
    const twice = copy(copy(first, uuids(first)[0] ?? "", fresh), uuids(first)[0] ?? "", fresh)
    expect(labels(twice)).toEqual(["intake_10_b", "intake_10_b_3", "intake_10_b_2"])
    const numbered = insertInstruction([], named("vraag_19"), null)
    expect(labels(copy(numbered, uuids(numbered)[0] ?? "", fresh))).toEqual(["vraag_19", "vraag_2"])
  })

  test("a move beyond either end stops at that end", () => {
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

  test("inserting stands behind the one named, first for none, last for one that is not there", () => {
    fc.assert(
      fc.property(instructions, entry, fc.nat(), (list, kind, which) => {
        const added = newInstruction(kind, { fresh: maker("new"), locale: "en" })
        const after = uuids(list)[which % (list.length || 1)]
        if (after !== undefined) expect(uuids(insertInstruction(list, added, after))[uuids(list).indexOf(after) + 1]).toBe(added.uuid)
        expect(uuids(insertInstruction(list, added, null))[0]).toBe(added.uuid)
        expect(uuids(insertInstruction(list, added, "not there")).at(-1)).toBe(added.uuid)
      }),
    )
  })

  test("a copy stands behind its original, says the same, shares no uuid with it, and takes no name from another", () => {
    fc.assert(
      fc.property(instructions, fc.nat(), (list, which) => {
        const original = list[which % (list.length || 1)]
        fc.pre(original !== undefined && nameProblems(list).size === 0)
        // What has no name goes by its place, which a copy before it changes: to what another is called, where that looks like one.
        fc.pre(!list.some(({ label }) => /^q\d+$/i.test(label?.trim() ?? "")))
        if (original === undefined) return
        const copied = copy(list, original.uuid, maker("new"))
        const twin = copied[original.order + 1]
        expect(copied.length).toBe(list.length + 1)
        expect(saying(twin)).toEqual(saying(original))
        expect(JSON.stringify(twin)).not.toMatch(/"uuid":"i\d/)
        expect([...nameProblems(copied).values()]).toEqual([])
      }),
    )
  })

  test("copies made at once are called as if they were made one behind the other", () => {
    const label = fc.constantFrom("vraag", "VRAAG", "vraag_2", "vraag_3", "q2", "", " ", "vraag_2_2")
    fc.assert(
      fc.property(fc.array(fc.tuple(label, fc.boolean()), { maxLength: 8 }), (parts) => {
        const list = parts.map(([named], order) => ({
          ...newInstruction("message", { fresh: maker(`i${order}`), locale: "nl" }),
          label: named,
          order,
        }))
        const picked = list.filter((_, place) => parts[place]?.[1] === true)
        const { list: copied } = createInstructionCopies(list, new Set(uuids(picked)), maker("new"))
        const made = copied.filter(({ uuid }) => !uuids(list).includes(uuid))
        const taken: Array<Instruction> = [...list]
        for (const it of picked) taken.push({ ...it, label: it.label.trim() === "" ? it.label : createUniqueName(taken, it.label) })
        expect(made.map(({ label: is }) => is)).toEqual(taken.slice(list.length).map(({ label: is }) => is))
        expect(orders(copied)).toEqual(gapless(copied))
      }),
    )
  })

  test("[I2] whatever is deleted at once, just that is gone, and the others keep their order among themselves", () => {
    fc.assert(
      fc.property(instructions, fc.array(fc.nat(12)), (list, picks) => {
        const wished = picks.map((place) => uuids(list)[place] ?? "not there")
        const left = removeInstructions(list, wished)
        expect(uuids(left)).toEqual(uuids(list).filter((uuid) => !wished.includes(uuid)))
        expect(orders(left)).toEqual(gapless(left))
        expect(removeInstructions(left, wished)).toBe(left)
      }),
    )
  })

  test("an unknown uuid changes nothing", () => {
    fc.assert(
      fc.property(instructions, (list) => {
        expect([copy(list, "?", maker("new")), removeInstructions(list, ["?"]), moveInstruction(list, "?", 0)]).toEqual([list, list, list])
      }),
    )
  })
})
