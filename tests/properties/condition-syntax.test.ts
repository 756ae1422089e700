// Parsing and printing conditions: round trips, syntax errors and limits.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ConditionSyntaxError, maxConditionBytes, maxConditionDepth } from "../../domain/conditions/condition.ts"
import { parseCondition, printCondition } from "../../domain/conditions/condition-syntax.ts"
import { isIdentifier, tokenizeCondition } from "../../domain/conditions/condition-tokenizer.ts"
import { condition } from "../arbitraries/conditions.ts"

const read = (text: string) => {
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") throw parsed
  return parsed.condition
}
const syntaxErrorOf = (text: string): ConditionSyntaxError => {
  const parsed = parseCondition(text)
  if (parsed._tag !== "ConditionSyntaxError") throw new Error(`${text} was read`)
  return parsed
}
const errorSummary = (text: string) => {
  const { line, column, found, reason } = syntaxErrorOf(text)
  return { at: `${line}:${column}`, found, lack: reason }
}

/** Texts that look like conditions more often than not. */
const conditionLike = fc
  .array(
    fc.constantFrom(
      ..."( ) ! && || == != < <= > >= contains !contains count( answers. metadata. actions. crm. .value [ ] q1 naam \"a\" 'b' 1 -2.5 null true . & | = \\ \n".split(
        " ",
      ),
      "answers",
      "é",
      "“",
      "😀",
      "1e",
      '"\\u12',
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(" "))

describe("condition text", () => {
  test("[C1] parses to the same tree after printing", () => {
    fc.assert(
      fc.property(condition, (tree) => {
        expect(read(printCondition(tree))).toEqual(tree)
      }),
      { numRuns: 2000 },
    )
  })

  test("[C1] has a canonical form, which parses to the same tree and prints the same", () => {
    fc.assert(
      fc.property(conditionLike, (text) => {
        const parsed = parseCondition(text)
        fc.pre(parsed._tag === "Parsed")
        const canonical = printCondition(parsed.condition)
        expect(read(canonical)).toEqual(parsed.condition)
        expect(printCondition(read(canonical))).toBe(canonical)
      }),
      { numRuns: 300, maxSkipsPerRun: 100 },
    )
  })

  test("[C2] is parsed, or rejected with a position, the found token and the expected ones", () => {
    fc.assert(
      fc.property(fc.oneof(conditionLike, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })), (text) => {
        const parsed = parseCondition(text)
        if (parsed._tag === "Parsed") return
        const { offset, line, column, found, expected } = parsed
        const before = text.slice(0, offset)
        expect(line).toBe(before.split("\n").length)
        expect(column).toBe(offset - before.lastIndexOf("\n"))
        expect(text.slice(offset).startsWith(found)).toBe(true)
        expect(found === "").toBe(offset === text.length)
        expect(expected.length).toBeGreaterThan(0)
      }),
      { numRuns: 2000 },
    )
  })

  test("[C1] has a reference at each reported position, and nowhere else", () => {
    fc.assert(
      fc.property(condition, (tree) => {
        const text = printCondition(tree)
        const parsed = parseCondition(text)
        if (parsed._tag === "ConditionSyntaxError") throw parsed
        for (const { reference, start, end } of parsed.references)
          expect(read(text.slice(start, end))).toEqual({ _tag: "Holds", operand: reference })
        const blanked = parsed.references.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}zz${rest.slice(end)}`, text)
        const left = parseCondition(blanked)
        if (left._tag === "ConditionSyntaxError") throw left
        expect(left.references.map(({ reference }) => reference)).toEqual(
          parsed.references.map(() => ({ _tag: "Answer", name: "zz", facet: null })),
        )
      }),
    )
  })

  test("[C1] names the same answer in its simple, long and bracketed form", () => {
    for (const text of ["q1", "answers.q1", 'answers["q1"]', 'answers.["q1"]', '["q1"]', "(q1)", "((answers.q1))"])
      expect(read(text)).toEqual({ _tag: "Holds", operand: { _tag: "Answer", name: "q1", facet: null } })
  })

  test("[C1] binds && tighter than ||, and ! no tighter than a comparison", () => {
    expect(printCondition(read("a||b&&c"))).toBe("a || b && c")
    expect(read("a || b && c")).toEqual(read("a || (b && c)"))
    expect(read("!a == 1")).toEqual(read("!(a == 1)"))
    expect(printCondition(read("!a == 1"))).toBe("!(a == 1)")
    expect(read("a !contains 1")).toMatchObject({ _tag: "Compare", by: "!contains" })
    expect(read("a && !containsX")).toEqual(read("a && (!containsX)"))
    expect(printCondition(read("(a == 1) == true"))).toBe("(a == 1) == true")
    expect(read("(a) == (1)")).toEqual(read("a == 1"))
  })

  test("[C2] has syntax errors that state what was expected", () => {
    expect(errorSummary("q1 = 2")).toEqual({ at: "1:4", found: "=", lack: "after-operand" })
    expect(errorSummary("q1 == ")).toEqual({ at: "1:7", found: "", lack: "operand" })
    expect(errorSummary("")).toEqual({ at: "1:1", found: "", lack: "condition" })
    expect(errorSummary("(q1 == 2\n&& q2")).toEqual({ at: "2:6", found: "", lack: "after-operand-within" })
    expect(errorSummary("a == b == c")).toEqual({ at: "1:8", found: "==", lack: "after-comparison" })
    expect(errorSummary("q1 == 'ja")).toEqual({ at: "1:7", found: "'ja", lack: "quote" })
    expect(errorSummary('q1 == "a\\d"')).toEqual({ at: "1:9", found: "\\d", lack: "escape" })
    expect(errorSummary("answers == 1")).toEqual({ at: "1:9", found: "==", lack: "key" })
    expect(errorSummary("answers.q1.colour")).toEqual({ at: "1:12", found: "colour", lack: "facet" })
    expect(errorSummary("answers[q1]")).toEqual({ at: "1:9", found: "q1", lack: "string" })
    expect(errorSummary("count(1)")).toEqual({ at: "1:7", found: "1", lack: "name" })
    expect(errorSummary("count(q1 == 1)")).toEqual({ at: "1:10", found: "==", lack: "parenthesis" })
    expect(errorSummary("1st == 2")).toEqual({ at: "1:1", found: "1st", lack: "condition" })
    expect(errorSummary("q1 == 1e999")).toEqual({ at: "1:7", found: "1e999", lack: "number" })
    expect(syntaxErrorOf("q1 = 2").expected).toEqual(["==", "!=", "<", "<=", ">", ">=", "contains", "!contains", "&&", "||", "end"])
    expect(syntaxErrorOf("q1 = 2").message).toContain("1:4 expected ==")
    expect(errorSummary(`q1 == ${"x".repeat(100)} y`).found).toBe("y")
    expect(errorSummary(`q1 ${"x".repeat(100)}`).found).toBe("x".repeat(40))
  })
})

describe("limits of a condition", () => {
  const nestings: ReadonlyArray<readonly [string, (levels: number) => string]> = [
    ["parentheses", (n) => `${"(".repeat(n)}q1${")".repeat(n)}`],
    ["negations", (n) => `${"!".repeat(n)}q1 == 1`],
    ["negated parentheses", (n) => `${"!(".repeat(n)}q1 == 1${")".repeat(n)}`],
    ["operands", (n) => `${"(".repeat(n)}q1${" == 1)".repeat(n)}`],
    ["right operands", (n) => `${"1 == (".repeat(n)}q1${")".repeat(n)}`],
    ["groups", (n) => `${"(q2 || ".repeat(n)}q1${" && q3)".repeat(n)}`],
  ]
  test.each(nestings)("[C3] %s: 500 levels are parsed and printed, one more is refused, 30,000 do no harm", (_, nested) => {
    const deepest = read(nested(maxConditionDepth))
    expect(read(printCondition(deepest))).toEqual(deepest)
    expect(syntaxErrorOf(nested(maxConditionDepth + 1)).reason).toBe("levels")
    expect(syntaxErrorOf(nested(Math.floor(maxConditionBytes / nested(1).length))).reason).toBe("levels")
  })

  test("[C3] do not count adjacent levels as nested", () => {
    expect(read(Array.from({ length: 2000 }, () => "!((q1))").join(" && "))._tag).toBe("All")
  })

  test("[C3] allow 64 kB of UTF-8 and refuse one byte more, whatever the characters", () => {
    for (const letter of ["a", "é", "語"]) {
      const weight = new TextEncoder().encode(letter).length
      const longest = letter.repeat(Math.floor(maxConditionBytes / weight))
      expect(read(longest)._tag).toBe("Holds")
      expect(syntaxErrorOf(longest + letter).reason).toBe("bytes")
    }
    expect(syntaxErrorOf("q1 == '😀' || ".repeat(8000)).reason).toBe("bytes")
  })

  test("[C3] keep the number of tokens in proportion to the text", () => {
    const ofLength = (text: string) => tokenizeCondition(text).length
    fc.assert(
      fc.property(conditionLike, fc.integer({ min: 2, max: 20 }), (text, times) => {
        fc.pre(!/["'\\]/.test(text))
        expect(ofLength(`${text} `.repeat(times))).toBe(ofLength(text) * times)
      }),
    )
  })

  test("[C3] put each character in at most one token, and leave out only white space", () => {
    fc.assert(
      fc.property(fc.oneof(conditionLike, fc.string({ unit: "binary" })), (text) => {
        let from = 0
        for (const { start, end } of tokenizeCondition(text)) {
          expect(text.slice(from, start).trim()).toBe("")
          expect(end).toBeGreaterThan(start)
          from = end
        }
        expect(text.slice(from).trim()).toBe("")
      }),
    )
  })
})

test("[C1] a name needs no brackets exactly when it is a single token", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom("é", "a\u0301", "_", "a1", "1a", "a-b", "語")), (text) => {
      const [first, ...others] = tokenizeCondition(text)
      const isOne = others.length === 0 && (first?.kind === "name" || first?.kind === "contains") && first.end - first.start === text.length
      expect(isIdentifier(text)).toBe(isOne)
    }),
  )
})
