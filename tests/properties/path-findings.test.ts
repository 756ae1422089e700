// What some conversation shows, with answers that lead there: the engine shows it too [C10].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import type { ConversationState } from "../../domain/chat/conversation-state.ts"
import { buildOutcomeEvent } from "../../domain/chat/typed-outcome.ts"
import { blocksGoingLive } from "../../domain/check/blocking-rules.ts"
import { proveShown } from "../../domain/check/proofs.ts"
import { inspectScript } from "../../domain/check/script-rules.ts"
import type { Finding, Rule } from "../../domain/findings/finding.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { isUndecided, playAllConversations, shortScripts } from "../arbitraries/short-scripts.ts"

const inspect = (instructions: ReadonlyArray<Instruction>) => inspectScript({ name: "n", public_name: "n", language: "nl", instructions })
const findingsOf = (instructions: ReadonlyArray<Instruction>, rule: Rule): ReadonlyArray<Finding> =>
  inspect(instructions).findings.filter((it) => it.rule === rule)

/** Plays the answers of an example by their names, until one is missing; an answer that is refused is an error. */
const replay = (instructions: ReadonlyArray<Instruction>, example: Finding["example"]): ConversationState => {
  const chat = compileScript({ language: "nl", instructions })
  let { state } = beginConversation(chat, { seed: "", metadata: example?.metadata ?? {} })
  while (state.waiting !== null) {
    const { uuid, for: awaited } = state.waiting
    const waiting = instructions.find((it) => it.uuid === uuid)
    const name = waiting === undefined ? "" : getInstructionName(waiting)
    if (waiting === undefined || !Object.hasOwn(example?.answers ?? {}, name)) return state
    const given = example?.answers[name]
    const next = handleEvent(chat, state, awaited === "answer" ? { type: "answer", uuid, given } : buildOutcomeEvent(waiting, given))
    if (next.state === state) throw new Error(`${name} is refused`)
    state = next.state
  }
  return state
}

const end = (order: number, condition: string | null = null): Instruction =>
  instruction(order, { type: "end", label: `einde_${order}`, condition, action: { type: "end", params: {} } })
const choice = (order: number, label: string, condition: string | null = null): Instruction =>
  questionInstruction(order, label, { uuid: `q${order}`, type: "choice", choices: createChoices("Ja", "Nee") }, condition)
const saying = (order: number, content: string, condition: string | null = null): Instruction =>
  instruction(order, { condition, messages: [{ uuid: `m${order}`, locale: "nl", content }] })

