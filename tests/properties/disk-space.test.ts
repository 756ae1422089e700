// How much of a disk stays free before the server refuses what respondents begin.
import fc from "fast-check"
import { expect, test } from "vitest"
import { getRespondentMinFreeBytes, minFreeBytes } from "../../domain/conversations/disk-space.ts"

const gigabyte = 1024 ** 3

test.each([
  ["5 % of a disk of 10 GB", 10 * gigabyte, gigabyte / 2],
  ["1 GB of a disk of 20 GB", 20 * gigabyte, gigabyte],
  ["1 GB of a disk of 10 TB", 10_000 * gigabyte, gigabyte],
  ["twice what saves need of a disk of 256 MB", gigabyte / 4, 2 * minFreeBytes],
])("new conversations and files of respondents leave %s free", (_, diskBytes, free) => {
  expect(getRespondentMinFreeBytes(diskBytes)).toBeCloseTo(free, 0)
})

test("new conversations and files of respondents stop while staff can still save, on a disk of any size", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (diskBytes) => {
      expect(getRespondentMinFreeBytes(diskBytes)).toBeGreaterThan(minFreeBytes)
    }),
  )
})
