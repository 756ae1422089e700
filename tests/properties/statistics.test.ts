// Statistics: charts of questions and scores, NPS, histogram bins and periods.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseAnswer } from "../../domain/chat/answer-validation.ts"
import type { ConditionValue } from "../../domain/conditions/condition-value.ts"
import { fromEpochDay } from "../../domain/date/calendar-date.ts"
import { listChartTypes } from "../../domain/questions/choice-question.ts"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import {
  type AnswerCounts,
  aggregateCounts,
  computeAnswerIncrement,
  computeScoreIncrement,
  getScoreBounds,
  stripMeasure,
  totalKey,
} from "../../domain/statistics/answer-counts.ts"
import { buildCharts } from "../../domain/statistics/chart.ts"
import { shareOf, slicesOf } from "../../domain/statistics/chart-shares.ts"
import { findBin, parseBinKey, printBinKey } from "../../domain/statistics/histogram-bins.ts"
import { clampPeriod, isPeriodReversed, isUnlimited, type Period, parsePeriod } from "../../domain/statistics/statistics-period.ts"
import { noChartKey } from "../../ui/stats/ChartCard.tsx"
import { createChoices, questionInstruction } from "../arbitraries/answerable.ts"
import { anyQuestion, validAnswer } from "../arbitraries/chats.ts"

/** The stored value of a valid answer. */
const storedAnswer = (question: Question, pick: number): ConditionValue => {
  const parsed = parseAnswer(question, validAnswer(question, pick))
  return parsed.ok ? parsed.value : null
}

const countsOf = (question: Question, values: ReadonlyArray<ConditionValue>): AnswerCounts =>
  aggregateCounts(values.map((value) => [computeAnswerIncrement(question, value), 1]))
const chartOf = (question: Question, values: ReadonlyArray<ConditionValue>) => {
  const instruction = questionInstruction(0, "vraag", question)
  const [chart] = buildCharts({ instructions: [instruction], language: "nl" }, new Map([[instruction.uuid, countsOf(question, values)]]))
  if (chart === undefined) throw new Error("there is no chart")
  return chart
}
/** Both ends of a bar's range; for a single value, the value twice. */
const ends = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? Object.values(value) : [value, value]
const scale = (values: ReadonlyArray<number>) => chartOf({ uuid: "q", type: "nps", options: { minimum: 0, maximum: 10 } }, values)

