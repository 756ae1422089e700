// Columns of scores in the answers table, its codebook and its SPSS syntax.
import { describe, expect, test } from "vitest"
import { en } from "../../domain/catalog/en.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { getEmojiLabels } from "../../domain/conversations/stored-answer.ts"
import { planAnswers } from "../../domain/exports/answers-table.ts"
import { buildCodebook } from "../../domain/exports/codebook.ts"
import type { Revision } from "../../domain/exports/export-columns.ts"
import { defaultExportOptions } from "../../domain/exports/export-options.ts"
import { buildSpssSyntax } from "../../domain/exports/spss.ts"
import type { ScoreRange } from "../../domain/script/action.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { finishedConversation } from "../fixtures/finished-conversation.ts"

const levels = createChoices("Never", "Sometimes", "Often").map((choice, score) => ({ ...choice, score }))
const item = questionInstruction(0, "item", { uuid: "q0", type: "choice", choices: levels })
const several = questionInstruction(1, "several", { uuid: "q1", type: "multiple", choices: levels, skipable: true })
const range = (minimum: number, maximum: number, label: string) => ({
  uuid: label,
  minimum,
  maximum,
  label,
  translation: { locale: "en", content: "" },
})
const score = (parts: Partial<Instruction> = {}, ranges: ReadonlyArray<ScoreRange> = [range(0, 2, "low"), range(3, 5, "")]): Instruction =>
  instruction(2, { type: "score", label: "phq", action: { type: "score", params: { ranges } }, ...parts })
const last = questionInstruction(3, "last", { uuid: "q3", type: "open" })

const revision = (instructions: ReadonlyArray<Instruction>, n = 1): Revision => ({ revision: n, language: "en", instructions })
const names = { ...defaultExportOptions, instructionNumber: false, questionText: false, emptyChats: true }
const planOf = (revisions: ReadonlyArray<Revision>, options = names) =>
  planAnswers({ revisions, metadataKeys: [], options, emojiLabels: getEmojiLabels(en) })
const headingsOf = (...args: Parameters<typeof planOf>) =>
  planOf(...args)
    .columns.slice(7)
    .map(({ heading }) => heading)
const conversation = (answers: Readonly<Record<string, unknown>>, parts: Partial<Conversation> = {}): Conversation =>
  finishedConversation({ status: "pending", finishedAt: null, answers, ...parts })
const script = revision([item, several, score(), last])

describe("[X16] columns of a score", () => {
  const scoreCells = (parts: Partial<Conversation>, revisions = [script]) => planOf(revisions).cells(conversation({}, parts)).slice(-3)

  test("follow those of the questions: total, average, and the label of its range if it has ranges", () => {
    expect(headingsOf([script]).slice(-4)).toEqual(["last", "phq | total", "phq | average", "phq | range"])
    expect(headingsOf([revision([item, score({}, [])])])).toEqual(["item", "phq | total", "phq | average"])
    expect(headingsOf([revision([item, { ...score(), uuid: "new" }], 2), revision([item, score({ label: "old" })])]).slice(1)).toEqual([
      "phq | total",
      "phq | average",
      "phq | range",
      "old | total",
      "old | average",
      "old | range",
    ])
  })

  test("contain the score that is stored with the conversation; a range without a label is named by its ends", () => {
    expect(scoreCells({ scores: { i2: { total: 2, average: 1 } } })).toEqual([2, 1, "low"])
    expect(scoreCells({ scores: { i2: { total: 5, average: 2.5 } } })).toEqual([5, 2.5, "3–5"])
    expect(scoreCells({ scores: { i2: { total: 6, average: 6 } } })).toEqual([6, 6, ""])
  })

  test("contain the label of the range in the script's language, also if it is translated", () => {
    const labels = ["en", "fr", "nl"].map((locale) => ({ locale, content: `${locale} low` }))
    const translated = revision([item, several, score({}, [{ ...range(0, 2, "laag"), labels }])])
    expect(scoreCells({ scores: { i2: { total: 2, average: 1 } } }, [{ ...translated, language: "nl" }])).toEqual([2, 1, "laag"])
  })

  test("are blank if no score is stored", () => {
    expect(scoreCells({})).toEqual(["", "", ""])
    expect(scoreCells({ scores: { other: { total: 2, average: 1 } } })).toEqual(["", "", ""])
  })

  test("are read with the ranges of the conversation's own revision", () => {
    const newer = revision([item, several, score({}, [range(0, 5, "any")])], 2)
    const scores = { i2: { total: 2, average: 2 } }
    expect(scoreCells({ scores, revision: 1 }, [script, newer])).toEqual([2, 2, "low"])
    expect(scoreCells({ scores, revision: 2 }, [script, newer])).toEqual([2, 2, "any"])
    expect(scoreCells({ scores, revision: 3 }, [script, newer])).toEqual([2, 2, "any"])
  })

  test("are in the codebook and in the SPSS syntax", () => {
    const codebook = buildCodebook(planOf([script]), { options: names, isFlat: false })
    expect(codebook).toContain('phq_total,"phq | total","phq | total",score,,,i2,1,on,on,,')
    expect(codebook).toContain('phq_range,"phq | range","phq | range",score,,,i2,1,on,on,,')
    const syntax = buildSpssSyntax(planOf([script]), "answers.csv", names)
    expect(syntax).toContain(" phq_total\r\n    F20.2 phq_average\r\n    F20.2 phq_range\r\n")
  })
})

describe("[X16] the score beside a choice", () => {
  const options = { ...names, scores: true, nonNumeric: false }

  test("has a column after each question whose choices have scores, only if the option is on", () => {
    const unscored = questionInstruction(3, "plain", { uuid: "q3", type: "choice", choices: createChoices("a") })
    expect(headingsOf([revision([item, several, unscored])], options)).toEqual([
      "item",
      "item | score",
      "several | Never",
      "several | Sometimes",
      "several | Often",
      "several | score",
      "plain",
    ])
    expect(headingsOf([revision([item])])).toEqual(["item"])
  })

  test("is that of the answer, and empty without one", () => {
    const cells = (answers: Readonly<Record<string, unknown>>) =>
      planOf([revision([item, several])], options)
        .cells(conversation(answers))
        .slice(7)
    expect(cells({ i0: 3, i1: [2, 3] })).toEqual([3, 2, 0, 1, 1, 3])
    expect(cells({ i0: "c0" })).toEqual([1, 0, "", "", "", ""])
  })
})
