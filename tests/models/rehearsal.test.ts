// Testing a script beside the editor: the rehearsal shows what the engine returns, with or without delays, and can go back.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromCallback, fromPromise, waitFor } from "xstate"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { type Proof, type ProofRequest, proveShown } from "../../domain/check/proofs.ts"
import { inspectScript } from "../../domain/check/script-rules.ts"
import { Unreachable } from "../../domain/failures/failure.ts"
import { previewReady } from "../../domain/preview/preview-protocol.ts"
import type { RehearsalAction, RehearsalMessage } from "../../domain/preview/rehearsal-protocol.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { CommunityLook } from "../../machines/editor/rehearsal-conversation.ts"
import { rehearsalMachine, type TestRunActor } from "../../machines/editor/rehearsal-machine.ts"
import { type FrameMessage, type FrameReply, previewFrameMachine } from "../../machines/preview-frame-machine.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { playableInstructions, validAnswer } from "../arbitraries/chats.ts"
import { shortScripts } from "../arbitraries/short-scripts.ts"

const scriptOf = (instructions: ReadonlyArray<Instruction>): AuthoredScript => ({
  name: "T",
  public_name: "T",
  language: "nl",
  instructions,
})

const look: CommunityLook = { name: "Acme", style: { web: [{ chat_color: "#111111ff" }], stats: [] }, sideMenu: { links: [] } }

type Options = { readonly startAt?: string | null; readonly loadLook?: () => Promise<CommunityLook> }

/** A rehearsal whose page is in a frame: `posted` are the messages to the page, and `answer` answers the open question on it. */
const playing = (instructions: ReadonlyArray<Instruction>, { startAt = null, loadLook = async () => look }: Options = {}) => {
  const posted: Array<RehearsalMessage> = []
  let act: (action: RehearsalAction) => void = () => undefined
  const frameChannel = fromCallback<FrameMessage, { readonly frame: object | null }, FrameReply | RehearsalAction>(
    ({ receive, sendBack }) => {
      act = sendBack
      receive(({ message: shown }) => {
        if (shown.type === "rehearsal.show") posted.push(shown)
      })
      sendBack({ type: "frame.replied", answer: previewReady })
    },
  )
  const machine = rehearsalMachine.provide({
    actors: { frame: previewFrameMachine.provide({ actors: { frameChannel } }), loadLook: fromPromise(loadLook) },
  })
  const actor = createActor(machine, {
    input: { community: "acme", uuid: "s1", script: scriptOf(instructions), newSeed: () => "een", startAt },
  })
  actor.start()
  actor.getSnapshot().children.frame?.send({ type: "frame.attached", frame: {} })
  const at = () => actor.getSnapshot()
  return {
    actor,
    at,
    posted,
    act: (action: RehearsalAction) => act(action),
    answer: (given: unknown) => answerOpenQuestion(actor, given),
    value: () => at().value.conversation,
    /** The effects and answers of the conversation. */
    listLines: () =>
      at().context.turns.flatMap(({ answer, effects }) => [
        ...(answer === null ? [] : [`> ${String(answer.value)}`]),
        ...effects.map(({ type }) => type),
      ]),
  }
}

const answerOpenQuestion = (actor: TestRunActor, given: unknown): void => {
  const { state, handled } = actor.getSnapshot().context
  actor.send({ type: "rehearsal.answer", uuid: state.waiting?.uuid ?? "", given, number: handled + 1 })
}

const message = (order: number, delay: number) =>
  instruction(order, { typing_delay: delay, messages: [{ uuid: "m", locale: "nl", content: "x" }] })
const choice = (order: number, label: string) =>
  questionInstruction(order, label, { uuid: `q${order}`, type: "choice", choices: createChoices("Ja", "Nee") })

