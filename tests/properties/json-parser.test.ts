// Parsing JSON with the positions of its values, and its limits [F7].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { countFields, createLineIndex, hasMoreValuesThan, walkJsonValues } from "../../domain/json/json-locations.ts"
import { toJsonPointer } from "../../domain/json/json-value.ts"
import { findPointerOffsets, maxJsonDepth, maxJsonValues, parseJson } from "../../domain/schema/json-parser.ts"
import { json } from "../arbitraries/scripts.ts"

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const collectValues = (text: string) => {
  const walk = walkJsonValues(text)
  const found: Array<{ path: ReadonlyArray<string | number>; text: string; isTwice: boolean }> = []
  let step = walk.next()
  for (; !step.done; step = walk.next())
    found.push({ path: step.value.path(), text: text.slice(step.value.start, step.value.end), isTwice: step.value.isDuplicateKey })
  return { found, fault: step.value }
}
const valueAt = (value: unknown, path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((it, step) => (it as Record<string | number, unknown>)[step], value)
const fieldsOf = (value: unknown): number =>
  Array.isArray(value)
    ? value.reduce((sum: number, it) => sum + fieldsOf(it), 0)
    : typeof value === "object" && value !== null
      ? Object.values(value).reduce((sum: number, it) => sum + 1 + fieldsOf(it), 0)
      : 0

/** Texts that are JSON or almost JSON: tokens in any order. */
const almostJson = fc
  .array(
    fc.constantFrom(
      ..."{}[],:".split(""),
      '"a"',
      '"\\u00e9"',
      '"\\x"',
      '"\\"',
      '"\n"',
      "1",
      "-0.5e+3",
      "01",
      "1.",
      "-",
      "true",
      "nul",
      " ",
      "\t\n",
      "\u00a0",
      '{"a":1}',
      "[1,2]",
    ),
    { maxLength: 9 },
  )
  .map((parts) => parts.join(""))
const jsonText = fc
  .tuple(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 1, "\t"))
  .map(([it, by]) => JSON.stringify(it, null, by))

describe("walking a JSON text", () => {
  test("accepts exactly the texts that JSON.parse accepts", () => {
    fc.assert(
      fc.property(fc.oneof(almostJson, fc.string({ unit: "binary" }), jsonText), (text) => {
        expect(collectValues(text).fault === null).toBe(isJson(text))
      }),
      { numRuns: 1000 },
    )
  })

  test("reports an error in a truncated text no later than at its end", () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, cut) => {
        const { fault } = collectValues(text.slice(0, cut % text.length))
        if (fault !== null) expect(fault).toBeLessThanOrEqual(cut % text.length)
      }),
    )
  })

  test("reports every value once, at its position", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const { found } = collectValues(text)
        const value: unknown = JSON.parse(text)
        for (const it of found.filter(({ isTwice }) => !isTwice)) expect(JSON.parse(it.text)).toEqual(valueAt(value, it.path))
        expect(found.at(-1)?.path).toEqual([])
        expect(new Set(found.map(({ path }) => JSON.stringify(path))).size).toBe(found.length)
      }),
    )
  })

  test("counts fields, whatever their names contain", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(countFields(text)).toBe(fieldsOf(JSON.parse(text)))
      }),
    )
    expect(countFields('{"a\\\\":{"b\\"":"c\\":1"},"a\\\\" : 1}')).toBe(3)
  })

  test("does not overflow the stack on deep nesting", () => {
    const depth = 100_000
    expect(collectValues(`${"[".repeat(20)}${"]".repeat(20)}`).found).toHaveLength(20)
    let last = null
    for (const { start, end } of walkJsonValues(`${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`)) last = { start, end }
    expect(last).toEqual({ start: 0, end: depth * 8 })
  })

  test("counts lines and columns from 1, at every offset", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r") }), (text) => {
        const at = createLineIndex(text)
        for (let offset = 0; offset <= text.length; offset++) {
          const before = text.slice(0, offset).split("\n")
          expect(at(offset)).toEqual({ line: before.length, column: (before.at(-1) ?? "").length + 1 })
        }
      }),
    )
  })

  test("counts values against a limit without parsing the text", () => {
    // An empty list counts as much as one with one value.
    const weight = (value: unknown): number =>
      typeof value === "object" && value !== null
        ? Object.values(value).reduce((sum: number, it) => sum + weight(it), Math.max(1, Object.values(value).length))
        : 0
    fc.assert(
      fc.property(jsonText, (text) => {
        const values = 1 + weight(JSON.parse(text))
        expect([hasMoreValuesThan(values, text), hasMoreValuesThan(values - 1, text)]).toEqual([false, values > 1])
      }),
    )
    expect(hasMoreValuesThan(3, "[1,2]")).toBe(false)
    expect(hasMoreValuesThan(2, "[1,2]")).toBe(true)
    expect(hasMoreValuesThan(1, '",[{"')).toBe(false)
  })

  test("finds the position of a pointer to a value, and none of an unknown pointer", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const { found } = collectValues(text)
        const starts = findPointerOffsets(text, [...found.map(({ path }) => toJsonPointer(...path)), "/no/such/place/at/all"])
        expect(starts.size).toBe(new Set(found.map(({ path }) => toJsonPointer(...path))).size)
        for (const it of found.filter(({ isTwice }) => !isTwice))
          expect(text.startsWith(it.text, starts.get(toJsonPointer(...it.path)) ?? -1)).toBe(true)
      }),
    )
    expect([...findPointerOffsets('{"a":[10,20],"b":1}', ["/a/1", "/c"])]).toEqual([["/a/1", 9]])
  })

  test("finds the position of an outermost value beside deeply nested ones", () => {
    const deep = 100_000
    const text = `[${"[".repeat(deep)}${"]".repeat(deep)},1]`
    expect(findPointerOffsets(text, ["/1"]).get("/1")).toBe(2 * deep + 2)
  })
})

