import fc from "fast-check"
import { expect, test } from "vitest"
import { apply, difference, inverse, isNothing, isSame, isUnchanged, joined } from "../../domain/script/script-patch.ts"
import { authored, parted } from "../arbitraries/versions.ts"

test("the difference leads from one version to the other, its inverse back", () => {
  fc.assert(
    fc.property(parted, ({ mine, theirs }) => {
      const delta = difference(mine, theirs)
      expect(apply(delta, mine)).toEqual(theirs)
      expect(apply(inverse(delta), theirs)).toEqual(mine)
    }),
  )
})

test("nothing changed is nothing, and only that", () => {
  fc.assert(
    fc.property(parted, ({ base, mine }) => {
      expect(isNothing(difference(base, structuredClone(base)))).toBe(true)
      expect(isNothing(difference(base, mine))).toBe(JSON.stringify(base) === JSON.stringify(mine))
    }),
  )
})

test("a version is unchanged just where there is no difference, and one instruction less is one", () => {
  fc.assert(
    fc.property(parted, ({ base, mine }) => {
      expect(isUnchanged(base, mine)).toBe(JSON.stringify(base) === JSON.stringify(mine))
      expect([isUnchanged(base, base), isUnchanged(base, structuredClone(base))]).toEqual([true, true])
      const shorter = { ...base, instructions: base.instructions.slice(0, -1) }
      const isShorter = base.instructions.length > 0
      expect(isUnchanged(base, shorter)).toBe(!isShorter)
      expect(isUnchanged(shorter, base)).toBe(!isShorter)
      expect(isNothing(difference(base, shorter))).toBe(!isShorter)
      expect(isUnchanged(base, { ...base, public_name: `${base.public_name}!` })).toBe(false)
    }),
  )
})

test("an instruction says the same wherever it stands, and something else with any field more", () => {
  fc.assert(
    fc.property(authored, fc.nat(), ({ instructions }, order) => {
      for (const it of instructions) {
        expect(isSame(it, structuredClone({ ...it, order }))).toBe(true)
        expect([isSame(it, { ...it, future: 1 }), isSame({ ...it, future: 1 }, it)]).toEqual([false, false])
        expect([isSame(it, undefined), isSame(undefined, it)]).toEqual([false, false])
      }
    }),
  )
})

test("two differences in a row join to one", () => {
  fc.assert(
    fc.property(parted, ({ base, mine, theirs }) => {
      const whole = joined(mine, difference(mine, base), difference(base, theirs))
      expect(apply(whole, mine)).toEqual(theirs)
    }),
  )
})

test("one changed instruction is all that the difference holds, and the others stay the same objects", () => {
  fc.assert(
    fc.property(
      authored.filter(({ instructions }) => instructions.length > 0),
      fc.nat(20),
      (script, pick) => {
        const at = pick % script.instructions.length
        const after = { ...script, instructions: script.instructions.map((it, place) => (place === at ? { ...it, typing_delay: 99 } : it)) }
        const delta = difference(script, after)
        expect(delta).toEqual({ fields: null, at, removed: [script.instructions[at]], inserted: [after.instructions[at]] })
        const back = apply(inverse(delta), after)
        expect(back.instructions.every((it, place) => it === script.instructions[place])).toBe(true)
      },
    ),
  )
})

test("an instruction put in at the top is one instruction, though all others move down", () => {
  fc.assert(
    fc.property(authored, (script) => {
      const first = { uuid: "new", order: 0, type: "empty" as const, typing_delay: 3, messages: [] }
      const after = { ...script, instructions: [first, ...script.instructions].map((it, order) => ({ ...it, order })) }
      expect(difference(script, after)).toEqual({ fields: null, at: 0, removed: [], inserted: [first] })
    }),
  )
})
