// Properties of conversations that the chat engine runs, and the effects it returns.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { EndParams } from "../../domain/actions/end-action.ts"
import { formatAmountDue } from "../../domain/chat/answer-facets.ts"
import { type CompiledScript, compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { type ConversationEvent, ConversationState } from "../../domain/chat/conversation-state.ts"
import { analyzeConditions } from "../../domain/conditions/condition-analysis.ts"
import { parseCondition } from "../../domain/conditions/condition-syntax.ts"
import type { ConditionValue, Environment } from "../../domain/conditions/condition-value.ts"
import { evaluateCondition } from "../../domain/conditions/evaluate.ts"
import { sanitizeHtml } from "../../domain/rich-text/sanitize-html.ts"
import type { Action } from "../../domain/script/action.ts"
import { getInstructionKind, type Instruction } from "../../domain/script/instruction.ts"
import { getInstructionName, toNameKey } from "../../domain/script/instruction-name.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import {
  playableInstructions,
  playableInstructionsByFacets,
  type RespondentAction,
  respondentActions,
  validAnswer,
} from "../arbitraries/chats.ts"

const beginning = { seed: "een", metadata: { ref: "a", leeg: null, raar: { a: 1 } }, crm: { groups: ["vip"] } }
const chatOf = (instructions: ReadonlyArray<Instruction>): CompiledScript => compileScript({ language: "nl", instructions })

/** The event that the respondent's next move causes. */
const eventOf = (instructions: ReadonlyArray<Instruction>, { state }: EngineResult, action: RespondentAction): ConversationEvent => {
  const uuid = state.waiting?.uuid ?? "i0"
  const question = instructions.find((one) => one.uuid === uuid)?.question
  if (action.does === "right" && state.waiting?.for === "action")
    return { type: "action.done", uuid, outcome: "betaald", results: { naam: "Jo" } }
  if (action.does === "right") return { type: "answer", uuid, given: question ? validAnswer(question, action.pick) : null }
  if (action.does === "skip") return { type: "answer", uuid, given: null }
  return { type: "answer", uuid: action.about ?? uuid, given: action.junk }
}

/** Every step of a conversation, with the event that led to it. */
const play = (instructions: ReadonlyArray<Instruction>, all: ReadonlyArray<RespondentAction>) => {
  const chat = chatOf(instructions)
  const steps: Array<EngineResult & { readonly event: ConversationEvent | null }> = [{ ...beginConversation(chat, beginning), event: null }]
  for (const action of all) {
    const last = steps.at(-1)
    if (last === undefined) break
    const event = eventOf(instructions, last, action)
    steps.push({ ...handleEvent(chat, last.state, event), event })
  }
  return steps
}

/** The total of a score: the scores of the choices that were made. */
const totalOf = (questions: ReadonlyArray<Instruction>, answers: ReadonlyMap<string, ConditionValue>): number | null =>
  questions
    .flatMap(({ uuid, question }) => {
      const given = answers.get(uuid) ?? null
      if (given === null || (question?.type !== "choice" && question?.type !== "multiple") || question.options?.scores === false) return []
      return (question.choices ?? []).flatMap(({ value, score }) =>
        (Array.isArray(given) ? given.includes(value) : given === value) ? (score ?? []) : [],
      )
    })
    .reduce<number | null>((sum, score) => (sum ?? 0) + score, null)

/** The environment of conditions at an index, derived naively from the state: values only, with names compared one by one. */
const environmentOf = (instructions: ReadonlyArray<Instruction>, state: ConversationState, index: number): Environment => {
  const firsts = instructions.filter(
    (one, i) => instructions.findIndex((it) => toNameKey(getInstructionName(it)) === toNameKey(getInstructionName(one))) === i,
  )
  const valueOf = (record: Readonly<Record<string, ConditionValue>>, uuid: string) => new Map(Object.entries(record)).get(uuid) ?? null
  return {
    answers: new Map(
      firsts.map((one) => {
        const place = instructions.indexOf(one)
        const isReachedScore = getInstructionKind(one) === "score" && place < index && state.visited.includes(one.uuid)
        const earlier = firsts.filter((it) => instructions.indexOf(it) < place)
        const value = isReachedScore ? totalOf(earlier, new Map(Object.entries(state.answers))) : valueOf(state.answers, one.uuid)
        return [toNameKey(getInstructionName(one)), { value, text: null, score: null, amount: null }]
      }),
    ),
    actions: new Map(
      firsts.map((one) => [
        toNameKey(getInstructionName(one)),
        new Map(Object.entries(new Map(Object.entries(state.actions)).get(one.uuid) ?? {})),
      ]),
    ),
    metadata: new Map(Object.entries(state.metadata)),
    crm: new Map(Object.entries(state.crm)),
  }
}
const isTrue = (text: string | null | undefined, environment: Environment): boolean => {
  if ((text ?? "").trim() === "") return true
  const parsed = parseCondition(text ?? "")
  return parsed._tag === "Parsed" && evaluateCondition(parsed.condition, environment)
}

