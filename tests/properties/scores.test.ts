// Scores as values of conditions and recalls, and what the check knows of them.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { listConversationScores } from "../../domain/chat/conversation-scores.ts"
import type { ConversationEffect } from "../../domain/chat/conversation-state.ts"
import { listNamedValues } from "../../domain/chat/evaluation-environment.ts"
import { previewScore } from "../../domain/chat/score-rendering.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { parseCondition, printCondition } from "../../domain/conditions/condition-syntax.ts"
import { multipleChoiceAnswer } from "../../domain/conditions/condition-value.ts"
import { completeCondition, completeRecall } from "../../domain/editing/completion.ts"
import { listComparators, listRowSubjects } from "../../domain/editing/condition-builder.ts"
import type { Question } from "../../domain/questions/question.ts"
import { renameInCondition, renameInText } from "../../domain/recall/reference-renaming.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createScore, getAverageAndCountBounds, getTotalBounds } from "../../domain/script/score-bounds.ts"
import { createChoices, instruction, multipleQuestion, questionInstruction } from "../arbitraries/answerable.ts"

const levels = createChoices("Never", "Sometimes", "Often", "Always").map((choice, score) => ({ ...choice, score }))
const item = (order: number, parts: Partial<Question> = {}): Instruction =>
  questionInstruction(order, `item_${order}`, { uuid: `q${order}`, type: "choice", choices: levels, ...parts } as Question)
const say = (order: number, content: string, parts: Partial<Instruction> = {}): Instruction =>
  instruction(order, { messages: [{ uuid: `m${order}`, locale: "en", content }], ...parts })
const score = (order: number, content = "", parts: Partial<Instruction> = {}): Instruction =>
  say(order, content, { type: "score", label: "phq_score", action: { type: "score", params: { display: "nothing" } }, ...parts })

const play = (instructions: ReadonlyArray<Instruction>, ...answers: ReadonlyArray<unknown>) => {
  const chat = compileScript({ language: "en", instructions })
  let result = beginConversation(chat, { seed: "s" })
  const effects: Array<ConversationEffect> = [...result.effects]
  for (const given of answers) {
    result = handleEvent(chat, result.state, { type: "answer", uuid: result.state.waiting?.uuid ?? "", given })
    effects.push(...result.effects)
  }
  return { chat, state: result.state, texts: effects.flatMap((effect) => ("html" in effect ? [effect.html] : [])) }
}
const findingsOf = (instructions: ReadonlyArray<Instruction>) =>
  scriptFindings({ name: "PHQ", public_name: "PHQ", language: "en", instructions })
const conditionFindings = (condition: string, instructions: ReadonlyArray<Instruction> = [item(0), item(1), score(2)]) =>
  findingsOf([...instructions, say(instructions.length, "Hello", { condition })]).filter(({ rule }) => rule.startsWith("condition"))

describe("[X16] the scores of a conversation", () => {
  const scoresOf = (instructions: ReadonlyArray<Instruction>, ...answers: ReadonlyArray<unknown>) => {
    const { chat, state } = play(instructions, ...answers)
    return listConversationScores(chat, state)
  }

  test("are those that it reached, each of the answers before it", () => {
    const chat = [item(0), score(1), item(2), score(3, "", { label: "later" })]
    expect(scoresOf(chat)).toEqual({})
    expect(scoresOf(chat, 3)).toEqual({ i1: { total: 2, average: 2 } })
    expect(scoresOf(chat, 3, 4)).toEqual({ i1: { total: 2, average: 2 }, i3: { total: 5, average: 2.5 } })
  })

  test("leave out a score whose condition is false, and one without a scored answer", () => {
    expect(scoresOf([item(0), score(1, "", { condition: "item_0 == 1" })], 3)).toEqual({})
    expect(scoresOf([item(0, { skipable: true }), score(1)], null)).toEqual({})
  })
})

