// What respondents read of a score: the chosen lines, and the text of its range [C16].

import { fillPlaceholders } from "../catalog/catalog.ts"
import { scoreTexts } from "../catalog/score-texts.ts"
import type { AnswerFacets, Environment, Score } from "../conditions/condition-value.ts"
import { emptyEnvironment } from "../conditions/satisfiability.ts"
import { isScored } from "../questions/choice-question.ts"
import { fillRecalls, type RecallCounter } from "../recall/recall-filling.ts"
import { escapeText } from "../rich-text/html-tokens.ts"
import { getScoreDisplay, type ScoreDisplay, type ScoreParams } from "../script/action.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName, toNameKey } from "../script/instruction-name.ts"
import { createScore, getTotalBounds } from "../script/score-bounds.ts"
import { findScoreRange, getScoreParams, listRangeTexts } from "../script/score-ranges.ts"
import { getTextDirection, type Language } from "../text/language.ts"
import { getScoreFacets } from "./answer-facets.ts"

/** `language` is the conversation's; `around` that of the text that the score is added to. */
type ScoreContext = {
  readonly language: Language
  readonly around: string
  readonly environment: Environment
  readonly recalls?: RecallCounter
}

/** A score with its facets in the conversation's language: many instructions show the same one, and writing its numbers takes time. */
type WrittenScore = { readonly score: Score; readonly scoreFacets: AnswerFacets }

/** Returns the HTML that follows the text of a score; "" if respondents see nothing of it. */
export const renderScore = (
  written: WrittenScore,
  params: ScoreParams,
  { language, around, environment, recalls }: ScoreContext,
): string => {
  const [first, second] = listScoreLines(written, getScoreDisplay(params), language)
  const range = findScoreRange(params, written.score.total)
  const texts = range === null ? [] : listRangeTexts(range)
  const text = texts.find(({ locale }) => locale === language) ?? texts[0]
  return [
    ...(first === undefined
      ? []
      : [
          `<p class="score"${languageAttributes(language, around)}>${first}${second === undefined ? "" : `<br><small>${second}</small>`}</p>`,
        ]),
    ...(text === undefined
      ? []
      : [`<p${languageAttributes(text.locale, around)}>${escapeText(fillRecalls(text.content, "plain", environment, recalls))}</p>`]),
  ].join("")
}

const listScoreLines = ({ score, scoreFacets }: WrittenScore, display: ScoreDisplay, language: Language): ReadonlyArray<string> => {
  if (score.total === null) return []
  const { total, average } = scoreFacets.scoreTexts ?? { total: "", average: "" }
  return [
    ...(display === "average" || display === "nothing" ? [] : [fillPlaceholders(scoreTexts[language].total, { total })]),
    ...(display === "total" || display === "nothing" || average === ""
      ? []
      : [fillPlaceholders(scoreTexts[language].average, { average })]),
  ].map(escapeText)
}

const languageAttributes = (locale: string, around: string): string =>
  locale === around ? "" : ` lang="${escapeText(locale).replaceAll('"', "&quot;")}" dir="${getTextDirection(locale)}"`

/** Returns what respondents with the largest possible total read below the text of the score at `index`. */
export const previewScore = (instructions: ReadonlyArray<Instruction>, index: number, language: Language): string => {
  const instruction = instructions[index]
  const params = instruction === undefined ? null : getScoreParams(instruction)
  if (instruction === undefined || params === null) return ""
  const earlier = instructions.slice(0, index)
  const total = getTotalBounds(earlier).most
  const answered = earlier.filter(isScored).length
  const score = createScore(total, answered)
  const scoreFacets = getScoreFacets(score, language)
  const answers = new Map([[toNameKey(getInstructionName(instruction)), scoreFacets]])
  return renderScore({ score, scoreFacets }, params, { language, around: language, environment: { ...emptyEnvironment, answers } })
}
