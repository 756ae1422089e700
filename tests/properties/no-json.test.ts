// What no file can hold: it is found where it stands, sealed by nobody, and nothing that compares scripts falls over it.
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkScript } from "../../domain/check/script-check.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import { checkFile, resealFile } from "../../domain/files/file-check.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile, sealScriptFile } from "../../domain/files/script-file.ts"
import { deepEqual } from "../../domain/json/json-equality.ts"
import { maxJsonDepth, maxJsonValues, parseJson } from "../../domain/json/json-parser.ts"
import { decodeUnknown } from "../../domain/schema/schema-decoder.ts"
import { findLockViolations } from "../../domain/script/live-lock.ts"
import { AuthoredScript } from "../../domain/script/script.ts"
import { diffScripts } from "../../domain/script/script-diff.ts"
import { listMergeDifferences, mergeScripts } from "../../domain/script/script-merge.ts"
import { openStyleFile } from "../../domain/style/style-file.ts"
import { json, script } from "../arbitraries/scripts.ts"

const digest: Digest = async (text) => createHash("sha256").update(text).digest()
const plain: AuthoredScript = { name: "a", public_name: "b", language: "nl", instructions: [] }
const found = (value: unknown) => checkScript(value).map(({ rule, pointer }) => [rule, pointer])

/** A list in a list, so many levels deep. */
const deep = (levels: number, core: unknown = 0): unknown => {
  let value = core
  for (let i = 0; i < levels; i++) value = [value]
  return value
}
/** A list that is long and holds nothing. */
const gaps = (length: number): ReadonlyArray<unknown> => Object.assign([], { length })
const cyclic = () => {
  const object: Record<string, unknown> = { a: 1 }
  object["self"] = { back: object }
  return object
}
/** Each with the place of the fault in it. */
const noJson: ReadonlyArray<readonly [string, () => unknown, string]> = [
  ["a big integer", () => 1n, ""],
  ["a function", () => () => 1, ""],
  ["a symbol", () => Symbol("s"), ""],
  ["a number that is none", () => Number.NaN, ""],
  ["a date", () => new Date(0), ""],
  ["a map", () => new Map([["a", 1]]), ""],
  ["a boxed text", () => Object("a"), ""],
  ["what writes itself", () => ({ toJSON: () => "x" }), "/toJSON"],
  ["a value that holds itself", cyclic, "/self/back"],
  ["a list with gaps", () => gaps(3), "/0"],
  ["a list with more gaps than a file has values", () => gaps(4_000_000_000), "/0"],
  ["nothing in a list", () => [1, undefined], "/1"],
  ["half a character", () => "\ud800", ""],
  ["a field that no object may have", () => JSON.parse('{"__proto__":1}'), "/__proto__"],
  ["too many levels", () => deep(maxJsonDepth), "/0".repeat(maxJsonDepth - 1)],
  ["far too many levels", () => deep(20_000), "/0".repeat(maxJsonDepth - 1)],
]

describe.each(noJson)("%s in a field that is not known", (_, make, place) => {
  test("is found where it stands", () => {
    expect(found({ ...plain, newer: make() })).toContainEqual(["structure", `/newer${place}`])
    expect(decodeUnknown(AuthoredScript, { ...plain, newer: { a: [make()] } }).findings).toBeDefined()
  })

  test("makes no file", async () => {
    expect(await sealScriptFile({ ...plain, newer: make() }, digest)).toBeUndefined()
  })
})

describe("JSON from a program", () => {
  test("a list of instructions with gaps is none", () => {
    expect(found({ ...plain, instructions: gaps(1) })).toEqual([["structure", "/instructions/0"]])
    expect(decodeUnknown(AuthoredScript, { ...plain, instructions: gaps(1) }).value).toBeUndefined()
  })

  test("a value that stands in several places, and one without a prototype, is sound", async () => {
    await fc.assert(
      fc.asyncProperty(script, json, async (it, value) => {
        const newer = Object.assign(Object.create(null), { value, again: [value, value] })
        expect(found({ ...it, newer })).toEqual(found(it))
        const file = await sealScriptFile({ ...it, newer }, digest)
        expect(await openScriptFile(file ?? "", digest)).toEqual({ ok: true, authored: { ...it, newer: { ...newer } } })
      }),
    )
  })

  test("one that means more values than a file may hold is found, and told soon", () => {
    let value: unknown = [1]
    for (let i = 0; i < 60; i++) value = [value, value]
    expect(checkScript({ ...plain, newer: value })).toMatchObject([
      { pointer: "", key: "finding.values", values: { values: maxJsonValues.toLocaleString("en") } },
    ])
  })

  test("what is sealed can be opened again", async () => {
    const levels = fc.constantFrom(1, 2, maxJsonDepth - 3, maxJsonDepth - 2, maxJsonDepth - 1, maxJsonDepth)
    await fc.assert(
      fc.asyncProperty(script, levels, async (it, nested) => {
        const authored = { ...it, newer: deep(nested) }
        const file = await sealScriptFile(authored, digest)
        // The file and its payload are levels too.
        expect(file === undefined).toBe(nested > maxJsonDepth - 2)
        if (file !== undefined) expect(await openScriptFile(file, digest)).toEqual({ ok: true, authored })
      }),
    )
  })

  test("scripts are compared and merged however deep what is not known nests", () => {
    const [base, mine, theirs] = [1, 2, 1].map((core) => ({ ...plain, newer: deep(20_000, core) }))
    if (!base || !mine || !theirs) throw new Error("three versions")
    expect([deepEqual(base, theirs), deepEqual(base, mine)]).toEqual([true, false])
    expect(listMergeDifferences({ base, mine, theirs }).map(({ key, by }) => [key, by])).toEqual([["newer", "mine"]])
    expect(mergeScripts({ base, mine: theirs, theirs: mine })["newer"]).toBe(mine.newer)
    expect(findLockViolations(base, mine, "live", { allowChanges: false })).toEqual([{ pointer: "/newer", part: "other" }])
    expect(findLockViolations(base, mine, "deleted", { allowChanges: false })).toHaveLength(1)
    expect(diffScripts(base, mine).changed).toEqual([])
  })
})

describe("what is no text", () => {
  test.each([undefined, null, 1, {}, [], Symbol("s")])("%p cannot be read, and a finding says so", async (value) => {
    // As from a caller who knows no types.
    const call = (take: (text: string, digest: Digest) => unknown): unknown => Reflect.apply(take, null, [value, digest])
    const findings = [{ rule: "not-json", pointer: "" }]
    expect(call(parseJson)).toMatchObject({ ok: false, findings })
    for (const take of [openScriptFile, openStyleFile, resealFile]) expect(await call(take)).toMatchObject({ ok: false, findings })
    expect(await call(checkFile)).toMatchObject(findings)
    expect(call(parseCondition)).toEqual(parseCondition(""))
  })
})
