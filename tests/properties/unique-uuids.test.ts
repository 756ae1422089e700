// Replacing repeated uuids of instructions, choices and ranges of scores [F7], and new ones in copies [I13].
import fc from "fast-check"
import { expect, test } from "vitest"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { createInstructionCopy, ensureUniqueUuids } from "../../domain/editing/instruction-list.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
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

const range = (of: string, minimum: number) => ({
  uuid: of,
  minimum,
  maximum: minimum,
  label: "",
  translation: { locale: "nl", content: "" },
})
const score = (...uuids: ReadonlyArray<string>) => ({
  ...questionInstruction(0, null, { uuid: "q", type: "open" }),
  type: "score" as const,
  question: null,
  action: { type: "score" as const, params: { ranges: uuids.map(range) } },
})
const listRangeUuids = ({ action }: Instruction) => (action?.type === "score" ? (action.params.ranges ?? []).map((it) => it.uuid) : [])

test("[F7] gives each range of a score a unique uuid, and keeps the first of each", () => {
  let made = 0
  const [after] = ensureUniqueUuids([score("a", "b", "a")], () => `new ${++made}`)
  expect(after && listRangeUuids(after)).toEqual(["a", "b", "new 1"])
  const distinct = [score("a", "b")]
  expect(ensureUniqueUuids(distinct, () => "none")).toBe(distinct)
})

test("[I13] a copy of a score has ranges with new uuids and the same texts", () => {
  let made = 0
  const copy = createInstructionCopy(
    score("a", "b"),
    (name) => name,
    () => `new ${++made}`,
  )
  expect(listRangeUuids(copy).every((it) => it.startsWith("new "))).toBe(true)
  expect(new Set([copy.uuid, ...listRangeUuids(copy)]).size).toBe(3)
  const bare = (text: unknown) => JSON.parse(JSON.stringify(text, (key, value: unknown) => (key === "uuid" ? "" : value)))
  expect(bare(copy.action)).toEqual(bare(score("a", "b").action))
})

test("[F7] a repeated uuid of a range is found at its place", () => {
  const script = { name: "a", public_name: "", language: "nl" as const, instructions: [score("a", "b", "a")] }
  const findings = scriptFindings(script).filter(({ key }) => key === "finding.same-uuid")
  expect(findings.map(({ pointer, severity }) => [pointer, severity])).toEqual([["/instructions/0/action/params/ranges/2/uuid", "error"]])
})
