// Which keys of metadata an export has columns for (decisions X11).
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createKeyCounter, maxMetadataKeys, mayOmitKeys } from "../../domain/exports/answers-plan.ts"

const records = fc.array(fc.uniqueArray(fc.stringMatching(/^[a-e]$/), { maxLength: 5 }), { maxLength: 40 })

describe("[X11] keys of metadata", () => {
  test("of few every one is there, once and in order", () => {
    fc.assert(
      fc.property(records, (all) => {
        const count = createKeyCounter()
        for (const keys of all) count.add(keys)
        expect(count.keys()).toEqual([...new Set(all.flat())].toSorted())
      }),
    )
  })

  test("of many those that are there most often are", () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 4 }), (all, most) => {
        const count = createKeyCounter(most)
        for (const keys of all) count.add(keys)
        const times = (key: string) => all.filter((keys) => keys.includes(key)).length
        const kept = count.keys()
        const left = [...new Set(all.flat())].filter((key) => !kept.includes(key))
        expect(kept).toHaveLength(Math.min(most, new Set(all.flat()).size))
        for (const key of left) for (const other of kept) expect(times(other)).toBeGreaterThanOrEqual(times(key))
      }),
    )
  })

  test("however many there are, no more are held than so many and those of one record, and what most have stays", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (strangers) => {
        const count = createKeyCounter(2, 20)
        for (let i = 0; i < strangers; i++) {
          count.add(["source", "campaign", `stranger ${i}`])
          expect(count.held()).toBeLessThanOrEqual(20)
        }
        expect(count.keys()).toEqual(["campaign", "source"])
      }),
    )
  })

  test("only where an export has as many columns as it can may it lack some", () => {
    fc.assert(
      fc.property(fc.integer({ min: maxMetadataKeys - 3, max: maxMetadataKeys + 3 }), (there) => {
        const count = createKeyCounter()
        count.add(Array.from({ length: there }, (_, i) => `key ${i}`))
        const keys = count.keys()
        expect(mayOmitKeys(keys)).toBe(there >= maxMetadataKeys)
        if (keys.length < there) expect(mayOmitKeys(keys)).toBe(true)
      }),
    )
  })
})