describe("[G1] [G3] the chart of a question", () => {
  test("counts all who answered, and each answer in its bar", () => {
    fc.assert(
      fc.property(anyQuestion, fc.array(fc.nat(200), { maxLength: 30 }), (question, picks) => {
        const values = picks.map((pick) => storedAnswer(question, pick))
        const { answered, bars, kind } = chartOf(question, values)
        const answers = values.filter((value) => value !== null && !(Array.isArray(value) && value.length === 0))
        expect(answered).toBe(answers.length)
        if (kind === "none") return
        const chosen = answers.reduce<number>((sum, value) => sum + (Array.isArray(value) ? new Set(value).size : 1), 0)
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(chosen)
      }),
    )
  })

  test("shows answers that are no longer offered in a separate bar", () => {
    const [yes, no, perhaps] = createChoices("Yes", "No", "Perhaps")
    if (!(yes && no && perhaps)) throw new Error("there are three")
    const before = { uuid: "q", type: "choice", choices: [yes, no, perhaps], options: { charttype: "pie" } } as const
    const instruction = questionInstruction(0, "vraag", { ...before, choices: [yes, perhaps] })
    const chartFrom = (tally: AnswerCounts, it = instruction) =>
      buildCharts({ instructions: [it], language: "nl" }, new Map([[it.uuid, tally]]))[0]
    const chart = chartFrom(countsOf(before, [yes.value, no.value, no.value, no.value]))
    expect(chart?.bars.map(({ label, value, count }) => [label, value, count])).toEqual([
      ["Yes", 1, 1],
      ["Perhaps", 3, 0],
      [null, null, 3],
    ])
    expect(slicesOf(chart?.bars ?? []).map(({ size }) => size)).toEqual([0.25, 0, 0.75])
    const shorter = questionInstruction(0, "scale", { uuid: "q", type: "nps", options: { minimum: 1, maximum: 10 } })
    const nps = chartFrom(countsOf({ uuid: "q", type: "nps", options: { minimum: 0, maximum: 10 } }, [0, 9]), shorter)
    expect([nps?.bars.at(-1), nps?.nps, nps?.average]).toEqual([{ label: null, value: null, count: 1 }, 0, 4.5])
    const another = questionInstruction(0, "vraag", { uuid: "q", type: "nps", options: { minimum: 0, maximum: 10 } })
    const tally = countsOf(before, [yes.value, no.value])
    expect(chartFrom(tally, another)).toMatchObject({ answered: 2, average: null, nps: null })
    expect(chartFrom(tally, another)?.bars.at(-1)).toEqual({ label: null, value: null, count: 2 })
  })

  test("does not mix numbers with those of another question type or currency, which have a separate bar", () => {
    const amount = (currency: 1 | 2): Question => ({
      uuid: "q",
      type: "currency",
      options: { currency, minimum: 1, maximum: 10, precision: 0 },
    })
    const summaryOf = (question: Question, tally: AnswerCounts) => {
      const instruction = questionInstruction(0, "vraag", question)
      const [chart] = buildCharts({ instructions: [instruction], language: "nl" }, new Map([[instruction.uuid, tally]]))
      return [chart?.answered, chart?.average, chart?.bars.filter(({ count }) => count > 0).map(({ value, count }) => [value, count])]
    }
    const [euros, dollars] = [countsOf(amount(1), [3, 5]), countsOf(amount(2), [9])]
    const both: AnswerCounts = {
      counts: new Map([...euros.counts, ...dollars.counts, [totalKey, 3]]),
      sums: new Map([...euros.sums, ...dollars.sums]),
    }
    expect(summaryOf(amount(1), euros)).toEqual([
      2,
      4,
      [
        [3, 1],
        [5, 1],
      ],
    ])
    expect(summaryOf(amount(2), both)).toEqual([
      3,
      9,
      [
        [9, 1],
        [null, 2],
      ],
    ])
    const nps: Question = { uuid: "q", type: "nps", options: { minimum: 0, maximum: 10 } }
    expect(summaryOf(nps, countsOf({ uuid: "q", type: "emoji" }, [5, 5]))).toEqual([2, null, [[null, 2]]])
    // Older counts have keys without a measure, and one sum under the total.
    const older = {
      counts: new Map([
        [totalKey, 2],
        ["9", 2],
      ]),
      sums: new Map([[totalKey, 18]]),
    }
    const since = countsOf(nps, [3])
    const together = {
      counts: new Map([...older.counts, ...since.counts, [totalKey, 3]]),
      sums: new Map([...older.sums, ...since.sums]),
    }
    expect(summaryOf(nps, together)).toEqual([
      3,
      7,
      [
        [3, 1],
        [9, 2],
      ],
    ])
  })

  test("keeps a separate bar for each deleted choice of a multiple choice question", () => {
    const [tea, milk, water] = createChoices("Tea", "Milk", "Water")
    if (!(tea && milk && water)) throw new Error("there are three")
    const tally = countsOf({ uuid: "q", type: "multiple", choices: [tea, milk, water] }, [
      [1, 2],
      [1, 2],
      [2, 3],
    ])
    const instruction = questionInstruction(0, "vraag", { uuid: "q", type: "multiple", choices: [water] })
    const [chart] = buildCharts({ instructions: [instruction], language: "nl" }, new Map([[instruction.uuid, tally]]))
    expect(chart?.bars.map(({ label, value, count }) => [label ?? value, count])).toEqual([
      ["Water", 1],
      [null, 2],
      [null, 3],
    ])
  })

  test("counts answers by choice even if its value changes; older counts by value stay", () => {
    const [yes, no] = createChoices("Yes", "No")
    if (!(yes && no)) throw new Error("there are two")
    const counted = countsOf({ uuid: "q", type: "choice", choices: [yes, no] }, [1, 2, 2])
    const bars = (tally: AnswerCounts, ...choices: ReadonlyArray<typeof yes>) => {
      const instruction = questionInstruction(0, "vraag", { uuid: "q", type: "choice", choices })
      return buildCharts({ instructions: [instruction], language: "nl" }, new Map([[instruction.uuid, tally]]))[0]?.bars.map(
        ({ label, count }) => [label, count],
      )
    }
    const never = { ...no, uuid: "another", translation: { ...no.translation, content: "Never" } }
    expect(bars(counted, yes, never)).toEqual([
      ["Yes", 1],
      ["Never", 0],
      [null, 2],
    ])
    expect(bars(counted, { ...yes, value: 2 }, { ...no, value: 1 })).toEqual([
      ["Yes", 1],
      ["No", 2],
    ])
    const older = {
      counts: new Map([
        [totalKey, 3],
        ["1", 1],
        ["2", 2],
      ]),
      sums: new Map(),
    }
    expect(bars(older, yes, no)).toEqual([
      ["Yes", 1],
      ["No", 2],
    ])
  })

  test("does not depend on the order of the answers, and ignores skipped questions", () => {
    fc.assert(
      fc.property(anyQuestion, fc.array(fc.nat(200), { maxLength: 20 }), (question, picks) => {
        const values = picks.map((pick) => storedAnswer(question, pick))
        const chart = chartOf(question, [...values, null, []])
        const reversed = chartOf(question, values.toReversed())
        expect({ ...chart, average: null }).toEqual({ ...reversed, average: null })
        expect(chart.average ?? 0).toBeCloseTo(reversed.average ?? 0, 1)
      }),
    )
  })

  test("contains no text of open answers", () => {
    for (const type of ["open", "email", "file"] as const) {
      const counted = computeAnswerIncrement({ uuid: "q", type }, "secret.png")
      expect(counted).toEqual({ keys: [totalKey], sum: 0 })
      expect(chartOf({ uuid: "q", type }, ["secret.png"])).toMatchObject({ kind: "none", answered: 1, average: null, nps: null, bars: [] })
    }
  })

  test("reports missing answers, texts or files instead", () => {
    const textKey = (type: "open" | "email" | "file", values: ReadonlyArray<ConditionValue>) =>
      noChartKey(chartOf({ uuid: "q", type }, values))
    for (const type of ["open", "email", "file"] as const) expect(textKey(type, [])).toBe("stats.none")
    expect([textKey("open", ["x"]), textKey("email", ["a@b.example"]), textKey("file", ["x.png"])]).toEqual([
      "stats.words",
      "stats.words",
      "stats.files",
    ])
  })

  test("has a bar for each choice in order, chosen or not, and is a pie if the author chose that", () => {
    const choices = createChoices("<b>Ja</b>", "Nee").toReversed()
    expect(chartOf({ uuid: "q", type: "choice", choices, options: { charttype: "pie" } }, [2, 2])).toMatchObject({
      kind: "pie",
      average: null,
      bars: [
        { label: "Ja", value: 1, count: 0 },
        { label: "Nee", value: 2, count: 2 },
      ],
    })
    expect(chartOf({ uuid: "q", type: "choice", choices }, [1]).kind).toBe("bar")
    expect(chartOf({ uuid: "q", type: "choice", choices, options: { charttype: "donut" } }, [1]).kind).toBe("bar")
    const recalling = createChoices("Met {{answers.naam|iemand}}")
    expect(chartOf({ uuid: "q", type: "choice", choices: recalling }, [1]).bars).toEqual([{ label: "Met [naam]", value: 1, count: 1 }])
    // Shares of a multiple choice can exceed 100 percent, so it is never a pie.
    expect(chartOf({ uuid: "q", type: "multiple", choices, options: { charttype: "pie" } }, [[1, 2]]).kind).toBe("bar")
  })

  test("has each type that the editor offers for the question", () => {
    for (const type of ["choice", "multiple"] as const)
      for (const charttype of listChartTypes(type))
        expect([type, chartOf({ uuid: "q", type, choices: createChoices("Yes", "No"), options: { charttype } }, []).kind]).toEqual([
          type,
          charttype,
        ])
  })

  test("has the average of those who answered, with two decimals", () => {
    expect(chartOf({ uuid: "q", type: "starRating", options: { increment: 0.5 } }, [1, 2.5, 2.5, null]).average).toBe(2)
    expect(chartOf({ uuid: "q", type: "numeric" }, [1, 1, 2]).average).toBe(1.33)
    // In binary fractions, 1.005 is less than 1.005.
    expect(chartOf({ uuid: "q", type: "numeric", options: { precision: 2 } }, [1, 1.01]).average).toBe(1.01)
    expect(chartOf({ uuid: "q", type: "numeric" }, []).average).toBeNull()
  })

  test("has an average for numbers and scales only", () => {
    for (const type of ["numeric", "currency", "starRating", "emoji", "nps"] as const)
      expect(chartOf({ uuid: "q", type }, [2, 4]).average).toBe(3)
    expect(chartOf({ uuid: "q", type: "choice", choices: createChoices("a", "b") }, [1, 2]).average).toBeNull()
    expect(chartOf({ uuid: "q", type: "date" }, ["2026-03-31"]).average).toBeNull()
  })

  test("[G2] has ranges for numbers and amounts that do not overlap, within the bounds or from the lowest to the highest answer", () => {
    for (const type of ["numeric", "currency"] as const)
      expect(chartOf({ uuid: "q", type }, [250, 3, 30, 4, 0]).bars).toEqual([
        { label: null, value: { least: 0, most: 0.99 }, count: 1 },
        { label: null, value: { least: 1, most: 9.99 }, count: 2 },
        { label: null, value: { least: 10, most: 99.99 }, count: 1 },
        { label: null, value: { least: 100, most: 999.99 }, count: 1 },
      ])
    const bounded = { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 50 } } as const
    expect(chartOf(bounded, [50, 12, 0]).bars.map(({ value, count }) => [...ends(value), count])).toEqual([
      [0, 4.99, 1],
      [5, 9.99, 0],
      [10, 14.99, 1],
      [15, 19.99, 0],
      [20, 24.99, 0],
      [25, 29.99, 0],
      [30, 34.99, 0],
      [35, 39.99, 0],
      [40, 44.99, 0],
      [45, 50, 1],
    ])
    const open = chartOf({ uuid: "q", type: "numeric", options: { precision: 1 } }, [-10, -9.9, 250]).bars
    expect(open.map(({ value, count }) => [...ends(value), count])).toEqual([
      [-99.9, -10, 1],
      [-9.9, -1, 1],
      [-0.9, -0.1, 0],
      [0, 0.9, 0],
      [1, 9.9, 0],
      [10, 99.9, 0],
      [100, 999.9, 1],
    ])
    // Without answers there is no chart.
    expect(chartOf(bounded, [])).toMatchObject({ kind: "none", bars: [] })
  })

  test("[G2] has adjacent ranges for numbers, and counts each number in its range", () => {
    const bounds = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 5000 }))
    const cents = fc.array(fc.integer({ min: -3000_00, max: 8000_00 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.option(bounds), cents, (range, values) => {
        const limits = range === null ? {} : { minimum: range[0], maximum: range[0] + range[1] }
        const given = values
          .map((value) => value / 100)
          .filter((value) => range === null || (value >= range[0] && value <= range[0] + range[1]))
        const bars = chartOf({ uuid: "q", type: "numeric", options: limits }, given).bars.map(({ value, count }) =>
          [...ends(value), count].map(Number),
        )
        for (const [i, [least = Number.NaN, most = Number.NaN, count]] of bars.entries()) {
          expect(count).toBe(given.filter((value) => value >= least && value <= most).length)
          if (i > 0) expect(least).toBe(Math.round((bars[i - 1]?.[1] ?? Number.NaN) * 100 + 1) / 100)
        }
        if (range !== null && given.length > 0)
          expect([bars.length, bars[0]?.[0], bars.at(-1)?.[1]]).toEqual([10, limits.minimum, limits.maximum])
      }),
    )
  })

  test("names the currency of amounts, and none for other questions", () => {
    const currencyOf = (question: Question) => chartOf(question, []).currency
    expect(currencyOf({ uuid: "q", type: "currency", options: { currency: 2 } })).toBe("USD")
    expect(currencyOf({ uuid: "q", type: "currency" })).toBe("EUR")
    expect(currencyOf({ uuid: "q", type: "numeric" })).toBeNull()
  })

  test("[G2] merges ranges that were counted with other bounds into bars that do not overlap", () => {
    const bounds = fc.record({ minimum: fc.integer({ min: -20, max: 20 }), maximum: fc.integer({ min: 21, max: 60 }) })
    const counted = fc.array(fc.tuple(fc.option(bounds), fc.integer({ min: -100, max: 100 })), { maxLength: 30 })
    fc.assert(
      fc.property(counted, (all) => {
        const bands = all.map(([limits, value]) => findBin(limits ?? {}, value))
        const counts = new Map([[totalKey, bands.length]])
        for (const { least, next } of bands) counts.set(`${least}..${next}`, (counts.get(`${least}..${next}`) ?? 0) + 1)
        const question = questionInstruction(0, "vraag", { uuid: "q", type: "numeric" })
        const [chart] = buildCharts({ instructions: [question], language: "nl" }, new Map([[question.uuid, { counts, sums: new Map() }]]))
        const unit = 0.01
        const bars = (chart?.bars ?? []).map(({ value, count }) => {
          const [least = Number.NaN, most = Number.NaN] = ends(value).map(Number)
          return { least, most, count }
        })
        for (const [i, { most }] of bars.entries()) expect(most + unit).toBeCloseTo(bars[i + 1]?.least ?? most + unit, 6)
        for (const bar of bars) {
          // A range includes one of its ends; the tolerance of one unit covers both cases.
          const within = bands.filter(({ least, next }) => least > bar.least - 1.5 * unit && next < bar.most + 1.5 * unit)
          expect(bar.count).toBe(within.length)
          if (bar.count === 0) continue
          // No wider than the counted ranges.
          expect(Math.abs(Math.min(...within.map((bin) => bin.least)) - bar.least)).toBeLessThan(1.5 * unit)
          expect(Math.abs(Math.max(...within.map((bin) => bin.next)) - bar.most)).toBeLessThan(1.5 * unit)
        }
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(bands.length)
      }),
    )
  })

  test("merges only overlapping ranges of a score whose bounds changed", () => {
    const choices = createChoices("Nee", "Ja").map((choice, i) => ({ ...choice, score: i * 20 }))
    const scored = questionInstruction(0, "keuze", { uuid: "q", type: "choice", choices })
    const score = { ...questionInstruction(1, "score", { uuid: "q", type: "open" }), type: "score" as const, question: null }
    const counts = new Map(Object.entries({ "": 7, "2..3": 1, "3..4": 2, "9..10": 1, "2..4": 1, "10..12": 2 }))
    const [, chart] = buildCharts({ instructions: [scored, score], language: "nl" }, new Map([["i1", { counts, sums: new Map() }]]))
    expect(chart?.bars.map(({ value, count }) => [...ends(value), count])).toEqual([
      [0, 2, 0],
      [2, 4, 4],
      [4, 6, 0],
      [6, 8, 0],
      [8, 9, 0],
      [9, 10, 1],
      [10, 12, 2],
      [12, 14, 0],
      [14, 16, 0],
      [16, 18, 0],
      [18, 20, 0],
    ])
  })

  test("exists only for questions, and counts of another instruction stay there", () => {
    const script = [
      { ...questionInstruction(0, "vraag", { uuid: "q", type: "nps" }), type: "message" as const },
      questionInstruction(1, "tweede", { uuid: "r", type: "nps" }),
    ]
    const charts = buildCharts(
      { instructions: script, language: "nl" },
      new Map([["i0", { counts: new Map([[totalKey, 4]]), sums: new Map([[totalKey, 4]]) }]]),
    )
    expect(charts.map(({ title, answered }) => [title, answered])).toEqual([["tweede", 0]])
  })

  test("shows the average of a score, in ranges between the possible scores", () => {
    const choices = createChoices("Nee", "Ja").map((choice, i) => ({ ...choice, score: i * 10 }))
    const scored = questionInstruction(0, "keuze", { uuid: "q", type: "choice", choices })
    const score = { ...questionInstruction(1, "score", { uuid: "q", type: "open" }), type: "score" as const, question: null }
    const tally = (averages: ReadonlyArray<number | null>): AnswerCounts => {
      const all = averages.map((average) => computeScoreIncrement([scored, score], { total: 0, answered: 1, average }))
      return aggregateCounts(all.map((increment) => [increment, 1]))
    }
    const chartOfScore = (...instructions: ReadonlyArray<Instruction>) =>
      buildCharts({ instructions, language: "nl" }, new Map([["i1", tally([10, 3.5, 3, null])]])).find(
        ({ instruction }) => instruction === "i1",
      )
    const chart = {
      type: "score",
      kind: "bar",
      answered: 3,
      average: 5.5,
      nps: null,
      bars: [0, 0, 0, 2, 0, 0, 0, 0, 0, 1].map((count, least) => ({ label: null, value: { least, next: least + 1 }, count })),
    }
    expect(chartOfScore(scored, score)).toMatchObject(chart)
    expect(chartOfScore(scored, { ...score, type: "action", action: { type: "score", params: {} } })).toMatchObject(chart)
    // Without scores there is no chart.
    expect(chartOfScore(score)).toBeUndefined()
    expect(
      chartOfScore(questionInstruction(0, "keuze", { uuid: "q", type: "choice", choices, options: { scores: false } }), score),
    ).toBeUndefined()
  })

  test("[C16] counts the totals of a score by range, and those outside all current ranges in a bar without a label", () => {
    const choices = createChoices("Nee", "Ja").map((choice, i) => ({ ...choice, score: i * 10 }))
    const scored = questionInstruction(0, "keuze", { uuid: "q", type: "choice", choices })
    const range = (uuid: string, minimum: number, maximum: number, label: string) => ({
      uuid,
      minimum,
      maximum,
      label,
      translation: { locale: "nl", content: "" },
    })
    const scoreWith = (...ranges: ReadonlyArray<ReturnType<typeof range>>): Instruction => ({
      ...questionInstruction(1, "score", { uuid: "q", type: "open" }),
      type: "score",
      question: null,
      action: { type: "score", params: { ranges } },
    })
    const [low, middle, high] = [range("a", 0, 3, "laag"), range("b", 4, 6, ""), range("c", 7, 10, "hoog")]
    // Averages that are in other ranges than their totals.
    const increments = [0, 3, 10].map((total) =>
      computeScoreIncrement([scored], { total, answered: 2, average: total / 2 }, { ranges: [low, middle, high] }),
    )
    const counts = aggregateCounts(increments.map((increment) => [increment, 1]))
    const barsOf = (score: Instruction) =>
      buildCharts({ instructions: [scored, score], language: "nl" }, new Map([["i1", counts]])).find(({ type }) => type === "score")?.bars
    const bar = (label: string | null, count: number) => ({ label, value: null, count })
    expect(barsOf(scoreWith(low, middle, high))).toEqual([bar("laag", 2), bar("4–6", 0), bar("hoog", 1)])
    expect(barsOf(scoreWith(low))).toEqual([bar("laag", 2), bar(null, 1)])
    expect(barsOf(scoreWith())).toHaveLength(10)
    expect(buildCharts({ instructions: [scored, scoreWith(low)], language: "nl" }, new Map()).at(-1)).toMatchObject({
      kind: "none",
      bars: [],
    })
  })

  test("has ranges up to the possible sum of scores of a multiple choice", () => {
    const scores = [2, 3, -1]
    const choices = createChoices("a", "b", "c").map((choice, i) => ({ ...choice, score: scores[i] ?? 0 }))
    expect(getScoreBounds([questionInstruction(0, "keuzes", { uuid: "q", type: "multiple", choices })])).toEqual({
      minimum: -1,
      maximum: 5,
    })
    const many = Array.from({ length: 130_000 }, () => choices).flat()
    expect(getScoreBounds([questionInstruction(0, "keuze", { uuid: "q", type: "choice", choices: many })])).toEqual({
      minimum: -1,
      maximum: 3,
    })
    expect(getScoreBounds([questionInstruction(0, "keuze", { uuid: "q", type: "choice", choices })])).toEqual({ minimum: -1, maximum: 3 })
    const below = choices.map((choice, i) => ({ ...choice, score: [-2, -3, 1][i] ?? 0 }))
    expect(getScoreBounds([questionInstruction(0, "keuzes", { uuid: "q", type: "multiple", choices: below })])).toEqual({
      minimum: -5,
      maximum: 1,
    })
  })

  test("groups dates by month, in order", () => {
    expect(chartOf({ uuid: "q", type: "date" }, ["2026-03-31", "2025-12-01", "2026-03-01"]).bars).toEqual([
      { label: null, value: "2025-12", count: 1 },
      { label: null, value: "2026-03", count: 2 },
    ])
  })

  test("is titled with the question's text in the script's language, else in another, else with its name", () => {
    const instruction = questionInstruction(0, "vraag", { uuid: "q", type: "open" })
    const messages = [
      { uuid: "m", locale: "en", content: "<p>How?</p>" },
      { uuid: "n", locale: "nl", content: "<p>{{answers.naam|Hé}}, hoe &amp; wat?</p>" },
    ]
    const titles = [{ ...instruction, messages }, { ...instruction, messages: messages.slice(0, 1) }, instruction].map((instruction) => {
      const [chart] = buildCharts({ instructions: [instruction], language: "nl" }, new Map())
      return [chart?.title, chart?.language]
    })
    expect(titles).toEqual([
      ["[naam], hoe & wat?", "nl"],
      ["How?", "en"],
      ["vraag", "nl"],
    ])
  })
})

