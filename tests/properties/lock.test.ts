import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Instruction } from "../../domain/script/instruction.ts"
import { lockBreaches, lockedParts } from "../../domain/script/lock.ts"
import type { Authored } from "../../domain/script/script.ts"
import { move, remove } from "../../domain/script/sequence.ts"
import { Status } from "../../domain/script/status.ts"
import { script } from "../arbitraries/scripts.ts"

const live = fc.constantFrom("live" as const, "closed" as const)
const none = { allowChanges: false }
const with1 = (it: Authored, which: number, change: (instruction: Instruction) => Instruction): Authored => ({
  ...it,
  instructions: it.instructions.map((instruction, place) => (place === which % it.instructions.length ? change(instruction) : instruction)),
})
const partsOf = (...args: Parameters<typeof lockBreaches>) => [...new Set(lockBreaches(...args).map(({ part }) => part))]

describe("the live lock", () => {
  test("[S4] nothing is locked in preparation, and nobody is told of an edit that is none", () => {
    fc.assert(
      fc.property(script, script, fc.constantFrom(...Status.literals), (one, other, status) => {
        expect(lockBreaches(one, other, "preparation", none)).toEqual([])
        expect(lockBreaches(one, structuredClone(one), status, none)).toEqual([])
      }),
    )
  })

  test("[S4] a deleted script takes no edit at all", () => {
    fc.assert(
      fc.property(script, (it) => {
        expect(lockBreaches(it, { ...it, public_name: `${it.public_name}!` }, "deleted", { allowChanges: true })).toHaveLength(1)
      }),
    )
  })

  test("[S5] the title and the sequence are locked while live", () => {
    fc.assert(
      fc.property(script, live, (it, status) => {
        expect(partsOf(it, { ...it, name: `${it.name}!` }, status, none)).toEqual(["title"])
        const [first] = it.instructions
        if (first === undefined) return
        expect(partsOf(it, { ...it, instructions: remove(it.instructions, [first.uuid]) }, status, none)).toEqual(["sequence"])
        if (it.instructions.length > 1)
          expect(partsOf(it, { ...it, instructions: move(it.instructions, first.uuid, it.instructions.length - 1) }, status, none)).toEqual(
            ["sequence"],
          )
      }),
    )
  })

  test("[S6] texts, delays and placeholders stay open while live", () => {
    fc.assert(
      fc.property(script, fc.nat(), live, (it, which, status) => {
        fc.pre(it.instructions.length > 0)
        const edited = with1(it, which, (instruction) => ({
          ...instruction,
          typing_delay: instruction.typing_delay + 1,
          messages: instruction.messages.map((message) => ({ ...message, content: `${message.content}!` })),
          ...(instruction.question && { question: { ...instruction.question, placeholder: "other" } }),
        }))
        expect(lockBreaches(it, { ...edited, public_name: "other" }, status, none)).toEqual([])
      }),
    )
  })

  test("[S5] names and conditions are locked, at their place", () => {
    fc.assert(
      fc.property(script, fc.nat(), live, (it, which, status) => {
        fc.pre(it.instructions.length > 0)
        const place = which % it.instructions.length
        const edited = with1(it, which, (instruction) => ({ ...instruction, label: `${instruction.label}x`, condition: "q1 == 1" }))
        expect(lockBreaches(it, edited, status, none)).toEqual([
          { pointer: `/instructions/${place}/label`, part: "name" },
          { pointer: `/instructions/${place}/condition`, part: "condition" },
        ])
      }),
    )
  })

  test("[S5] choices are locked while live, unless changes are allowed; limits are locked, randomize is open", () => {
    const question = {
      uuid: "q",
      type: "choice" as const,
      choices: [{ uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: "Ja" } }],
      options: { columns: 1, randomize: false },
    }
    const it: Authored = {
      name: "",
      public_name: "",
      language: "nl",
      instructions: [{ uuid: "i", order: 0, type: "question", typing_delay: 1, messages: [], question }],
    }
    const changed = (change: Partial<typeof question>) =>
      with1(it, 0, (instruction) => ({ ...instruction, question: { ...question, ...change } }))
    expect(partsOf(it, changed({ choices: [] }), "live", none)).toEqual(["choices"])
    expect(partsOf(it, changed({ choices: [] }), "live", { allowChanges: true })).toEqual([])
    expect(partsOf(it, changed({ options: { columns: 2, randomize: false } }), "closed", none)).toEqual(["options"])
    expect(partsOf(it, changed({ options: { columns: 1, randomize: true } }), "closed", none)).toEqual([])
  })

  test("what is locked says what the comparison finds: a part that is not locked is never reported", () => {
    fc.assert(
      fc.property(script, script, fc.constantFrom(...Status.literals), fc.boolean(), (one, other, status, allowChanges) => {
        const locked = lockedParts(status, { allowChanges })
        for (const { part } of lockBreaches(one, other, status, { allowChanges })) expect(locked.has(part)).toBe(true)
      }),
    )
  })
})
