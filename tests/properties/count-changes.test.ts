// Changes of the counts that a dialog showed before a removal.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { CountedContent, describeCountChanges, listCountChanges } from "../../domain/failures/count-changes.ts"

const counts = fc.dictionary(
  fc.constantFrom(...CountedContent.literals, "status", "name"),
  fc.oneof(fc.nat(9), fc.constantFrom("live", "3")),
)

describe("changes of counts", () => {
  test("are empty between equal counts, and otherwise list each count that both have and that differs", () => {
    fc.assert(
      fc.property(counts, counts, (shown, current) => {
        expect(listCountChanges((name) => current[name], current)).toEqual([])
        const changes = listCountChanges((name) => shown[name], current)
        for (const content of CountedContent.literals) {
          const [from, to] = [shown[content], current[content]]
          const isChanged = typeof from === "number" && typeof to === "number" && from !== to
          expect(changes.filter((change) => change.content === content)).toEqual(isChanged ? [{ content, from, to }] : [])
        }
      }),
    )
  })

  test.each([
    [{ content: "files", from: 1, to: 4 }, "3 more files"],
    [{ content: "links", from: 2, to: 1 }, "1 fewer unopened link"],
    [{ content: "deliveries", from: 0, to: 1 }, "1 more delivery"],
    [{ content: "answers", from: 7, to: 0 }, "7 fewer conversations with answers"],
  ] as const)("%j is described as “%s”", (change, description) => {
    expect(describeCountChanges([change])).toBe(description)
    expect(describeCountChanges([change, change])).toBe(`${description}, ${description}`)
  })
})