describe("a conversation", () => {
  test("[E2] after every step waits for an instruction that exists, or has ended", () => {
    fc.assert(
      fc.property(playableInstructions, respondentActions, (instructions, all) => {
        for (const { state } of play(instructions, all)) {
          expect(state.ending === null).toBe(state.waiting !== null)
          const awaited = instructions.find(({ uuid }) => uuid === state.waiting?.uuid)
          expect(awaited?.question && awaited.type === "question" ? "answer" : awaited?.action ? "action" : undefined).toBe(
            state.waiting?.for,
          )
        }
      }),
      { numRuns: 500 },
    )
  })

  test("[E2] shows instructions at most once, in script order, and only where their condition holds", () => {
    fc.assert(
      fc.property(playableInstructions, respondentActions, (instructions, all) => {
        const steps = play(instructions, all)
        const indexes = steps.at(-1)?.state.visited.map((uuid) => instructions.findIndex((one) => one.uuid === uuid)) ?? []
        expect(indexes).toEqual([...new Set(indexes)].toSorted((a, b) => a - b))
        for (const { state, effects, traces } of steps) {
          for (const trace of traces) {
            const index = instructions.findIndex(({ uuid }) => uuid === trace.uuid)
            const traced = instructions[index]
            const isShown = isTrue(traced?.condition, environmentOf(instructions, state, index)) && trace.outcome !== "empty"
            expect([trace.name, trace.outcome === "shown"]).toEqual([traced && getInstructionName(traced), isShown])
            expect(state.visited.includes(trace.uuid)).toBe(isShown)
          }
          for (const effect of effects) expect("uuid" in effect && !state.visited.includes(effect.uuid)).toBe(false)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test("[E2] evaluates every instruction before its position once, and none after it", () => {
    fc.assert(
      fc.property(playableInstructions, respondentActions, (instructions, all) => {
        const steps = play(instructions, all)
        const looked = steps.flatMap(({ traces }) => traces.map(({ uuid }) => uuid))
        expect(looked).toEqual(instructions.slice(0, steps.at(-1)?.state.next).map(({ uuid }) => uuid))
      }),
    )
  })

  test("[E2] reaches the same states by the same events, also when each state is stored and read back", () => {
    fc.assert(
      fc.property(playableInstructions, respondentActions, (instructions, all) => {
        const steps = play(instructions, all)
        const chat = chatOf(instructions)
        let { state } = beginConversation(chat, beginning)
        for (const { event, state: expected } of steps.slice(1)) {
          const stored: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(ConversationState)(state)))
          if (event !== null) state = handleEvent(chat, Schema.decodeUnknownSync(ConversationState)(stored), event).state
          expect(state).toEqual(expected)
        }
      }),
    )
  })

  test("[E2] is not changed by a refused answer, or by an event about anything but the awaited instruction", () => {
    fc.assert(
      fc.property(playableInstructions, respondentActions, fc.anything(), (instructions, all, given) => {
        const chat = chatOf(instructions)
        const steps = play(instructions, all)
        for (const [i, { effects, state }] of steps.entries()) {
          if (effects[0]?.type === "refuse") expect(state).toBe(steps[i - 1]?.state)
          for (const uuid of ["", "__proto__", ...instructions.map((one) => one.uuid).filter((one) => one !== state.waiting?.uuid)]) {
            expect(handleEvent(chat, state, { type: "answer", uuid, given })).toEqual({ state, effects: [], traces: [] })
            expect(handleEvent(chat, state, { type: "action.done", uuid, outcome: given })).toEqual({ state, effects: [], traces: [] })
          }
        }
      }),
    )
  })

  test("[E2] ends after at most one valid answer per instruction", () => {
    fc.assert(
      fc.property(playableInstructions, fc.nat(30), (instructions, pick) => {
        const right = instructions.map((): RespondentAction => ({ does: "right", pick, junk: null, about: null }))
        const steps = play(instructions, right)
        expect(steps.flatMap(({ effects }) => effects.filter(({ type }) => type === "refuse"))).toEqual([])
        expect(steps.at(-1)?.state.ending).not.toBe(null)
      }),
      { numRuns: 1000 },
    )
  })

  test("[C10] never shows an instruction that the check calls unreachable", () => {
    fc.assert(
      fc.property(playableInstructionsByFacets, respondentActions, (instructions, all) => {
        const analysis = analyzeConditions(instructions)
        const shown = play(instructions, all).at(-1)?.state.visited ?? []
        const unreachable = instructions.filter((_, i) => analysis[i]?.unreachable !== null).map(({ uuid }) => uuid)
        expect(unreachable.filter((uuid) => shown.includes(uuid))).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  test("[E2] shows only allowed markup, whatever was answered", () => {
    fc.assert(
      fc.property(playableInstructions, respondentActions, (instructions, all) => {
        for (const { effects } of play(instructions, all))
          for (const effect of effects) {
            const html = "html" in effect ? effect.html : ""
            // The engine marks the lines of a score itself.
            const authored = effect.type === "score" ? html.replace(/ class="score"| lang="\w+" dir="\w+"|<\/?small>/g, "") : html
            expect(sanitizeHtml(authored)).toBe(authored)
          }
      }),
    )
  })
})

describe("effects of a conversation", () => {
  const yesNo = questionInstruction(0, "zeker", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })
  const say = (order: number, content: string, parts: Partial<Instruction> = {}) =>
    instruction(order, { messages: [{ uuid: "m", locale: "nl", content }], ...parts })
  const answered = (instructions: ReadonlyArray<Instruction>, ...given: ReadonlyArray<unknown>) => {
    const chat = chatOf(instructions)
    return given.reduce<EngineResult>(
      (at, one) => handleEvent(chat, at.state, { type: "answer", uuid: at.state.waiting?.uuid ?? "", given: one }),
      beginConversation(chat, beginning),
    )
  }

  test("[E2] show messages with their delay, in the respondent's language where they have it", () => {
    const messages = [
      { uuid: "m1", locale: "nl", content: "<p>Hallo</p>" },
      { uuid: "m2", locale: "de", content: "<p>Hallo!</p>" },
    ]
    const chat = chatOf([instruction(0, { typing_delay: 1.5, messages })])
    const shown = { type: "show", as: "message", uuid: "i0", name: "q1", delay: 1.5 }
    const end = { type: "end", ending: { endType: "finished", endAction: "close", message: "", url: "" } }
    expect(beginConversation(chat, { seed: "" }).effects).toEqual([{ ...shown, html: "<p>Hallo</p>" }, end])
    expect(beginConversation(chat, { seed: "", language: "de" }).effects).toEqual([{ ...shown, html: "<p>Hallo!</p>" }, end])
    expect(beginConversation(chat, { seed: "", language: "fr" }).effects).toEqual([{ ...shown, html: "<p>Hallo</p>", language: "nl" }, end])
  })

  test("[E2] come with a trace of each step: its condition, operand values and outcome", () => {
    const script = [
      yesNo,
      say(1, "ja", { condition: "zeker==1&&metadata.ref != 'b'" }),
      say(2, "nee", { condition: "Zeker == 2" }),
      say(3, "?", { condition: "(" }),
    ]
    expect(answered(script, 1).traces).toEqual([
      {
        uuid: "i1",
        name: "q2",
        condition: "zeker==1&&metadata.ref != 'b'",
        operandValues: [
          { reference: "zeker", value: 1 },
          { reference: "metadata.ref", value: "a" },
        ],
        outcome: "shown",
      },
      { uuid: "i2", name: "q3", condition: "Zeker == 2", operandValues: [{ reference: "Zeker", value: 1 }], outcome: "not-shown" },
      { uuid: "i3", name: "q4", condition: "(", operandValues: [], outcome: "unreadable" },
    ])
  })

  test("[C14] recall amounts, numbers and dates as they are written in the conversation's language", () => {
    const script = [
      questionInstruction(0, "prijs", { uuid: "a", type: "currency", options: { currency: 1 } }),
      questionInstruction(1, "jaar", { uuid: "b", type: "numeric", options: { precision: 1 } }),
      questionInstruction(2, "dag", { uuid: "c", type: "date" }),
      say(3, "{{answers.prijs}}|{{answers.jaar}}|{{answers.dag}}|{{answers.dag.value}}"),
    ]
    const [shown] = answered(script, "1234,5", 2024.5, "29/02/2024").effects
    expect(shown !== undefined && "html" in shown && shown.html.replaceAll("&nbsp;", " ")).toBe(
      "€ 1.234,50|2024,5|29 februari 2024|2024-02-29",
    )
  })

  test("[E4] show the score of the chosen choices, unless scores are turned off", () => {
    const scored = createChoices("a", "b", "c").map((choice, i) => ({ ...choice, score: i === 2 ? null : i + 1 }))
    const script = (scores: boolean | null) => [
      questionInstruction(0, "een", { uuid: "a", type: "choice", choices: scored, options: { scores } }),
      questionInstruction(1, "twee", { uuid: "b", type: "multiple", choices: scored, options: { scores } }),
      questionInstruction(2, "drie", { uuid: "c", type: "choice", choices: scored, options: { scores } }),
      instruction(3, { type: "score" }),
    ]
    const [score] = answered(script(null), 2, [1, 2], 3).effects
    expect(score).toMatchObject({ type: "score", score: { total: 5, answered: 2, average: 2.5 } })
    expect(answered(script(false), 2, [1, 2], 3).effects[0]).toMatchObject({ score: { total: null, answered: 0, average: null } })
  })

  test("[E4] request payment of the amount that the action names, and pass it where nothing is due", () => {
    const priced = createChoices("gratis", "vol").map((choice, i) => ({ ...choice, amount: i === 0 ? null : 12.5 }))
    const script = [
      questionInstruction(0, "kaart", { uuid: "a", type: "choice", choices: priced }),
      instruction(1, { type: "action", label: "betaal", action: { type: "payment", params: { amount: "i0" } } }),
      say(2, "betaald", { condition: "actions.betaal == 'paid' && actions.betaal.ref == 7" }),
    ]
    const paying = answered(script, 2)
    expect(paying.effects).toMatchObject([{ type: "act", due: { amount: 12.5, currency: "EUR" }, waits: true }])
    const paid = handleEvent(chatOf(script), paying.state, { type: "action.done", uuid: "i1", outcome: "paid", results: { ref: 7 } })
    expect(paid.effects.map(({ type }) => type)).toEqual(["show", "end"])
    expect(answered(script, 1).effects.map(({ type }) => type)).toEqual(["act", "end"])
    expect(answered(script, 1).effects[0]).toMatchObject({ type: "act", due: null, waits: false })
  })

  test("[E4] state the amount due in its currency, written in the conversation's language", () => {
    const script = [
      questionInstruction(0, "gift", { uuid: "g", type: "currency", options: { minimum: 1, maximum: 100, currency: 3 } }),
      instruction(1, { type: "action", action: { type: "payment", params: { amount: "i0" } } }),
    ]
    expect(answered(script, 7.5).effects).toMatchObject([{ type: "act", due: { amount: 7.5, currency: "GBP" } }])
    expect(formatAmountDue({ amount: 7.5, currency: "GBP" }, "en")).toBe("£7.50")
    expect(formatAmountDue({ amount: 7.5, currency: "EUR" }, "nl")).toMatch(/^€\s7,50$/)
  })

  test("[E4] request no payment of an amount of 0 or less", () => {
    const script = (amount: number) => [
      questionInstruction(0, "kaart", {
        uuid: "a",
        type: "choice",
        choices: createChoices("kaart").map((choice) => ({ ...choice, amount })),
      }),
      instruction(1, { type: "action", action: { type: "payment", params: { amount: "i0" } } }),
    ]
    for (const amount of [0, -1])
      expect(answered(script(amount), 1).effects).toMatchObject([{ type: "act", due: null, waits: false }, { type: "end" }])
    expect(answered(script(0.01), 1).effects).toMatchObject([{ type: "act", due: { amount: 0.01 }, waits: true }])
  })

  test.each<[Action, boolean]>([
    [{ type: "send2api", params: {} }, false],
    [{ type: "send2con", params: {} }, false],
    [{ type: "crmAuth", params: {} }, true],
    [{ type: "crmApi", params: {} }, true],
    [{ type: "getFromAPI", params: {} }, true],
    [{ type: "askAI", params: {} }, true],
  ])("[E2] wait for the outcome of a request, but not of a delivery: %o", (action, waits) => {
    const { effects, state } = beginConversation(chatOf([instruction(0, { type: "action", action }), say(1, "verder")]), beginning)
    expect(effects[0]).toMatchObject({ type: "act", waits })
    expect(state.waiting).toEqual(waits ? { for: "action", uuid: "i0" } : null)
  })

  test("[E4] round an average score to two decimals", () => {
    const scored = createChoices("laag", "hoog").map((choice, i) => ({ ...choice, score: i + 1 }))
    const question = (n: number) => questionInstruction(n, `q_${n}`, { uuid: `q${n}`, type: "choice", choices: scored })
    const script = [question(0), question(1), question(2), instruction(3, { type: "score" })]
    expect(answered(script, 1, 1, 2).effects[0]).toMatchObject({ score: { total: 4, answered: 3, average: 1.33 } })
  })

  test("[E2] make the data that a CRM returned available from then on", () => {
    const script = [
      instruction(0, { type: "action", label: "wie", action: { type: "crmAuth", params: { placeholder: "Je {{metadata.ref}}?" } } }),
      say(1, "vip {{crm.naam}}", { condition: "crm.groups contains 'goud' && actions.wie" }),
    ]
    const start = beginConversation(chatOf(script), beginning)
    expect(start.effects).toMatchObject([{ type: "act", waits: true, action: { params: { placeholder: "Je a?" } } }])
    const done: ConversationEvent = { type: "action.done", uuid: "i0", outcome: true, crm: { groups: ["goud"], naam: "Jo", raar: {} } }
    expect(handleEvent(chatOf(script), start.state, done).effects[0]).toMatchObject({ type: "show", html: "vip Jo" })
  })

  test("[E2] keep earlier CRM data, and the latest value of a key wins", () => {
    const known = fc.dictionary(fc.constantFrom("naam", "stad", "groep", "punten"), fc.constantFrom("a", "b", 3, true))
    fc.assert(
      fc.property(known, fc.array(known, { maxLength: 4 }), (crm, updates) => {
        const chat = chatOf(updates.map((_, order) => instruction(order, { type: "action", action: { type: "crmApi", params: {} } })))
        const last = updates.reduce(
          ({ state }, more, i) => handleEvent(chat, state, { type: "action.done", uuid: `i${i}`, outcome: true, crm: more }),
          beginConversation(chat, { ...beginning, crm }),
        )
        expect(last.state.crm).toEqual(beginConversation(chat, { ...beginning, crm: Object.assign({}, crm, ...updates) }).state.crm)
      }),
    )
  })

  test("[E5] redirect to web addresses only, with recalled values encoded", () => {
    const ending = (params: EndParams, metadata: Readonly<Record<string, unknown>> = { a: "1&2", "b c": "é" }) =>
      beginConversation(chatOf([say(0, "", { type: "end", action: { type: "end", params } })]), { seed: "", metadata }).state.ending
    expect(ending({ endAction: "redirect", url: "example.org/?{metadata}&x={{metadata.a}}" })).toEqual({
      endType: "finished",
      endAction: "redirect",
      message: "",
      url: "https://example.org/?a=1%262&b%20c=%C3%A9&x=1%262",
    })
    expect(ending({ endAction: "redirect", url: "javascript:alert(1)", message: "Dag {{metadata.a}}" })).toEqual({
      endType: "finished",
      endAction: "close",
      message: "Dag 1&2",
      url: "",
    })
    for (const to of ["javascript:alert(1)//", "evil.example/phish", "a b"])
      expect(ending({ endAction: "redirect", url: "https://{{metadata.to}}/x" }, { to })).toMatchObject({ endAction: "close", url: "" })
    expect(ending({ endAction: "livestats", endType: "screenout" })).toMatchObject({ endType: "screenout", endAction: "livestats" })
  })

  test("[E2] fill in the recalls in choices and placeholders", () => {
    const script = [
      yesNo,
      questionInstruction(1, null, {
        uuid: "q",
        type: "choice",
        placeholder: "{{answers.zeker}}",
        choices: createChoices("Zeker {{answers.zeker}}", "x"),
      }),
    ]
    expect(answered(script, "nee").effects).toMatchObject([
      { type: "ask", question: { placeholder: "Nee", choices: [{ translation: { content: "Zeker Nee" } }, {}] } },
    ])
  })

  test("[E1] a choice can be answered by its text as it was shown", () => {
    const script = [
      yesNo,
      questionInstruction(1, "echt", { uuid: "q", type: "choice", choices: createChoices("Zeker {{answers.zeker}}", "x") }),
      say(2, "{{answers.echt}}", { condition: "answers.echt.text == 'Zeker Nee'" }),
    ]
    const { state, effects } = answered(script, "nee", "zeker nee")
    expect(state.answers).toEqual({ i0: 2, i1: 1 })
    expect(effects[0]).toMatchObject({ html: "Zeker Nee" })
  })
})
