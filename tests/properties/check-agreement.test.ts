// The check, the graph and --prove say the same about every instruction, and it is what playing all conversations shows [C10, C15].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import type { ConversationState } from "../../domain/chat/conversation-state.ts"
import { proveShown } from "../../domain/check/proofs.ts"
import { inspectScript } from "../../domain/check/script-rules.ts"
import type { Example, Finding } from "../../domain/findings/finding.ts"
import { buildFlow, listUnreached } from "../../domain/flow/flow-graph.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { distinctMetadata, type ScoredScript, scoredScripts } from "../arbitraries/scored-scripts.ts"
import { playAllConversations } from "../arbitraries/short-scripts.ts"

const scriptOf = (instructions: ReadonlyArray<Instruction>) => ({ name: "n", public_name: "n", language: "nl" as const, instructions })

const playAll = ({ instructions, givenAnswers }: ScoredScript): ReadonlyArray<ConversationState> =>
  distinctMetadata.flatMap((metadata) => playAllConversations(instructions, metadata, givenAnswers))

/** Plays the needed answers of an example, and each other answer in turn: all conversations that they leave open. */
const playWithNeeded = (
  { instructions, givenAnswers }: ScoredScript,
  { answers, needed, metadata }: Example,
): ReadonlyArray<ConversationState> => {
  const chat = compileScript(scriptOf(instructions))
  const finish = (state: ConversationState): ReadonlyArray<ConversationState> => {
    const asked = instructions.find(({ uuid }) => uuid === state.waiting?.uuid)
    if (!asked?.question) return [state]
    const name = asked.label ?? ""
    return (needed.includes(name) ? [answers[name]] : givenAnswers(asked.question)).flatMap((given) =>
      finish(handleEvent(chat, state, { type: "answer", uuid: asked.uuid, given }).state),
    )
  }
  return finish(beginConversation(chat, { seed: "", metadata }).state)
}

const isUnreachable = ({ rule, key }: Finding): boolean => rule === "unreachable-instruction" || key === "condition.never-true"
const placeOf = ({ pointer }: Pick<Finding, "pointer">): number => Number(pointer.split("/")[2])

/** The names of the instructions on which a condition depends, directly or not, and of the ends before it. */
const listDependencies = (instructions: ReadonlyArray<Instruction>, place: number): ReadonlySet<number> => {
  const found = new Set([place, ...instructions.flatMap(({ type }, i) => (type === "end" && i < place ? [i] : []))])
  for (const at of found)
    for (const [, index] of (instructions[at]?.condition ?? "").matchAll(/q(\d)/g)) {
      found.add(Number(index))
      if (instructions[Number(index)]?.type === "score") for (let i = 0; i < Number(index); i++) found.add(i)
    }
  return found
}

let [decidedCount, undecidedCount] = [0, 0]

const agrees = (script: ScoredScript): void => {
  const { instructions } = script
  const conversations = playAll(script)
  const { findings, unproven } = inspectScript(scriptOf(instructions))
  const nodes = buildFlow({ instructions }).nodes.flatMap((node) => (node.as === "instruction" ? [node] : []))
  for (const [place, { uuid }] of instructions.entries()) {
    const proof = proveShown(scriptOf(instructions), [place])
    // Parts that are never true are reported instead of what follows from them, which the graph then says in the same words.
    const key = nodes[place]?.unreached?.explanation?.key
    const isReported = findings.some((it) => (isUnreachable(it) || it.key === key) && placeOf(it) === place)
    const isShown = conversations.some(({ visited }) => visited.includes(uuid))
    expect([place, proof._tag === "Impossible"]).toEqual([place, isReported])
    expect([place, nodes[place]?.unreached !== null]).toEqual([place, isReported])
    if (proof._tag === "Unknown") {
      undecidedCount++
      const dependencies = listDependencies(instructions, place)
      expect([place, unproven.some((pointer) => dependencies.has(placeOf({ pointer })))]).toEqual([place, true])
      continue
    }
    decidedCount++
    expect([place, proof._tag]).toEqual([place, isShown ? "Possible" : "Impossible"])
    if (proof._tag === "Possible")
      for (const { visited } of playWithNeeded(script, proof.example)) expect([place, visited.includes(uuid)]).toEqual([place, true])
    else expect([place, proof.because.length > 0]).toEqual([place, true])
  }
  for (const { rule, example, values, pointer } of findings) {
    if (example === undefined) continue
    const score = instructions[placeOf({ pointer })]?.label ?? ""
    for (const { visited } of playWithNeeded(script, example)) {
      const shown = instructions.filter(({ uuid }) => visited.includes(uuid))
      if (rule === "ends-without-end") expect(shown.filter(({ type }) => type === "end")).toEqual([])
      if (rule === "score-gap") expect(shown.filter(({ condition }) => (condition ?? "").includes(score))).toEqual([])
      if (rule === "score-gap") expect(Number(values?.["total"])).toBeGreaterThanOrEqual(0)
    }
  }
}

