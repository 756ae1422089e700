// The estimated duration of a chat: shortest, typical and longest.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent as next } from "../../domain/chat/conversation-engine.ts"
import { undecidable } from "../../domain/conditions/three-valued-evaluation.ts"
import {
  computePathTimings,
  estimateDuration,
  getInstructionSeconds,
  listSlowestInstructions,
  toMinutes,
} from "../../domain/flow/duration-estimate.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { playableInstructions, playableInstructionsByFacets, respondentActions, validAnswer } from "../arbitraries/chats.ts"

type Step = { readonly seconds: number; readonly isSure: boolean; readonly isEnd: boolean }
/** Conditions on different metadata keys are independent of each other. */
const scriptOf = (steps: ReadonlyArray<Step>): AuthoredScript => ({
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

test("[I9] a negative delay counts as zero", () => {
  const [negative] = scriptOf([{ seconds: -5, isSure: true, isEnd: false }]).instructions
  const [zero] = scriptOf([{ seconds: 0, isSure: true, isEnd: false }]).instructions
  expect([negative && getInstructionSeconds(negative, "nl"), zero && getInstructionSeconds(zero, "nl")]).toEqual([0, 0])
})

describe("the duration of a script", () => {
  test("[I9] is the minimum, mean and maximum over all paths", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const paths = Array.from({ length: 2 ** steps.length }, (_, bits) => {
          const shown = steps.filter(({ isSure }, i) => isSure || ((bits >> i) & 1) === 1)
          const end = shown.findIndex(({ isEnd }) => isEnd)
          return (end === -1 ? shown : shown.slice(0, end + 1)).reduce((sum, { seconds }) => sum + seconds, 0)
        })
        const { minSeconds, typicalSeconds, most } = estimateDuration(scriptOf(steps))
        expect(minSeconds).toBe(Math.min(...paths))
        expect(most).toBe(Math.max(...paths))
        expect(typicalSeconds).toBeCloseTo(paths.reduce((sum, seconds) => sum + seconds, 0) / paths.length, 6)
      }),
    )
  })

  test("[I9] counts an instruction's delay and the reading time of its text and choices in the script's language", () => {
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
        expect(getInstructionSeconds(instruction, "nl")).toBeCloseTo(delay + ((text + choice) * 60) / 280, 6)
        expect(getInstructionSeconds(instruction, "fr")).toBeCloseTo(delay + ((other + choice) * 60) / 280, 6)
      }),
    )
  })

  test("ignores unreachable instructions", () => {
    const [end, after] = [
      { seconds: 2, isSure: true, isEnd: true },
      { seconds: 50, isSure: true, isEnd: false },
    ]
    expect(estimateDuration(scriptOf([end, after]))).toEqual({ minSeconds: 2, typicalSeconds: 2, most: 2, isExact: true })
    const unreachable = scriptOf([after, end])
    const [first, last] = unreachable.instructions
    if (first === undefined || last === undefined) throw new Error("two instructions")
    expect(estimateDuration({ ...unreachable, instructions: [{ ...first, condition: "1 == 2" }, last] })).toEqual({
      minSeconds: 2,
      typicalSeconds: 2,
      most: 2,
      isExact: true,
    })
  })

  test("[I9] ignores empty instructions, and treats a blank condition as none", () => {
    const [message, end] = scriptOf([
      { seconds: 7, isSure: true, isEnd: false },
      { seconds: 2, isSure: true, isEnd: true },
    ]).instructions
    if (message === undefined || end === undefined) throw new Error("two instructions")
    const durationOf = (first: Instruction) => estimateDuration({ ...scriptOf([]), instructions: [first, end] })
    expect(durationOf({ ...message, type: "empty" })).toEqual({ minSeconds: 2, typicalSeconds: 2, most: 2, isExact: true })
    for (const condition of ["", "  ", null])
      expect(durationOf({ ...message, condition })).toEqual({ minSeconds: 9, typicalSeconds: 9, most: 9, isExact: true })
  })

  test("[I9] assumes that a condition that cannot be analyzed holds in half of the chats that reach it", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }), (ends) => {
        const condition = undecidable
        const { steps, isExact } = computePathTimings(
          ends.map((isEnd, place) => ({ place, seconds: 1, isEnd, condition })),
          [],
        )
        expect(isExact).toBe(false)
        let reachedShare = 1
        for (const [place, { shownShare, remainingShare }] of steps.entries()) {
          expect(shownShare).toBeCloseTo(reachedShare / 2, 9)
          if (ends[place] === true) reachedShare /= 2
          expect(remainingShare).toBeCloseTo(reachedShare, 9)
        }
      }),
    )
  })

  test("lists the slowest instructions first, and the earlier one of equally slow ones", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(12), (steps, count) => {
        const found = listSlowestInstructions(scriptOf(steps), count)
        expect(found).toHaveLength(Math.min(count, steps.length))
        for (const [i, { instruction, seconds }] of found.entries()) {
          const next = found[i + 1]
          if (next !== undefined)
            expect(seconds > next.seconds || (seconds === next.seconds && instruction.order < next.instruction.order)).toBe(true)
        }
        const unlisted = steps.filter((_, order) => !found.some(({ instruction }) => instruction.order === order))
        for (const { seconds } of unlisted) expect(seconds).toBeLessThanOrEqual(found.at(-1)?.seconds ?? Number.POSITIVE_INFINITY)
      }),
    )
  })
})