describe("rehearsal without delays", () => {
  test("restarts with the current script when it is resumed, unless a question was answered", () => {
    const { actor, at, answer, listLines } = playing([choice(0, "a"), choice(1, "b")])
    const resume = (...labels: ReadonlyArray<string>) =>
      actor.send({ type: "rehearsal.resume", script: scriptOf(labels.map((label, order) => choice(order, label))) })
    const labels = () => at().context.script.instructions.map(({ label }) => label)
    actor.send({ type: "metadata.type", text: "source = mail" })
    resume("a", "c")
    expect([labels(), at().context.metadata]).toEqual([["a", "c"], "source = mail"])
    answer(1)
    resume("a", "d")
    expect([labels(), listLines()]).toEqual([
      ["a", "c"],
      ["ask", "> 1", "ask"],
    ])
  })

  test("[E3] shuffles the choices at each start, but not when it goes back", () => {
    let begun = 0
    const question = { uuid: "q", type: "choice", choices: createChoices("1", "2", "3", "4"), options: { randomize: true } } as const
    const script = scriptOf([questionInstruction(0, "a", question), questionInstruction(1, "b", question)])
    const input = { community: "acme", uuid: "s1", script, newSeed: () => `seed ${++begun}`, startAt: null }
    const actor = createActor(rehearsalMachine, { input }).start()
    const orderOf = () => {
      const effects = actor.getSnapshot().context.turns.flatMap((turn) => turn.effects)
      return effects.flatMap((effect) =>
        effect.type === "ask" ? [(effect.question.choices ?? []).map(({ value }) => value).join("")] : [],
      )
    }
    const orders = new Set(orderOf())
    for (let i = 0; i < 20; i++) {
      actor.send({ type: "rehearsal.start", script, startAt: null })
      for (const order of orderOf()) orders.add(order)
    }
    expect(orders.size).toBeGreaterThan(5)
    const [before] = orderOf()
    answerOpenQuestion(actor, 1)
    actor.send({ type: "rehearsal.back" })
    expect(orderOf()).toEqual([before])
  })

  test("shows what the engine returns, step by step, and ends when the engine ends", () => {
    fc.assert(
      fc.property(playableInstructions, fc.array(fc.nat(30), { maxLength: 12 }), (instructions, picks) => {
        const chat = compileScript(scriptOf(instructions))
        const { actor, at, answer, value } = playing(instructions)
        let told = beginConversation(chat, { seed: "een" })
        let effects = [...told.effects]
        for (const pick of picks) {
          const { waiting } = told.state
          if (waiting === null) break
          expect(value()).toBe("waiting")
          const question = instructions.find(({ uuid }) => uuid === waiting.uuid)?.question
          const given = question && waiting.for === "answer" ? validAnswer(question, pick) : null
          if (waiting.for === "answer") answer(given)
          else actor.send({ type: "outcome.submit", outcome: "betaald", fields: "" })
          told = handleEvent(
            chat,
            told.state,
            waiting.for === "answer"
              ? { type: "answer", uuid: waiting.uuid, given }
              : { type: "action.done", uuid: waiting.uuid, outcome: "betaald" },
          )
          effects = [...effects, ...told.effects]
          expect(at().context.state).toEqual(told.state)
        }
        expect(at().context.turns.flatMap((turn) => turn.effects)).toEqual(effects.filter(({ type }) => type !== "refuse"))
        expect(value()).toBe(told.state.ending === null ? "waiting" : "ended")
      }),
    )
  })

  test("returns to its initial state when it goes back over every answer", () => {
    fc.assert(
      fc.property(playableInstructions, fc.array(fc.nat(30), { maxLength: 8 }), (instructions, picks) => {
        const { actor, at, answer } = playing(instructions)
        const first = at().context
        for (const pick of picks) {
          const { waiting } = at().context.state
          const question = instructions.find(({ uuid }) => uuid === waiting?.uuid)?.question
          if (waiting?.for === "action") actor.send({ type: "outcome.submit", outcome: "", fields: "" })
          else answer(question ? validAnswer(question, pick) : null)
        }
        const times = at().context.checkpoints.length
        for (let i = 0; i < times; i++) actor.send({ type: "rehearsal.back" })
        expect(at().context.state).toEqual(first.state)
        expect(at().context.turns).toEqual(first.turns)
        expect(at().context.trace).toEqual(first.trace)
      }),
    )
  })
})