test("[X14] titles and labels of choices show a recall by its name, as exports do", () => {
  const choices = createChoices("{{answers.naam|iemand}} wel", "{{phq.total}}")
  const asked = { ...questionInstruction(0, "vraag", { uuid: "q", type: "choice", choices }), messages: [] }
  const score: Instruction = {
    ...questionInstruction(1, "phq", { uuid: "q", type: "open" }),
    type: "score",
    question: null,
    messages: [{ uuid: "m", locale: "nl", content: "<p>Uw score: {{phq.total}} van 27, gem. {{phq.average|geen}}</p>" }],
  }
  const scored = { ...asked, question: { uuid: "q", type: "choice", choices: choices.map((choice) => ({ ...choice, score: 1 })) } } as const
  const [chart, scoreChart] = buildCharts({ instructions: [scored, score], language: "nl" }, new Map([["i0", aggregateCounts([])]]))
  expect(chart?.bars.map(({ label }) => label)).toEqual(["[naam] wel", "[phq.total]"])
  expect(scoreChart?.title).toBe("Uw score: [phq.total] van 27, gem. [phq.average]")
})

describe("[G4] the NPS", () => {
  test.each([
    [[10, 9, 9], 100],
    [[0, 6], -100],
    [[7, 8], 0],
    [[10, 0], 0],
    [[9, 7, 6, 10], 25],
  ])("of %j is %d", (values, score) => {
    expect(scale(values).nps).toBe(score)
  })

  test("is between -100 and 100, and null without answers", () => {
    expect(scale([]).nps).toBeNull()
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1 }), (values) => {
        const score = scale(values).nps ?? Number.NaN
        expect(score).toBeGreaterThanOrEqual(-100)
        expect(score).toBeLessThanOrEqual(100)
      }),
    )
  })
})

