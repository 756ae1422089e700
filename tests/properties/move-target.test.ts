// Choosing where to move instructions: by a typed number or by a name.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { findMoveTarget, findNeighbors, matchesFilter, parsePosition } from "../../domain/editing/editor-outline.ts"
import { moveInstructionsTo } from "../../domain/editing/instruction-list.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { playableInstructions } from "../arbitraries/chats.ts"

const side = fc.constantFrom("before" as const, "after" as const)
/** The uuids that the bits select. */
const subset = (list: ReadonlyArray<{ readonly uuid: string }>, bits: number) =>
  new Set(list.filter((_, i) => ((bits >> i) & 1) === 1).map(({ uuid }) => uuid))
const uuidsOf = (list: ReadonlyArray<{ readonly uuid: string }>) => list.map(({ uuid }) => uuid)

describe("the typed target of a move", () => {
  test("is matched by exact name first, then by names that begin with the text, by names that contain it, and by messages", () => {
    const instructionWith = (order: number, label: string, content: string) =>
      instruction(order, { label, messages: [{ uuid: `m${order}`, locale: "en", content }] })
    const list = [
      instructionWith(0, "welcome", "What is your name?"),
      instructionWith(1, "full_name", ""),
      instructionWith(2, "names", ""),
      instructionWith(3, "Name", ""),
    ]
    expect(findNeighbors(list, new Set(), " name").map(getInstructionName)).toEqual(["Name", "names", "full_name", "welcome"])
    expect(findNeighbors(list, new Set(["i3"]), "name").map(getInstructionName)).toEqual(["names", "full_name", "welcome"])
    expect(findNeighbors(list, new Set(), " ")).toEqual(list)
  })

  test("is a position counted from 1, with surrounding white space allowed; other text is not a position", () => {
    fc.assert(
      fc.property(fc.integer({ min: -3, max: 40 }), fc.integer({ min: 1, max: 30 }), (number, places) => {
        const place = number >= 1 && number <= places ? number - 1 : undefined
        expect(parsePosition(String(number), places)).toBe(place)
        expect(parsePosition(` ${number}\t`, places)).toBe(place)
      }),
    )
    for (const text of ["", " ", "1.0", "1e0", "0x1", "+1", "1 1", "one", "9".repeat(400)]) expect(parsePosition(text, 9)).toBeUndefined()
    expect(parsePosition("0000000002", 9)).toBe(1)
  })

  test("is the position from which the moved instructions follow each other", () => {
    fc.assert(
      fc.property(playableInstructions, fc.nat(511), fc.nat(20), side, (list, bits, number, before) => {
        const moved = subset(list, bits)
        fc.pre(moved.size > 0 && number >= 1 && number <= list.length)
        const taken = findMoveTarget(list, moved, String(number), before)
        // At the end of the list the moved instructions come last.
        const to = Math.min(number - 1, list.length - moved.size)
        expect(taken).toEqual({ to, beside: null })
        const now = uuidsOf(moveInstructionsTo(list, moved, to))
        expect(now.slice(to, to + moved.size)).toEqual(uuidsOf(list).filter((uuid) => moved.has(uuid)))
      }),
    )
  })

  test("is the first instruction that matches typed words; without text there is no target", () => {
    fc.assert(
      fc.property(playableInstructions, fc.nat(511), fc.nat(), side, (list, bits, which, where) => {
        fc.pre(list.length > 0)
        const moved = subset(list, bits)
        const named = list[which % list.length]
        const text = named === undefined ? "" : getInstructionName(named)
        fc.pre(parsePosition(text, list.length + 1) === undefined && text.trim() !== "")
        const near = findNeighbors(list, moved, text)
        const inPlaces = near.toSorted((a, b) => list.indexOf(a) - list.indexOf(b))
        expect(inPlaces).toEqual(
          list.filter((instruction) => !moved.has(instruction.uuid) && matchesFilter(instruction, { text, kind: null })),
        )
        // A matching name ranks before a matching message.
        if (named !== undefined && !moved.has(named.uuid))
          expect(near[0] && getInstructionName(near[0]).toLowerCase()).toBe(text.toLowerCase())
        const taken = findMoveTarget(list, moved, text, where)
        expect(taken?.beside).toBe(near[0])
        expect(findMoveTarget(list, moved, " ", where)).toBeUndefined()
        if (taken === undefined || moved.size === 0) return
        const now = uuidsOf(moveInstructionsTo(list, moved, taken.to))
        expect(now[where === "before" ? taken.to + moved.size : taken.to - 1]).toBe(near[0]?.uuid)
      }),
    )
  })
})