const scriptWith = (instructions: ReadonlyArray<Instruction>): AuthoredScript => ({
  name: "",
  public_name: "",
  language: "nl",
  instructions,
})
const secondsAlong = ({ instructions }: AuthoredScript, visited: ReadonlyArray<string>): number =>
  instructions.filter(({ uuid }) => visited.includes(uuid)).reduce((sum, instruction) => sum + getInstructionSeconds(instruction, "nl"), 0)
const slack = 1e-6

describe("the duration of a script with related conditions", () => {
  const context = fc.record({ ref: fc.constantFrom("a", "b", null, 3, ""), crm: fc.constantFrom("vip", "x") })

  test("[I9] is ordered as minimum ≤ typical ≤ maximum, and every conversation stays within these bounds", () => {
    const delays = fc.array(fc.nat(40), { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(
        fc.oneof(playableInstructions, playableInstructionsByFacets),
        delays,
        respondentActions,
        context,
        (list, seconds, attempts, { ref, crm }) => {
          const instructions = list.map((instruction, i) => ({ ...instruction, typing_delay: seconds[i] ?? 0 }))
          const { minSeconds, typicalSeconds, most } = estimateDuration(scriptWith(instructions))
          expect(minSeconds).toBeLessThanOrEqual(typicalSeconds)
          expect(typicalSeconds).toBeLessThanOrEqual(most)
          const chat = compileScript({ language: "nl", instructions })
          let { state }: EngineResult = beginConversation(chat, { seed: "een", metadata: { ref }, crm: { groups: [crm] } })
          for (const { does, pick, junk } of attempts) {
            if (state.waiting === null) break
            const { uuid } = state.waiting
            const question = instructions.find((instruction) => instruction.uuid === uuid)?.question
            const given = does === "right" && question ? validAnswer(question, pick) : does === "junk" ? junk : null
            const done = { type: "action.done", uuid, outcome: pick % 2 === 0 ? "betaald" : junk, crm: { groups: [ref] } } as const
            ;({ state } = next(chat, state, state.waiting.for === "action" ? done : { type: "answer", uuid, given }))
          }
          const took = secondsAlong(scriptWith(instructions), state.visited)
          expect(took).toBeLessThanOrEqual(most + slack)
          if (state.ending !== null) expect(took).toBeGreaterThanOrEqual(minSeconds - slack)
        },
      ),
      { numRuns: 1500 },
    )
  })

  /** Choice questions, some skippable; messages and ends with conditions on their answers. */
  const choiceScript = fc
    .array(
      fc.record({
        kind: fc.constantFrom("choice", "choice", "message", "end"),
        choices: fc.integer({ min: 1, max: 3 }),
        skipable: fc.boolean(),
        seconds: fc.nat(30),
        condition: fc.oneof(
          { weight: 2, arbitrary: fc.constant("") },
          {
            weight: 3,
            arbitrary: fc.tuple(fc.nat(5), fc.constantFrom("==", "!=", "<"), fc.nat(3)).map(([q, by, n]) => `q${q} ${by} ${n}`),
          },
          fc.tuple(fc.nat(5), fc.nat(5), fc.constantFrom("&&", "||", "==")).map(([a, b, by]) => `q${a} ${by} q${b}`),
          fc.tuple(fc.nat(5), fc.nat(5)).map(([a, b]) => `!(q${a} == 1 || q${b} != 2)`),
          fc.tuple(fc.nat(5), fc.nat(5)).map(([a, b]) => `(q${a} == 1) == (q${b} > 1)`),
        ),
      }),
      { maxLength: 8 },
    )
    .map((parts) =>
      parts.map(({ kind, choices, skipable, seconds, condition }, i): Instruction => {
        const question = { uuid: `q${i}`, type: "choice", skipable, choices: createChoices("", "", "").slice(0, choices) } as const
        if (kind === "choice") return { ...questionInstruction(i, null, question, condition), typing_delay: seconds }
        const end = { type: "end", action: { type: "end", params: {} } } as const
        return instruction(i, { ...(kind === "end" && end), condition, typing_delay: seconds })
      }),
    )

  type Durations = { readonly least: number; readonly most: number; readonly mean: number }
  /** Plays every possible conversation; all answers are equally likely. */
  const playEveryConversation = (script: AuthoredScript): Durations => {
    const chat = compileScript(script)
    const playFrom = ({ state }: EngineResult): Durations => {
      if (state.waiting === null) {
        const took = secondsAlong(script, state.visited)
        return { least: took, most: took, mean: took }
      }
      const { uuid } = state.waiting
      const question = script.instructions.find((instruction) => instruction.uuid === uuid)?.question
      const answers = [...(question?.choices ?? []).map(({ value }) => value), ...(question?.skipable ? [null] : [])]
      const all = answers.map((given) => playFrom(next(chat, state, { type: "answer", uuid, given })))
      return {
        least: Math.min(...all.map(({ least }) => least)),
        most: Math.max(...all.map(({ most }) => most)),
        mean: all.reduce((sum, { mean }) => sum + mean, 0) / all.length,
      }
    }
    return playFrom(beginConversation(chat, { seed: "een" }))
  }

  test("[I9] equals the shortest, mean and longest conversation in a script of choice questions", () => {
    fc.assert(
      fc.property(choiceScript, (instructions) => {
        const script = scriptWith(instructions)
        const { minSeconds, typicalSeconds, most, isExact } = estimateDuration(script)
        const played = playEveryConversation(script)
        expect(isExact).toBe(true)
        expect(minSeconds).toBeCloseTo(played.least, 6)
        expect(typicalSeconds).toBeCloseTo(played.mean, 6)
        expect(most).toBeCloseTo(played.most, 6)
      }),
      { numRuns: 2000 },
    )
  })

  const mood = questionInstruction(0, "mood", { uuid: "q", type: "choice", choices: createChoices("Goed", "Matig", "Slecht") })
  const age = questionInstruction(1, "age", { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 120 } })
  const why = questionInstruction(2, "why", { uuid: "q", type: "open" })
  type Branches = ReadonlyArray<readonly [condition: string, seconds: number]>
  const branches = (...all: Branches) =>
    estimateDuration(
      scriptWith([mood, age, why, ...all.map(([condition, typing_delay], i) => instruction(i + 3, { condition, typing_delay }))]),
    )
  const reading = getInstructionSeconds(mood, "nl")

  const exclusiveBranches: ReadonlyArray<{ readonly of: string; readonly all: Branches; readonly least: number; readonly most: number }> = [
    {
      of: "one choice or another",
      all: [
        ["mood == 1", 10],
        ["mood == 2", 30],
      ],
      least: 0,
      most: 30,
    },
    {
      of: "each choice",
      all: [
        ["mood == 1", 10],
        ["mood == 2", 30],
        ["mood == 3", 20],
      ],
      least: 10,
      most: 30,
    },
    {
      of: "a choice or not",
      all: [
        ["mood == 1", 10],
        ["mood != 1", 30],
      ],
      least: 10,
      most: 30,
    },
    {
      of: "a number or the rest",
      all: [
        ["age >= 18", 10],
        ["age < 18", 4],
        ["age == 17", 1],
      ],
      least: 4,
      most: 10,
    },
    {
      of: "metadata",
      all: [
        ["metadata.ref == 'a'", 10],
        ["metadata.ref == 'b'", 30],
        ["!metadata.ref", 50],
      ],
      least: 0,
      most: 50,
    },
    {
      of: "sizes",
      all: [
        ["metadata.n > 3", 10],
        ["metadata.n < 3.5", 30],
        ["metadata.n > 3 && metadata.n < 3.5", 5],
      ],
      least: 0,
      most: 45,
    },
    {
      of: "a text and another",
      all: [
        ["why == 'a'", 10],
        ["why == 'b'", 30],
      ],
      least: 0,
      most: 30,
    },
    {
      of: "something open",
      all: [
        ["why contains 'x' && mood == 1", 10],
        ["mood == 2", 30],
      ],
      least: 0,
      most: 30,
    },
  ]

  test.each(exclusiveBranches)("[I9] does not add up branches that exclude each other: $of", ({ all, least, most }) => {
    const duration = branches(...all)
    expect(duration.minSeconds - reading).toBeCloseTo(least, 6)
    expect(duration.most - reading).toBeCloseTo(most, 6)
  })

  test("[I9] is not exact when conditions test digits within numbers", () => {
    expect(branches(["why contains '1'", 10], ["why > 2", 30])).toMatchObject({ isExact: false })
    expect(branches(["why contains 'a'", 10], ["why !contains 'a'", 30])).toMatchObject({ isExact: true })
    expect(branches(["why == 'a'", 10], ["mood == 1", 30])).toMatchObject({ isExact: true })
  })

  test("[I9] still has valid bounds when too many answers matter together", () => {
    const count = 12
    const ask = (i: number) => questionInstruction(i, `k${i}`, { uuid: `q${i}`, type: "choice", choices: createChoices("Ja", "Nee") })
    const questions = Array.from({ length: count }, (_, i) => ask(i))
    const all = questions.map((_, i) => `k${i} == 1`).join(" && ")
    const script = scriptWith([
      ...questions,
      instruction(count, { condition: all, typing_delay: 7 }),
      instruction(count + 1, { condition: `!(${all})`, typing_delay: 5 }),
    ])
    const base = questions.reduce((sum, question) => sum + getInstructionSeconds(question, "nl"), 0)
    const { minSeconds, most, isExact } = estimateDuration(script)
    expect(isExact).toBe(false)
    expect(minSeconds - base).toBeLessThanOrEqual(5 + slack)
    expect(most - base).toBeGreaterThanOrEqual(7 - slack)
  })

  test("is shown in whole minutes, and as one minute below that", () => {
    const minutes = (least: number, typical: number, most: number) =>
      Object.values(toMinutes({ minSeconds: least, typicalSeconds: typical, most, isExact: true }))
    expect(minutes(0, 1, 89)).toEqual([1, 1, 1])
    expect(minutes(90, 149, 3600)).toEqual([2, 2, 60])
  })
})
