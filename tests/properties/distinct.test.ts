import fc from "fast-check"
import { expect, test } from "vitest"
import { ensureUniqueUuids } from "../../domain/script/instruction-list.ts"
import { asked, choicesOf } from "../arbitraries/answerable.ts"

const uuid = fc.constantFrom("a", "b", "c", "d")
const list = fc.array(fc.tuple(uuid, fc.array(uuid, { maxLength: 4 })), { maxLength: 6 }).map((parts) =>
  parts.map(([own, choices], order) => ({
    ...asked(order, null, {
      uuid: `q${order}`,
      type: "choice",
      choices: choicesOf(...choices).map((it, at) => ({ ...it, uuid: choices[at] ?? "" })),
    }),
    uuid: own,
  })),
)
const isDistinct = (all: ReadonlyArray<{ readonly uuid: string }>) => new Set(all.map((it) => it.uuid)).size === all.length

test("[F7] each instruction and each choice has a uuid of its own, the first keeps its one, and nothing else changes", () => {
  fc.assert(
    fc.property(list, (before) => {
      let made = 0
      const after = ensureUniqueUuids(before, () => `new ${++made}`)
      expect(isDistinct(after)).toBe(true)
      for (const { question } of after) expect(isDistinct(question?.choices ?? [])).toBe(true)
      const bare = (text: unknown) => JSON.parse(JSON.stringify(text, (key, value: unknown) => (key === "uuid" ? "" : value)))
      expect(bare(after)).toEqual(bare(before))
      for (const [place, it] of before.entries())
        if (before.findIndex((other) => other.uuid === it.uuid) === place) expect(after[place]?.uuid).toBe(it.uuid)
      expect(ensureUniqueUuids(after, () => "none")).toBe(after)
    }),
  )
})