describe("the page of a rehearsal", () => {
  const delaysOf = (shown: RehearsalMessage | undefined) =>
    shown?.conversation.turns.map(({ effects }) => effects.map((effect) => (effect.type === "end" ? null : effect.delay)))
  const script = [message(0, 2), message(1, -3), { ...choice(2, "keuze"), typing_delay: 1 }]

  test("shows the conversation in the look of the community once that is loaded, with delays only if they are on", async () => {
    const { actor, posted } = playing(script)
    expect(posted).toEqual([])
    await waitFor(actor, (state) => state.matches({ page: "styled" }))
    const { conversation, isNew } = posted.at(-1) ?? {}
    expect(conversation).toMatchObject({
      community: { name: "Acme", slug: "acme" },
      script: { uuid: "s1" },
      style: look.style,
      total: 1,
      progress: 2 / 3,
    })
    expect([isNew, delaysOf(posted.at(-1))]).toEqual([true, [[0, 0, 0]]])
    actor.send({ type: "delays.toggle", on: true })
    actor.send({ type: "rehearsal.start", script: scriptOf(script), startAt: null })
    expect(delaysOf(posted.at(-1))).toEqual([[2, 0, 1]])
  })

  test("opens the conversation again when it is another one, and at once when it is taken back or delays are turned off", async () => {
    const { actor, posted, answer } = playing([...script, choice(3, "tweede")])
    await waitFor(actor, (state) => state.matches({ page: "styled" }))
    const runs = () => posted.slice(-2).map(({ run }) => run)
    const isSameRun = () => new Set(runs()).size === 1
    actor.send({ type: "delays.toggle", on: true })
    expect(isSameRun()).toBe(true)
    answer(1)
    expect([isSameRun(), posted.at(-1)?.handled]).toEqual([true, 1])
    actor.send({ type: "rehearsal.back" })
    expect([isSameRun(), posted.at(-1)?.isNew, posted.at(-1)?.conversation.total]).toEqual([false, false, 1])
    actor.send({ type: "rehearsal.start", script: scriptOf(script), startAt: null })
    expect([isSameRun(), posted.at(-1)?.isNew]).toEqual([false, true])
    actor.send({ type: "delays.toggle", on: false })
    expect([isSameRun(), posted.at(-1)?.isNew]).toEqual([false, false])
  })

  test("learns why an answer was refused, and that an answer to another question was not taken", async () => {
    const { actor, posted, act, at } = playing([choice(0, "a"), choice(1, "b")])
    await waitFor(actor, (state) => state.matches({ page: "styled" }))
    const give = (uuid: string, given: unknown, number: number) => act({ type: "rehearsal.answer", uuid, given, number })
    give("i0", 9, 1)
    expect(posted.at(-1)).toMatchObject({ handled: 1, refusal: { key: "answer.unknown-choice" }, conversation: { total: 1 } })
    give("i1", 1, 2)
    expect(posted.at(-1)).toMatchObject({ handled: 2, conversation: { total: 1 } })
    give("i0", 1, 3)
    expect(posted.at(-1)).toMatchObject({ handled: 3, refusal: null, conversation: { total: 2 } })
    expect(at().context.state.answers).toEqual({ i0: 1 })
  })

  test("has the default style if that of the community cannot be loaded, until it can", async () => {
    let isReachable = false
    const loadLook = () => (isReachable ? Promise.resolve(look) : Promise.reject(new Unreachable({ message: "" })))
    const { actor, posted } = playing([choice(0, "a")], { loadLook })
    await waitFor(actor, (state) => state.matches({ page: "unstyled" }))
    expect(posted.at(-1)?.conversation).toMatchObject({ community: { name: "acme" }, style: { web: [], stats: [] } })
    isReachable = true
    const { run } = posted.at(-1) ?? {}
    actor.send({ type: "look.reload" })
    await waitFor(actor, (state) => state.matches({ page: "styled" }))
    expect(posted.at(-1)?.conversation.style).toEqual(look.style)
    expect(posted.at(-1)?.run).not.toBe(run)
  })

  test("tells which message was clicked", () => {
    const { actor, act } = playing([message(0, 0), choice(1, "a")])
    const selected: Array<string> = []
    actor.on("instruction.selected", ({ uuid }) => selected.push(uuid))
    act({ type: "rehearsal.select", uuid: "i0" })
    expect(selected).toEqual(["i0"])
  })

  test("does not end the search for answers with an answer", async () => {
    const { actor, answer, value } = playing([choice(0, "a")])
    actor.send({ type: "instructions.reach", script: scriptOf([choice(0, "a")]), uuids: ["i0"] })
    answer(1)
    expect(value()).toBe("proving")
  })
})

