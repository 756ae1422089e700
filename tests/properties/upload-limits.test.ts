// The minimum rate of uploads.
import fc from "fast-check"
import { expect, test } from "vitest"
import { isUploadPeriodOver, isUploadTooSlow, minUploadRate } from "../../domain/conversations/upload-limits.ts"

test("[E12] judges the rate of an upload only after a whole period", () => {
  const { periodMs, bytesPerSecond } = minUploadRate
  fc.assert(
    fc.property(fc.nat(2 * periodMs), fc.nat(1_000_000), (waitedMs, bytes) => {
      expect(isUploadPeriodOver({ bytes, waitedMs })).toBe(waitedMs >= periodMs)
      expect(isUploadTooSlow({ bytes, waitedMs })).toBe(waitedMs >= periodMs && (bytes / waitedMs) * 1000 < bytesPerSecond)
    }),
  )
  expect(isUploadTooSlow({ bytes: 245_759, waitedMs: 30_000 })).toBe(true)
  expect(isUploadTooSlow({ bytes: 245_760, waitedMs: 30_000 })).toBe(false)
  expect(isUploadTooSlow({ bytes: 0, waitedMs: 29_999 })).toBe(false)
})
