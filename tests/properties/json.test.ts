import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { countFields, createLineIndex, hasMoreValuesThan, walkJsonValues } from "../../domain/json/json-locations.ts"
import { findPointerOffsets, maxJsonDepth, maxJsonValues, parseJson, toJsonPointer } from "../../domain/json/json-parser.ts"
import { json } from "../arbitraries/scripts.ts"

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const walked = (text: string) => {
  const walk = walkJsonValues(text)
  const found: Array<{ path: ReadonlyArray<string | number>; text: string; isTwice: boolean }> = []
  let step = walk.next()
  for (; !step.done; step = walk.next())
    found.push({ path: step.value.path(), text: text.slice(step.value.start, step.value.end), isTwice: step.value.isDuplicateKey })
  return { found, fault: step.value }
}
const at = (value: unknown, path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((it, step) => (it as Record<string | number, unknown>)[step], value)
const fieldsOf = (value: unknown): number =>
  Array.isArray(value)
    ? value.reduce((sum: number, it) => sum + fieldsOf(it), 0)
    : typeof value === "object" && value !== null
      ? Object.values(value).reduce((sum: number, it) => sum + 1 + fieldsOf(it), 0)
      : 0

/** Texts that are almost JSON, or just JSON: signs of JSON, one after the other. */
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
const written = fc
  .tuple(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 1, "\t"))
  .map(([it, by]) => JSON.stringify(it, null, by))

describe("the places of a JSON text", () => {
  test("a text is JSON here exactly where JSON.parse says so", () => {
    fc.assert(
      fc.property(fc.oneof(almostJson, fc.string({ unit: "binary" }), written), (text) => {
        expect(walked(text).fault === null).toBe(isJson(text))
      }),
      { numRuns: 1000 },
    )
  })

  test("a text that was JSON and lost a piece stops being JSON no later than its end, and what stands before could go on as JSON", () => {
    fc.assert(
      fc.property(written, fc.nat(), (text, cut) => {
        const { fault } = walked(text.slice(0, cut % text.length))
        if (fault !== null) expect(fault).toBeLessThanOrEqual(cut % text.length)
      }),
    )
  })

  test("each value stands where it is said to stand, and every value is said", () => {
    fc.assert(
      fc.property(written, (text) => {
        const { found } = walked(text)
        const value: unknown = JSON.parse(text)
        for (const it of found.filter(({ isTwice }) => !isTwice)) expect(JSON.parse(it.text)).toEqual(at(value, it.path))
        expect(found.at(-1)?.path).toEqual([])
        expect(new Set(found.map(({ path }) => JSON.stringify(path))).size).toBe(found.length)
      }),
    )
  })

  test("the fields of a text are counted, whatever their names hold", () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(countFields(text)).toBe(fieldsOf(JSON.parse(text)))
      }),
    )
    expect(countFields('{"a\\\\":{"b\\"":"c\\":1"},"a\\\\" : 1}')).toBe(3)
  })

  test("depth costs no stack", () => {
    const depth = 100_000
    expect(walked(`${"[".repeat(20)}${"]".repeat(20)}`).found).toHaveLength(20)
    let last = null
    for (const { start, end } of walkJsonValues(`${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`)) last = { start, end }
    expect(last).toEqual({ start: 0, end: depth * 8 })
  })

  test("lines and columns count from 1, at every offset", () => {
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

  test("how much a text holds is told without reading it as JSON, at every limit", () => {
    // An empty list weighs as much as one of one value.
    const weight = (value: unknown): number =>
      typeof value === "object" && value !== null
        ? Object.values(value).reduce((sum: number, it) => sum + weight(it), Math.max(1, Object.values(value).length))
        : 0
    fc.assert(
      fc.property(written, (text) => {
        const values = 1 + weight(JSON.parse(text))
        expect([hasMoreValuesThan(values, text), hasMoreValuesThan(values - 1, text)]).toEqual([false, values > 1])
      }),
    )
    expect(hasMoreValuesThan(3, "[1,2]")).toBe(false)
    expect(hasMoreValuesThan(2, "[1,2]")).toBe(true)
    expect(hasMoreValuesThan(1, '",[{"')).toBe(false)
  })

  test("a pointer leads to where its value stands, and one that leads nowhere has no place", () => {
    fc.assert(
      fc.property(written, (text) => {
        const { found } = walked(text)
        const starts = findPointerOffsets(text, [...found.map(({ path }) => toJsonPointer(...path)), "/no/such/place/at/all"])
        expect(starts.size).toBe(new Set(found.map(({ path }) => toJsonPointer(...path))).size)
        for (const it of found.filter(({ isTwice }) => !isTwice))
          expect(text.startsWith(it.text, starts.get(toJsonPointer(...it.path)) ?? -1)).toBe(true)
      }),
    )
    expect([...findPointerOffsets('{"a":[10,20],"b":1}', ["/a/1", "/c"])]).toEqual([["/a/1", 9]])
  })

  test("the place of something outermost takes no longer for how deep its neighbours nest", () => {
    const deep = 100_000
    const text = `[${"[".repeat(deep)}${"]".repeat(deep)},1]`
    expect(findPointerOffsets(text, ["/1"]).get("/1")).toBe(2 * deep + 2)
  })
})

