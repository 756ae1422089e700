// How much of an answer its recalls print: respondents read the beginning of a long one, and all recalls of a conversation together are limited.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { buildEnvironment } from "../../domain/chat/evaluation-environment.ts"
import { maxAnswerLength } from "../../domain/questions/answer-limits.ts"
import { recallLimits } from "../../domain/recall/recall-filling.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

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
    const [short, long] = ["x".repeat(recallLimits.shown.each), "x".repeat(recallLimits.shown.each + 1)]
    expect(textsOf(play(short, message(1, "{{answers.a}}")))).toEqual([short])
    expect(textsOf(play(long, message(1, "{{answers.a}}")))).toEqual([`${short}…`])
  })

  test("splits no character", () => {
    expect(textsOf(play(`${"x".repeat(recallLimits.shown.each - 1)}😀`, message(1, "{{answers.a}}")))).toEqual([
      `${"x".repeat(recallLimits.shown.each - 1)}…`,
    ])
  })

  test("sends a long answer to a service in full", () => {
    const given = "x".repeat(maxAnswerLength)
    const params = { contextText: "{{answers.a}}" }
    const { effects } = play(given, instruction(1, { type: "action", action: { type: "askAI", params } }))
    expect(JSON.stringify(effects)).toContain(given)
  })

  test("adds the beginning of a long answer to the address of a redirect", () => {
    const params = { endAction: "redirect", url: "https://example.org/?a={{answers.a}}" } as const
    const { state } = play("x".repeat(2 * recallLimits.shown.each), instruction(1, { type: "end", action: { type: "end", params } }))
    expect(state.ending?.url).toBe(`https://example.org/?a=${"x".repeat(recallLimits.shown.each)}${encodeURIComponent("…")}`)
  })

  const recall = "{{answers.a}}"
  const range = { uuid: "r", minimum: null, maximum: null, label: "all", translation: { locale: "en", content: recall } }
  const scored = createChoices("One").map((choice) => ({ ...choice, score: 1 }))
  const texts: ReadonlyArray<readonly [name: string, build: (order: number) => Instruction]> = [
    ["a message", (order) => message(order, recall)],
    ["a placeholder", (order) => questionInstruction(order, "b", { uuid: "b", type: "open", placeholder: recall })],
    ["a choice", (order) => questionInstruction(order, "b", { uuid: "b", type: "choice", choices: createChoices(recall) })],
    ["the text of a score", (order) => instruction(order, { type: "score", action: { type: "score", params: { ranges: [range] } } })],
    ["the message of an ending", (order) => instruction(order, { type: "end", action: { type: "end", params: { message: recall } } })],
    [
      "the address of an ending",
      (order) =>
        instruction(order, {
          type: "end",
          action: { type: "end", params: { endAction: "redirect", url: `https://example.org/?a=${recall}` } },
        }),
    ],
  ]
  test.each(texts)("in %s prints no more after messages have printed the maximum", (_name, build) => {
    const given = "x".repeat(recallLimits.shown.each)
    const score = questionInstruction(1, "s", { uuid: "s", type: "choice", choices: scored })
    const printLast = (count: number): string => {
      const messages = Array.from({ length: count }, (_, i) => message(i + 2, recall))
      const chat = compileScript({ language: "en", instructions: [question, score, ...messages, build(count + 2)] })
      const { state } = handleEvent(chat, beginConversation(chat, { seed: "s" }).state, { type: "answer", uuid: "i0", given })
      const { effects } = handleEvent(chat, state, { type: "answer", uuid: "i1", given: 1 })
      return JSON.stringify(effects.filter((effect) => !("uuid" in effect) || effect.uuid === `i${count + 2}`))
    }
    expect(printLast(0)).toContain(given)
    expect(printLast(Math.ceil(recallLimits.shown.all / given.length))).not.toContain("x".repeat(10))
  })

  test("sends answers to services whatever respondents have read, up to a maximum of its own in each turn", () => {
    const given = "x".repeat(maxAnswerLength)
    const messages = Array.from({ length: Math.ceil(recallLimits.shown.all / recallLimits.shown.each) }, (_, i) => message(i + 1, recall))
    const count = Math.ceil(recallLimits.sent.all / given.length) + 1
    const mail = instruction(messages.length + 1, {
      type: "action",
      action: { type: "askAI", params: { contextText: recall.repeat(count) } },
    })
    const sent = JSON.stringify(play(given, ...messages, mail).effects.filter(({ type }) => type === "act"))
    expect(sent).toContain("x".repeat(recallLimits.sent.all))
    expect(sent).not.toContain("x".repeat(recallLimits.sent.all + 1))
  })

  test("prints a maximum in the texts of all choices that were given", () => {
    const given = "x".repeat(recallLimits.shown.each)
    const count = Math.ceil(recallLimits.shown.all / given.length) + 1
    const questions = Array.from({ length: count }, (_, i) =>
      questionInstruction(i + 1, `c${i}`, { uuid: `c${i}`, type: "choice", choices: createChoices(recall) }),
    )
    const chat = compileScript({ language: "en", instructions: [question, ...questions] })
    const answers = { i0: given, ...Object.fromEntries(questions.map(({ uuid }) => [uuid, 1])) }
    const environment = buildEnvironment(chat, { ...beginConversation(chat, { seed: "s" }).state, answers })
    const texts = questions.map((_, i) => String(environment.answers.get(`c${i}`)?.text))
    expect(texts[0]).toBe(given)
    // Those that print nothing more still print the sign that the answer continues.
    expect(texts.join("").replaceAll("…", "").length).toBeLessThanOrEqual(recallLimits.shown.all)
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
        const first = play("x".repeat(2 * recallLimits.shown.each), ...all)
        const second = handleEvent(chat, first.state, { type: "answer", uuid: pause.uuid, given: null })
        const printed = [...textsOf(first), ...textsOf(second)].join("").replaceAll("…", "").length
        const wanted = recalls * messages * (isAsked ? 2 : 1) * recallLimits.shown.each
        expect(printed).toBeLessThanOrEqual(recallLimits.shown.all)
        // Each recall also prints the sign that the answer continues.
        if (wanted < recallLimits.shown.all * 0.99) expect(printed).toBe(wanted)
      }),
      { numRuns: 30 },
    )
  })
})