describe("[G2] the bin of a number", () => {
  const number = fc.oneof(fc.integer({ min: -100_000, max: 100_000 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))

  test("contains the number, whatever the bounds", () => {
    fc.assert(
      fc.property(number, fc.option(number), fc.option(number), (value, minimum, maximum) => {
        const { least, next } = findBin({ minimum, maximum }, value)
        const tolerance = Math.abs(value) * 1e-9 + 1e-9
        expect(least).toBeLessThanOrEqual(value + tolerance)
        expect(next).toBeGreaterThanOrEqual(value - tolerance)
        expect(least).toBeLessThan(next)
      }),
    )
  })

  test("is one of ten within the bounds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 1000 }), (minimum, size) => {
        const maximum = minimum + size
        const all = Array.from({ length: 201 }, (_, i) => findBin({ minimum, maximum }, minimum + (size * i) / 200).least)
        expect(new Set(all).size).toBe(10)
        expect(findBin({ minimum, maximum }, maximum).next).toBeCloseTo(maximum, 6)
      }),
    )
  })

  test.each([
    [0, 0, 1],
    [0.5, 0, 1],
    [1, 1, 10],
    [99, 10, 100],
    [-5, -10, -1],
    [-0.5, -1, 0],
  ])("runs for %d from %d to %d without bounds", (value, least, next) => {
    expect(findBin({}, value)).toEqual({ least, next })
  })

  test("is parsed from its key, and an invalid key is null", () => {
    fc.assert(
      fc.property(number, (value) => {
        const key = stripMeasure("numeric", computeAnswerIncrement({ uuid: "q", type: "numeric" }, value)?.keys[1] ?? "") ?? ""
        expect(parseBinKey(key)).toEqual(findBin({}, value))
      }),
    )
    for (const key of ["", "x", "1..", "..1", "1..x", "x..1", "x..=1"]) expect(parseBinKey(key)).toBeNull()
  })
})

