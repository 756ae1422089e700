// A removal that failed because its chat is in the other list now [S10].
import { expect, test } from "vitest"
import { type Failure, isInOtherList, NotFound, TargetChanged } from "../../domain/failures/failure.ts"
import type { Status } from "../../domain/script/status.ts"

const changedTo = (status: Status | null): Failure => new TargetChanged({ status, changedBy: null, changedAt: null, isRecent: false })

test.each([
  ["closed", "archive", false],
  ["live", "archive", false],
  ["deleted", "archive", true],
  ["deleted", "erase", false],
  ["closed", "erase", true],
  [null, "erase", false],
] as const)("a chat that is %s now, where its user chose to %s it: %s", (status, action, isOther) => {
  expect(isInOtherList(changedTo(status), action)).toBe(isOther)
})

test("is not every other failure", () => {
  expect(isInOtherList(new NotFound(), "archive")).toBe(false)
})
