import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Instruction } from "../../domain/script/instruction.ts"
import { pacing, secondsOf, slowest } from "../../domain/script/pacing.ts"
import type { Authored } from "../../domain/script/script.ts"

type Step = { readonly seconds: number; readonly isSure: boolean; readonly isEnd: boolean }
/** Conditions on metadata can hold or not, each for itself. */
const scriptOf = (steps: ReadonlyArray<Step>): Authored => ({
  name: "",
  public_name: "",
  language: "nl",
  instructions: steps.map(
    ({ seconds, isSure, isEnd }, order): Instruction => ({
      uuid: `i${order}`,
      order,
      type: isEnd ? "end" : "message",
      condition: isSure ? "" : `metadata.m${order}`,
      typing_delay: seconds,
      messages: [],
      action: isEnd ? { type: "end", params: { endAction: "close" } } : null,
    }),
  ),
})
const step = fc.record({ seconds: fc.integer({ min: 0, max: 20 }), isSure: fc.boolean(), isEnd: fc.boolean() })

describe("the pace of a script", () => {
  test("[I9] over every way that there is: the shortest, the mean and the longest", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const ways = Array.from({ length: 2 ** steps.length }, (_, bits) => {
          const shown = steps.filter(({ isSure }, i) => isSure || ((bits >> i) & 1) === 1)
          const end = shown.findIndex(({ isEnd }) => isEnd)
          return (end === -1 ? shown : shown.slice(0, end + 1)).reduce((sum, { seconds }) => sum + seconds, 0)
        })
        const { least, typical, most } = pacing(scriptOf(steps))
        expect(least).toBe(Math.min(...ways))
        expect(most).toBe(Math.max(...ways))
        expect(typical).toBeCloseTo(ways.reduce((sum, it) => sum + it, 0) / ways.length, 6)
      }),
    )
  })

  test("[I9] an instruction takes its delay and the reading of its text and its choices, in the language of the script", () => {
    const words = (n: number) => Array.from({ length: n }, () => "woord").join(" ")
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), fc.nat(10), fc.nat(20), (text, other, choice, delay) => {
        const instruction: Instruction = {
          uuid: "i",
          order: 0,
          type: "question",
          typing_delay: delay,
          messages: [
            { uuid: "m", locale: "en", content: words(other) },
            { uuid: "n", locale: "nl", content: `<p><strong>${words(text)}</strong></p>` },
          ],
          question: {
            uuid: "q",
            type: "choice",
            choices: [{ uuid: "c", value: 1, order: 0, translation: { locale: "nl", content: words(choice) } }],
          },
        }
        expect(secondsOf(instruction, "nl")).toBeCloseTo(delay + ((text + choice) * 60) / 280, 6)
        expect(secondsOf(instruction, "fr")).toBeCloseTo(delay + ((other + choice) * 60) / 280, 6)
      }),
    )
  })

  test("what nothing can reach takes no time", () => {
    const [end, after] = [
      { seconds: 2, isSure: true, isEnd: true },
      { seconds: 50, isSure: true, isEnd: false },
    ]
    expect(pacing(scriptOf([end, after]))).toEqual({ least: 2, typical: 2, most: 2 })
    const never = scriptOf([after, end])
    const [first, last] = never.instructions
    if (first === undefined || last === undefined) throw new Error("two instructions")
    expect(pacing({ ...never, instructions: [{ ...first, condition: "1 == 2" }, last] })).toEqual({ least: 2, typical: 2, most: 2 })
  })

  test("[I9] an empty instruction takes no time, a blank condition is none", () => {
    const [message, end] = scriptOf([
      { seconds: 7, isSure: true, isEnd: false },
      { seconds: 2, isSure: true, isEnd: true },
    ]).instructions
    if (message === undefined || end === undefined) throw new Error("two instructions")
    const paceOf = (first: Instruction) => pacing({ ...scriptOf([]), instructions: [first, end] })
    expect(paceOf({ ...message, type: "empty" })).toEqual({ least: 2, typical: 2, most: 2 })
    for (const condition of ["", "  ", null]) expect(paceOf({ ...message, condition })).toEqual({ least: 9, typical: 9, most: 9 })
  })

  test("the slowest come first, and of equals the earlier", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(12), (steps, count) => {
        const found = slowest(scriptOf(steps), count)
        expect(found).toHaveLength(Math.min(count, steps.length))
        for (const [i, { instruction, seconds }] of found.entries()) {
          const next = found[i + 1]
          if (next !== undefined)
            expect(seconds > next.seconds || (seconds === next.seconds && instruction.order < next.instruction.order)).toBe(true)
        }
        const left = steps.filter((_, order) => !found.some(({ instruction }) => instruction.order === order))
        for (const { seconds } of left) expect(seconds).toBeLessThanOrEqual(found.at(-1)?.seconds ?? Number.POSITIVE_INFINITY)
      }),
    )
  })
})
