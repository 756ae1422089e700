// Names of instructions: syntax, uniqueness, default names and generated names.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import {
  createNameGenerator,
  createUniqueName,
  findNameProblem,
  findNameProblems,
  getDefaultName,
  getInstructionName,
  normalizeTypedName,
  toNameKey,
} from "../../domain/script/instruction-name.ts"
import { instruction } from "../arbitraries/answerable.ts"

const label = fc.oneof(
  fc.constantFrom("", "  ", "q1", "Q2", "age", "Age", "naïve", "leeftijd 1", "a-b", "年齢"),
  fc.string({ maxLength: 6 }),
)
const instructions = fc.array(label, { maxLength: 8 }).map((labels) => labels.map((label, order) => ({ uuid: `u${order}`, label, order })))

describe("names of instructions", () => {
  test("[I4] Unicode normalization and case do not distinguish names", () => {
    for (const name of ["naïve", "É", "한글", "Ａ_é"]) {
      expect(toNameKey(name.normalize("NFD"))).toBe(toNameKey(name.normalize("NFC")))
      expect(toNameKey(name.toUpperCase())).toBe(toNameKey(name.toLowerCase()))
      expect(findNameProblem([{ uuid: "a", label: name.normalize("NFD"), order: 0 }], "b", name.normalize("NFC"))).toBe("name-not-unique")
    }
  })

  test("[I3] white space in a typed name is replaced, and normalizing again changes nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(normalizeTypedName(text)).not.toMatch(/\s/)
        expect(normalizeTypedName(normalizeTypedName(text))).toBe(normalizeTypedName(text))
        expect(normalizeTypedName(text).length).toBe(text.length)
      }),
    )
  })

  test.each(["age", "Ünïcode_2", "年齢", "42", "_"])("[I3] %s is a valid name", (name) => {
    expect(findNameProblem([], "u", name)).toBeNull()
  })
  test.each(["a b", "a-b", "a.b", "{{x}}", "€", "😀"])("[I3] %s is not a valid name", (name) => {
    expect(findNameProblem([], "u", name)).toBe("name-syntax")
  })

  test("[I3] [Q9] a name has at most 255 characters, counted as code points", () => {
    for (const letter of ["a", "年", "𝕒"]) {
      const longest = letter.repeat(255)
      expect(findNameProblem([], "u", longest)).toBeNull()
      expect(findNameProblem([], "u", longest + letter)).toBe("name-too-long")
      const tooLong = { uuid: "u", label: longest + letter, order: 0 }
      expect(findNameProblems([tooLong]).get(tooLong)).toBe("name-too-long")
      const found = scriptFindings({
        name: "n",
        public_name: "n",
        language: "en",
        instructions: [instruction(0, { label: tooLong.label })],
      })
      expect(found.map(({ rule, pointer }) => [rule, pointer])).toContainEqual(["structure", "/instructions/0/label"])
    }
  })

  test("[I4] two instructions whose names differ only in case both have a problem", () => {
    fc.assert(
      fc.property(instructions, (all) => {
        const problems = findNameProblems(all)
        for (const a of all)
          for (const b of all)
            if (a !== b && a.label.trim() !== "" && getInstructionName(a).toLowerCase() === getInstructionName(b).toLowerCase())
              expect(problems.has(a)).toBe(true)
      }),
    )
  })

  test("[I5] a blank name stands for the default name, which other instructions may not take", () => {
    expect(getInstructionName({ label: " ", order: 4 })).toBe("q5")
    expect(findNameProblem([{ uuid: "a", label: "", order: 0 }], "b", "Q1")).toBe("name-not-unique")
    expect(findNameProblem([{ uuid: "a", label: "", order: 0 }], "a", getDefaultName(0))).toBeNull()
  })

  test("nameProblem and nameProblems agree", () => {
    fc.assert(
      fc.property(instructions, (all) => {
        const problems = findNameProblems(all)
        for (const instruction of all)
          expect(problems.get(instruction) ?? null).toBe(findNameProblem(all, instruction.uuid, instruction.label))
      }),
    )
  })

  test("a unique name counts on from the number of the requested name", () => {
    const named = (...labels: ReadonlyArray<string>) => labels.map((label, order) => ({ uuid: `${order}`, label, order }))
    expect(createUniqueName(named("age"), "age")).toBe("age_2")
    expect(createUniqueName(named("age", "age_2"), "age_2")).toBe("age_3")
    expect(createUniqueName(named("age", "age_2", "age_3"), "age")).toBe("age_4")
  })

  test("a unique name is free, and is the requested name if that is free", () => {
    fc.assert(
      fc.property(instructions, fc.stringMatching(/^[a-z]{1,3}(_\d)?$/), (all, requested) => {
        const name = createUniqueName(all, requested)
        expect(findNameProblem(all, "new", name)).toBeNull()
        if (findNameProblem(all, "new", requested) === null) expect(name).toBe(requested)
      }),
    )
  })

  test("[I4] names generated in a row are unique, ignoring case", () => {
    fc.assert(
      fc.property(instructions, fc.array(fc.stringMatching(/^[aA][bB]?(_[23])?$/), { maxLength: 6 }), (all, requested) => {
        const generated = requested.map(createNameGenerator(all))
        expect(new Set(generated.map(toNameKey)).size).toBe(generated.length)
        for (const name of generated) expect(findNameProblem(all, "new", name)).toBeNull()
      }),
    )
  })
})
