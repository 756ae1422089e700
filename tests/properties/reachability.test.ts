// Which instructions can be shown, judged together: the check, the graph and the engine agree [C10, I12].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import { buildFlow } from "../../domain/flow/flow-graph.ts"
import { analyzeReachability } from "../../domain/flow/reachability.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { isUndecided, playAllConversations, shortScripts } from "../arbitraries/short-scripts.ts"

const end = (order: number, condition: string | null = null, label = "einde"): Instruction =>
  instruction(order, { type: "end", label, condition, action: { type: "end", params: {} } })
const choice = (order: number, label: string, condition: string | null = null): Instruction =>
  questionInstruction(order, label, { uuid: `q${order}`, type: "choice", choices: createChoices("Ja", "Nee") }, condition)

const reachabilityOf = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<Finding> =>
  scriptFindings({ name: "n", public_name: "n", language: "nl", instructions }).filter(
    ({ rule }) => rule === "unreachable-instruction" || rule === "condition-never-true",
  )
const shortened = ({ pointer, rule, key, values, because }: Finding) => ({
  finding: `${pointer} ${rule} ${key}`,
  values,
  because: because?.map(({ pointer: at, condition }) => `${at} ${condition}`),
})

describe("conditions that exclude each other", () => {
  const scale = questionInstruction(0, "mood", { uuid: "q", type: "emoji" })
  const energy = questionInstruction(1, "energy", { uuid: "r", type: "numeric", options: { minimum: 0, maximum: 10, precision: 0 } })
  const contradiction = [
    scale,
    energy,
    choice(2, "talk", "mood <= 2 || energy <= 2"),
    instruction(3, { label: "email", condition: "talk == 1 && mood >= 4 && energy >= 8" }),
    end(4),
  ]

  test("[C10] are reported once, with the smallest set of them", () => {
    expect(reachabilityOf(contradiction).map(shortened)).toEqual([
      {
        finding: "/instructions/3 unreachable-instruction condition.conflict",
        values: { names: "“talk”" },
        because: ["/instructions/2/condition mood <= 2 || energy <= 2", "/instructions/3/condition talk == 1 && mood >= 4 && energy >= 8"],
      },
    ])
    expect(reachabilityOf(contradiction)[0]?.severity).toBe("warning")
  })

  test("[I12] are named in the graph as in the check", () => {
    const [finding] = reachabilityOf(contradiction)
    const unreached = buildFlow({ instructions: contradiction }).nodes.flatMap((node) =>
      node.as === "instruction" ? [node.unreached] : [],
    )
    expect(unreached).toEqual([
      null,
      null,
      null,
      { reason: "condition", explanation: { key: finding?.key, values: finding?.values, because: [2, 3] } },
      null,
    ])
  })

  test("[I12] of a value that no choice has are named in the graph as in the check", () => {
    const instructions = [choice(0, "a"), instruction(1, { condition: "a == 9" })]
    const [finding] = reachabilityOf(instructions)
    const [, , node] = buildFlow({ instructions }).nodes
    expect(node).toMatchObject({ unreached: { explanation: { key: finding?.key, values: finding?.values } } })
  })

  test.each([
    {
      title: "of three instructions",
      instructions: [choice(0, "a"), choice(1, "b", "a == 1"), choice(2, "c", "b == 1"), instruction(3, { condition: "c && a == 2" })],
      findings: ["/instructions/3 unreachable-instruction condition.conflicts “b”, “c”"],
    },
    {
      title: "of five instructions, without others that are related to them",
      instructions: [
        ...["a", "b", "c", "d"].map((label, i) => choice(i, label)),
        choice(4, "e", "a == 2 || b == 2"),
        choice(5, "f", "a == 1 || d == 1"),
        choice(6, "g", "b == 1 || c == 2"),
        choice(7, "h", "c == 1 || d == 2"),
        choice(8, "i", "d == 1 || a == 2"),
        instruction(9, { condition: "e && f && g && h && i && a == 1" }),
      ],
      findings: ["/instructions/9 unreachable-instruction condition.conflicts “e”, “g”, “h”, “i”"],
    },
    {
      title: "of one other instruction, although two others exclude each other too",
      instructions: [
        ...["p", "q"].map((label, i) => choice(i, label)),
        choice(2, "a", "p == 1"),
        choice(3, "b", "q == 1"),
        choice(4, "c", "q == 2"),
        instruction(5, { condition: "a && b && c && p == 2" }),
      ],
      findings: ["/instructions/5 unreachable-instruction condition.conflict “a”"],
    },
    {
      title: "of two other instructions, although three others exclude each other too",
      instructions: [
        choice(0, "p"),
        choice(1, "q"),
        questionInstruction(2, "r", { uuid: "r", type: "choice", choices: createChoices("1", "2", "3") }),
        choice(3, "a", "p == 1 || q == 1"),
        choice(4, "b", "p == 2 || q == 1"),
        ...["c", "d", "e"].map((label, i) => choice(5 + i, label, `r != ${i + 1}`)),
        instruction(8, { condition: "a && b && c && d && e && q == 2" }),
      ],
      findings: ["/instructions/8 unreachable-instruction condition.conflicts “a”, “b”"],
    },
    {
      title: "of its own with a value that no choice has, once",
      instructions: [choice(0, "a"), instruction(1, { condition: "a == 9" })],
      findings: ["/instructions/1/condition condition-never-true condition.no-choice undefined"],
    },
    {
      title: "of its own with a part that is never true, once",
      instructions: [choice(0, "a"), choice(1, "b"), instruction(2, { condition: "a > 5 && b == 1" })],
      findings: ["/instructions/2/condition condition-never-true condition.part-never-true undefined"],
    },
    {
      title: "of its own with alternatives that are never true, once each",
      instructions: [choice(0, "a"), instruction(1, { condition: "a == 8 || !(a != 9)" })],
      findings: [
        "/instructions/1/condition condition-never-true condition.no-choice undefined",
        "/instructions/1/condition condition-never-true condition.no-choice undefined",
      ],
    },
    {
      title: "of its own with a value that no choice has, which alone does not make it false",
      instructions: [choice(0, "a"), choice(1, "b"), instruction(2, { condition: "(a == 9 || b == 1) && b == 2" })],
      findings: [
        "/instructions/2/condition condition-never-true condition.no-choice undefined",
        "/instructions/2/condition condition-never-true condition.never-true undefined",
      ],
    },
    {
      title: "of an end that comes first",
      instructions: [choice(0, "a"), end(1, "a == 1"), instruction(2, { condition: "a == 1" })],
      findings: ["/instructions/2 unreachable-instruction condition.ended “einde”"],
    },
    {
      title: "of ends that together are always reached",
      instructions: [choice(0, "a"), end(1, "a == 1", "x"), end(2, "a == 2", "y"), instruction(3, {})],
      findings: ["/instructions/3 unreachable-instruction condition.after-ends “x”, “y”"],
    },
    {
      title: "of one instruction alone, which is always asked",
      instructions: [choice(0, "a"), choice(1, "b"), instruction(2, { condition: "a != 1 && a != 2 && b" })],
      findings: ["/instructions/2/condition condition-never-true condition.never-true undefined"],
    },
  ])("[C10] $title are found", ({ instructions, findings }) => {
    expect(reachabilityOf(instructions).map(({ pointer, rule, key, values }) => `${pointer} ${rule} ${key} ${values?.["names"]}`)).toEqual(
      findings,
    )
  })
})