describe("[C15] a score", () => {
  const closing = (condition: string, text: string) => say(3, text, { condition })

  test.each([
    ["phq_score >= 4", true],
    ["phq_score == 5", true],
    ["phq_score.total > 5", false],
    ["phq_score.average == 2.5", true],
    ["answers.phq_score.count == 2", true],
    ["answers.phq_score.score != null", false],
  ])("in the condition %s is compared with the answers before it", (condition, isShown) => {
    expect(play([item(0), item(1), score(2), closing(condition, "Seen")], 3, 4).texts.includes("Seen")).toBe(isShown)
  })

  test("is recalled in texts, its own included, as the conversation's language writes numbers", () => {
    const text = "{{phq_score.total}} of 6, {{answers.phq_score}}, {{phq_score.average|none}}, {{answers.phq_score.count}}"
    const { texts } = play([item(0), item(1), score(2, text), say(3, "{{phq_score.average}}")], 3, 4)
    expect(texts.slice(-2)).toEqual(["5 of 6, 5, 2.5, 2", "2.5"])
    const chat = compileScript({ language: "nl", instructions: [item(0), item(1), score(2, "{{phq_score.average}}")] })
    const first = handleEvent(chat, beginConversation(chat, { seed: "s" }).state, { type: "answer", uuid: "i0", given: 3 })
    expect(handleEvent(chat, first.state, { type: "answer", uuid: "i1", given: 4 }).effects[0]).toMatchObject({ html: "2,5" })
  })

  test("counts only the answers before it, and no other score", () => {
    const second = score(3, "{{second.total}}", { label: "second" })
    expect(
      play([item(0), score(1), item(2), second, say(4, "{{phq_score}} {{answers.phq_score}} {{second.total}}")], 3, 4).texts.slice(-2),
    ).toEqual(["5", "{{phq_score}} 2 5"])
  })

  test("has no value if it is not shown, and no average without scored answers", () => {
    const script = [item(0), score(1, "", { condition: "item_0 == 4" }), say(2, "{{phq_score.total|none}}")]
    expect(play(script, 3).texts.at(-1)).toBe("none")
    expect(play([score(0), say(1, "{{answers.phq_score|none}} {{phq_score.average|none}} {{phq_score.count}}")]).texts.at(-1)).toBe(
      "none none 0",
    )
  })

  describe("of which nothing was answered", () => {
    const skippable = [item(0, { skipable: true }), item(1, { skipable: true })]
    const ranges = [{ uuid: "r", minimum: 0, maximum: 6, label: "low", translation: { locale: "en", content: "Low score" } }]
    const shown = (display: string | null) =>
      score(2, "Text", { action: { type: "score", params: { display, ranges } } } as Partial<Instruction>)

    test.each([
      ["phq_score == null", true],
      ["phq_score.total == null && phq_score.average == null", true],
      ["phq_score.count == 0", true],
      ["phq_score", false],
      ["phq_score >= 0", false],
      ["sum(phq_score, answers.item_0.score) == null", true],
    ])("in the condition %s has no total: %s", (condition, isShown) => {
      expect(play([...skippable, score(2), closing(condition, "Seen")], null, null).texts.includes("Seen")).toBe(isShown)
      expect(conditionFindings(condition, [...skippable, score(2)])).toEqual([])
    })

    test.each([null, "total", "average", "nothing"])("shows neither numbers nor the text of a range, with the display %s", (display) => {
      const { texts } = play([...skippable, shown(display)], null, null)
      expect(texts.at(-1)).toBe("Text")
      expect(play([...skippable, shown(display)], 1, null).texts.at(-1)).toContain("Low score")
    })

    test("shows the same in the editor, and has no value in a test", () => {
      expect(previewScore([shown(null)], 0, "en")).toBe("")
      const { chat, state } = play([...skippable, shown(null)], null, null)
      expect(listNamedValues(chat, state)).toContainEqual({ reference: "phq_score", value: null, text: null })
    })

    test("has a total as soon as one answer has a score, 0 included", () => {
      expect(play([...skippable, score(2), closing("phq_score == 0", "Seen")], 1, null).texts.at(-1)).toBe("Seen")
    })
  })

  test.each([
    [5.55, 2, 2.78],
    [-5.55, 2, -2.78],
    [2.01, 2, 1.01],
    [0.29, 2, 0.15],
    [10, 3, 3.33],
    [-0.001, 2, 0],
    [1e300, 1, 1e300],
  ])("of the sum %d over %d answers has the average %d", (sum, answered, average) => {
    expect(createScore(sum, answered).average).toBe(average)
  })

  test("shows that average, and the editor's preview does", () => {
    const choices = levels.map((choice, i) => ({ ...choice, score: [0, 1, 2.75, 2.8][i] ?? 0 }))
    const script = [item(0, { choices: choices.slice(0, 3) }), item(1, { choices }), score(2, "{{phq_score.average}}")]
    expect(play(script, 3, 4).texts.at(-1)).toBe("2.78")
    const shown = score(2, "", { action: { type: "score", params: { display: "average" } } })
    expect(previewScore([...script.slice(0, 2), shown], 2, "en")).toContain("2.78")
  })

  test("is added up without the rounding errors of binary fractions", () => {
    const tenths = levels.map((choice, i) => ({ ...choice, score: i / 10 }))
    const script = [item(0, { choices: tenths }), item(1, { choices: tenths }), score(2, "{{phq_score.total}}")]
    expect(play(script, 2, 3).texts.at(-1)).toBe("0.3")
  })

  test("is listed among the values of a test", () => {
    const { chat, state } = play([item(0), score(1)], 3)
    expect(listNamedValues(chat, state)).toContainEqual({ reference: "phq_score", value: 2, text: "2" })
  })

  test("is written by its name, and renamed with it", () => {
    const parsed = parseCondition("answers . phq_score.total>=3&&phq_score . average<2 || answers['1st'].count==1")
    expect(parsed._tag === "Parsed" && printCondition(parsed.condition)).toBe(
      'phq_score.total >= 3 && phq_score.average < 2 || answers["1st"].count == 1',
    )
    const names = new Map([["phq_score", "phq9"]])
    expect(renameInCondition("phq_score >= 3 && phq_score.average < 2", names)).toBe("phq9 >= 3 && phq9.average < 2")
    expect(renameInText("<p>{{phq_score.total|-}} of 27</p>", "rich", names)).toBe("<p>{{phq9.total|-}} of 27</p>")
  })

  test("is offered by the completion and the builder", () => {
    const script = [item(0), score(1), say(2, "")]
    const all = ["phq_score", "phq_score.total", "phq_score.average", "phq_score.count"]
    const textsOf = (completions: ReturnType<typeof completeCondition>) => completions.options.map(({ text }) => text)
    expect(textsOf(completeCondition("phq", 3, script, 2))).toEqual(all)
    expect(textsOf(completeCondition("phq_score.", 10, script, 2))).toEqual(["total", "average", "count"])
    expect(textsOf(completeRecall("{{phq", 5, { instructions: script, place: 2, crmKeys: [] }))).toEqual([
      "{{phq_score.total}}",
      "{{phq_score.average}}",
      "{{phq_score.count}}",
    ])
    expect(textsOf(completeRecall("{{phq", 5, { instructions: script, place: 1, crmKeys: [] }))).toContain("{{phq_score.total}}")
    expect(textsOf(completeCondition("phq", 3, script, 1))).toEqual([])
    const subjects = listRowSubjects(script, 2).filter((subject) => subject._tag === "Answer" && subject.name === "phq_score")
    expect(subjects).toEqual(["total", "average", "count"].map((facet) => ({ _tag: "Answer", name: "phq_score", facet })))
    expect(subjects.map((subject) => listComparators(subject, null).includes("contains"))).toEqual([false, false, false])
  })
})