describe("[G2] whole numbers", () => {
  const range = (minimum: number, maximum: number) => ({ minimum, maximum, precision: 0 })
  const whole = (options: { readonly minimum?: number; readonly maximum?: number }, values: ReadonlyArray<number>) =>
    chartOf({ uuid: "q", type: "numeric", options: { precision: 0, ...options } }, values).bars
  test("have a bar for each of up to 20 values, answered or not", () => {
    expect(whole({ minimum: 0, maximum: 10 }, [9, 10, 10, 0]).map(({ value, count }) => [value, count])).toEqual(
      [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2].map((count, value) => [value, count]),
    )
    expect(whole({ minimum: 1, maximum: 20 }, []).map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(whole({ minimum: 0, maximum: 20 }, [])).toEqual([])
    const slider = { minimum: 0, maximum: 100, hasSlider: true, stepSize: 10 }
    expect(chartOf({ uuid: "q", type: "numeric", options: slider }, [90, 100]).bars.map(({ value, count }) => [value, count])).toEqual(
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1].map((count, i) => [i * 10, count]),
    )
    expect(chartOf({ uuid: "q", type: "currency", options: range(1, 2) }, [2]).bars.map(({ value }) => value)).toEqual([1, 2])
  })

  test("have ranges that do not overlap for more values, and powers of ten without bounds", () => {
    const all = Array.from({ length: 101 }, (_, value) => value)
    const hundred = whole({ minimum: 0, maximum: 100 }, all).map(({ value, count }) => [...ends(value), count])
    expect([hundred.length, hundred[0], hundred[1], hundred[9]]).toEqual([10, [0, 9, 10], [10, 19, 10], [90, 100, 11]])
    expect(whole({}, [0, 1, 9, 10, 99, -1, -9, -10, -11]).map(({ value, count }) => [...ends(value), count])).toEqual([
      [-99, -10, 2],
      [-9, -1, 2],
      [0, 0, 1],
      [1, 9, 2],
      [10, 99, 2],
    ])
  })

  test("are counted in the bar whose range contains them, and in no other", () => {
    const bounds = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 5000 }))
    fc.assert(
      fc.property(bounds, fc.array(fc.integer({ min: -3000, max: 8000 }), { minLength: 1 }), ([minimum, size], values) => {
        const bars = whole({ minimum, maximum: minimum + size }, values).map(({ value, count }) => {
          const [least, most] = ends(value).map(Number)
          return { least: least ?? Number.NaN, most: most ?? Number.NaN, count }
        })
        for (const [i, { least, most, count }] of bars.entries()) {
          expect(most).toBeLessThan(bars[i + 1]?.least ?? Number.POSITIVE_INFINITY)
          expect(count).toBe(values.filter((value) => value >= least && value <= most).length)
        }
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
      }),
    )
  })

  test.each([
    // The first and last of ten ranges, and a power of ten: as wide as a range without bounds.
    [{ minimum: -10, maximum: 80 }, -10, [-10, -2]],
    [{ minimum: -91, maximum: -1 }, -1, [-10, -1]],
    [{ minimum: -91, maximum: -1 }, -10, [-10, -1]],
    [{ minimum: 0, maximum: 100 }, -10, [-99, -10]],
  ])("within the bounds %j count %d in the range %j", (bounds, value, range) => {
    const filled = whole(bounds, [value]).filter(({ count }) => count > 0)
    expect(filled.map((bar) => ends(bar.value))).toEqual([range])
  })

  test("follow the slider's steps if its minimum is not whole", () => {
    const slider = { minimum: 0.5, maximum: 3.5, hasSlider: true, stepSize: 1 }
    const { bars } = chartOf({ uuid: "q", type: "numeric", options: slider }, [0.5, 3.5])
    const filled = bars.filter(({ count }) => count > 0).map(({ value }) => ends(value).map(Number))
    expect([filled.length, filled[0]?.[0], filled[1]?.[1]]).toEqual([2, 0.5, 3.5])
    // The last step is included, and nothing beyond it.
    const upTo = chartOf({ uuid: "q", type: "numeric", options: { ...slider, minimum: 1, maximum: 5.5, stepSize: 2 } }, [5]).bars
    expect(upTo.map(({ value, count }) => [value, count])).toEqual([
      [1, 0],
      [3, 0],
      [5, 1],
    ])
  })

  test("keep showing older counts in ranges that shared their ends", () => {
    const shown = (
      options: { readonly minimum: number; readonly maximum: number },
      earlier: ReadonlyArray<number>,
      now: ReadonlyArray<number>,
    ) => {
      const counts = new Map(countsOf({ uuid: "q", type: "numeric", options: { precision: 0, ...options } }, now).counts)
      for (const key of earlier.map((value) => printBinKey(findBin(options, value)))) counts.set(key, (counts.get(key) ?? 0) + 1)
      const question = questionInstruction(0, "vraag", { uuid: "q", type: "numeric", options: { precision: 0, ...options } })
      const [chart] = buildCharts({ instructions: [question], language: "nl" }, new Map([[question.uuid, { counts, sums: new Map() }]]))
      return (chart?.bars ?? []).map(({ value, count }) => [...ends(value), count])
    }
    // It is unknown which of the two was answered.
    expect(shown({ minimum: 0, maximum: 10 }, [3, 9, 10], [3, 10])).toEqual([
      ...[0, 0, 0, 2, 0, 0, 0, 0, 0].map((count, value) => [value, value, count]),
      [9, 10, 3],
    ])
    expect(shown({ minimum: 0, maximum: 100 }, [0, 9, 100], [5, 95])).toEqual([
      [0, 9, 3],
      ...[10, 20, 30, 40, 50, 60, 70, 80].map((least) => [least, least + 9, 0]),
      [90, 100, 2],
    ])
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 1, max: 1000 }), fc.array(fc.nat(999)), (minimum, size, picks) => {
        const values = picks.map((pick) => minimum + (pick % (size + 1)))
        const bars = shown({ minimum, maximum: minimum + size }, values, values)
        expect(bars.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(2 * values.length)
        for (const [least, most, count] of bars)
          expect(count).toBe(2 * values.filter((value) => value >= Number(least) && value <= Number(most)).length)
      }),
    )
    // Whole-number counts are shown too when decimals are allowed now.
    const counts = new Map([
      ["3..=3", 1],
      ["10..=19", 2],
    ])
    const question = questionInstruction(0, "vraag", { uuid: "q", type: "numeric", options: { precision: 1 } })
    const [chart] = buildCharts({ instructions: [question], language: "nl" }, new Map([[question.uuid, { counts, sums: new Map() }]]))
    expect(chart?.bars.map(({ value, count }) => [...ends(value), count])).toEqual([
      [3, 3.9, 1],
      [4, 9.9, 0],
      [10, 19.9, 2],
    ])
  })
})