test("[C10] an end that is always reached is named as the reason for what comes after it", () => {
  const reasonsOf = (instructions: ReadonlyArray<Instruction>) =>
    reachabilityOf(instructions).map(({ key, because }) => [key, because?.map(({ pointer, condition }) => `${pointer} ${condition}`)])
  const after = [instruction(2, {}), instruction(3, { condition: "a == 1" })]
  expect(reasonsOf([choice(0, "a"), end(1), ...after])).toEqual(after.map(() => ["condition.after-end", ["/instructions/1 "]]))
  expect(reasonsOf([choice(0, "a"), end(1, "1 == 1"), ...after]).slice(-1)).toEqual([
    ["condition.after-end", ["/instructions/1/condition 1 == 1"]],
  ])
})

test("[C15] the reason of a score contains what hides the questions that it counts", () => {
  const scored = createChoices("1", "2").map((it) => ({ ...it, score: it.value }))
  const instructions = [
    choice(0, "a"),
    choice(1, "b", "a == 1"),
    questionInstruction(2, "c", { uuid: "c", type: "choice", choices: scored }, "a == 2 && b == 1"),
    instruction(3, { type: "score", label: "s" }),
    instruction(4, { condition: "s >= 1" }),
    end(5),
  ]
  expect(reachabilityOf(instructions).map(({ because }) => because?.map(({ pointer }) => pointer))).toEqual([
    ["/instructions/1/condition", "/instructions/2/condition"],
    ["/instructions/1/condition", "/instructions/2/condition", "/instructions/4/condition"],
  ])
})