describe("[C15] the check of a score", () => {
  test.each([
    ["phq_score >= 6", 0],
    ["phq_score >= 7", 1],
    ["phq_score.total < 0", 1],
    ["phq_score == 2.5", 1],
    ["phq_score > 3 && phq_score < 4", 1],
    ["phq_score.average > 100", 1],
    ["phq_score.average > 3", 1],
    ["phq_score.average >= 3", 0],
    ["phq_score.average < 0", 1],
    ["phq_score.average > 1 && phq_score.average < 1.01", 1],
    ["phq_score.count > 2", 1],
    ["phq_score.count == 2", 1],
    ["phq_score.count == 1.5", 1],
    ["phq_score.average >= 3 && phq_score.count == 2 && phq_score == 6", 1],
    ["phq_score.average > phq_score.count", 0],
    ["count(phq_score) == 1", 1],
    ["item_0.total == 1", 1],
  ])("counts what is wrong with the condition %s: %i", (condition, count) => {
    expect(conditionFindings(condition)).toHaveLength(count)
  })

  test("counts a question that can be skipped as at least zero, and ignores a question that is never asked", () => {
    const high = levels.map((choice) => ({ ...choice, score: (choice.score ?? 0) + 1 }))
    expect(getTotalBounds([item(0, { choices: high }), item(1)])).toEqual({ least: 1, most: 7, decimals: 0 })
    expect(getTotalBounds([item(0, { choices: high, skipable: true }), item(1)])).toMatchObject({ least: 0, most: 7 })
    expect(getTotalBounds([{ ...item(0, { choices: high }), condition: "metadata.a" }])).toMatchObject({ least: 0, most: 4 })
    const neverAsked = { ...item(1), condition: "item_0 == 1 && item_0 == 2" }
    expect(
      conditionFindings("phq_score > 3", [item(0), neverAsked, score(2)]).some(({ pointer }) => pointer.startsWith("/instructions/3")),
    ).toBe(true)
  })

  test("computes the possible averages and counts when questions can be skipped", () => {
    const high = levels.map((choice) => ({ ...choice, score: (choice.score ?? 0) + 2 }))
    const unscored = levels.map((choice, i) => ({ ...choice, score: i === 0 ? null : i }))
    const boundsOf = (...instructions: ReadonlyArray<Instruction>) => {
      const { average, count } = getAverageAndCountBounds(instructions)
      return [average.least, average.most, count.least, count.most]
    }
    expect(boundsOf()).toEqual([0, 0, 0, 0])
    expect(boundsOf(item(0), item(1, { choices: high }))).toEqual([1, 4, 2, 2])
    expect(boundsOf(item(0), item(1, { choices: high, skipable: true }))).toEqual([0, 4, 1, 2])
    expect(boundsOf(item(0, { skipable: true }), item(1, { choices: high, skipable: true }))).toEqual([0, 5, 0, 2])
    expect(boundsOf({ ...item(0), condition: "metadata.a" }, item(1, { choices: unscored }))).toEqual([0, 3, 0, 2])
    // The choice without a score leaves the average to the other question.
    const low = levels.slice(0, 2).map((choice, i) => ({ ...choice, score: i === 0 ? null : 1 }))
    expect(boundsOf(item(0), item(1, { choices: low }))).toEqual([0, 3, 1, 2])
  })

  test("accepts a score in its own text, and refuses it in its own condition and where nothing is a score", () => {
    const rulesOf = (...instructions: ReadonlyArray<Instruction>) =>
      findingsOf([item(0), ...instructions]).flatMap(({ rule, key }) => (rule.startsWith("condition") ? [key] : []))
    expect(rulesOf(score(1, "{{phq_score.total}}"))).toEqual([])
    expect(rulesOf(score(1, "", { condition: "phq_score > 1" }))).toEqual(["condition.itself"])
    expect(rulesOf(say(1, "{{item_0.total}}"))).toEqual(["recall.no-score"])
    expect(rulesOf(say(1, "{{nothing.total}}"))).toEqual(["condition.unknown"])
  })

  test("has the bounds of every combination of choices", () => {
    fc.assert(
      fc.property(multipleQuestion, ({ question, answers }) => {
        const scores = (answers ?? []).flatMap(({ value, score: sum }) => (value === null ? [] : [typeof sum === "number" ? sum : 0]))
        expect(getTotalBounds([questionInstruction(0, "a", question)])).toMatchObject({
          least: Math.min(...scores),
          most: Math.max(...scores),
        })
      }),
    )
    const exclusive = levels.map((choice, i) => ({ ...choice, single: i === 3, score: [2, -1, 3, 9][i] ?? 0 }))
    const question = { uuid: "q", type: "multiple", choices: exclusive, options: { minimum: 2, maximum: 2 } } as const
    expect(multipleChoiceAnswer(exclusive.slice(0, 2), null).score).toBe(1)
    expect(getTotalBounds([questionInstruction(0, "a", question)])).toEqual({ least: 1, most: 9, decimals: 0 })
  })
})

test("the scores of more choices than a function takes arguments have bounds", () => {
  const choices = Array.from({ length: 130_000 }, (_, i) => ({
    uuid: `c${i}`,
    value: i,
    order: i,
    score: i - 1,
    translation: { locale: "nl", content: `${i}` },
  }))
  for (const type of ["choice", "multiple"] as const) {
    const question = questionInstruction(0, "q", { uuid: "q", type, choices, options: { minimum: 1, maximum: 1 } } as Question)
    const bounds = { least: -1, most: choices.length - 2 }
    expect(getTotalBounds([question])).toEqual({ ...bounds, decimals: 0 })
    expect(getAverageAndCountBounds([question]).average).toMatchObject(bounds)
  }
})