describe("presets", () => {
  const script = [
    choice(0, "keuze"),
    choice(1, "tweede"),
    questionInstruction(2, null, { uuid: "q2", type: "open" }, "keuze == 2 && metadata.bron == 'mail'"),
  ]

  test("[E8] answer their questions when these are asked, and the other questions wait for the author", () => {
    const { actor, at, answer, listLines } = playing(script)
    actor.send({ type: "preset.type", uuid: "i0", text: "Nee" })
    actor.send({ type: "metadata.type", text: "bron = mail\n" })
    actor.send({ type: "rehearsal.start", script: at().context.script, startAt: null })
    expect(listLines()).toEqual(["ask", "> 2", "ask"])
    answer(1)
    expect(at().context.state.waiting?.uuid).toBe("i2")
    actor.send({ type: "rehearsal.back" })
    expect(listLines()).toEqual(["ask", "> 2", "ask"])
  })

  test("[E8] count as answers to questions before the starting instruction, which are not evaluated", () => {
    const { actor, at } = playing(script)
    actor.send({ type: "preset.type", uuid: "i0", text: "2" })
    actor.send({ type: "metadata.type", text: "bron=mail" })
    actor.send({ type: "rehearsal.start", script: at().context.script, startAt: "i2" })
    expect(at().context.state.waiting?.uuid).toBe("i2")
    expect(at().context.trace.map(({ uuid }) => uuid)).toEqual(["i2"])
    expect(at().context.trace[0]?.operandValues).toEqual([
      { reference: "keuze", value: 2 },
      { reference: "metadata.bron", value: "mail" },
    ])
  })

  test("that are invalid are refused, and the page shows them with the reason at their question", async () => {
    const { actor, at, answer, posted, value } = playing(script)
    actor.send({ type: "preset.type", uuid: "i0", text: "Misschien" })
    actor.send({ type: "rehearsal.start", script: at().context.script, startAt: null })
    expect(value()).toBe("waiting")
    const refused = { uuid: "i0", given: "Misschien", refusal: { key: "answer.unknown-choice", values: { value: "Misschien" } } }
    expect(at().context.refused).toEqual(refused)
    await waitFor(actor, (state) => state.matches({ page: "styled" }))
    expect(posted.at(-1)?.draft).toEqual(refused)
    answer(1)
    expect(at().context.refused).toBeNull()
    expect(at().context.state.answers).toEqual({ i0: 1 })
  })
})

describe("CRM data", () => {
  const crm = (order: number, type: "crmAuth" | "crmApi") =>
    instruction(order, { type: "action", label: `stap_${order}`, action: { type, params: {} } })
  const told = (order: number, condition: string) =>
    instruction(order, { condition, messages: [{ uuid: `m${order}`, locale: "nl", content: condition }] })
  const shown = (trace: ReadonlyArray<{ readonly uuid: string; readonly outcome: string }>) =>
    trace.flatMap(({ uuid, outcome }) => (outcome === "shown" ? [uuid] : []))

  test("[E8] is set by the lines typed as the result of an authentication, with groups as a list, and not if it is refused", () => {
    const script = [
      crm(0, "crmAuth"),
      told(1, "crm.groups contains 'leden'"),
      told(2, "crm.leeftijd >= 18"),
      told(3, "actions.stap_0.stad == 'Gent'"),
    ]
    const { actor, at } = playing(script)
    actor.send({ type: "outcome.submit", outcome: "", fields: "groups = donateurs, leden\nleeftijd = 20\nstad = Gent" })
    expect(shown(at().context.trace)).toEqual(["i0", "i1", "i2", "i3"])
    expect(at().context.state.crm).toEqual({ groups: ["donateurs", "leden"], leeftijd: "20", stad: "Gent" })
    actor.send({ type: "rehearsal.back" })
    actor.send({ type: "outcome.submit", outcome: "geweigerd", fields: "" })
    expect(shown(at().context.trace)).toEqual(["i0"])
  })

  test("[A12] is not set by another CRM action, whose outcome and fields are its own", () => {
    const { actor, at } = playing([
      crm(0, "crmApi"),
      told(1, "crm.stad != null"),
      told(2, "actions.stap_0 == 'ok' && actions.stap_0.stad == 'Gent'"),
    ])
    actor.send({ type: "outcome.submit", outcome: "ok", fields: "stad = Gent" })
    expect(shown(at().context.trace)).toEqual(["i0", "i2"])
  })

  test("can be preset like metadata", () => {
    const { actor, at } = playing([told(0, "crm.groups contains 'leden'"), choice(1, "keuze")])
    expect(shown(at().context.trace)).toEqual(["i1"])
    actor.send({ type: "crm.type", text: "groups = leden" })
    actor.send({ type: "rehearsal.start", script: at().context.script, startAt: null })
    expect(shown(at().context.trace)).toEqual(["i0", "i1"])
  })
})

