// Patches between two versions of a script.
import fc from "fast-check"
import { expect, test } from "vitest"
import { applyPatch, areScriptsEqual, composePatches, createPatch, invertPatch, isEmptyPatch } from "../../domain/revisions/script-patch.ts"
import { areInstructionsEqual } from "../../domain/script/instruction.ts"
import { baseScript, divergedVersions } from "../arbitraries/versions.ts"

test("a patch leads from one version to the other, and its inverse back", () => {
  fc.assert(
    fc.property(divergedVersions, ({ mine, theirs }) => {
      const patch = createPatch(mine, theirs)
      expect(applyPatch(patch, mine)).toEqual(theirs)
      expect(applyPatch(invertPatch(patch), theirs)).toEqual(mine)
    }),
  )
})

test("a patch is empty exactly when nothing changed", () => {
  fc.assert(
    fc.property(divergedVersions, ({ base, mine }) => {
      expect(isEmptyPatch(createPatch(base, structuredClone(base)))).toBe(true)
      expect(isEmptyPatch(createPatch(base, mine))).toBe(JSON.stringify(base) === JSON.stringify(mine))
    }),
  )
})

test("scripts are equal exactly when their content is, and differ if one has an instruction less", () => {
  fc.assert(
    fc.property(divergedVersions, ({ base, mine }) => {
      expect(areScriptsEqual(base, mine)).toBe(JSON.stringify(base) === JSON.stringify(mine))
      expect([areScriptsEqual(base, base), areScriptsEqual(base, structuredClone(base))]).toEqual([true, true])
      const shorter = { ...base, instructions: base.instructions.slice(0, -1) }
      const isShorter = base.instructions.length > 0
      expect(areScriptsEqual(base, shorter)).toBe(!isShorter)
      expect(areScriptsEqual(shorter, base)).toBe(!isShorter)
      expect(isEmptyPatch(createPatch(base, shorter))).toBe(!isShorter)
      expect(areScriptsEqual(base, { ...base, public_name: `${base.public_name}!` })).toBe(false)
    }),
  )
})

test("instructions are equal regardless of their order, and differ by any additional field", () => {
  fc.assert(
    fc.property(baseScript, fc.nat(), ({ instructions }, order) => {
      for (const it of instructions) {
        expect(areInstructionsEqual(it, structuredClone({ ...it, order }))).toBe(true)
        expect([areInstructionsEqual(it, { ...it, future: 1 }), areInstructionsEqual({ ...it, future: 1 }, it)]).toEqual([false, false])
        expect([areInstructionsEqual(it, undefined), areInstructionsEqual(undefined, it)]).toEqual([false, false])
      }
    }),
  )
})

test("two consecutive patches compose to one", () => {
  fc.assert(
    fc.property(divergedVersions, ({ base, mine, theirs }) => {
      const whole = composePatches(mine, createPatch(mine, base), createPatch(base, theirs))
      expect(applyPatch(whole, mine)).toEqual(theirs)
    }),
  )
})

test("a patch contains only the one changed instruction, and the others stay the same objects", () => {
  fc.assert(
    fc.property(
      baseScript.filter(({ instructions }) => instructions.length > 0),
      fc.nat(20),
      (script, pick) => {
        const at = pick % script.instructions.length
        const after = { ...script, instructions: script.instructions.map((it, index) => (index === at ? { ...it, typing_delay: 99 } : it)) }
        const patch = createPatch(script, after)
        expect(patch).toEqual({ fields: null, at, removed: [script.instructions[at]], inserted: [after.instructions[at]] })
        const back = applyPatch(invertPatch(patch), after)
        expect(back.instructions.every((it, index) => it === script.instructions[index])).toBe(true)
      },
    ),
  )
})

test("inserting an instruction at the top is one insertion, although all others move down", () => {
  fc.assert(
    fc.property(baseScript, (script) => {
      const first = { uuid: "new", order: 0, type: "empty" as const, typing_delay: 3, messages: [] }
      const after = { ...script, instructions: [first, ...script.instructions].map((it, order) => ({ ...it, order })) }
      expect(createPatch(script, after)).toEqual({ fields: null, at: 0, removed: [], inserted: [first] })
    }),
  )
})
