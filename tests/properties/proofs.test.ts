// Whether one conversation can show several instructions: what is proved is what playing all conversations shows [C10].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { proveShown } from "../../domain/check/proofs.ts"
import { inspectScript } from "../../domain/check/script-rules.ts"
import { analyzeReachability } from "../../domain/flow/reachability.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { isUndecided, playAllConversations, scoreScripts, shortScripts } from "../arbitraries/short-scripts.ts"

const scriptOf = (instructions: ReadonlyArray<Instruction>) => ({ name: "n", public_name: "n", language: "nl" as const, instructions })

/** The uuids that a conversation with these answers has shown when the first question without one waits. */
const replay = (instructions: ReadonlyArray<Instruction>, answers: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const chat = compileScript(scriptOf(instructions))
  let { state } = beginConversation(chat, { seed: "" })
  while (state.waiting !== null) {
    const { uuid } = state.waiting
    const name = instructions.find((it) => it.uuid === uuid)?.label ?? ""
    if (!Object.hasOwn(answers, name)) break
    state = handleEvent(chat, state, { type: "answer", uuid, given: answers[name] }).state
  }
  return state.visited
}

const placePair = fc.tuple(fc.nat(7), fc.nat(7))
const isRight = (instructions: ReadonlyArray<Instruction>, pair: readonly [number, number]) => {
  const places = [...new Set(pair.map((it) => it % instructions.length))]
  const uuids = places.flatMap((place) => instructions[place]?.uuid ?? [])
  const isShownBy = (visited: ReadonlyArray<string>) => uuids.every((uuid) => visited.includes(uuid))
  const isPossible = playAllConversations(instructions).some(({ visited }) => isShownBy(visited))
  const proof = proveShown(scriptOf(instructions), places)
  if (proof._tag === "Unknown") expect(instructions.some((it) => isUndecided(instructions, it))).toBe(true)
  else expect(proof._tag).toBe(isPossible ? "Possible" : "Impossible")
  if (proof._tag === "Possible") expect(isShownBy(replay(instructions, proof.example.answers))).toBe(true)
  if (proof._tag === "Impossible") expect(proof.because.length).toBeGreaterThan(0)
}

test("[C10] two instructions are proved to be possible together exactly if a conversation shows both, and the example does", () => {
  fc.assert(fc.property(shortScripts, placePair, isRight), { numRuns: 400 })
})

test("[C10] two instructions are proved to be possible together exactly, for 20,000 scripts", { tags: ["long"] }, () => {
  fc.assert(fc.property(shortScripts, placePair, isRight), { numRuns: 20_000 })
})

