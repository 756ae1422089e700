// Which metadata keys get a column in an export (X11).
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createKeyCounter, maxMetadataKeys, mayOmitKeys } from "../../domain/exports/answers-table.ts"

const records = fc.array(fc.uniqueArray(fc.stringMatching(/^[a-e]$/), { maxLength: 5 }), { maxLength: 40 })

describe("[X11] keys of metadata", () => {
  test("few keys are all listed, once and in order", () => {
    fc.assert(
      fc.property(records, (all) => {
        const count = createKeyCounter()
        for (const keys of all) count.add(keys)
        expect(count.keys()).toEqual([...new Set(all.flat())].toSorted())
      }),
    )
  })

  test("of many keys the most frequent are listed", () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 4 }), (all, max) => {
        const count = createKeyCounter(max)
        for (const keys of all) count.add(keys)
        const frequency = (key: string) => all.filter((keys) => keys.includes(key)).length
        const listed = count.keys()
        const dropped = [...new Set(all.flat())].filter((key) => !listed.includes(key))
        expect(listed).toHaveLength(Math.min(max, new Set(all.flat()).size))
        for (const key of dropped) for (const other of listed) expect(frequency(other)).toBeGreaterThanOrEqual(frequency(key))
      }),
    )
  })

  test("the counter holds no more keys than its limit, and the most frequent keys stay", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (rareKeys) => {
        const count = createKeyCounter(2, 20)
        for (let i = 0; i < rareKeys; i++) {
          count.add(["source", "campaign", `stranger ${i}`])
          expect(count.held()).toBeLessThanOrEqual(20)
        }
        expect(count.keys()).toEqual(["campaign", "source"])
      }),
    )
  })

  test("keys may be omitted only when the export has its maximum number of columns", () => {
    fc.assert(
      fc.property(fc.integer({ min: maxMetadataKeys - 3, max: maxMetadataKeys + 3 }), (keyCount) => {
        const count = createKeyCounter()
        count.add(Array.from({ length: keyCount }, (_, i) => `key ${i}`))
        const keys = count.keys()
        expect(mayOmitKeys(keys)).toBe(keyCount >= maxMetadataKeys)
        if (keys.length < keyCount) expect(mayOmitKeys(keys)).toBe(true)
      }),
    )
  })
})
