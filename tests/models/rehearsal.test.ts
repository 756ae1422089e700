// Testing a script beside the editor: the rehearsal shows what the engine returns, with or without delays, and can go back.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { type Proof, type ProofRequest, proveShown } from "../../domain/check/proofs.ts"
import { inspectScript } from "../../domain/check/script-rules.ts"
import { Unreachable } from "../../domain/failures/failure.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { rehearsalMachine, type TestRunActor } from "../../machines/editor/rehearsal-machine.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { playableInstructions, validAnswer } from "../arbitraries/chats.ts"
import { shortScripts } from "../arbitraries/short-scripts.ts"

const scriptOf = (instructions: ReadonlyArray<Instruction>): AuthoredScript => ({
  name: "T",
  public_name: "T",
  language: "nl",
  instructions,
})

const playing = (instructions: ReadonlyArray<Instruction>, from: string | null = null) => {
  const clock = new SimulatedClock()
  const actor = createActor(rehearsalMachine, { input: { script: scriptOf(instructions), fresh: () => "een", from }, clock })
  actor.start()
  const at = () => actor.getSnapshot()
  const saidTexts = () => at().context.spoken.map((one) => (one.by === "respondent" ? `> ${one.text}` : one.effect.type))
  return { actor, clock, at, saidTexts }
}

const message = (order: number, delay: number) =>
  instruction(order, { typing_delay: delay, messages: [{ uuid: "m", locale: "nl", content: "x" }] })
const choice = (order: number, label: string) =>
  questionInstruction(order, label, { uuid: `q${order}`, type: "choice", choices: createChoices("Ja", "Nee") })

