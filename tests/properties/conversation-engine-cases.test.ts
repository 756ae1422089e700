// What a conversation shows and asks, step by step with exact values; its general properties are in conversation-engine.test.ts.
import { describe, expect, test } from "vitest"
import type { EndParams } from "../../domain/actions/end-action.ts"
import { orderChoices } from "../../domain/chat/choice-order.ts"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import type { ConversationEvent } from "../../domain/chat/conversation-state.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const seed = "een"
const chatOf = (...instructions: ReadonlyArray<Instruction>) => compileScript({ language: "nl", instructions })
const say = (order: number, content: string, parts: Partial<Instruction> = {}) =>
  instruction(order, { messages: [{ uuid: `m${order}`, locale: "nl", content }], ...parts })
const shown = (order: number, html: string, name = `q${order + 1}`) => ({ uuid: `i${order}`, name, html, delay: 0 })
const defaultEnding = { endType: "finished", endAction: "close", message: "", url: "" } as const
const yesNo = questionInstruction(0, "zeker", { uuid: "q0", type: "choice", choices: createChoices("Ja", "Nee") })

describe("[E2] the start of a conversation", () => {
  test("is its end for a script without instructions", () => {
    expect(beginConversation(chatOf(), { seed })).toEqual({
      state: {
        seed,
        language: "nl",
        next: 0,
        waiting: null,
        ending: defaultEnding,
        visited: [],
        answers: {},
        actions: {},
        metadata: {},
        crm: {},
      },
      effects: [{ type: "end", ending: defaultEnding }],
      traces: [],
    })
  })

  test("goes up to the first question, and traces why each instruction was shown", () => {
    const { state, effects, traces } = beginConversation(
      chatOf(say(0, "Dag", { condition: " " }), questionInstruction(1, "zeker", { uuid: "q", type: "open" })),
      {
        seed,
        metadata: { ref: "a", raar: { a: 1 } },
      },
    )
    expect(state).toEqual({
      seed,
      language: "nl",
      next: 2,
      waiting: { for: "answer", uuid: "i1" },
      ending: null,
      visited: ["i0", "i1"],
      answers: {},
      actions: {},
      metadata: { ref: "a", raar: null },
      crm: {},
    })
    expect(effects).toEqual([
      { type: "show", as: "message", ...shown(0, "Dag") },
      { type: "ask", question: { uuid: "q", type: "open" }, ...shown(1, "", "zeker") },
    ])
    expect(traces).toEqual([
      { uuid: "i0", name: "q1", condition: null, operandValues: [], outcome: "shown" },
      { uuid: "i1", name: "zeker", condition: null, operandValues: [], outcome: "shown" },
    ])
  })
})

describe("[E2] an event", () => {
  const payment = instruction(0, { type: "action", action: { type: "crmApi", params: {} } })

  test("with an invalid answer is refused with its problem, and the question still waits", () => {
    const chat = chatOf(yesNo)
    const { state } = beginConversation(chat, { seed })
    expect(handleEvent(chat, state, { type: "answer", uuid: "i0", given: "misschien" })).toEqual({
      state,
      effects: [{ type: "refuse", uuid: "i0", problem: { key: "answer.unknown-choice", values: { value: "misschien" } } }],
      traces: [],
    })
  })

  test.each<[string, Instruction, ConversationEvent]>([
    ["an outcome, where an answer is waited for", yesNo, { type: "action.done", uuid: "i0", outcome: 1 }],
    ["an answer, where an outcome is waited for", payment, { type: "answer", uuid: "i0", given: 1 }],
    [
      "an answer to an action with a question",
      { ...yesNo, ...payment, question: yesNo.question ?? null },
      { type: "answer", uuid: "i0", given: 1 },
    ],
    ["an answer to another", yesNo, { type: "answer", uuid: "i1", given: 1 }],
  ])("changes nothing when another one is awaited: %s", (_, first, event) => {
    const chat = chatOf(first, say(1, "verder"))
    const { state } = beginConversation(chat, { seed })
    expect(state.waiting).not.toBe(null)
    expect(handleEvent(chat, state, event)).toEqual({ state, effects: [], traces: [] })
  })

  test("changes nothing when the state does not match the script", () => {
    const chat = chatOf(yesNo, say(1, "verder"))
    const { state } = beginConversation(chat, { seed })
    const answer = { type: "answer", uuid: "i0", given: 1 } as const
    for (const elsewhere of [
      { ...state, next: 9 },
      { ...state, next: 0 },
      { ...state, next: 2 },
    ])
      expect(handleEvent(chat, elsewhere, answer)).toEqual({ state: elsewhere, effects: [], traces: [] })
    const renamed = { ...state, waiting: { for: "answer", uuid: "gone" } as const }
    expect(handleEvent(chat, renamed, { ...answer, uuid: "gone" })).toEqual({ state: renamed, effects: [], traces: [] })
  })
})

