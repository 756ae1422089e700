// The editor outline with closed blocks [I14].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  expandBlockAround,
  findBlocks,
  getIndexAtRow,
  getLastIndexOfRow,
  getRowOfDrop,
  getRowUuids,
  listRowIndexes,
} from "../../domain/editing/editor-outline.ts"
import { insertInstruction, moveInstructionsTo } from "../../domain/editing/instruction-list.ts"
import { instruction } from "../arbitraries/answerable.ts"

/** A list with some of its blocks closed. */
const outlined = fc
  .tuple(fc.array(fc.constantFrom(null, "a == 1", "b == 1"), { minLength: 1, maxLength: 10 }), fc.nat(1023))
  .map(([conditions, bits]) => {
    const list = conditions.map((condition, i) => instruction(i, { condition }))
    const blocks = findBlocks(list)
    const isClosed = (index: number) => {
      const first = blocks.get(index)?.first
      return first !== undefined && ((bits >> first) & 1) === 1
    }
    const closed = new Set(list.flatMap(({ uuid }, index) => (isClosed(index) ? [uuid] : [])))
    return { list, blocks, closed, rows: listRowIndexes(list, blocks, closed) }
  })

describe("an outline with collapsed blocks", () => {
  test("contains every instruction in exactly one row, in order", () => {
    fc.assert(
      fc.property(outlined, ({ list, blocks, closed, rows }) => {
        const all = rows.flatMap((index) => [...getRowUuids(list, blocks, closed, index)])
        expect(all).toEqual(list.map(({ uuid }) => uuid))
      }),
    )
  })

  test("moves a whole row to the requested position, without splitting a closed block", () => {
    fc.assert(
      fc.property(outlined, fc.nat(), fc.integer({ min: -2, max: 12 }), ({ list, blocks, closed, rows }, which, requested) => {
        const from = which % rows.length
        const units = rows.map((index) => [...getRowUuids(list, blocks, closed, index)])
        const [moved = []] = units.splice(from, 1)
        const to = Math.min(Math.max(requested, 0), units.length)
        const result = moveInstructionsTo(list, new Set(moved), getIndexAtRow(list, rows, new Set(moved), requested))
        expect(result.map(({ uuid }) => uuid)).toEqual(units.toSpliced(to, 0, moved).flat())
      }),
    )
  })

  test("drops dragged rows together: behind the row they were dragged down to, or before the row they were dragged up to", () => {
    fc.assert(
      fc.property(outlined, fc.array(fc.nat(), { maxLength: 5 }), fc.nat(), ({ list, blocks, closed, rows }, others, over) => {
        const units = rows.map((index) => [...getRowUuids(list, blocks, closed, index)])
        const draggedRows = new Set([0, ...others].map((which) => which % rows.length))
        const [from = 0] = [...draggedRows].toReversed()
        const to = over % rows.length
        const moved = new Set(units.flatMap((unit, row) => (draggedRows.has(row) ? unit : [])))
        const stays = (unit: ReadonlyArray<string>) => unit.every((uuid) => !moved.has(uuid))
        const [before, after] = [units.slice(0, to > from ? to + 1 : to), units.slice(to > from ? to + 1 : to)]
        const result = moveInstructionsTo(list, moved, getIndexAtRow(list, rows, moved, getRowOfDrop(list, rows, moved, from, to)))
        expect(result.map(({ uuid }) => uuid)).toEqual([...before.filter(stays).flat(), ...moved, ...after.filter(stays).flat()])
      }),
    )
  })

  test("[I14] adds an instruction after the whole row, so that its block stays together", () => {
    fc.assert(
      fc.property(outlined, ({ list, blocks, closed }) => {
        for (const [index, { uuid }] of list.entries()) {
          const last = getLastIndexOfRow(list, closed, index)
          const result = insertInstruction(list, instruction(99, {}), list[last]?.uuid ?? null)
          const row = [...getRowUuids(list, blocks, closed, index)]
          expect(row.at(-1)).toBe(list[last]?.uuid)
          const rowAfterwards = getRowUuids(
            result,
            findBlocks(result),
            closed,
            result.findIndex((it) => it.uuid === uuid),
          )
          expect([...rowAfterwards]).toEqual(row)
        }
      }),
    )
  })

  test("[I14] opens only the block that hides the requested instruction", () => {
    fc.assert(
      fc.property(outlined, ({ list, blocks, closed, rows }) => {
        for (const [index, { uuid }] of list.entries()) {
          const opened = expandBlockAround(list, closed, uuid)
          expect(listRowIndexes(list, blocks, opened)).toContain(index)
          expect(opened === closed).toBe(rows.includes(index))
          expect([...closed].filter((one) => !opened.has(one)).length).toBe(rows.includes(index) ? 0 : 1)
        }
        expect([expandBlockAround(list, closed, "gone"), expandBlockAround(list, closed, null)]).toEqual([closed, closed])
      }),
    )
  })
})