const findingsOf = (text: string) => {
  const read = parseJson(text)
  return read.ok ? [] : read.findings.map(({ pointer, rule, message }) => `${pointer} ${rule}: ${message}`)
}

describe("parsing JSON from outside", () => {
  test("reads what was written as JSON, with or without a byte order mark", () => {
    fc.assert(
      fc.property(json, fc.constantFrom("", "\ufeff"), (value, mark) => {
        expect(parseJson(mark + JSON.stringify(value))).toEqual({ ok: true, value })
      }),
    )
  })

  test("[F7] reports every error with its position", () => {
    expect(findingsOf("")).toEqual([" not-json: the file is empty"])
    expect(findingsOf('{\n  "a": 1,\n}')).toEqual([" not-json: this is not JSON from line 3, column 1"])
    expect(findingsOf('{"a":[{"b":1,"c":2,"b":3}]}')).toEqual(["/a/0/b structure: the field “b” occurs more than once"])
    expect(findingsOf('{"a/b":{"~":1e999}}')).toEqual(["/a~1b/~0 structure: this number is too large to be stored"])
    expect(findingsOf('["x","\\udfff"]')).toEqual(["/1 structure: this text contains half a character (a lone surrogate)"])
    expect(findingsOf('{"a":{"__proto__":null}}')).toEqual(["/a/__proto__ structure: a field can't be called “__proto__”"])
    expect(findingsOf('{"\\ud800":1}')).toEqual(["/\ud800 structure: a field can't be called “\ufffd”"])
  })

  test("[F7] refuses more than 2,000,000 values before they fill the memory", () => {
    expect(findingsOf(`[${"0,".repeat(maxJsonValues - 2)}0]`)).toEqual([])
    expect(findingsOf(`[${"{},".repeat(maxJsonValues)}{}]`)).toEqual([" structure: more than 2,000,000 values"])
  })

  test("[F7] refuses more than 200 levels", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
    expect(parseJson(nested(maxJsonDepth)).ok).toBe(true)
    expect(findingsOf(nested(maxJsonDepth + 1))).toEqual([`${"/0".repeat(maxJsonDepth)} structure: this nests deeper than 200 levels`])
    expect(findingsOf(nested(100_000))).toHaveLength(1)
  })

  test("[F7] reports no repeated field of a value that is nested too deep, only its depth", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}{"a":1,"a":2}${"]".repeat(levels)}`
    const twice = `${"/0".repeat(maxJsonDepth - 1)}/a structure: the field “a” occurs more than once`
    expect(findingsOf(nested(maxJsonDepth - 1))).toEqual([twice])
    for (const levels of [maxJsonDepth, 10_000])
      expect(findingsOf(nested(levels))).toEqual([`${"/0".repeat(maxJsonDepth)} structure: this nests deeper than 200 levels`])
  })

  test("[F7] reports a repeated field at any depth, once for each repetition", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c", '"', "é"), { minLength: 1, maxLength: 8 }), fc.nat(3), (keys, depth) => {
        const object = `{${keys.map((key) => `${JSON.stringify(key)}:[]`).join(" , ")}}`
        const text = `${'{"in":['.repeat(depth)}${object}${"]}".repeat(depth)}`
        expect(findingsOf(text)).toHaveLength(keys.length - new Set(keys).size)
      }),
    )
  })
})