const told = (text: string) => {
  const read = parseJson(text)
  return read.ok ? [] : read.findings.map(({ pointer, rule, message }) => `${pointer} ${rule}: ${message}`)
}

describe("JSON from outside", () => {
  test("what is written as JSON is read as it was, a byte order mark before it or not", () => {
    fc.assert(
      fc.property(json, fc.constantFrom("", "\ufeff"), (value, mark) => {
        expect(parseJson(mark + JSON.stringify(value))).toEqual({ ok: true, value })
      }),
    )
  })

  test("[F7] every fault is told with its place", () => {
    expect(told("")).toEqual([" not-json: the file is empty"])
    expect(told('{\n  "a": 1,\n}')).toEqual([" not-json: this is not JSON from line 3, column 1"])
    expect(told('{"a":[{"b":1,"c":2,"b":3}]}')).toEqual(["/a/0/b structure: the field “b” stands here more than once"])
    expect(told('{"a/b":{"~":1e999}}')).toEqual(["/a~1b/~0 structure: this number is too large to be kept"])
    expect(told('["x","\\udfff"]')).toEqual(["/1 structure: this text holds half a character (a lone surrogate)"])
    expect(told('{"a":{"__proto__":null}}')).toEqual(["/a/__proto__ structure: no field can be called “__proto__”"])
    expect(told('{"\\ud800":1}')).toEqual(["/\ud800 structure: no field can be called “\ufffd”"])
  })

  test("[F7] so many values and no more, told before they fill the memory", () => {
    expect(told(`[${"0,".repeat(maxJsonValues - 2)}0]`)).toEqual([])
    expect(told(`[${"{},".repeat(maxJsonValues)}{}]`)).toEqual([" structure: this holds more than 2,000,000 values"])
  })

  test("[F7] so many levels and no more", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
    expect(parseJson(nested(maxJsonDepth)).ok).toBe(true)
    expect(told(nested(maxJsonDepth + 1))).toEqual([`${"/0".repeat(maxJsonDepth)} structure: this nests deeper than 200 levels`])
    expect(told(nested(100_000))).toHaveLength(1)
  })

  test("[F7] a field that stands twice is told wherever it stands, once for each time too many", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c", '"', "é"), { minLength: 1, maxLength: 8 }), fc.nat(3), (keys, depth) => {
        const object = `{${keys.map((key) => `${JSON.stringify(key)}:[]`).join(" , ")}}`
        const text = `${'{"in":['.repeat(depth)}${object}${"]}".repeat(depth)}`
        expect(told(text)).toHaveLength(keys.length - new Set(keys).size)
      }),
    )
  })
})