test("finds presets only under own keys, and follows the script's language until one is picked", () => {
  // The uuid can be the name of a property that every object inherits.
  const odd = playing([{ ...choice(0, "a"), uuid: "constructor" }])
  expect(odd.value()).toBe("waiting")

  const own = playing([choice(0, "a")])
  const english = { ...scriptOf([choice(0, "a")]), language: "en" as const }
  own.actor.send({ type: "rehearsal.start", script: english, startAt: null })
  expect(own.at().context.language).toBe("en")
  own.actor.send({ type: "language.pick", language: "nl" })
  own.actor.send({ type: "rehearsal.start", script: { ...english, language: "fr" }, startAt: null })
  expect(own.at().context.language).toBe("nl")
})

describe("an example of a finding", () => {
  const listExamples = (script: AuthoredScript) =>
    inspectScript(script).findings.flatMap(({ example, rule }) => (example ? [{ rule, example }] : []))

  test("is played up to the first question that it does not answer, with its metadata, and can be taken back answer by answer", () => {
    fc.assert(
      fc.property(shortScripts, (instructions) => {
        const script = scriptOf(instructions)
        for (const { rule, example } of listExamples(script)) {
          const { actor, at, value } = playing([message(0, 0)])
          actor.send({ type: "preset.type", uuid: "0", text: "ignored" })
          actor.send({ type: "example.play", script, example })
          const { state, refused, turns, checkpoints } = at().context
          const answered = turns.length - 1
          expect({ refused, answered, script: at().context.script }).toEqual({
            refused: null,
            answered: Object.keys(example.answers).length,
            script,
          })
          if (rule === "ends-without-end") expect(value()).toBe("ended")
          else
            expect(state.waiting === null || !Object.keys(example.answers).includes(nameOfWaiting(instructions, state.waiting.uuid))).toBe(
              true,
            )
          expect(checkpoints.length).toBe(answered)
          if (answered > 0) {
            actor.send({ type: "rehearsal.back" })
            expect([value(), at().context.checkpoints.length]).toEqual(["waiting", answered - 1])
          }
        }
      }),
    )
  })

  test("is played from the first instruction in the language of its script, whatever was tested before", () => {
    const instructions = [choice(0, "a"), choice(1, "b")]
    const { actor, at } = playing([])
    actor.send({ type: "rehearsal.start", script: { ...scriptOf(instructions), language: "en" }, startAt: instructions[1]?.uuid ?? null })
    expect(at().context.state).toMatchObject({ language: "en", waiting: { uuid: instructions[1]?.uuid } })
    const example = { answers: { a: 2 }, metadata: {}, needed: ["a"] }
    actor.send({ type: "example.play", script: { ...scriptOf(instructions), language: "nl" }, example })
    expect(at().context).toMatchObject({
      startAt: null,
      isNewRun: false,
      state: { language: "nl", waiting: { uuid: instructions[1]?.uuid }, answers: { [instructions[0]?.uuid ?? ""]: 2 } },
    })
  })

  test("stops at an answer that the changed script refuses", () => {
    const [first, second] = [choice(0, "a"), choice(1, "b")]
    const { actor, at, value, listLines } = playing([])
    const example = { answers: { a: 2, b: 1 }, metadata: { team: "A" }, needed: ["a"] }
    actor.send({
      type: "example.play",
      script: scriptOf([{ ...first, question: { uuid: "q0", type: "numeric", options: { maximum: 1 } } }, second]),
      example,
    })
    expect([value(), listLines().some((text) => text.startsWith(">")), at().context.state.metadata]).toEqual([
      "waiting",
      false,
      { team: "A" },
    ])
  })
})

