// What respondents read of a score, and its ranges.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { toRespondentEffects } from "../../domain/chat/respondent-view.ts"
import { previewScore } from "../../domain/chat/score-rendering.ts"
import { scoreRangeFindings } from "../../domain/check/score-range-findings.ts"
import { inspectScript, scriptFindings } from "../../domain/check/script-rules.ts"
import { updateReferences } from "../../domain/recall/reference-renaming.ts"
import { findUsages } from "../../domain/recall/usages.ts"
import type { ScoreParams, ScoreRange } from "../../domain/script/action.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { dropOwnTranslations } from "../../domain/script/own-translations.ts"
import { findScoreRange, getRangeLabelIn, getScoreParams, newScoreRange } from "../../domain/script/score-ranges.ts"
import { changeScriptLanguage } from "../../domain/script/script-language-change.ts"
import { listScriptLanguages, translationFindings } from "../../domain/script/script-languages.ts"
import { listTranslatableTexts, setTranslation } from "../../domain/script/translatable-texts.ts"
import type { Language } from "../../domain/text/language.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const levels = createChoices("Never", "Sometimes", "Often", "Always").map((choice, score) => ({ ...choice, score }))
const item = (order: number): Instruction =>
  questionInstruction(order, `item_${order}`, { uuid: `q${order}`, type: "choice", choices: levels })
const range = (minimum: number | null, maximum: number | null, label = "label", content = ""): ScoreRange => ({
  uuid: `${minimum} ${maximum}`,
  minimum,
  maximum,
  label,
  translation: { locale: "en", content },
})
const score = (params: ScoreParams, content = "", order = 2): Instruction =>
  instruction(order, {
    type: "score",
    label: "phq_score",
    messages: content === "" ? [] : [{ uuid: "m", locale: "en", content }],
    action: { type: "score", params },
  })

/** The HTML that a respondent with the total 5 of two answers receives. */
const show = (params: ScoreParams, content = "", language: Language = "en"): string => {
  const chat = compileScript({ language: "en", instructions: [item(0), item(1), score(params, content)] })
  const { state } = handleEvent(chat, beginConversation(chat, { seed: "s", language }).state, { type: "answer", uuid: "i0", given: 3 })
  const [shown] = handleEvent(chat, state, { type: "answer", uuid: "i1", given: 4 }).effects.flatMap(toRespondentEffects)
  return shown?.type === "show" ? shown.html : ""
}

describe("[C16] respondents see of a score", () => {
  const both = '<p class="score">Your score: 5<br><small>On average: 2.5</small></p>'

  test.each([
    [{}, both],
    [{ charttype: "average", display: null }, both],
    [{ display: "both" }, both],
    [{ display: "total" }, '<p class="score">Your score: 5</p>'],
    [{ display: "average" }, '<p class="score">On average: 2.5</p>'],
    [{ display: "nothing" }, ""],
    [{ display: "of a newer version" }, both],
  ])("what its author chose: %j", (params, html) => {
    expect(show(params)).toBe(html)
    expect(show(params, "<p>{{phq_score.total}} of 6</p>")).toBe(`<p>5 of 6</p>${html}`)
  })

  test("its lines in the language of the conversation, marked where the text around them is in another language", () => {
    expect(show({ display: "average" }, "", "nl")).toBe('<p class="score">Gemiddeld: 2,5</p>')
    expect(show({ display: "total" }, "<p>Hi</p>", "ar")).toBe('<p>Hi</p><p class="score" lang="ar" dir="rtl">نتيجتك: 5</p>')
  })

  test("the text of their range, with its recalls filled in and its characters escaped", () => {
    const ranges = [range(0, 4, "low", "Low"), range(5, 9, "high", "<b> & {{phq_score.total}}"), range(5, 5, "never reached", "Five")]
    expect(show({ display: "nothing", ranges })).toBe("<p>&lt;b&gt; &amp; 5</p>")
    const dutch = { ...range(5, null, "high", "High"), translations: [{ locale: "nl", content: "Hoog" }] }
    expect(show({ display: "nothing", ranges: [dutch] }, "", "nl")).toBe("<p>Hoog</p>")
    expect(show({ display: "nothing", ranges: [dutch] }, "", "fr")).toBe('<p lang="en" dir="auto">High</p>')
  })

  test("nothing of the numbers that their author hides", () => {
    const [effect] = toRespondentEffects({
      type: "score",
      score: { total: 5, answered: 2, average: 2.5 },
      uuid: "u",
      name: "n",
      html: "",
      delay: 1,
    })
    expect(effect).toEqual({ type: "show", as: "message", uuid: "u", html: "", delay: 1 })
  })

  test("the same that the editor shows its author for the largest score", () => {
    const ranges = [range(6, 6, "high", "All {{phq_score.count}}")]
    expect(previewScore([item(0), item(1), score({ ranges })], 2, "en")).toBe(
      '<p class="score">Your score: 6<br><small>On average: 3</small></p><p>All 2</p>',
    )
    expect(previewScore([item(0)], 0, "en")).toBe("")
    expect(previewScore([score({}, "", 0)], 0, "en")).toBe("")
  })
})

