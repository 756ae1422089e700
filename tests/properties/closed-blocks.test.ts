import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  expandBlockAround,
  findBlocks,
  getIndexAtRow,
  getLastIndexOfRow,
  getRowUuids,
  listRowIndexes,
} from "../../domain/script/editor-outline.ts"
import { insertInstruction, moveInstructionsTo } from "../../domain/script/instruction-list.ts"
import { instruction } from "../arbitraries/answerable.ts"

/** A list, and which of its blocks are closed. */
const outlined = fc
  .tuple(fc.array(fc.constantFrom(null, "a == 1", "b == 1"), { minLength: 1, maxLength: 10 }), fc.nat(1023))
  .map(([conditions, bits]) => {
    const list = conditions.map((condition, i) => instruction(i, { condition }))
    const blocks = findBlocks(list)
    const isClosed = (place: number) => {
      const first = blocks.get(place)?.first
      return first !== undefined && ((bits >> first) & 1) === 1
    }
    const closed = new Set(list.flatMap(({ uuid }, place) => (isClosed(place) ? [uuid] : [])))
    return { list, blocks, closed, rows: listRowIndexes(list, blocks, closed) }
  })

describe("a list with closed blocks", () => {
  test("has rows that together are all of it, each once and in its order", () => {
    fc.assert(
      fc.property(outlined, ({ list, blocks, closed, rows }) => {
        const all = rows.flatMap((place) => [...getRowUuids(list, blocks, closed, place)])
        expect(all).toEqual(list.map(({ uuid }) => uuid))
      }),
    )
  })

  test("whatever row is put where, it goes whole, is the row that it was put to, and parts no closed block", () => {
    fc.assert(
      fc.property(outlined, fc.nat(), fc.integer({ min: -2, max: 12 }), ({ list, blocks, closed, rows }, which, wished) => {
        const from = which % rows.length
        const units = rows.map((place) => [...getRowUuids(list, blocks, closed, place)])
        const [moved = []] = units.splice(from, 1)
        const to = Math.min(Math.max(wished, 0), units.length)
        const now = moveInstructionsTo(list, new Set(moved), getIndexAtRow(list, rows, new Set(moved), wished))
        expect(now.map(({ uuid }) => uuid)).toEqual(units.toSpliced(to, 0, moved).flat())
      }),
    )
  })

  test("[I14] is not parted by what is added after any of it: that comes behind the whole row", () => {
    fc.assert(
      fc.property(outlined, ({ list, blocks, closed }) => {
        for (const [place, { uuid }] of list.entries()) {
          const last = getLastIndexOfRow(list, closed, place)
          const now = insertInstruction(list, instruction(99, {}), list[last]?.uuid ?? null)
          const row = [...getRowUuids(list, blocks, closed, place)]
          expect(row.at(-1)).toBe(list[last]?.uuid)
          const kept = getRowUuids(
            now,
            findBlocks(now),
            closed,
            now.findIndex((it) => it.uuid === uuid),
          )
          expect([...kept]).toEqual(row)
        }
      }),
    )
  })

  test("[I14] shows what its author comes to: just the block opens that hides it", () => {
    fc.assert(
      fc.property(outlined, ({ list, blocks, closed, rows }) => {
        for (const [place, { uuid }] of list.entries()) {
          const opened = expandBlockAround(list, closed, uuid)
          expect(listRowIndexes(list, blocks, opened)).toContain(place)
          expect(opened === closed).toBe(rows.includes(place))
          expect([...closed].filter((one) => !opened.has(one)).length).toBe(rows.includes(place) ? 0 : 1)
        }
        expect([expandBlockAround(list, closed, "gone"), expandBlockAround(list, closed, null)]).toEqual([closed, closed])
      }),
    )
  })
})