describe("a conversation without an end", () => {
  const passesAllEnds = (instructions: ReadonlyArray<Instruction>, { visited }: ConversationState) =>
    !instructions.some(({ uuid, type }) => type === "end" && visited.includes(uuid))

  const isReportedExactly = (instructions: ReadonlyArray<Instruction>) => {
    const [finding, ...others] = findingsOf(instructions, "ends-without-end")
    const isPossible = playAllConversations(instructions).some((state) => passesAllEnds(instructions, state))
    const isOpen = instructions.some((it) => isUndecided(instructions, it))
    expect(others).toEqual([])
    if (!isOpen || finding !== undefined) expect(finding !== undefined).toBe(isPossible)
    if (finding === undefined) return
    const { ending, visited } = replay(instructions, finding.example)
    expect([ending !== null, visited.filter((uuid) => instructions.some((it) => it.uuid === uuid && it.type === "end"))]).toEqual([
      true,
      [],
    ])
  }

  test("[C10] is reported exactly where one can be played, with answers that play it", () => {
    fc.assert(fc.property(shortScripts, isReportedExactly), { numRuns: 400 })
  })

  test("[C10] is reported exactly where one can be played, for 20,000 scripts", { tags: ["long"] }, () => {
    fc.assert(fc.property(shortScripts, isReportedExactly), { numRuns: 20_000 })
  })

  test("[C10] names only the answers that matter", () => {
    const script = [choice(0, "a"), choice(1, "b"), choice(2, "c", "a == 1"), end(3, "c == 1"), end(4, "a == 2")]
    const [finding] = findingsOf(script, "ends-without-end")
    expect(finding?.example).toEqual({ answers: { a: 1, b: 1, c: 2 }, metadata: {}, needed: ["a", "c"] })
    const [other] = findingsOf([choice(0, "a"), choice(1, "b"), end(2, "a == 1 && b == 1")], "ends-without-end")
    expect(other?.example?.needed).toHaveLength(1)
  })

  test("[C10] can need metadata, and the outcome of an action", () => {
    const call = instruction(0, { type: "action", label: "call", action: { type: "crmAuth", params: {} } })
    const script = [call, end(1, "metadata.team != 'A'"), end(2, "actions.call != 'ok'")]
    const [finding] = findingsOf(script, "ends-without-end")
    expect(finding?.example).toEqual({ answers: { call: "ok" }, metadata: { team: "A" }, needed: ["call"] })
  })

  test("[C10] is not claimed if it needs what a CRM knows, or what a condition leaves open, and counts as unproven", () => {
    for (const condition of ["crm.kind != 'x'", "metadata.team contains '3' || metadata.team < 2"]) {
      const { findings, unproven } = inspect([choice(0, "a"), end(1, condition)])
      expect(findings.filter(({ rule }) => rule === "ends-without-end")).toEqual([])
      expect(unproven).toContain("/instructions/1")
    }
    expect(inspect([choice(0, "a"), end(1)]).unproven).toEqual([])
  })

  test("[S9] does not prevent a script from going live", () => {
    expect(findingsOf([choice(0, "a")], "ends-without-end").map((it) => [it.severity, blocksGoingLive(it)])).toEqual([["warning", false]])
  })
})

describe("a recall", () => {
  const isEmptyExactly = (script: ReadonlyArray<Instruction>, at: number, of: number) => {
    const place = at % script.length
    const source = of % script.length
    fc.pre(source < place && script[source]?.type === "question")
    const messages = [{ uuid: "m", locale: "nl", content: `<p>Je zei {{answers.q${source}}}.</p>` }]
    const instructions = script.map((it, index) => (index === place ? { ...it, messages } : it))
    const [finding] = findingsOf(instructions, "recall-may-be-empty")
    const isEmpty = ({ visited, answers }: ConversationState) => visited.includes(`i${place}`) && (answers[`i${source}`] ?? null) === null
    const isOpen = instructions.some((it) => isUndecided(instructions, it))
    if (!isOpen || finding !== undefined) expect(finding !== undefined).toBe(playAllConversations(instructions).some(isEmpty))
    if (finding !== undefined) expect(isEmpty(replay(instructions, finding.example))).toBe(true)
  }

  test("[C11] is reported as possibly empty exactly where a conversation shows it without an answer", () => {
    fc.assert(fc.property(shortScripts, fc.nat(7), fc.nat(7), isEmptyExactly), { numRuns: 400 })
  })

  test("[C11] is reported as possibly empty exactly, for 20,000 scripts", { tags: ["long"] }, () => {
    fc.assert(fc.property(shortScripts, fc.nat(7), fc.nat(7), isEmptyExactly), { numRuns: 20_000 })
  })

  test("[C11] of a sum is not claimed to be empty", () => {
    const number = (order: number, label: string): Instruction =>
      questionInstruction(order, label, { uuid: label, type: "numeric", skipable: true })
    const script = [number(0, "a"), number(1, "b"), saying(2, "<p>{{sum(answers.a, answers.b)}} {{answers.a}}</p>"), end(3)]
    expect(findingsOf(script, "recall-may-be-empty").map(({ values }) => values?.["recall"])).toEqual(["{{answers.a}}"])
  })

  test("[C11] with a fallback is never empty, and one of several texts is reported once each", () => {
    const script = [
      choice(0, "a"),
      choice(1, "b", "a == 1"),
      saying(2, "<p>{{answers.b|niets}}</p>"),
      saying(3, "<p>{{answers.b}} {{answers.b}}</p>"),
      end(4),
    ]
    expect(findingsOf(script, "recall-may-be-empty").map(({ pointer, values }) => [pointer, values])).toEqual([
      ["/instructions/3/messages/0/content", { recall: "{{answers.b}}", name: "b" }],
    ])
  })
})