test("[C10] the conditions that exclude two instructions still do if all other instructions are always shown", () => {
  fc.assert(
    fc.property(shortScripts, placePair, (instructions, pair) => {
      const places = [...new Set(pair.map((it) => it % instructions.length))]
      const proof = proveShown(scriptOf(instructions), places)
      if (proof._tag !== "Impossible") return
      const because = new Set(proof.because.map(({ pointer }) => Number(pointer.split("/")[2])))
      const others = instructions.map((it, place) =>
        because.has(place) || places.includes(place)
          ? it
          : { ...it, condition: null, ...(it.type === "end" && { type: "message" as const, action: null }) },
      )
      fc.pre(others.reduce((all, it) => all * (it.question ? 6 : 1), 1) <= 6 ** 5)
      const uuids = places.flatMap((place) => others[place]?.uuid ?? [])
      expect(playAllConversations(others).filter(({ visited }) => uuids.every((uuid) => visited.includes(uuid)))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test("[C10] a question that is never asked is among the reasons of what its answer would show", () => {
  const conditions = [null, "a == 1 && a == 2", "b == 1", "c == 1"]
  const instructions = conditions.map((condition, i) =>
    questionInstruction(i, "abcd"[i] ?? "", { uuid: `q${i}`, type: "choice", choices: createChoices("Ja", "Nee") }, condition),
  )
  const reasonsOf = (place: number) => {
    const proof = proveShown(scriptOf(instructions), [place])
    return proof._tag === "Impossible" ? proof.because.map(({ condition }) => condition) : []
  }
  expect(reasonsOf(1)).toEqual(["a == 1 && a == 2"])
  expect(reasonsOf(2)).toEqual(["a == 1 && a == 2", "b == 1"])
  expect(reasonsOf(3)).toEqual(["a == 1 && a == 2", "b == 1", "c == 1"])
})

test("[C10] a question that is never asked is among the reasons of an end that depends on its answer", () => {
  const mood = questionInstruction(0, "mood", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })
  const ending = [
    mood,
    questionInstruction(1, "a", { uuid: "q0", type: "choice", choices: createChoices("Ja", "Nee") }, "mood == 1 && mood == 2"),
    instruction(2, { label: "stop", type: "end", condition: "!a", action: { type: "end", params: {} } }),
    instruction(3, {}),
  ]
  const proof = proveShown(scriptOf(ending), [3])
  expect(proof._tag === "Impossible" && proof.because.map(({ condition }) => condition)).toEqual(["mood == 1 && mood == 2", "!a"])
})

test("[C10] what answers decide alone is possible, whatever a CRM knows", () => {
  const question = questionInstruction(0, "a", { uuid: "q", type: "choice", choices: createChoices("Ja", "Nee") })
  const proofOf = (...conditions: ReadonlyArray<string | null>) => {
    const instructions = conditions.map((condition, i) =>
      instruction(i + 1, condition !== null && i === 0 ? { type: "end", condition, action: { type: "end", params: {} } } : { condition }),
    )
    const proof = proveShown(scriptOf([question, ...instructions]), [instructions.length])
    return proof._tag === "Possible" ? proof.example.answers : proof._tag
  }
  expect(proofOf(null, "a == 2 || crm.group == 'a'")).toEqual({ a: 2 })
  expect(proofOf("a == 1 && crm.group == 'a'", null)).toEqual({ a: 2 })
  expect(proofOf(null, "a == 2 && crm.group == 'a'")).toBe("Unknown")
  expect(proofOf("crm.group == 'a'", "crm.group == 'a'")).toBe("Impossible")
})

test("[C10] two instructions can exclude each other because of a third one", () => {
  const choice = (order: number, label: string, condition: string | null = null) =>
    questionInstruction(order, label, { uuid: `q${order}`, type: "choice", choices: createChoices("Ja", "Nee") }, condition)
  const instructions = [
    choice(0, "a"),
    choice(1, "b", "a == 1"),
    instruction(2, { condition: "b == 1" }),
    instruction(3, { condition: "a == 2" }),
  ]
  expect(proveShown(scriptOf(instructions), [2, 3])).toEqual({
    _tag: "Impossible",
    because: [
      { pointer: "/instructions/1/condition", condition: "a == 1", kind: "condition" },
      { pointer: "/instructions/2/condition", condition: "b == 1", kind: "condition" },
      { pointer: "/instructions/3/condition", condition: "a == 2", kind: "condition" },
    ],
  })
})

test("[C10] what comes after an end, is empty or has an unreadable condition is impossible for that reason", () => {
  const end = (order: number, condition: string | null) =>
    instruction(order, { type: "end", action: { type: "end", params: {} }, ...(condition !== null && { condition }) })
  const question = questionInstruction(0, "a", { uuid: "q0", type: "choice", choices: createChoices("Ja", "Nee") })
  const listReasons = (instructions: ReadonlyArray<Instruction>, ...places: ReadonlyArray<number>) => {
    const proof = proveShown(scriptOf([question, ...instructions]), places)
    return proof._tag === "Impossible" ? proof.because.map(({ kind, condition }) => [kind, condition]) : proof._tag
  }
  expect(listReasons([end(1, "a == 1"), end(2, "a == 2"), instruction(3, {})], 3)).toEqual([
    ["end", "a == 1"],
    ["end", "a == 2"],
  ])
  expect(listReasons([end(1, "a == 1"), instruction(2, {})], 1, 2)).toEqual([
    ["end", "a == 1"],
    ["condition", ""],
  ])
  expect(listReasons([end(1, null), instruction(2, {})], 2)).toEqual([["end", ""]])
  expect(listReasons([instruction(1, { type: "empty" })], 1)).toEqual([["empty", ""]])
  expect(listReasons([instruction(1, { condition: "a ==" })], 1)).toEqual([["unreadable", "a =="]])
})

test("[C10] an example has one answer for each name, since it is replayed by names", () => {
  const question = (order: number, label: string) =>
    questionInstruction(order, label, { uuid: `q${order}`, type: "choice", choices: createChoices("Ja", "Nee") })
  const instructions = [question(0, "b"), question(1, "b"), instruction(2, { condition: "b == 2" })]
  expect(proveShown(scriptOf(instructions), [2])).toEqual({ _tag: "Unknown" })
})

test("[C10] a choice that excludes all others is in no example, and in no possible answer, with another one", () => {
  const choices = createChoices("a", "b", "geen").map((it) => ({ ...it, single: it.value === 3 }))
  const prove = (condition: string) => {
    const asked = questionInstruction(0, "q0", { uuid: "q", type: "multiple", choices, options: { minimum: 2, maximum: 3 } })
    return proveShown(scriptOf([asked, instruction(1, { condition })]), [1])
  }
  expect(prove("q0 contains 1 && q0 contains 3")._tag).toBe("Impossible")
  expect(prove("count(q0) > 2")._tag).toBe("Impossible")
  expect(prove("q0 contains 3")).toMatchObject({ example: { answers: { q0: [3] } } })
  expect(prove("count(q0) == 2 && q0 contains 1")).toMatchObject({ example: { answers: { q0: [1, 2] } } })
})

describe("a condition on a score", () => {
  const scored = (order: number, label: string, condition: string | null = null) => {
    const choices = createChoices("nooit", "soms", "vaak").map((it) => ({ ...it, score: 5 * (it.value - 1) }))
    return questionInstruction(order, label, { uuid: `q${order}`, type: "choice", choices }, condition)
  }
  const scriptWith = (condition: string) =>
    scriptOf([scored(0, "a"), scored(1, "b", "a != 1"), instruction(2, { type: "score", label: "s" }), instruction(3, { condition })])

  test.each([
    ["s >= 20", { a: 3, b: 3 }],
    ["s >= 15 && b == 2", { a: 3, b: 2 }],
    ["s == 5 && a == 2", { a: 2, b: 1 }],
    ["s == 0", { a: 1 }],
  ])("[C15] is proved to be possible with answers that lead to the score: %s", (condition, answers) => {
    expect(proveShown(scriptWith(condition), [3])).toMatchObject({ _tag: "Possible", example: { answers } })
    expect(inspectScript(scriptWith(condition)).unproven).not.toContain("/instructions/3/condition")
  })

  test.each([
    ["s >= 10 && a == 1", [1, 3], "condition.conflict"],
    ["s == 3", [3], "condition.never-true"],
    ["s == 20 && b == 2", [3], "condition.never-true"],
  ])("[C15] is proved to be impossible if no answers lead to the score: %s", (condition, places, key) => {
    const because = places.map((place) => ({ pointer: `/instructions/${place}/condition`, condition: place === 1 ? "a != 1" : condition }))
    expect(proveShown(scriptWith(condition), [3])).toMatchObject({ _tag: "Impossible", because })
    const { findings, unproven } = inspectScript(scriptWith(condition))
    expect(findings.filter((it) => it.because).map((it) => [it.key, it.because])).toEqual([[key, because]])
    expect(unproven).not.toContain("/instructions/3/condition")
  })

  test("[C15] is not met by a question that a condition on another score excludes", () => {
    const instructions = [
      scored(0, "a"),
      instruction(1, { type: "score", label: "first" }),
      scored(2, "b", "first == 10 && a == 1"),
      instruction(3, { type: "score", label: "second" }),
      instruction(4, { condition: "second == 20" }),
      instruction(5, { condition: "second == 10" }),
    ]
    expect([2, 4, 5].map((place) => proveShown(scriptOf(instructions), [place])._tag)).toEqual(["Impossible", "Impossible", "Possible"])
    expect(analyzeReachability(instructions).steps.map(({ unreachableReason }) => unreachableReason !== null)).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
    ])
  })

  test("[C15] is explained by the conditions of counted questions only, however many others there are", () => {
    const hints = Array.from({ length: 300 }, (_, i) => instruction(i + 1, { condition: `a == ${(i % 3) + 1}` }))
    const instructions = [
      scored(0, "a"),
      ...hints,
      scored(301, "b", "a != 1"),
      instruction(302, { type: "score", label: "s" }),
      instruction(303, { condition: "s >= 10 && a == 1" }),
    ]
    expect(proveShown(scriptOf(instructions), [303])).toMatchObject({
      because: [{ pointer: "/instructions/301/condition" }, { pointer: "/instructions/303/condition" }],
    })
  })

  test("[C15] excludes another instruction if no answers lead to both", () => {
    const script = {
      ...scriptWith("s >= 15"),
      instructions: [...scriptWith("s >= 15").instructions, instruction(4, { condition: "a == 2 && b == 2" })],
    }
    expect(proveShown(script, [3, 4])).toMatchObject({
      _tag: "Impossible",
      because: [{ pointer: "/instructions/3/condition" }, { pointer: "/instructions/4/condition" }],
    })
    expect(proveShown(script, [3])).toMatchObject({ _tag: "Possible" })
    expect(proveShown(script, [4])).toMatchObject({ _tag: "Possible" })
  })

  test("[C15] is not called impossible because a counted question has no choices yet", () => {
    const unfinished = questionInstruction(1, "b", { uuid: "q1", type: "choice", choices: [], options: { scores: true } })
    const instructions = [
      scored(0, "a"),
      unfinished,
      instruction(2, { type: "score", label: "s" }),
      instruction(3, { condition: "s == 5" }),
    ]
    expect(analyzeReachability(instructions).steps[3]?.unreachableReason).toBeNull()
  })

  test("[C15] is judged although another score cannot be", () => {
    const choices = createChoices(...Array.from({ length: 9 }, (_, i) => `${i}`)).map((it) => ({ ...it, score: 2 }))
    const instructions = [
      scored(0, "a"),
      instruction(1, { type: "score", label: "few" }),
      questionInstruction(2, "b", { uuid: "q2", type: "multiple", choices }),
      instruction(3, { type: "score", label: "many" }),
      instruction(4, { condition: "many == 3" }),
      instruction(5, { condition: "few == 3 || few == 5 && a == 2" }),
      instruction(6, { condition: "few == 3" }),
    ]
    const { findings, unproven } = inspectScript(scriptOf(instructions))
    expect(findings.filter(({ because }) => because).map(({ pointer }) => pointer)).toEqual(["/instructions/6/condition"])
    expect(unproven).toContain("/instructions/4/condition")
    expect(unproven).not.toContain("/instructions/5/condition")
  })

  test("[C15] counts as unproven if it adds up more combinations of choices than are tried", () => {
    const choices = createChoices(...Array.from({ length: 9 }, (_, i) => `${i}`)).map((it) => ({ ...it, score: 2 }))
    const many = questionInstruction(0, "a", { uuid: "q", type: "multiple", choices })
    const script = scriptOf([many, instruction(1, { type: "score", label: "s" }), instruction(2, { condition: "s == 5" })])
    expect(proveShown(script, [2])).toEqual({ _tag: "Unknown" })
    expect(inspectScript(script).unproven).toContain("/instructions/2/condition")
    const few = { ...many, question: { uuid: "q", type: "multiple" as const, choices: choices.slice(1) } }
    expect(proveShown({ ...script, instructions: [few, ...script.instructions.slice(1)] }, [2])._tag).toBe("Impossible")
  })

  const isRightForScores = (instructions: ReadonlyArray<Instruction>) => {
    const shown = new Set(playAllConversations(instructions).flatMap(({ visited }) => visited))
    for (const [place, { uuid }] of instructions.entries()) {
      const proof = proveShown(scriptOf(instructions), [place])
      expect([place, proof._tag]).toEqual([place, shown.has(uuid) ? "Possible" : "Impossible"])
      if (proof._tag === "Possible") expect(replay(instructions, proof.example.answers)).toContain(uuid)
    }
  }

  test("[C15] is proved exactly if playing all conversations shows the same", () => {
    fc.assert(fc.property(scoreScripts, isRightForScores), { numRuns: 300 })
  })

  test("[C15] is proved exactly, for 20,000 scripts", { tags: ["long"] }, () => {
    fc.assert(fc.property(scoreScripts, isRightForScores), { numRuns: 20_000 })
  })
})

test("[C10] what depends on a payment without an outcome needs the answer that leaves nothing to pay", () => {
  const amount = questionInstruction(0, "amount", { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 2, precision: 0 } })
  const payment = instruction(1, { type: "action", label: "pay", action: { type: "payment", params: { amount: "i0" } } })
  const script = scriptOf([amount, payment, instruction(2, { label: "unpaid", condition: "actions.pay == null" })])
  expect(proveShown(script, [2])).toEqual({
    _tag: "Possible",
    example: { answers: { amount: 0 }, metadata: {}, needed: ["amount"] },
  })
})

test("[C10] what depends on the outcome of a payment needs an answer with an amount", () => {
  const choices = createChoices("Niets", "Iets").map((it, i) => ({ ...it, amount: i === 0 ? null : 5 }))
  const payment = instruction(1, { type: "action", label: "pay", action: { type: "payment", params: { amount: "i0" } } })
  const amount = questionInstruction(0, "amount", { uuid: "q", type: "choice", choices })
  const proof = proveShown(scriptOf([amount, payment, instruction(2, { label: "paid", condition: "actions.pay == 'paid'" })]), [2])
  expect(proof._tag === "Possible" && proof.example.answers).toEqual({ amount: 2, pay: "paid" })
})

test("[C10] a result of an action that is named outcome is given as one of its results", () => {
  const call = instruction(0, { type: "action", label: "call", action: { type: "getFromAPI", params: {} } })
  const script = scriptOf([call, instruction(1, { label: "accepted", condition: "actions.call.outcome == 'ok'" })])
  expect(proveShown(script, [1])).toEqual({
    _tag: "Possible",
    example: { answers: { call: { outcome: "ok" } }, metadata: {}, needed: ["call"] },
  })
})
