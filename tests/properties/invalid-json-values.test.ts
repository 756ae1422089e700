// Values that JSON cannot hold: findings, sealing, and comparing scripts that contain them.
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkScript } from "../../domain/check/script-check.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import { checkFile, resealFile } from "../../domain/files/file-check.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile, sealScriptFile } from "../../domain/files/script-file.ts"
import { openStyleFile } from "../../domain/files/style-file.ts"
import { deepEqual } from "../../domain/json/json-value.ts"
import { findLockViolations } from "../../domain/revisions/live-lock.ts"
import { diffScripts } from "../../domain/revisions/script-diff.ts"
import { listMergeDifferences, mergeScripts } from "../../domain/revisions/script-merge.ts"
import { maxJsonDepth, maxJsonValues, parseJson } from "../../domain/schema/json-parser.ts"
import { decodeUnknown } from "../../domain/schema/schema-decoder.ts"
import { type AuthoredScript, AuthoredScriptSchema } from "../../domain/script/script.ts"
import { json, script } from "../arbitraries/scripts.ts"

const digest: Digest = async (text) => createHash("sha256").update(text).digest()
const plain: AuthoredScript = { name: "a", public_name: "b", language: "nl", instructions: [] }
const found = (value: unknown) => checkScript(value).map(({ rule, pointer }) => [rule, pointer])

/** Arrays nested to the given depth. */
const deep = (levels: number, core: unknown = 0): unknown => {
  let value = core
  for (let i = 0; i < levels; i++) value = [value]
  return value
}
/** A sparse array without any item. */
const sparse = (length: number): ReadonlyArray<unknown> => Object.assign([], { length })
const cyclic = () => {
  const object: Record<string, unknown> = { a: 1 }
  object["self"] = { back: object }
  return object
}
/** Each value with the pointer to the part that is not JSON. */
const invalidValues: ReadonlyArray<readonly [string, () => unknown, string]> = [
  ["a big integer", () => 1n, ""],
  ["a function", () => () => 1, ""],
  ["a symbol", () => Symbol("s"), ""],
  ["a number that is none", () => Number.NaN, ""],
  ["a date", () => new Date(0), ""],
  ["a map", () => new Map([["a", 1]]), ""],
  ["a boxed text", () => Object("a"), ""],
  ["what writes itself", () => ({ toJSON: () => "x" }), "/toJSON"],
  ["a value that holds itself", cyclic, "/self/back"],
  ["a list with gaps", () => sparse(3), "/0"],
  ["a list with more gaps than a file has values", () => sparse(4_000_000_000), "/0"],
  ["nothing in a list", () => [1, undefined], "/1"],
  ["half a character", () => "\ud800", ""],
  ["a field that no object may have", () => JSON.parse('{"__proto__":1}'), "/__proto__"],
  ["too many levels", () => deep(maxJsonDepth), "/0".repeat(maxJsonDepth - 1)],
  ["far too many levels", () => deep(20_000), "/0".repeat(maxJsonDepth - 1)],
]

describe.each(invalidValues)("%s in an unknown field", (_, make, place) => {
  test("is found at its place", () => {
    expect(found({ ...plain, newer: make() })).toContainEqual(["structure", `/newer${place}`])
    expect(decodeUnknown(AuthoredScriptSchema, { ...plain, newer: { a: [make()] } }).findings).toBeDefined()
  })

  test("cannot be sealed into a file", async () => {
    expect(await sealScriptFile({ ...plain, newer: make() }, digest)).toBeUndefined()
  })
})

describe("JSON values from a program", () => {
  test("a sparse list of instructions is not a script", () => {
    expect(found({ ...plain, instructions: sparse(1) })).toEqual([["structure", "/instructions/0"]])
    expect(decodeUnknown(AuthoredScriptSchema, { ...plain, instructions: sparse(1) }).value).toBeUndefined()
  })

  test("an object that is referenced several times or has no prototype is accepted", async () => {
    await fc.assert(
      fc.asyncProperty(script, json, async (authored, value) => {
        const newer = Object.assign(Object.create(null), { value, again: [value, value] })
        expect(found({ ...authored, newer })).toEqual(found(authored))
        const file = await sealScriptFile({ ...authored, newer }, digest)
        expect(await openScriptFile(file ?? "", digest)).toEqual({ ok: true, authored: { ...authored, newer: { ...newer } } })
      }),
    )
  })

  test("a value that expands to more values than allowed is reported quickly", () => {
    let value: unknown = [1]
    for (let i = 0; i < 60; i++) value = [value, value]
    expect(checkScript({ ...plain, newer: value })).toMatchObject([
      { pointer: "", key: "finding.values", values: { values: maxJsonValues.toLocaleString("en") } },
    ])
  })

  test("a sealed script can be opened again", async () => {
    const levels = fc.constantFrom(1, 2, maxJsonDepth - 3, maxJsonDepth - 2, maxJsonDepth - 1, maxJsonDepth)
    await fc.assert(
      fc.asyncProperty(script, levels, async (base, nested) => {
        const authored = { ...base, newer: deep(nested) }
        const file = await sealScriptFile(authored, digest)
        // The file and its payload count as levels too.
        expect(file === undefined).toBe(nested > maxJsonDepth - 2)
        if (file !== undefined) expect(await openScriptFile(file, digest)).toEqual({ ok: true, authored })
      }),
    )
  })

  test("comparing and merging scripts works at any depth of unknown fields", () => {
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

describe("values that are not text", () => {
  test.each([undefined, null, 1, {}, [], Symbol("s")])("%p is not readable and yields a finding", async (value) => {
    // As an untyped caller would call it.
    const call = (read: (text: string, digest: Digest) => unknown): unknown => Reflect.apply(read, null, [value, digest])
    const findings = [{ rule: "not-json", pointer: "" }]
    expect(call(parseJson)).toMatchObject({ ok: false, findings })
    for (const read of [openScriptFile, openStyleFile, resealFile]) expect(await call(read)).toMatchObject({ ok: false, findings })
    expect(await call(checkFile)).toMatchObject(findings)
    expect(call(parseCondition)).toEqual(parseCondition(""))
  })
})