describe("a condition that is always true", () => {
  const withoutEnds = (instructions: ReadonlyArray<Instruction>) =>
    instructions.map((it) => (it.type === "end" ? { ...it, type: "message" as const, action: null } : it))

  const isAlwaysTrueExactly = (instructions: ReadonlyArray<Instruction>) => {
    const conversations = playAllConversations(withoutEnds(instructions))
    const { findings } = inspect(instructions)
    const isReported = (place: number, ...keys: ReadonlyArray<string>): boolean =>
      findings.some(
        ({ pointer, key }) =>
          keys.some((it) => it === key) && (pointer === `/instructions/${place}/condition` || pointer === `/instructions/${place}`),
      )
    const unreachable = findings.filter(({ rule }) => rule === "unreachable-instruction").map(({ pointer }) => pointer)
    for (const [place, it] of instructions.entries()) {
      if (it.condition === null || instructions.some((other) => isUndecided(instructions, other))) continue
      if (unreachable.includes(`/instructions/${place}`) || isReported(place, "condition.itself", "condition.no-choice")) continue
      const isAlways = conversations.every(({ visited }) => visited.includes(it.uuid))
      expect([place, isReported(place, "condition.always-true", "condition.always-true-by-part")]).toEqual([place, isAlways])
    }
  }

  test("[C10] is reported exactly if every conversation, ends left aside, makes it true", () => {
    fc.assert(fc.property(shortScripts, isAlwaysTrueExactly), { numRuns: 300 })
  })

  test("[C10] is reported exactly, for 20,000 scripts", { tags: ["long"] }, () => {
    fc.assert(fc.property(shortScripts, isAlwaysTrueExactly), { numRuns: 20_000 })
  })

  /** An instruction that has only this part as its condition is shown in every conversation. */
  const isPartAlwaysTrue = (instructions: ReadonlyArray<Instruction>) => {
    for (const { pointer, values } of findingsOf(instructions, "condition-always-true")) {
      const place = Number(pointer.split("/")[2])
      const part = values?.["part"]
      const whole = instructions[place]
      if (typeof part !== "string" || part.endsWith("…") || whole === undefined) continue
      const alone = withoutEnds(instructions.with(place, { ...whole, condition: part }))
      for (const { visited } of playAllConversations(alone)) expect([part, visited]).toEqual([part, expect.arrayContaining([whole.uuid])])
    }
  }

  /** Scripts whose last condition has a group of alternatives, made of its conditions and their opposites. */
  const scriptsWithGroups = fc.tuple(shortScripts, fc.array(fc.nat(100), { minLength: 3, maxLength: 3 })).map(([instructions, picks]) => {
    const conditions = instructions.flatMap(({ condition }) => (condition === null ? [] : [condition, `!(${condition})`]))
    const [first, second, third] = picks.map((pick) => conditions[pick % conditions.length])
    const place = instructions.findLastIndex(({ condition }) => condition !== null)
    const last = instructions[place]
    return last === undefined ? instructions : instructions.with(place, { ...last, condition: `(${first} || ${second}) && ${third}` })
  })

  test("[C10] in part is reported only with a part that every conversation makes true", () => {
    fc.assert(fc.property(scriptsWithGroups, isPartAlwaysTrue), { numRuns: 300 })
  })

  test("[C10] in part is reported correctly, for 20,000 scripts", { tags: ["long"] }, () => {
    fc.assert(fc.property(scriptsWithGroups, isPartAlwaysTrue), { numRuns: 20_000 })
  })

  test("[C10] in part is reported with that part", () => {
    const script = [choice(0, "a"), choice(1, "b"), saying(2, "<p>x</p>", "a != null && b == 1 && !(a > 2)"), end(3)]
    expect(findingsOf(script, "condition-always-true").map(({ pointer, message }) => [pointer, message])).toEqual([
      ["/instructions/2/condition", "a != null is always true"],
      ["/instructions/2/condition", "!(a > 2) is always true"],
    ])
    const messagesOf = (condition: string) =>
      findingsOf([choice(0, "a"), choice(1, "b"), saying(2, "<p>x</p>", condition), end(3)], "condition-always-true").map(
        ({ message }) => message,
      )
    expect(messagesOf("(a == 1 || b != null) && b == 1")).toEqual(["a == 1 || b != null is always true"])
    expect(messagesOf("b == 1 && (b == 2 || (a == 1 || a == 2))")).toEqual(["b == 2 || (a == 1 || a == 2) is always true"])
    expect(messagesOf("!(a == 1 && b == null) && b == 1")).toEqual(["!(a == 1 && b == null) is always true"])
    expect(messagesOf("(a == 1 || b == 2) && b == 1")).toEqual([])
  })

  test("[C10] is reported with the alternative that makes it true", () => {
    const script = (condition: string) => [choice(0, "a"), choice(1, "b"), saying(2, "<p>x</p>", condition), end(3)]
    const messagesOf = (condition: string) => findingsOf(script(condition), "condition-always-true").map(({ message }) => message)
    expect(messagesOf("a == 1 || b != null")).toEqual(["this condition is always true, because b != null is"])
    expect(messagesOf("a == 1 || (b == 1 || !(a > 2))")).toEqual(["this condition is always true, because !(a > 2) is"])
    expect(messagesOf("!(a == 1 && b == null)")).toEqual(["this condition is always true, because !(b == null) is"])
    expect(messagesOf("a == 1 || (b != null && a < 3)")).toEqual(["this condition is always true, because b != null && a < 3 is"])
    expect(messagesOf("a != null || b != null")).toEqual(["this condition is always true, because a != null is"])
    expect(messagesOf("a != null && b != null")).toEqual(["this condition is always true"])
    expect(messagesOf("a == 1 || a == 2")).toEqual(["this condition is always true"])
    expect(messagesOf("a != null")).toEqual(["this condition is always true"])
  })

  test("[C10] is reported once if it compares with a value that no choice has", () => {
    const rulesOf = (condition: string) =>
      inspect([choice(0, "a"), saying(1, "<p>x</p>", condition), end(2)])
        .findings.filter(({ pointer }) => pointer === "/instructions/1/condition")
        .map(({ rule, key }) => `${rule} ${key}`)
    expect(rulesOf("a != 9")).toEqual(["condition-always-true condition.no-choice"])
    expect(rulesOf("!(a == 9)")).toEqual(["condition-always-true condition.no-choice"])
    expect(rulesOf("a == 9 || a == 1")).toEqual(["condition-never-true condition.no-choice"])
    expect(rulesOf("!(a != 9) || a == 1")).toEqual(["condition-never-true condition.no-choice"])
  })

  test("[C10] only because an earlier end ended the conversation is not reported", () => {
    expect(findingsOf([choice(0, "a"), end(1, "a == 1"), end(2, "a == 2")], "condition-always-true")).toEqual([])
  })
})