describe("the check, the graph and --prove", () => {
  test("agree with each other and with all conversations, and say what is undecided", () => {
    fc.assert(fc.property(scoredScripts, agrees), { numRuns: 250 })
    // A property that is mostly about undecided conditions would prove nothing.
    expect(undecidedCount / (decidedCount + undecidedCount)).toBeLessThan(0.05)
  })

  test("agree for 20,000 scripts", { tags: ["long"], timeout: 3_600_000 }, () => {
    fc.assert(fc.property(scoredScripts, agrees), { numRuns: 20_000 })
  })

  test("say the same about an instruction whatever comes after it", () => {
    const verdictsOf = (instructions: ReadonlyArray<Instruction>, count: number) => ({
      findings: inspectScript(scriptOf(instructions)).findings.filter((it) => isUnreachable(it) && placeOf(it) < count),
      proofs: Array.from({ length: count }, (_, place) => proveShown(scriptOf(instructions), [place])._tag),
    })
    fc.assert(
      fc.property(scoredScripts, scoredScripts, fc.boolean(), ({ instructions }, { instructions: more }, hasEnd) => {
        const end = instruction(instructions.length, { type: "end", label: "end", action: { type: "end", params: {} } })
        const first = hasEnd ? [...instructions, end] : instructions
        const names = new Set(first.map(({ label }) => label))
        // What comes after refers to the same names, so that it compares the same answers with other values.
        const after = more.map((it, i) => ({
          ...it,
          uuid: `later ${i}`,
          order: first.length + i,
          label: `later_${i}`,
          condition: [...(it.condition ?? "").matchAll(/q\d/g)].every(([name]) => names.has(name)) ? (it.condition ?? null) : null,
        }))
        expect(verdictsOf([...first, ...after], first.length)).toEqual(verdictsOf(first, first.length))
      }),
      { numRuns: 150 },
    )
  })
})

describe("nine questions", () => {
  const choice = (order: number, label: string, condition: string | null = null) =>
    questionInstruction(order, label, { uuid: `q${order}`, type: "choice", choices: createChoices("Ja", "Nee") }, condition)
  const end = (order: number, condition: string) =>
    instruction(order, { type: "end", label: `end_${order}`, condition, action: { type: "end", params: {} } })
  const all = Array.from({ length: 9 }, (_, i) => `q${i} == 1`).join(" && ")
  const script = [
    ...Array.from({ length: 9 }, (_, i) => choice(i, `q${i}`)),
    choice(9, "x", "q8 == 1"),
    instruction(10, { label: "y", condition: "x == 1 && q8 == 2" }),
    end(11, "q0 == 1"),
    end(12, "q0 == 2"),
  ]

  test("lead to more paths than are followed at once, and are still decided one by one", () => {
    const longer = [...script, instruction(13, { label: "all", condition: all })]
    const reported = inspectScript(scriptOf(longer))
    const unreachable = reported.findings.filter(isUnreachable)
    expect(unreachable.map((it) => [placeOf(it), it.key])).toEqual([
      [10, "condition.conflict"],
      [13, "condition.after-ends"],
    ])
    expect(reported.unproven).toEqual([])
    expect(unreachable.slice(0, 1)).toEqual(inspectScript(scriptOf(script)).findings.filter(isUnreachable))
  })

  test("[I12] are counted where the graph cannot tell", () => {
    const open = [...script.slice(0, 11), instruction(11, { label: "crm", condition: "crm.group == 'a'" })]
    expect(listUnreached(buildFlow({ instructions: open }))).toEqual({ unreached: [10], undecided: [11] })
    expect(inspectScript(scriptOf(open)).unproven).toEqual(["/instructions/11/condition"])
    expect(proveShown(scriptOf(open), [11])).toEqual({ _tag: "Unknown" })
  })
})
