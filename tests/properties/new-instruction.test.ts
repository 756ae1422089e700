import fc from "fast-check"
import { expect, test } from "vitest"
import { findingPlace } from "../../domain/script/finding-place.ts"
import { kindOf } from "../../domain/script/kind.ts"
import { newInstruction } from "../../domain/script/new-instruction.ts"
import { defaultDelay } from "../../domain/script/reading-delay.ts"
import { entries, entry } from "../arbitraries/scripts.ts"

test.each(entries)("[I1] what is picked as %s is of that kind to its author, silent yet, and shown always", (picked) => {
  let made = 0
  const it = newInstruction(picked, { fresh: () => `u${made++}`, locale: "nl" })
  expect(kindOf(it)).toBe(picked)
  expect(it).toMatchObject({ order: 0, label: "", condition: null, typing_delay: defaultDelay, messages: [{ locale: "nl", content: "" }] })
})

test("what has lost its question or its action is empty, and whatever else lies beside its type does not tell its kind", () => {
  fc.assert(
    fc.property(entry, entry, (one, other) => {
      const [asked, acting] = [one, other].map((it) => newInstruction(it, { fresh: () => "u", locale: "nl" }))
      const { question = null } = asked ?? {}
      const { action = null } = acting ?? {}
      expect(kindOf({ type: "question", question, action })).toBe(question?.type ?? "empty")
      expect(kindOf({ type: "action", question, action })).toBe(action?.type ?? "empty")
      for (const type of ["message", "image", "video", "score", "end", "empty"] as const)
        expect(kindOf({ type, question, action })).toBe(type)
    }),
  )
})

test("a finding is about the instruction that its pointer leads into, in a script and in its file", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom("", "/label", "/question/choices/4/value"), (place, rest) => {
      expect(findingPlace({ pointer: `/instructions/${place}${rest}` })).toBe(place)
      expect(findingPlace({ pointer: `/payload/instructions/${place}${rest}` })).toBe(place)
    }),
  )
  for (const pointer of ["", "/checksum", "/instructions", "/payload/web/3", "/future/instructions/3"])
    expect(findingPlace({ pointer })).toBe(undefined)
})