describe("what an action or a score needs", () => {
  const amount = questionInstruction(
    1,
    "amount",
    { uuid: "qa", type: "numeric", options: { minimum: 1, maximum: 9, precision: 0 } },
    "a == 1",
  )
  const scored = createChoices("Ja", "Nee").map((it) => ({ ...it, score: 1 }))
  const counted = questionInstruction(1, "points", { uuid: "qp", type: "choice", choices: scored }, "a == 1")

  test.each([
    [
      "a payment",
      amount,
      { type: "action", action: { type: "payment", params: { amount: "i1" } } },
      "/instructions/2/action/params/amount path.no-amount",
    ],
    [
      "a delivery",
      amount,
      { type: "action", action: { type: "send2api", params: { endpoint: "https://example.org", version: 2, questions: ["i1"] } } },
      "/instructions/2/action/params/questions path.no-delivery",
    ],
    ["a score", counted, { type: "score" }, "/instructions/2 path.no-score"],
  ] as const)("[C10] may be missing for %s", (_, source, parts, expected) => {
    const script = (condition: string | null) => [choice(0, "a"), source, instruction(2, { ...parts, label: "it", condition }), end(3)]
    const [finding, ...others] = findingsOf(script(null), "needs-may-be-missing")
    expect([`${finding?.pointer} ${finding?.key}`, finding?.example?.answers, others]).toEqual([expected, { a: 2 }, []])
    expect(findingsOf(script("a == 1"), "needs-may-be-missing")).toEqual([])
  })

  test("[C10] may be missing for a delivery of a score", () => {
    const score = instruction(2, { type: "score", label: "total", condition: "a == 1", action: { type: "score", params: {} } })
    const params = { endpoint: "https://example.org", version: 2 as const, questions: ["i2"] }
    const delivery = instruction(3, { type: "action", label: "it", action: { type: "send2api", params } })
    const [finding, ...others] = findingsOf([choice(0, "a"), counted, score, delivery, end(4)], "needs-may-be-missing")
    expect([finding?.pointer, finding?.key, finding?.example?.answers, others]).toEqual([
      "/instructions/3/action/params/questions",
      "path.no-delivery",
      { a: 2 },
      [],
    ])
  })
})

