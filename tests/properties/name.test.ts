import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import {
  createNameGenerator,
  createUniqueName,
  getDefaultName,
  getInstructionName,
  nameKey,
  nameProblem,
  nameProblems,
  normalizeTypedName,
} from "../../domain/script/instruction-name.ts"
import { instruction } from "../arbitraries/answerable.ts"

const label = fc.oneof(
  fc.constantFrom("", "  ", "q1", "Q2", "age", "Age", "naïve", "leeftijd 1", "a-b", "年齢"),
  fc.string({ maxLength: 6 }),
)
const named = fc.array(label, { maxLength: 8 }).map((labels) => labels.map((it, order) => ({ uuid: `u${order}`, label: it, order })))

describe("names of instructions", () => {
  test("[I4] a name is the same name however its letters are put together, and whatever its case", () => {
    for (const one of ["naïve", "É", "한글", "Ａ_é"]) {
      expect(nameKey(one.normalize("NFD"))).toBe(nameKey(one.normalize("NFC")))
      expect(nameKey(one.toUpperCase())).toBe(nameKey(one.toLowerCase()))
      expect(nameProblem([{ uuid: "a", label: one.normalize("NFD"), order: 0 }], "b", one.normalize("NFC"))).toBe("name-not-unique")
    }
  })

  test("[I3] what is typed has no white space left in it, and a name without any stays as it is", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(normalizeTypedName(text)).not.toMatch(/\s/)
        expect(normalizeTypedName(normalizeTypedName(text))).toBe(normalizeTypedName(text))
        expect(normalizeTypedName(text).length).toBe(text.length)
      }),
    )
  })

  test.each(["age", "Ünïcode_2", "年齢", "42", "_"])("[I3] %s is a name", (it) => {
    expect(nameProblem([], "u", it)).toBeNull()
  })
  test.each(["a b", "a-b", "a.b", "{{x}}", "€", "😀"])("[I3] %s is none", (it) => {
    expect(nameProblem([], "u", it)).toBe("name-syntax")
  })

  test("[I3] [Q9] a name has 255 characters at most, of whatever script", () => {
    for (const letter of ["a", "年", "𝕒"]) {
      const longest = letter.repeat(255)
      expect(nameProblem([], "u", longest)).toBeNull()
      expect(nameProblem([], "u", longest + letter)).toBe("name-too-long")
      const one = { uuid: "u", label: longest + letter, order: 0 }
      expect(nameProblems([one]).get(one)).toBe("name-too-long")
      const found = scriptFindings({ name: "n", public_name: "n", language: "en", instructions: [instruction(0, { label: one.label })] })
      expect(found.map(({ rule, pointer }) => [rule, pointer])).toContainEqual(["structure", "/instructions/0/label"])
    }
  })

  test("[I4] two instructions never have the same name, whatever its case, unless both are told so", () => {
    fc.assert(
      fc.property(named, (all) => {
        const problems = nameProblems(all)
        for (const one of all)
          for (const other of all)
            if (
              one !== other &&
              one.label.trim() !== "" &&
              getInstructionName(one).toLowerCase() === getInstructionName(other).toLowerCase()
            )
              expect(problems.has(one)).toBe(true)
      }),
    )
  })

  test("[I5] a blank name is called by its place, and no other may take that", () => {
    expect(getInstructionName({ label: " ", order: 4 })).toBe("q5")
    expect(nameProblem([{ uuid: "a", label: "", order: 0 }], "b", "Q1")).toBe("name-not-unique")
    expect(nameProblem([{ uuid: "a", label: "", order: 0 }], "a", getDefaultName(0))).toBeNull()
  })

  test("asking for one and asking for all say the same", () => {
    fc.assert(
      fc.property(named, (all) => {
        const problems = nameProblems(all)
        for (const it of all) expect(problems.get(it) ?? null).toBe(nameProblem(all, it.uuid, it.label))
      }),
    )
  })

  test("a fresh name counts on from the number that the wish has", () => {
    const named = (...labels: ReadonlyArray<string>) => labels.map((label, order) => ({ uuid: `${order}`, label, order }))
    expect(createUniqueName(named("age"), "age")).toBe("age_2")
    expect(createUniqueName(named("age", "age_2"), "age_2")).toBe("age_3")
    expect(createUniqueName(named("age", "age_2", "age_3"), "age")).toBe("age_4")
  })

  test("a fresh name is free, and the wish itself where it is", () => {
    fc.assert(
      fc.property(named, fc.stringMatching(/^[a-z]{1,3}(_\d)?$/), (all, wish) => {
        const name = createUniqueName(all, wish)
        expect(nameProblem(all, "new", name)).toBeNull()
        if (nameProblem(all, "new", wish) === null) expect(name).toBe(wish)
      }),
    )
  })

  test("[I4] names that are given one after another are free of one another, whatever their case", () => {
    fc.assert(
      fc.property(named, fc.array(fc.stringMatching(/^[aA][bB]?(_[23])?$/), { maxLength: 6 }), (all, wishes) => {
        const given = wishes.map(createNameGenerator(all))
        expect(new Set(given.map(nameKey)).size).toBe(given.length)
        for (const name of given) expect(nameProblem(all, "new", name)).toBeNull()
      }),
    )
  })
})
