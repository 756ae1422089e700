// What an action or a score may miss, and the scores that no branch or range is for: reported exactly where a conversation can be played that
// shows it [C10, C15]. FUZZ_RUNS sets the number of scripts.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import type { ConversationState } from "../../domain/chat/conversation-state.ts"
import { buildEnvironment } from "../../domain/chat/evaluation-environment.ts"
import { inspectScript } from "../../domain/check/script-rules.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import { isScored } from "../../domain/questions/choice-question.ts"
import type { ScoreRange } from "../../domain/script/action.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { instruction } from "../arbitraries/answerable.ts"
import { conditionOnAnswer, conditionOnScore, isUndecided, playAllConversations, scoredQuestions } from "../arbitraries/short-scripts.ts"

const numRuns = Number(process.env["FUZZ_RUNS"] ?? 150)
/** In milliseconds, with time to spare for a busy machine. */
const testOptions = { timeout: 30_000 + 200 * numRuns }

const inspect = (instructions: ReadonlyArray<Instruction>) => inspectScript({ name: "n", public_name: "n", language: "nl", instructions })

/** The conversations in which the example of a finding is given. */
const playExample = (instructions: ReadonlyArray<Instruction>, { example }: Finding): ReadonlyArray<ConversationState> =>
  playAllConversations(instructions).filter(({ answers }) =>
    Object.entries(example?.answers ?? {}).every(([name, given]) => {
      const uuid = instructions.find(({ label }) => label === name)?.uuid ?? ""
      return JSON.stringify(answers[uuid] ?? null) === JSON.stringify(given ?? null)
    }),
  )

/**
 * Expects a finding exactly if some conversation shows the claim, and that its example shows it. Where a condition is undecided, the claim may be
 * left unproven.
 */
const expectExactly = (
  instructions: ReadonlyArray<Instruction>,
  findings: ReadonlyArray<Finding>,
  isShownBy: (state: ConversationState) => boolean,
): void => {
  const isOpen = instructions.some((it) => isUndecided(instructions, it))
  const isPossible = playAllConversations(instructions).some(isShownBy)
  if (!isOpen || findings.length > 0) expect(findings.length > 0).toBe(isPossible)
  for (const finding of findings) expect(playExample(instructions, finding).some(isShownBy)).toBe(true)
}

const end = (order: number, condition: string | null): Instruction =>
  instruction(order, { type: "end", label: "end", condition, action: { type: "end", params: {} } })

describe("what an action or a score needs", () => {
  type Need = "score" | "send2api" | "payment"

  const needing = (need: Need, order: number, sources: ReadonlyArray<string>, condition: string | null): Instruction => {
    const parts = { label: "need", condition }
    switch (need) {
      case "score":
        return instruction(order, { ...parts, type: "score" })
      case "send2api":
        return instruction(order, {
          ...parts,
          type: "action",
          action: { type: "send2api", params: { endpoint: "https://example.org", version: 2, questions: [...sources] } },
        })
      case "payment":
        return instruction(order, { ...parts, type: "action", action: { type: "payment", params: { amount: sources[0] ?? "" } } })
    }
  }

  const scripts = scoredQuestions.chain((questions) =>
    fc.record({
      questions: fc.constant(questions),
      need: fc.constantFrom<Need>("score", "send2api", "payment"),
      sources: fc.subarray(
        questions.map(({ uuid }) => uuid),
        { minLength: 1 },
      ),
      endCondition: fc.option(conditionOnAnswer(questions.length)),
      condition: fc.option(conditionOnAnswer(questions.length)),
    }),
  )

  test("[C10] is reported as possibly missing exactly where a conversation comes there without it", testOptions, () => {
    fc.assert(
      fc.property(scripts, ({ questions, need, sources, endCondition, condition }) => {
        const ends = endCondition === null ? [] : [end(questions.length, endCondition)]
        const order = questions.length + ends.length
        const instructions = [...questions, ...ends, needing(need, order, sources, condition)]
        const needed =
          need === "score" ? questions.filter(isScored).map(({ uuid }) => uuid) : need === "payment" ? sources.slice(0, 1) : sources
        const findings = inspect(instructions).findings.filter(({ rule }) => rule === "needs-may-be-missing")
        expectExactly(
          instructions,
          findings,
          ({ visited, answers }) =>
            needed.length > 0 && visited.includes(`i${order}`) && needed.every((uuid) => (answers[uuid] ?? null) === null),
        )
      }),
      { numRuns },
    )
  })
})

describe("a score without a branch or a range", () => {
  const ranges: fc.Arbitrary<ReadonlyArray<ScoreRange>> = fc
    .uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 4 })
    .map((limits) => {
      const [a = 0, b = 0, c, d] = limits.toSorted((one, other) => one - other)
      const pairs: ReadonlyArray<readonly [number, number]> =
        c === undefined || d === undefined
          ? [[a, b]]
          : [
              [a, b],
              [c, d],
            ]
      return pairs.map(([minimum, maximum], i) => ({
        uuid: `r${i}`,
        minimum,
        maximum,
        label: `range ${i}`,
        translation: { locale: "nl", content: `<p>Range ${i}</p>` },
      }))
    })

  const scripts = scoredQuestions.chain((questions) =>
    fc.record({
      questions: fc.constant(questions),
      condition: fc.option(conditionOnAnswer(questions.length)),
      ranges: fc.option(ranges, { nil: [], freq: 1 }),
      branches: fc.array(conditionOnScore, { minLength: 2, maxLength: 3 }),
      mixed: fc.option(
        fc.tuple(conditionOnScore, fc.constantFrom("&&", "||"), conditionOnAnswer(questions.length)).map((it) => it.join(" ")),
      ),
      endCondition: fc.option(conditionOnAnswer(questions.length)),
    }),
  )

  test("[C15] is reported exactly where a conversation has that score", testOptions, () => {
    fc.assert(
      fc.property(scripts, ({ questions, condition, ranges: covered, branches, mixed, endCondition }) => {
        const place = questions.length
        const score = instruction(place, {
          type: "score",
          label: "score",
          condition,
          action: { type: "score", params: { ranges: covered } },
        })
        const branchesFrom = place + 1 + (endCondition === null ? 0 : 1)
        const about = [...branches, ...(mixed === null ? [] : [mixed])].map((it, i) =>
          instruction(branchesFrom + i, { label: `branch_${i}`, condition: it }),
        )
        const instructions = [...questions, score, ...(endCondition === null ? [] : [end(place + 1, endCondition)]), ...about]
        const chat = compileScript({ language: "nl", instructions })
        const isUncovered = (state: ConversationState): boolean => {
          const total = state.visited.includes(score.uuid) ? buildEnvironment(chat, state).answers.get("score")?.value : null
          return typeof total === "number" && !covered.some(({ minimum, maximum }) => total >= (minimum ?? 0) && total <= (maximum ?? 99))
        }
        const gaps = inspect(instructions).findings.filter(({ rule }) => rule === "score-gap")
        expectExactly(
          instructions,
          gaps.filter(({ key }) => key === "finding.range.gap"),
          (state) => covered.length > 0 && isUncovered(state),
        )
        expectExactly(
          instructions,
          gaps.filter(({ key }) => key === "path.score-gap"),
          (state) =>
            isUncovered(state) &&
            !instructions.some(({ type, uuid }) => type === "end" && state.visited.includes(uuid)) &&
            !about.some(({ uuid }) => state.visited.includes(uuid)),
        )
      }),
      { numRuns },
    )
  })
})