describe("[E5] an end", () => {
  const ended = (params: EndParams, metadata: Readonly<Record<string, unknown>> = {}) =>
    beginConversation(chatOf(say(0, "", { type: "end", action: { type: "end", params } })), { seed, metadata }).state.ending

  test("shows its text first, if it has one, and nothing after it", () => {
    const end = (content: string) =>
      beginConversation(chatOf(say(0, content, { type: "end", action: { type: "end", params: {} } }), say(1, "x")), { seed })
    expect(end("Dank").effects).toEqual([
      { type: "show", as: "message", ...shown(0, "Dank") },
      { type: "end", ending: defaultEnding },
    ])
    expect(end("").effects).toEqual([{ type: "end", ending: defaultEnding }])
    expect(end("").state).toMatchObject({ next: 1, visited: ["i0"], ending: defaultEnding, waiting: null })
  })

  test("can also be an action, and needs no options", () => {
    const end = { type: "end", params: {} } as const
    for (const parts of [
      { type: "end", action: null },
      { type: "end", action: end },
      { type: "action", action: end },
    ] as const)
      expect(beginConversation(chatOf(say(0, "Dank", parts), say(1, "x")), { seed }).effects).toEqual([
        { type: "show", as: "message", ...shown(0, "Dank") },
        { type: "end", ending: defaultEnding },
      ])
  })

  test("redirects to its url unless another end action is chosen, and only a redirect has a url", () => {
    const url = "https://a.example/"
    expect(ended({ url })).toEqual({ ...defaultEnding, endAction: "redirect", url })
    expect([ended({ url: "ftp://a.example" }), ended({ url: "" }), ended({})]).toEqual([defaultEnding, defaultEnding, defaultEnding])
    expect(ended({ url, endAction: "close" })).toEqual(defaultEnding)
    expect(ended({ url, endAction: "livestats" })).toEqual({ ...defaultEnding, endAction: "livestats" })
    expect(ended({ endAction: "livestats" })).toEqual({ ...defaultEnding, endAction: "livestats" })
    expect(ended({ endAction: "redirect" })).toEqual(defaultEnding)
  })

  test("passes all known metadata in the query of its url", () => {
    expect(ended({ url: "https://a.example/?{metadata}" }, { a: 1, b: null, c: ["x", "y"], d: "\ud800", e: false })?.url).toBe(
      "https://a.example/?a=1&c=x%2C%20y&d=%EF%BF%BD&e=false",
    )
    expect(ended({ url: "https://a.example/?{metadata}#{metadata}" }, { a: 1 })?.url).toBe("https://a.example/?a=1#a=1")
  })
})

describe("[E1] a question", () => {
  const begin = (question: Question | null, type: Instruction["type"] = "question") =>
    beginConversation(chatOf(say(0, "Wat?", { type, question })), { seed })

  test.each(["choice", "multiple"] as const)("of type %s without choices is shown and passed, unless it may be skipped", (type) => {
    for (const question of [
      { uuid: "q", type },
      { uuid: "q", type, choices: [] },
    ]) {
      expect(begin(question).effects).toEqual([
        { type: "show", as: "message", ...shown(0, "Wat?") },
        { type: "end", ending: defaultEnding },
      ])
      expect(begin({ ...question, skipable: true }).effects).toMatchObject([{ type: "ask" }])
    }
  })

  test("without its definition is not asked", () => {
    expect(begin(null).state.waiting).toBe(null)
  })

  test.each(["choice", "multiple"] as const)("of type %s is asked with its choices in their order, or in random order", (type) => {
    const choices = createChoices("a", "b", "c").map((it) => ({ ...it, order: 2 - it.order }))
    expect(begin({ uuid: "q", type, choices }).effects).toMatchObject([
      { type: "ask", question: { choices: [{ value: 3 }, { value: 2 }, { value: 1 }] } },
    ])
    const randomized: Extract<Question, { readonly type: "choice" | "multiple" }> = {
      uuid: "q",
      type,
      choices: createChoices("a", "b", "c", "d", "e", "f", "g", "h"),
      options: { randomize: true },
    }
    expect(begin(randomized).effects).toMatchObject([{ type: "ask", question: { choices: orderChoices(randomized, seed) } }])
  })

  test("that was not asked has no answer, whatever its type", () => {
    const never = questionInstruction(1, "kleur", { uuid: "q1", type: "multiple", choices: createChoices("a", "b") }, "zeker == 2")
    const chat = chatOf(yesNo, never, say(2, "geen", { condition: "kleur == null" }), say(3, "wel", { condition: "kleur != null" }))
    const { effects } = handleEvent(chat, beginConversation(chat, { seed }).state, { type: "answer", uuid: "i0", given: 1 })
    expect(effects).toEqual([
      { type: "show", as: "message", ...shown(2, "geen") },
      { type: "end", ending: defaultEnding },
    ])
  })
})