describe("answers that lead to an instruction", () => {
  const instructions = [choice(0, "a"), { ...message(1, 0), condition: "a == 2" }, choice(2, "b")]
  const reaching = (prove: (request: ProofRequest) => Promise<Proof>, uuid = instructions[1]?.uuid ?? "") => {
    const machine = rehearsalMachine.provide({ actors: { prove: fromPromise(({ input }) => prove(input)) } })
    const actor = createActor(machine, {
      input: { community: "acme", uuid: "s1", script: scriptOf([message(0, 0)]), newSeed: () => "een", startAt: null },
    }).start()
    actor.send({ type: "instructions.reach", script: scriptOf(instructions), uuids: [uuid] })
    return actor
  }
  const settled = (actor: TestRunActor) => waitFor(actor, (state) => !state.matches({ conversation: "proving" }))

  test("are played, and stay known until the conversation is restarted", async () => {
    const actor = reaching(({ script, places }) => Promise.resolve(proveShown(script, places)))
    const { context, value } = await settled(actor)
    expect(context.goal?.uuids).toEqual([instructions[1]?.uuid])
    expect([context.proof?._tag, context.state.answers, value.conversation]).toEqual([
      "Possible",
      { [instructions[0]?.uuid ?? ""]: 2 },
      "waiting",
    ])
    answerOpenQuestion(actor, 1)
    expect(actor.getSnapshot().context.proof?._tag).toBe("Possible")
    actor.send({ type: "rehearsal.start", script: scriptOf(instructions), startAt: null })
    expect(actor.getSnapshot().context).toMatchObject({ goal: null, proof: null, proofFailure: null })
  })

  test("leave the conversation as it is if there are none, or if they cannot be looked for", async () => {
    const because = [{ pointer: "/instructions/1/condition", condition: "a == 2", kind: "condition" as const }]
    const impossible = reaching(() => Promise.resolve({ _tag: "Impossible", because }))
    const before = impossible.getSnapshot().context.state
    expect((await settled(impossible)).context).toMatchObject({ proof: { because }, proofFailure: null })
    expect(impossible.getSnapshot().context.state).toBe(before)
    const failed = reaching(() => Promise.reject(new Unreachable({ message: "" })))
    expect((await settled(failed)).context).toMatchObject({ proof: null, proofFailure: { _tag: "Unreachable" } })
  })

  test("are looked for again without what the last search found, and played without using or losing the presets", async () => {
    const results: Array<() => Promise<Proof>> = [
      () => Promise.reject(new Unreachable({ message: "" })),
      () => Promise.resolve({ _tag: "Unknown" }),
      () => Promise.resolve(proveShown(scriptOf(instructions), [1])),
    ]
    const actor = reaching(() => (results.shift() ?? (() => Promise.resolve<Proof>({ _tag: "Unknown" })))())
    await settled(actor)
    const reachAgain = async () => {
      actor.send({ type: "instructions.reach", script: scriptOf(instructions), uuids: [instructions[1]?.uuid ?? ""] })
      expect(actor.getSnapshot().context).toMatchObject({ proof: null, proofFailure: null })
      return (await settled(actor)).context
    }
    expect((await reachAgain()).proof).toEqual({ _tag: "Unknown" })
    actor.send({ type: "preset.type", uuid: instructions[2]?.uuid ?? "", text: "1" })
    actor.send({ type: "crm.type", text: "kind = x" })
    const preset = instructions[2]?.uuid ?? ""
    expect(await reachAgain()).toMatchObject({ presets: { [preset]: "1" }, crm: "kind = x", state: { crm: {}, waiting: { uuid: preset } } })
    actor.send({ type: "rehearsal.start", script: scriptOf(instructions), startAt: null })
    answerOpenQuestion(actor, 1)
    expect(actor.getSnapshot().context.state).toMatchObject({ crm: { kind: "x" }, answers: { [preset]: 1 } })
  })

  test("are looked for although the typing delays are turned on meanwhile", async () => {
    const actor = reaching(({ script, places }) => Promise.resolve(proveShown(script, places)))
    actor.send({ type: "delays.toggle", on: true })
    expect(actor.getSnapshot().matches({ conversation: "proving" })).toBe(true)
    expect((await settled(actor)).context).toMatchObject({ hasDelays: true, proof: { _tag: "Possible" } })
  })

  test("are no longer looked for when the conversation is restarted meanwhile", async () => {
    let finish: (proof: Proof) => void = () => undefined
    const actor = reaching(() => new Promise((resolve) => (finish = resolve)))
    actor.send({ type: "rehearsal.start", script: scriptOf([choice(0, "c")]), startAt: null })
    finish({ _tag: "Unknown" })
    await Promise.resolve()
    expect(actor.getSnapshot().context).toMatchObject({ goal: null, proof: null })
    expect(actor.getSnapshot().context.script.instructions[0]?.label).toBe("c")
  })
})

const nameOfWaiting = (instructions: ReadonlyArray<Instruction>, uuid: string): string => {
  const waiting = instructions.find((it) => it.uuid === uuid)
  return waiting === undefined ? "" : getInstructionName(waiting)
}