test("an action that becomes an end is analyzed again", () => {
  const call = instruction(0, { type: "action", label: "call", action: { type: "crmAuth", params: {} } })
  const message = instruction(1, {})
  expect(analyzeReachability([call, message]).endIndex).toBeNull()
  const ended = { ...call, action: { type: "end" as const, params: {} } }
  expect(analyzeReachability([ended, message]).steps.map(({ unreachableReason }) => unreachableReason)).toEqual([null, "after-end"])
})

/** The places that some conversation shows. */
const shownPlaces = (instructions: ReadonlyArray<Instruction>): ReadonlySet<number> => {
  const shown = new Set(playAllConversations(instructions).flatMap(({ visited }) => visited))
  return new Set(instructions.flatMap(({ uuid }, place) => (shown.has(uuid) ? [place] : [])))
}

describe("reachability", () => {
  const isExactFor = (instructions: ReadonlyArray<Instruction>) => {
    const shown = shownPlaces(instructions)
    const isOpen = instructions.some((it) => isUndecided(instructions, it))
    const judged = analyzeReachability(instructions).steps.map(({ reach }) => reach._tag)
    const isRight = (tag: string, place: number) => (isOpen && tag === "Unknown") || tag === (shown.has(place) ? "Shown" : "Never")
    expect(judged.flatMap((tag, place) => (isRight(tag, place) ? [] : [`${place} ${tag}`]))).toEqual([])
  }

  test("[C10] is what playing all conversations shows", () => {
    fc.assert(fc.property(shortScripts, isExactFor), { numRuns: 400 })
  })

  test("[C10] is what playing all conversations shows, for 20,000 scripts", { tags: ["long"] }, () => {
    fc.assert(fc.property(shortScripts, isExactFor), { numRuns: 20_000 })
  })

  test("[C10] [I12] is reported for the same instructions by the check and the graph", () => {
    fc.assert(
      fc.property(shortScripts, (instructions) => {
        const findings = reachabilityOf(instructions)
        const { steps } = analyzeReachability(instructions)
        for (const node of buildFlow({ instructions }).nodes) {
          if (node.as !== "instruction") continue
          const pointer = `/instructions/${node.place}`
          // Parts that are never true are reported instead of what follows from them.
          const isFalseByParts = steps[node.place]?.isFalseByParts === true && node.unreached !== null
          const isReported =
            isFalseByParts ||
            findings.some((it) => it.pointer === pointer || (it.key === "condition.never-true" && it.pointer === `${pointer}/condition`))
          // A wrong name is reported instead of what follows from it.
          const isWrong = steps[node.place]?.issues.some(({ _tag }) => _tag === "Unknown" || _tag === "Forward" || _tag === "Itself")
          expect([node.place, isReported || isWrong === true]).toEqual([node.place, node.unreached !== null || isWrong === true])
          if (node.unreached === null || isWrong === true) continue
          const { key, values } = node.unreached.explanation ?? {}
          const same = findings.find((it) => it.key === key && (it.pointer === pointer || it.pointer === `${pointer}/condition`))
          expect([node.place, same?.values]).toEqual([node.place, values])
        }
      }),
      { numRuns: 400 },
    )
  })

  test("of earlier instructions does not change with what comes after the end", () => {
    fc.assert(
      fc.property(shortScripts, shortScripts, (instructions, after) => {
        const withEnd = [...instructions, end(instructions.length)]
        const longer = [...withEnd, ...after.map((it, i) => ({ ...it, uuid: `later ${i}`, label: `later_${i}` }))]
        const isBefore = ({ pointer }: Finding) => Number(pointer.split("/")[2]) < withEnd.length
        expect(reachabilityOf(longer).filter(isBefore)).toEqual(reachabilityOf(withEnd))
      }),
      { numRuns: 200 },
    )
  })

  test("does not change with the names", () => {
    const rename = (text: string) => text.replaceAll(/\bq(\d)/g, "naam_$1")
    fc.assert(
      fc.property(shortScripts, (instructions) => {
        const renamed = instructions.map((it) => ({
          ...it,
          label: rename(it.label ?? ""),
          condition: it.condition === null || it.condition === undefined ? null : rename(it.condition),
        }))
        expect(reachabilityOf(renamed)).toEqual(JSON.parse(rename(JSON.stringify(reachabilityOf(instructions)))))
      }),
      { numRuns: 200 },
    )
  })
})
