// Copies of several instructions that refer to one another [I13].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createInstructionCopies } from "../../domain/editing/instruction-list.ts"
import { findUsages } from "../../domain/recall/usages.ts"
import type { Action } from "../../domain/script/action.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import { instruction, questionInstruction } from "../arbitraries/answerable.ts"

type List = ReadonlyArray<Instruction>
const size = 6
/** The indexes of the instructions that an instruction refers to in its condition, message and action. */
const naming = fc.record({
  label: fc.constantFrom(null, "age", "town"),
  condition: fc.option(fc.nat(size - 1)),
  recall: fc.option(fc.nat(size - 1)),
  paid: fc.option(fc.nat(size - 1)),
  sent: fc.option(fc.nat(size - 1)),
  copied: fc.boolean(),
})
type Naming = { readonly [key in "condition" | "recall" | "paid" | "sent"]: number | null } & { readonly label: string | null }

const action = ({ paid, sent }: Naming): Action | null =>
  paid !== null
    ? { type: "payment", params: { amount: `i${paid}` } }
    : sent === null
      ? null
      : { type: "send2api", params: { endpoint: "https://a.example", questions: [`question ${sent}`] } }

const scripted = (parts: ReadonlyArray<Naming>): List => {
  const labels = parts.map(({ label }, i) => (label === null ? null : `${label}_${i}x`))
  const names = labels.map((label, order) => getInstructionName({ label, order }))
  return parts.map((it, order) => ({
    ...questionInstruction(order, labels[order] ?? null, { uuid: `question ${order}`, type: "open" }),
    condition: it.condition === null ? null : `${names[it.condition]} == 1 && metadata.x == 2`,
    messages: it.recall === null ? [] : [{ uuid: `m${order}`, locale: "nl", content: `Dag {{answers.${names[it.recall]}|jij}}` }],
    action: action(it),
  }))
}
const script = fc.array(naming, { minLength: size, maxLength: size }).map((parts) => ({
  list: scripted(parts),
  copied: new Set(parts.flatMap((it, i) => (it.copied ? [`i${i}`] : []))),
}))
const newUuid = () => {
  let made = 0
  return () => `new ${made++}`
}
const usagesOf = (list: List, named: string) => findUsages(list, named).map(({ uuid, as }) => `${uuid} ${as}`)

describe("[I13] copies of several instructions", () => {
  test("refer to one another as their originals do, and to all other instructions as before", () => {
    fc.assert(
      fc.property(script, ({ list, copied }) => {
        const { list: after, copies } = createInstructionCopies(list, copied, newUuid())
        const twins = new Map([...copied].map((uuid, i) => [uuid, copies[i] ?? ""]))
        for (const { uuid: named } of list) {
          const users = findUsages(list, named)
          const stay = users.map(({ uuid, as }) => `${uuid} ${as}`)
          const made = users.flatMap(({ uuid, as }) => (twins.has(uuid) ? [`${twins.get(uuid)} ${as}`] : []))
          const twin = twins.get(named)
          expect(new Set(usagesOf(after, named))).toEqual(new Set(twin === undefined ? [...stay, ...made] : stay))
          if (twin !== undefined) expect(new Set(usagesOf(after, twin))).toEqual(new Set(made))
        }
      }),
    )
  })

  test("have new uuids in all their parts", () => {
    const uuidsIn = ({ uuid, messages, question }: Instruction) => [
      uuid,
      ...messages.map((it) => it.uuid),
      ...(question ? [question.uuid, ...(question.choices ?? []).map((it) => it.uuid)] : []),
    ]
    fc.assert(
      fc.property(script, ({ list, copied }) => {
        const choices = [1, 2].map((value) => ({ value, order: value - 1, translation: { locale: "nl", content: "" } }))
        const choosing = list.map((it) => ({
          ...it,
          question: {
            uuid: `question ${it.uuid}`,
            type: "choice" as const,
            choices: choices.map((one) => ({ ...one, uuid: `${it.uuid} ${one.value}` })),
          },
        }))
        const all = createInstructionCopies(choosing, copied, newUuid()).list.flatMap(uuidsIn)
        expect(new Set(all).size).toBe(all.length)
      }),
    )
  })

  test("come together after the last original, with unique names, while the originals keep their order", () => {
    fc.assert(
      fc.property(script, ({ list, copied }) => {
        const { list: after, copies } = createInstructionCopies(list, copied, newUuid())
        expect(after.filter(({ uuid }) => !copies.includes(uuid)).map(({ uuid }) => uuid)).toEqual(list.map(({ uuid }) => uuid))
        const last = list.findLastIndex(({ uuid }) => copied.has(uuid))
        expect(after.slice(last + 1, last + 1 + copies.length).map(({ uuid }) => uuid)).toEqual(copies)
        expect(after.map(({ order }) => order)).toEqual([...after.keys()])
        expect(new Set(after.map((it) => getInstructionName(it))).size).toBe(after.length)
      }),
    )
  })

  test("refer to the original where the name of the copy would be ambiguous", () => {
    const list = [instruction(0, { label: "q4" }), instruction(1, {}), instruction(2, { condition: "q2 == 1" })]
    const { list: after } = createInstructionCopies(list, new Set(["i1", "i2"]), newUuid())
    expect(after.map(({ condition }) => condition)).toEqual([null, null, "q2 == 1", null, "q2 == 1"])
  })

  test("use the spelling of the copy's name", () => {
    const list = [instruction(0, { label: "Leeftijd" }), instruction(1, { condition: "leeftijd > 1" })]
    const { list: after } = createInstructionCopies(list, new Set(["i0", "i1"]), newUuid())
    expect(after.map(({ condition }) => condition)).toEqual([null, "leeftijd > 1", null, "Leeftijd_2 > 1"])
  })

  test("change nothing if no instruction is copied", () => {
    const list = [instruction(0, {})]
    const { list: after, copies } = createInstructionCopies(list, new Set(["not there"]), newUuid())
    expect(after).toBe(list)
    expect(copies).toEqual([])
  })
})
