// Replacing repeated uuids of instructions and choices [F7].
import fc from "fast-check"
import { expect, test } from "vitest"
import { ensureUniqueUuids } from "../../domain/script/instruction-list.ts"
import { createChoices, questionInstruction } from "../arbitraries/answerable.ts"

const uuid = fc.constantFrom("a", "b", "c", "d")
const list = fc.array(fc.tuple(uuid, fc.array(uuid, { maxLength: 4 })), { maxLength: 6 }).map((parts) =>
  parts.map(([own, choices], order) => ({
    ...questionInstruction(order, null, {
      uuid: `q${order}`,
      type: "choice",
      choices: createChoices(...choices).map((it, at) => ({ ...it, uuid: choices[at] ?? "" })),
    }),
    uuid: own,
  })),
)
const isDistinct = (all: ReadonlyArray<{ readonly uuid: string }>) => new Set(all.map((it) => it.uuid)).size === all.length

test("[F7] gives each instruction and choice a unique uuid, keeps the first of each, and changes nothing else", () => {
  fc.assert(
    fc.property(list, (before) => {
      let made = 0
      const after = ensureUniqueUuids(before, () => `new ${++made}`)
      expect(isDistinct(after)).toBe(true)
      for (const { question } of after) expect(isDistinct(question?.choices ?? [])).toBe(true)
      const bare = (text: unknown) => JSON.parse(JSON.stringify(text, (key, value: unknown) => (key === "uuid" ? "" : value)))
      expect(bare(after)).toEqual(bare(before))
      for (const [index, it] of before.entries())
        if (before.findIndex((other) => other.uuid === it.uuid) === index) expect(after[index]?.uuid).toBe(it.uuid)
      expect(ensureUniqueUuids(after, () => "none")).toBe(after)
    }),
  )
})