describe("[E4] an action", () => {
  const price = questionInstruction(0, "prijs", { uuid: "vraag", type: "currency" })
  const other = questionInstruction(1, "fooi", { uuid: "andere", type: "currency", options: { currency: 2 } })
  const pay = (amount: string | null) => instruction(2, { type: "action", action: { type: "payment", params: { amount } } })
  const due = (amount: string | null) => {
    const chat = chatOf(price, other, pay(amount))
    const first = handleEvent(chat, beginConversation(chat, { seed }).state, { type: "answer", uuid: "i0", given: 7 })
    return handleEvent(chat, first.state, { type: "answer", uuid: "i1", given: 3 }).effects[0]
  }

  test("of payment takes its amount from the instruction or question it names, and from no other", () => {
    const paymentOf = (amount: number, currency: string) => ({ type: "act", waits: true, due: { amount, currency } })
    expect([due("i0"), due("vraag")]).toMatchObject([paymentOf(7, "EUR"), paymentOf(7, "EUR")])
    expect([due("i1"), due("andere")]).toMatchObject([paymentOf(3, "USD"), paymentOf(3, "USD")])
    for (const nothing of ["gone", "", null]) expect(due(nothing)).toMatchObject({ type: "act", waits: false, due: null })
  })

  test("of another type has no amount", () => {
    const action = { type: "crmApi", params: { amount: "i0" } } as const
    const chat = chatOf(price, instruction(1, { type: "action", action }))
    expect(handleEvent(chat, beginConversation(chat, { seed }).state, { type: "answer", uuid: "i0", given: 7 }).effects).toEqual([
      { type: "act", action, waits: true, due: null, ...shown(1, "") },
    ])
  })

  test("of type score shows the score, as a score instruction does", () => {
    const score = { total: null, answered: 0, average: null }
    for (const parts of [{ type: "score" }, { type: "action", action: { type: "score", params: {} } }] as const)
      expect(beginConversation(chatOf(say(0, "Uw score", parts)), { seed }).effects).toEqual([
        { type: "score", score, ...shown(0, "Uw score") },
        { type: "end", ending: defaultEnding },
      ])
  })
})

describe("[E2] shown instructions", () => {
  test.each(["message", "image", "video"] as const)("of type %s have the effect of that type, and the conversation goes on", (type) => {
    expect(beginConversation(chatOf(say(0, "x", { type })), { seed }).effects).toEqual([
      { type: "show", as: type, ...shown(0, "x") },
      { type: "end", ending: defaultEnding },
    ])
  })

  test("have their text in the conversation's language, otherwise in the script's, in any other, or none", () => {
    const shownFrom = (...locales: ReadonlyArray<string>) =>
      beginConversation(chatOf(instruction(0, { messages: locales.map((locale) => ({ uuid: locale, locale, content: locale })) })), {
        seed,
        language: "de",
      }).effects[0]
    // The language is included where it is not the conversation's.
    expect([shownFrom("fr", "nl", "de"), shownFrom("fr", "nl"), shownFrom("fr", "en"), shownFrom()]).toEqual([
      { type: "show", as: "message", ...shown(0, "de") },
      { type: "show", as: "message", ...shown(0, "nl"), language: "nl" },
      { type: "show", as: "message", ...shown(0, "fr"), language: "fr" },
      { type: "show", as: "message", ...shown(0, "") },
    ])
  })
})