test("a period is reversed if its first day is after its last; with one end it never is", () => {
  const day = fc.option(fc.date({ min: new Date("1000-01-01"), max: new Date("12000-01-01"), noInvalidDate: true }))
  // As a browser writes dates: years have as many digits as typed.
  const printDay = (date: Date | null) => date?.toISOString().replace(/^\+0*/, "").slice(0, -14) ?? null
  fc.assert(
    fc.property(day, day, (from, until) => {
      const [first, last] = [from, until].map((date) => (date === null ? null : Math.floor(date.getTime() / 86_400_000)))
      const isReversed = typeof first === "number" && typeof last === "number" && first > last
      expect(isPeriodReversed({ from: printDay(from), until: printDay(until) })).toBe(isReversed)
    }),
  )
})

test("a period keeps valid calendar days and drops others", () => {
  expect(parsePeriod({ from: "2026-02-28", until: "2028-02-29" })).toEqual({ from: "2026-02-28", until: "2028-02-29" })
  for (const bad of ["", "2026-02-29", "2026-2-1", "yesterday", "12026-01-01", "2026-01-01T00:00:00Z", " 2026-01-01", null])
    for (const [from, until] of [
      [bad, "2026-01-01"],
      ["2026-01-01", bad],
    ] as const)
      expect(parsePeriod({ from, until })).toEqual({ from: from === bad ? null : from, until: until === bad ? null : until })
})