describe("a score without a branch", () => {
  const scored = (order: number, scores: ReadonlyArray<number>, condition: string | null = null): Instruction => {
    const choices = createChoices(...scores.map(String)).map((it, i) => ({ ...it, score: scores[i] ?? 0 }))
    return questionInstruction(order, `v${order}`, { uuid: `q${order}`, type: "choice", choices }, condition)
  }
  const score = instruction(2, { type: "score", label: "som" })
  const script = (...conditions: ReadonlyArray<string>) => [
    scored(0, [0, 1, 3]),
    scored(1, [0, 1, 3], "v0 != 1"),
    score,
    ...conditions.map((condition, i) => instruction(3 + i, { condition })),
    end(3 + conditions.length),
  ]

  test("[C15] is reported with answers that reach it", () => {
    const instructions = script("som < 2", "som >= 4")
    const [finding, ...others] = findingsOf(instructions, "score-gap")
    expect([finding?.pointer, finding?.values, others]).toEqual(["/instructions/2", { total: 2 }, []])
    expect(finding?.example).toEqual({ answers: { v0: 2, v1: 2 }, metadata: {}, needed: ["v0", "v1"] })
    const { visited } = replay(instructions, finding?.example)
    expect(visited).toEqual(["i0", "i1", "i2", "i5"])
  })

  test.each([
    ["all totals have one", ["som < 2", "som >= 2"]],
    ["the totals between them cannot be reached", ["som < 2", "som == 2 || som == 3 || som == 4", "som > 5"]],
    ["there is just one condition", ["som < 2"]],
    ["their conditions are about more than the score", ["som < 2 && v0 == 1", "som >= 4"]],
  ])("[C15] is not reported if %s", (_, conditions) => {
    expect(findingsOf(script(...conditions), "score-gap")).toEqual([])
  })

  test("[C15] is not reported if a range shows a text for it, even if its label alone does not count", () => {
    const range = (content: string) => ({
      uuid: "r",
      minimum: 2,
      maximum: 3,
      label: "some",
      translation: { locale: "en", content },
    })
    const withRange = (content: string) =>
      script("som < 2", "som >= 4").map((it) =>
        it.label === "som" ? { ...it, action: { type: "score" as const, params: { ranges: [range(content)] } } } : it,
      )
    const keysOf = (content: string) =>
      findingsOf(withRange(content), "score-gap").flatMap(({ key }) => (key === "path.score-gap" ? [key] : []))
    expect([keysOf("<p>Some</p>"), keysOf(" ")]).toEqual([[], ["path.score-gap"]])
  })

  test("[C15] is reported whatever comes after an end that is always reached", () => {
    const instructions = script("som < 2", "som >= 4")
    const later = [instruction(6, { condition: "som == 2" }), instruction(7, { condition: "som == 3" })]
    expect(findingsOf([...instructions, ...later], "score-gap")).toEqual(findingsOf(instructions, "score-gap"))
  })

  test("[C15] is a total with which no instruction is shown whose condition is about the score, not even with other answers", () => {
    const instructions = [
      scored(0, [1, 2, 3]),
      choice(1, "c"),
      { ...score, condition: null },
      ...["som == 1", "som == 3", "som == 2 && c == 1"].map((condition, i) => instruction(3 + i, { condition })),
      end(6),
    ]
    const [finding] = findingsOf(instructions, "score-gap")
    expect([finding?.values, finding?.example]).toEqual([{ total: 2 }, { answers: { v0: 2, c: 2 }, metadata: {}, needed: ["v0", "c"] }])
    const covered = [...instructions.slice(0, 5), instruction(5, { condition: "som == 2 && (c == 1 || c == 2)" }), end(6)]
    expect(findingsOf(covered, "score-gap")).toEqual([])
  })

  test("[C15] is not reported if no answer counts for the score", () => {
    const [asked] = script()
    if (!asked?.question) throw new Error("the first one asks")
    const skipped = { ...asked, question: { ...asked.question, skipable: true } }
    const { findings, unproven } = inspect([
      skipped,
      ...script("som < 1", "som >= 1")
        .slice(1)
        .filter((it) => it.label !== "v1"),
    ])
    expect(findings.filter(({ rule }) => rule === "score-gap")).toEqual([])
    expect(unproven).toEqual([])
  })

  /** A question whose text is not known in advance, so that conditions on it are open. */
  const recalling = questionInstruction(1, "d", { uuid: "d", type: "choice", choices: createChoices("{{answers.v0.text}}", "b") })

  test("[C15] is not proved by a conversation that ends before all conditions on the score", () => {
    const open = "answers.d.text != 'zzz'"
    const instructions = [
      scored(0, [1]),
      recalling,
      score,
      instruction(3, { condition: "som == 0" }),
      { ...end(4), condition: open },
      instruction(5, { condition: "som == 2" }),
      end(6),
    ]
    const { findings, unproven } = inspect(instructions)
    expect(findings.filter(({ rule }) => rule === "score-gap")).toEqual([])
    expect(unproven).toContain("/instructions/2")
  })

  test("[C15] needs all answers that an open condition reads", () => {
    const instructions = [scored(0, [1]), recalling, score, instruction(3, { condition: "answers.d.text != 'zzz'" }), end(4)]
    expect(proveShown({ name: "n", public_name: "n", language: "nl", instructions }, [3])).toMatchObject({
      _tag: "Possible",
      example: { needed: ["v0", "d"] },
    })
    expect(inspect(instructions).unproven).toEqual(["/instructions/3/condition"])
  })

  test("[C15] may miss all its questions only if a conversation answers none of them", () => {
    const instructions = [
      choice(0, "v0"),
      recalling,
      scored(2, [1, 2], "answers.d.text != 'zzz'"),
      scored(3, [1, 2], "v0 == 1"),
      instruction(4, { type: "score", label: "som" }),
      end(5),
    ]
    const { findings, unproven } = inspect(instructions)
    expect(findings.filter(({ rule }) => rule === "needs-may-be-missing")).toEqual([])
    expect(unproven).toContain("/instructions/4")
  })

  test("[C15] is found for conditions on the average, too", () => {
    const [finding] = findingsOf(script("answers.som.average < 1", "answers.som.average >= 2"), "score-gap")
    expect(finding?.values).toEqual({ total: 2 })
  })
})

test("the findings of a script are the same, in the same order, each time", () => {
  fc.assert(
    fc.property(shortScripts, (instructions) => {
      expect(inspect(structuredClone(instructions))).toEqual(inspect(instructions))
    }),
    { numRuns: 200 },
  )
})

test("the findings of a script do not depend on the scripts that were checked before it", () => {
  fc.assert(
    fc.property(shortScripts, shortScripts, fc.infiniteStream(fc.boolean()), (one, other, picks) => {
      inspect(one)
      inspect(other)
      // Unchanged instructions are the same objects, as after an edit.
      const mixed = one.map((it, index) => (picks.next().value === true ? (other[index] ?? it) : it))
      expect(inspect(mixed)).toEqual(inspect(structuredClone(mixed)))
    }),
    { numRuns: 300 },
  )
})