describe("rehearsal without delays", () => {
  test("restarts with the current script when it is resumed, unless a question was answered", () => {
    const { actor, at } = playing([choice(0, "a"), choice(1, "b")])
    const resume = (...labels: ReadonlyArray<string>) =>
      actor.send({ type: "rehearsal.resume", script: scriptOf(labels.map((label, order) => choice(order, label))) })
    const labels = () => at().context.script.instructions.map(({ label }) => label)
    actor.send({ type: "metadata.type", text: "source = mail" })
    resume("a", "c")
    expect([labels(), at().context.metadata]).toEqual([["a", "c"], "source = mail"])
    actor.send({ type: "answer.submit", given: 1 })
    resume("a", "d")
    expect([labels(), at().context.spoken.some(({ by }) => by === "respondent")]).toEqual([["a", "c"], true])
  })

  test("[E3] shuffles the choices at each start, but not when it goes back", () => {
    let begun = 0
    const question = { uuid: "q", type: "choice", choices: createChoices("1", "2", "3", "4"), options: { randomize: true } } as const
    const script = scriptOf([questionInstruction(0, "a", question), questionInstruction(1, "b", question)])
    const actor = createActor(rehearsalMachine, { input: { script, fresh: () => `seed ${++begun}`, from: null } }).start()
    const orderOf = () => {
      const told = actor
        .getSnapshot()
        .context.spoken.flatMap((one) => (one.by === "script" && "question" in one.effect ? [one.effect.question] : []))
      return told.map((it) => (it.choices ?? []).map(({ value }) => value).join(""))
    }
    const orders = new Set(orderOf())
    for (let i = 0; i < 20; i++) {
      actor.send({ type: "rehearsal.start", script, from: null })
      for (const order of orderOf()) orders.add(order)
    }
    expect(orders.size).toBeGreaterThan(5)
    const [before] = orderOf()
    actor.send({ type: "answer.submit", given: 1 })
    actor.send({ type: "rehearsal.back" })
    expect(orderOf()).toEqual([before])
  })

  test("shows what the engine returns, step by step, and ends when the engine ends", () => {
    fc.assert(
      fc.property(playableInstructions, fc.array(fc.nat(30), { maxLength: 12 }), (instructions, picks) => {
        const chat = compileScript(scriptOf(instructions))
        const { actor, at } = playing(instructions)
        let told = beginConversation(chat, { seed: "een" })
        let effects = [...told.effects]
        for (const pick of picks) {
          const { waiting } = told.state
          if (waiting === null) break
          expect(at().value).toBe("waiting")
          const question = instructions.find(({ uuid }) => uuid === waiting.uuid)?.question
          const given = question && waiting.for === "answer" ? validAnswer(question, pick) : null
          actor.send(
            waiting.for === "answer" ? { type: "answer.submit", given } : { type: "outcome.submit", outcome: "betaald", fields: "" },
          )
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
        expect(at().context.spoken.flatMap((one) => (one.by === "script" ? [one.effect] : []))).toEqual(
          effects.filter(({ type }) => type !== "refuse"),
        )
        expect(at().value).toBe(told.state.ending === null ? "waiting" : "ended")
      }),
    )
  })

  test("returns to its initial state when it goes back over every answer", () => {
    fc.assert(
      fc.property(playableInstructions, fc.array(fc.nat(30), { maxLength: 8 }), (instructions, picks) => {
        const { actor, at } = playing(instructions)
        const first = at().context
        for (const pick of picks) {
          const { waiting } = at().context.state
          const question = instructions.find(({ uuid }) => uuid === waiting?.uuid)?.question
          if (waiting?.for === "action") actor.send({ type: "outcome.submit", outcome: "", fields: "" })
          else actor.send({ type: "answer.submit", given: question ? validAnswer(question, pick) : null })
        }
        const times = at().context.before.length
        for (let i = 0; i < times; i++) actor.send({ type: "rehearsal.back" })
        expect(at().context.state).toEqual(first.state)
        expect(at().context.spoken).toEqual(first.spoken)
        expect(at().context.looks).toEqual(first.looks)
      }),
    )
  })
})

describe("rehearsal with delays", () => {
  test("shows each message after its own delay with a typing indicator, and accepts no answer before the question is shown", () => {
    const { actor, clock, at, saidTexts } = playing([message(0, 2), message(1, 3), { ...choice(2, "keuze"), typing_delay: 1 }])
    actor.send({ type: "delays.toggle", on: true })
    actor.send({ type: "rehearsal.start", script: at().context.script, from: null })
    expect(at().value).toBe("typing")
    expect(saidTexts()).toEqual([])
    clock.increment(1999)
    expect(saidTexts()).toEqual([])
    clock.increment(1)
    expect(saidTexts()).toEqual(["show"])
    clock.increment(3000)
    expect(saidTexts()).toEqual(["show", "show"])
    actor.send({ type: "answer.submit", given: 1 }) // too early: nothing is asked yet
    expect(at().context.state.waiting?.uuid).toBe("i2")
    clock.increment(1000)
    expect(at().value).toBe("waiting")
    actor.send({ type: "answer.submit", given: 1 })
    expect(saidTexts()).toEqual(["show", "show", "ask", "> Ja", "end"])
    expect(at().value).toBe("ended")
  })

  test("shows all remaining messages when delays are turned off", () => {
    const { actor, clock, at, saidTexts } = playing([message(0, 2), message(1, 3)])
    actor.send({ type: "delays.toggle", on: true })
    actor.send({ type: "rehearsal.start", script: at().context.script, from: null })
    clock.increment(100)
    actor.send({ type: "delays.toggle", on: false })
    expect(saidTexts()).toEqual(["show", "show", "end"])
  })
})

describe("presets", () => {
  const script = [
    choice(0, "keuze"),
    choice(1, "tweede"),
    questionInstruction(2, null, { uuid: "q2", type: "open" }, "keuze == 2 && metadata.bron == 'mail'"),
  ]

  test("[E8] answer their questions when these are asked, and the other questions wait for the author", () => {
    const { actor, at, saidTexts } = playing(script)
    actor.send({ type: "preset.type", uuid: "i0", text: "Nee" })
    actor.send({ type: "metadata.type", text: "bron = mail\n" })
    actor.send({ type: "rehearsal.start", script: at().context.script, from: null })
    expect(saidTexts()).toEqual(["ask", "> Nee", "ask"])
    actor.send({ type: "answer.submit", given: 1 })
    expect(at().context.state.waiting?.uuid).toBe("i2")
    actor.send({ type: "rehearsal.back" })
    expect(saidTexts()).toEqual(["ask", "> Nee", "ask"])
  })

  test("[E8] count as answers to questions before the starting instruction, which are not evaluated", () => {
    const { actor, at } = playing(script)
    actor.send({ type: "preset.type", uuid: "i0", text: "2" })
    actor.send({ type: "metadata.type", text: "bron=mail" })
    actor.send({ type: "rehearsal.start", script: at().context.script, from: "i2" })
    expect(at().context.state.waiting?.uuid).toBe("i2")
    expect(at().context.looks.map(({ uuid }) => uuid)).toEqual(["i2"])
    expect(at().context.looks[0]?.operandValues).toEqual([
      { reference: "keuze", value: 2 },
      { reference: "metadata.bron", value: "mail" },
    ])
  })

  test("that are invalid are refused, and the question waits for the author", () => {
    const { actor, at } = playing(script)
    actor.send({ type: "preset.type", uuid: "i0", text: "Misschien" })
    actor.send({ type: "rehearsal.start", script: at().context.script, from: null })
    expect(at().value).toBe("waiting")
    expect(at().context.refused?.key).toBe("answer.unknown-choice")
    actor.send({ type: "answer.submit", given: 1 })
    expect(at().context.refused).toBeNull()
    expect(at().context.state.answers).toEqual({ i0: 1 })
  })
})

describe("CRM data", () => {
  const crm = (order: number, type: "crmAuth" | "crmApi") =>
    instruction(order, { type: "action", label: `stap_${order}`, action: { type, params: {} } })
  const told = (order: number, condition: string) =>
    instruction(order, { condition, messages: [{ uuid: `m${order}`, locale: "nl", content: condition }] })
  const shown = (looks: ReadonlyArray<{ readonly uuid: string; readonly outcome: string }>) =>
    looks.flatMap(({ uuid, outcome }) => (outcome === "shown" ? [uuid] : []))

  test("[E8] is set by the lines typed as the result of an authentication, with groups as a list, and not if it is refused", () => {
    const script = [
      crm(0, "crmAuth"),
      told(1, "crm.groups contains 'leden'"),
      told(2, "crm.leeftijd >= 18"),
      told(3, "actions.stap_0.stad == 'Gent'"),
    ]
    const { actor, at, saidTexts } = playing(script)
    actor.send({ type: "outcome.submit", outcome: "", fields: "groups = donateurs, leden\nleeftijd = 20\nstad = Gent" })
    expect(shown(at().context.looks)).toEqual(["i0", "i1", "i2", "i3"])
    expect(saidTexts()[1]).toBe("> groups = donateurs,leden, leeftijd = 20, stad = Gent")
    actor.send({ type: "rehearsal.back" })
    actor.send({ type: "outcome.submit", outcome: "geweigerd", fields: "" })
    expect(shown(at().context.looks)).toEqual(["i0"])
  })

  test("[A12] is not set by another CRM action, whose outcome and fields are its own", () => {
    const { actor, at } = playing([
      crm(0, "crmApi"),
      told(1, "crm.stad != null"),
      told(2, "actions.stap_0 == 'ok' && actions.stap_0.stad == 'Gent'"),
    ])
    actor.send({ type: "outcome.submit", outcome: "ok", fields: "stad = Gent" })
    expect(shown(at().context.looks)).toEqual(["i0", "i2"])
  })

  test("can be preset like metadata", () => {
    const { actor, at } = playing([told(0, "crm.groups contains 'leden'"), choice(1, "keuze")])
    expect(shown(at().context.looks)).toEqual(["i1"])
    actor.send({ type: "crm.type", text: "groups = leden" })
    actor.send({ type: "rehearsal.start", script: at().context.script, from: null })
    expect(shown(at().context.looks)).toEqual(["i0", "i1"])
  })
})

test("drops queued messages when it goes back, finds presets only under own keys, and follows the script's language until one is picked", () => {
  const shown = playing([choice(0, "a"), message(1, 3), message(2, 3), choice(3, "b")])
  shown.actor.send({ type: "delays.toggle", on: true })
  shown.clock.increment(10_000)
  shown.actor.send({ type: "answer.submit", given: 1 })
  expect(shown.at().context.queue.length).toBeGreaterThan(0)
  shown.actor.send({ type: "rehearsal.back" })
  expect([shown.at().context.queue.length, shown.at().value]).toEqual([0, "waiting"])

  // The uuid can be the name of a property that every object inherits.
  const odd = playing([{ ...choice(0, "a"), uuid: "constructor" }])
  expect(odd.at().value).toBe("waiting")

  const own = playing([choice(0, "a")])
  const english = { ...scriptOf([choice(0, "a")]), language: "en" as const }
  own.actor.send({ type: "rehearsal.start", script: english, from: null })
  expect(own.at().context.language).toBe("en")
  own.actor.send({ type: "language.pick", language: "nl" })
  own.actor.send({ type: "rehearsal.start", script: { ...english, language: "fr" }, from: null })
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
          const { actor, at } = playing([message(0, 0)])
          actor.send({ type: "preset.type", uuid: "0", text: "ignored" })
          actor.send({ type: "example.play", script, example })
          const { state, queue, refused, spoken, before } = at().context
          const answered = spoken.filter(({ by }) => by === "respondent").length
          expect({ refused, queue, answered, script: at().context.script }).toEqual({
            refused: null,
            queue: [],
            answered: Object.keys(example.answers).length,
            script,
          })
          if (rule === "ends-without-end") expect(at().value).toBe("ended")
          else
            expect(state.waiting === null || !Object.keys(example.answers).includes(nameOfWaiting(instructions, state.waiting.uuid))).toBe(
              true,
            )
          expect(before.length).toBe(answered)
          if (answered > 0) {
            actor.send({ type: "rehearsal.back" })
            expect([at().value, at().context.before.length]).toEqual(["waiting", answered - 1])
          }
        }
      }),
    )
  })

  test("stops at an answer that the changed script refuses", () => {
    const [first, second] = [choice(0, "a"), choice(1, "b")]
    const { actor, at, saidTexts } = playing([])
    const example = { answers: { a: 2, b: 1 }, metadata: { team: "A" }, needed: ["a"] }
    actor.send({
      type: "example.play",
      script: scriptOf([{ ...first, question: { uuid: "q0", type: "numeric", options: { maximum: 1 } } }, second]),
      example,
    })
    expect([at().value, saidTexts().some((text) => text.startsWith(">")), at().context.state.metadata]).toEqual([
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
    const actor = createActor(machine, { input: { script: scriptOf([message(0, 0)]), fresh: () => "een", from: null } }).start()
    actor.send({ type: "instructions.reach", script: scriptOf(instructions), uuids: [uuid] })
    return actor
  }
  const settled = (actor: TestRunActor) => waitFor(actor, (state) => !state.matches("proving"))

  test("are played, and stay known until the conversation is restarted", async () => {
    const actor = reaching(({ script, places }) => Promise.resolve(proveShown(script, places)))
    const { context, value } = await settled(actor)
    expect(context.goal?.uuids).toEqual([instructions[1]?.uuid])
    expect([context.proof?._tag, context.state.answers, value]).toEqual(["Possible", { [instructions[0]?.uuid ?? ""]: 2 }, "waiting"])
    actor.send({ type: "answer.submit", given: 1 })
    expect(actor.getSnapshot().context.proof?._tag).toBe("Possible")
    actor.send({ type: "rehearsal.start", script: scriptOf(instructions), from: null })
    expect(actor.getSnapshot().context).toMatchObject({ goal: null, proof: null, proofFailure: null })
  })

  test("leave the conversation as it is if there are none, or if they cannot be looked for", async () => {
    const because = [{ pointer: "/instructions/1/condition", condition: "a == 2" }]
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
    expect(await reachAgain()).toMatchObject({ typed: { [preset]: "1" }, crm: "kind = x", state: { crm: {}, waiting: { uuid: preset } } })
    actor.send({ type: "rehearsal.start", script: scriptOf(instructions), from: null })
    actor.send({ type: "answer.submit", given: 1 })
    expect(actor.getSnapshot().context.state).toMatchObject({ crm: { kind: "x" }, answers: { [preset]: 1 } })
  })

  test("are looked for although the typing delays are turned on meanwhile", async () => {
    const actor = reaching(({ script, places }) => Promise.resolve(proveShown(script, places)))
    actor.send({ type: "delays.toggle", on: true })
    expect(actor.getSnapshot().matches("proving")).toBe(true)
    expect((await settled(actor)).context).toMatchObject({ delays: true, proof: { _tag: "Possible" } })
  })

  test("are no longer looked for when the conversation is restarted meanwhile", async () => {
    let finish: (proof: Proof) => void = () => undefined
    const actor = reaching(() => new Promise((resolve) => (finish = resolve)))
    actor.send({ type: "rehearsal.start", script: scriptOf([choice(0, "c")]), from: null })
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