describe("drawing a chart", () => {
  const counts = fc.array(fc.nat(50).map((count) => ({ count })))

  test("places slices one after another, which together are the whole pie, or nothing without answers", () => {
    fc.assert(
      fc.property(counts, (bars) => {
        const slices = slicesOf(bars)
        const isEmpty = bars.every(({ count }) => count === 0)
        expect(slices.reduce((sum, { size }) => sum + size, 0)).toBeCloseTo(isEmpty ? 0 : 1, 9)
        for (const [i, { from }] of slices.entries())
          expect(from).toBeCloseTo(
            slices.slice(0, i).reduce((sum, { size }) => sum + size, 0),
            9,
          )
      }),
    )
  })

  test("limits a share to the range from 0 to 1, and is 0 without answers", () => {
    expect([shareOf({ count: 1 }, 4), shareOf({ count: 0 }, 0), shareOf({ count: 5 }, 4)]).toEqual([0.25, 0, 1])
  })
})

describe("a period that is clamped to the days of a chat", () => {
  const number = fc.integer({ min: 20_000, max: 20_012 })
  const limit = fc.option(number.map(fromEpochDay))

  test("contains the same days, and is null or unlimited if it contains none or all of them", () => {
    fc.assert(
      fc.property(limit, limit, number, fc.nat(5), (from, until, start, length) => {
        const days = Array.from({ length: length + 1 }, (_, i) => fromEpochDay(start + i))
        const [first, today] = [days[0] ?? "", days.at(-1) ?? ""]
        const listDays = (period: Period) =>
          days.filter((day) => (period.from === null || day >= period.from) && (period.until === null || day <= period.until))
        const contained = listDays({ from, until })
        const clamped = clampPeriod({ from, until }, { first, today })
        expect(clamped === null ? [] : listDays(clamped)).toEqual(contained)
        expect(clamped === null).toBe(contained.length === 0)
        expect(clamped !== null && isUnlimited(clamped)).toBe(contained.length === days.length)
      }),
    )
  })

  test("keeps its first day while the first day of the chat is unknown", () => {
    const unknown = { first: null, today: "2026-03-02" }
    expect(clampPeriod({ from: "2026-03-01", until: "2026-03-01" }, unknown)).toEqual({ from: "2026-03-01", until: "2026-03-01" })
    expect(clampPeriod({ from: null, until: "2026-03-02" }, unknown)).toEqual({ from: null, until: null })
  })
})
