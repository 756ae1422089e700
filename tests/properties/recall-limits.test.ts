// How much of an answer its recalls print: respondents read the beginning of a long one, and all recalls of a conversation together are limited.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { maxAnswerLength } from "../../domain/questions/answer-limits.ts"
import { recallLimits } from "../../domain/recall/recall-filling.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { instruction, questionInstruction } from "../arbitraries/answerable.ts"

const question = questionInstruction(0, "a", { uuid: "q", type: "open", options: { maximum: maxAnswerLength } })
const message = (order: number, content: string): Instruction =>
  instruction(order, { type: "message", messages: [{ uuid: `m${order}`, locale: "en", content }] })

const play = (given: string, ...later: ReadonlyArray<Instruction>): EngineResult => {
  const chat = compileScript({ language: "en", instructions: [question, ...later] })
  return handleEvent(chat, beginConversation(chat, { seed: "s" }).state, { type: "answer", uuid: "i0", given })
}
const textsOf = ({ effects }: EngineResult): ReadonlyArray<string> => effects.flatMap((effect) => ("html" in effect ? [effect.html] : []))

describe("[C11] a recall", () => {
  test("shows respondents the beginning of a long answer, and a shorter one in full", () => {
    const [short, long] = ["x".repeat(recallLimits.shown), "x".repeat(recallLimits.shown + 1)]
    expect(textsOf(play(short, message(1, "{{answers.a}}")))).toEqual([short])
    expect(textsOf(play(long, message(1, "{{answers.a}}")))).toEqual([`${short}…`])
  })

  test("splits no character", () => {
    expect(textsOf(play(`${"x".repeat(recallLimits.shown - 1)}😀`, message(1, "{{answers.a}}")))).toEqual([
      `${"x".repeat(recallLimits.shown - 1)}…`,
    ])
  })

  test("sends a long answer to a service in full", () => {
    const given = "x".repeat(maxAnswerLength)
    const params = { contextText: "{{answers.a}}" }
    const { effects } = play(given, instruction(1, { type: "action", action: { type: "askAI", params } }))
    expect(JSON.stringify(effects)).toContain(given)
  })

  test("prints no more once all of a conversation have printed their maximum, in however many texts and turns", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 }), fc.boolean(), (messages, recalls, isAsked) => {
        const text = "{{answers.a}}".repeat(recalls)
        const pause = questionInstruction(messages + 1, null, { uuid: "p", type: "open", skipable: true })
        const instructions = Array.from({ length: messages }, (_, i) => message(i + 1, text))
        const more = Array.from({ length: messages }, (_, i) => message(messages + 2 + i, text))
        const all = isAsked ? [...instructions, pause, ...more] : instructions
        const chat = compileScript({ language: "en", instructions: [question, ...all] })
        const first = play("x".repeat(2 * recallLimits.shown), ...all)
        const second = handleEvent(chat, first.state, { type: "answer", uuid: pause.uuid, given: null })
        const printed = [...textsOf(first), ...textsOf(second)].join("").replaceAll("…", "").length
        const wanted = recalls * messages * (isAsked ? 2 : 1) * recallLimits.shown
        expect(printed).toBeLessThanOrEqual(recallLimits.all)
        // Each recall also prints the sign that the answer continues.
        if (wanted < recallLimits.all * 0.99) expect(printed).toBe(wanted)
      }),
      { numRuns: 30 },
    )
  })
})