describe("[C16] the ranges of a score", () => {
  const findingsOf = (...ranges: ReadonlyArray<ScoreRange>) =>
    scoreRangeFindings({ instructions: [item(0), item(1), score({ ranges })] }).map(({ key, values }) => [
      key,
      ...Object.values(values ?? {}),
    ])

  test("contain both their ends; without an end they go on", () => {
    const ranges = [range(null, 1), range(2, 3), range(4, null)]
    expect([-9, 1, 2, 3, 4, 99].map((total) => ranges.indexOf(findScoreRange({ ranges }, total) ?? range(0, 0)))).toEqual([
      0, 0, 1, 1, 2, 2,
    ])
    expect(findScoreRange({}, 1)).toBeNull()
    expect(findScoreRange({ ranges: [range(2, 3)] }, 1)).toBeNull()
    expect(findingsOf(...ranges)).toEqual([])
  })

  /** The totals in no range, with the answers that lead there. */
  const gapsOf = (instructions: ReadonlyArray<Instruction>) =>
    scriptFindings({ name: "n", public_name: "n", language: "nl", instructions })
      .filter(({ key }) => key === "finding.range.gap")
      .map(({ values, example }) => [values?.["total"], example?.answers])
  const choiceOf = (order: number, scores: ReadonlyArray<number>, condition: string | null = null) =>
    questionInstruction(
      order,
      `q${order}`,
      {
        uuid: `q${order}`,
        type: "choice",
        choices: createChoices(...scores.map(String)).map((it, i) => ({ ...it, score: scores[i] ?? 0 })),
      },
      condition,
    )

  test("may not overlap, in any order", () => {
    expect(findingsOf(range(4, 6), range(0, 3))).toEqual([])
    expect(findingsOf(range(0, 5), range(1, 2), range(5, 6))).toEqual([
      ["finding.range.overlap", "0–5", "1–2"],
      ["finding.range.overlap", "0–5", "5–6"],
    ])
    expect(findingsOf(range(0, 6), range(3, 2))).toEqual([["finding.range.reversed", "3–2"]])
    expect(findingsOf(range(0, 6, " "))).toEqual([["finding.range.no-label", "0–6"]])
  })

  test("may not be repeated, may not be empty, and must be reached by some answers, each with its place", () => {
    expect(findingsOf(range(0, 3), range(4, 6), range(0, 3), range(0, 3))).toEqual([
      ["finding.range.repeated", "0–3"],
      ["finding.range.repeated", "0–3"],
    ])
    expect(findingsOf(range(0, 6), range(7, 9), range(null, -1), range(9.5, null))).toEqual([
      ["finding.range.never", "7–9", 0, 6],
      ["finding.range.never", "…–-1", 0, 6],
      ["finding.range.never", "9.5–…", 0, 6],
    ])
    expect(findingsOf(range(0, 3), range(3.2, 3.8), range(4, 6))).toEqual([["finding.range.never", "3.2–3.8", 0, 6]])
    expect(findingsOf(range(9, 8), range(9, 8)).map(([key]) => key)).toEqual(["finding.range.reversed", "finding.range.reversed"])
    const ranges = [range(0, 6), range(9, 8), range(0, 6), range(7, null)]
    expect(scoreRangeFindings({ instructions: [item(0), item(1), score({ ranges })] }).map(({ pointer }) => pointer)).toEqual([
      "/instructions/2/action/params/ranges/1/maximum",
      "/instructions/2/action/params/ranges/2/minimum",
      "/instructions/2/action/params/ranges/3/minimum",
    ])
    expect(scoreRangeFindings({ instructions: [score({ ranges: [range(5, 6)] }, "", 0)] })).toEqual([])
  })

  test("that no answers lead to are found, and no others", () => {
    const values = fc.array(fc.integer({ min: -2, max: 4 }), { minLength: 1, maxLength: 3 })
    const questions = fc.array(fc.record({ scores: values, skipable: fc.boolean() }), { minLength: 1, maxLength: 3 })
    const end = fc.option(fc.integer({ min: -6, max: 12 }))
    fc.assert(
      fc.property(questions, fc.array(fc.tuple(end, end), { minLength: 1, maxLength: 4 }), (asked, ends) => {
        let sums: ReadonlyArray<{ readonly total: number; readonly count: number }> = [{ total: 0, count: 0 }]
        for (const { scores, skipable } of asked)
          sums = sums.flatMap((sum) => [
            ...(skipable ? [sum] : []),
            ...scores.map((value) => ({ total: sum.total + value, count: sum.count + 1 })),
          ])
        const totals = sums.flatMap(({ total, count }) => (count === 0 ? [] : [total]))
        const ranges = ends.map(([minimum, maximum]) => range(minimum, maximum))
        const instructions = asked.map(({ scores, skipable }, order) => {
          const asks = choiceOf(order, scores)
          return asks.question ? { ...asks, question: { ...asks.question, skipable } } : asks
        })
        const found = scoreRangeFindings({ instructions: [...instructions, score({ ranges }, "", asked.length)] })
        const unreached = ranges.flatMap((it, i) => {
          const [least, most] = [it.minimum ?? Number.NEGATIVE_INFINITY, it.maximum ?? Number.POSITIVE_INFINITY]
          return least > most || totals.some((total) => total >= least && total <= most)
            ? []
            : [`/instructions/${asked.length}/action/params/ranges/${i}/minimum`]
        })
        expect(found.filter(({ key }) => key === "finding.range.never").map(({ pointer }) => pointer)).toEqual(unreached)
        expect(found.filter(({ key }) => key === "finding.range.reversed")).toHaveLength(
          ends.filter(([minimum, maximum]) => minimum !== null && maximum !== null && minimum > maximum).length,
        )
      }),
    )
  })

  test("may have no gaps that respondents can reach, each shown with answers that do", () => {
    const script = (...ranges: ReadonlyArray<ScoreRange>) => [choiceOf(0, [0, 1, 2, 3]), choiceOf(1, [0, 1, 2, 3]), score({ ranges })]
    expect(gapsOf(script(range(4, 6), range(0, 3)))).toEqual([])
    expect(gapsOf(script(range(0, 1), range(4, 5)))).toEqual([
      [2, { q0: 1, q1: 3 }],
      [6, { q0: 4, q1: 4 }],
    ])
    expect(gapsOf(script(range(1, 9)))).toEqual([[0, { q0: 1, q1: 1 }]])
    expect(gapsOf(script(range(3, 2)))).toEqual([[0, { q0: 1, q1: 1 }]])
    expect(gapsOf(script(range(null, 3), range(4, null)))).toEqual([])
    expect(gapsOf(script())).toEqual([])
  })

  test("may have gaps that no answers lead to", () => {
    expect(gapsOf([choiceOf(0, [0, 5]), score({ ranges: [range(0, 0), range(5, 5)] }, "", 1)])).toEqual([])
    const dependent = [choiceOf(0, [0, 1]), choiceOf(1, [0, 1], "q0 == 1"), score({ ranges: [range(0, 0), range(1, 1)] })]
    expect(gapsOf(dependent)).toEqual([])
    expect(gapsOf([choiceOf(0, [0, 1]), choiceOf(1, [0, 1]), score({ ranges: [range(0, 0), range(1, 1)] })])).toEqual([
      [2, { q0: 2, q1: 2 }],
    ])
  })

  test("have gaps between decimals only if scores have decimals", () => {
    const ranges = [range(0, 0.5), range(1, 1.5)]
    expect(gapsOf([choiceOf(0, [0, 0.5, 1, 1.5]), score({ ranges }, "", 1)])).toEqual([])
    expect(gapsOf([choiceOf(0, [0, 0.6, 1]), score({ ranges }, "", 1)])).toEqual([[0.6, { q0: 2 }]])
  })

  test("are not judged if the totals are too many to list", () => {
    const many = questionInstruction(0, "many", {
      uuid: "q",
      type: "multiple",
      choices: createChoices("a", "b", "c", "d", "e", "f", "g", "h", "i").map((it) => ({ ...it, score: 2 })),
    })
    const instructions = [many, score({ ranges: [range(0, 4)] }, "", 1)]
    const { findings, unproven } = inspectScript({ name: "n", public_name: "n", language: "nl", instructions })
    expect(findings.filter(({ rule }) => rule === "score-ranges")).toEqual([])
    expect(unproven).toContain("/instructions/1/action/params/ranges")
  })

  test("start where the previous range ends: the first at 0, and without a minimum after a range without a maximum", () => {
    const first = newScoreRange([], "nl", () => "u")
    expect(first).toEqual({ uuid: "u", minimum: 0, maximum: null, label: "", translation: { locale: "nl", content: "" } })
    expect(newScoreRange([range(0, 4)], "nl", () => "u").minimum).toBe(5)
    expect(newScoreRange([range(0, null)], "nl", () => "u").minimum).toBeNull()
  })

  test("refer to answers like other texts: they are checked, listed as usages, and follow a new name", () => {
    const script = [item(0), item(1), score({ ranges: [range(0, 6, "all", "{{answers.item_0}} {{answers.nobody}}")] })]
    const named = { name: "PHQ", public_name: "PHQ", language: "en" } as const
    expect(scriptFindings({ ...named, instructions: script }).filter(({ rule }) => rule === "condition-unknown-reference")).toMatchObject([
      { pointer: "/instructions/2/action/params/ranges/0/translation/content" },
    ])
    expect(findUsages(script, "i0")).toMatchObject([
      { as: "recall", pointer: "/instructions/2/action/params/ranges/0/translation/content" },
    ])
    const renamed = updateReferences(script, [{ ...item(0), label: "first" }, ...script.slice(1)])
    expect(renamed[2]?.action?.params).toMatchObject({ ranges: [{ translation: { content: "{{answers.first}} {{answers.nobody}}" } }] })
  })

  test("are translated like choices", () => {
    const original = score({ ranges: [range(0, 6, "all", "All")] }, "", 0)
    const part = { of: "range", range: "0 6" } as const
    const label = { part: { of: "rangeLabel", range: "0 6" }, text: "all", translation: "" }
    expect(listTranslatableTexts(original, "en", "nl")).toEqual([label, { part, text: "All", translation: "" }])
    const translate = (it: Instruction, text: string) =>
      setTranslation(it, { part, locale: "nl", text, language: "en", newUuid: () => "u" })
    const translated = translate(original, "Alle")
    expect(listTranslatableTexts(translated, "en", "nl")).toEqual([label, { part, text: "All", translation: "Alle" }])
    expect(translate(translated, "")).toEqual(original)
    const script = {
      name: "PHQ",
      public_name: "PHQ",
      language: "en",
      instructions: [translated, { ...original, uuid: "i1", order: 1, label: "b" }],
    } as const
    expect(translationFindings(script)).toMatchObject([
      { pointer: "/public_name", values: { language: "nl" } },
      { pointer: "/instructions/0/action/params/ranges", values: { language: "nl" } },
      { pointer: "/instructions/1/action/params/ranges", values: { language: "nl" } },
    ])
    const dutch = changeScriptLanguage(script, "nl").instructions[0]
    expect(dutch?.action?.params).toMatchObject({ ranges: [{ translation: { locale: "nl", content: "Alle" } }] })
    expect(changeScriptLanguage({ ...script, instructions: [original] }, "nl").instructions[0]?.action?.params).toMatchObject({
      ranges: [{ translation: { locale: "nl", content: "All" } }],
    })
  })

  test("have labels that are translated for respondents, and follow the script's language", () => {
    const original = score({ ranges: [range(0, 6, "all", "")] }, "", 0)
    const part = { of: "rangeLabel", range: "0 6" } as const
    const translate = (text: string, locale = "nl") => setTranslation(original, { part, locale, text, language: "en", newUuid: () => "u" })
    const translated = translate("alles")
    expect(listTranslatableTexts(translated, "en", "nl")).toEqual([{ part, text: "all", translation: "alles" }])
    expect(translate("everything", "en")).toBe(original)
    const [first] = getScoreParams(translated)?.ranges ?? []
    expect(first && ["nl", "fr"].map((locale) => getRangeLabelIn(first, { language: "en", locale }))).toEqual([
      { label: "alles", language: "nl" },
      { label: "all" },
    ])
    const script = { name: "PHQ", public_name: "", language: "en", instructions: [translated] } as const
    expect(listScriptLanguages(script)).toEqual(["en", "nl"])
    const dutch = changeScriptLanguage(script, "nl")
    expect(dutch.instructions[0]?.action?.params).toMatchObject({
      ranges: [{ label: "alles", labels: [{ locale: "en", content: "all" }] }],
    })
    expect(changeScriptLanguage(dutch, "en").instructions[0]?.action).toEqual(translated.action)
    const own = score({ ranges: [{ ...range(0, 6, "all", ""), labels: [{ locale: "en", content: "other" }] }] }, "", 0)
    expect(getScoreParams(dropOwnTranslations(own, "en"))?.ranges).toMatchObject([{ label: "all", labels: [] }])
  })
})
