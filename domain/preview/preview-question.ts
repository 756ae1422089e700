// The demo questions of the chat preview, partly answered so that every color is visible [T19].
import type { chatPreviewDemo } from "../catalog/en/preview-demo.ts"
import { getSliderMidpoint, getSliderRange } from "../questions/number-question.ts"
import type { Question } from "../questions/question.ts"
import type { ChatScenario } from "./preview-protocol.ts"

type PreviewTexts = Readonly<Record<keyof typeof chatPreviewDemo, string>>
type QuestionScenario = Exclude<ChatScenario, "actionsEnabled" | "actionsDisabled">

/** The limits of the demo questions. */
export const previewLimits = { open: { minimum: 20, maximum: 300 }, numeric: { minimum: 5, maximum: 95, stepSize: 5 } } as const

/** A demo question with an unfinished answer. */
export type PreviewQuestion = {
  readonly question: Question
  /** The text in its field, or what is picked. */
  readonly draft: unknown
}

/** [T19] Returns the question of a scenario: one choice selected, some stars given, the slider moved, a text that is too short. */
export const buildPreviewQuestion = (scenario: QuestionScenario, texts: PreviewTexts): PreviewQuestion => {
  const uuid = "preview"
  const choices = (["preview.choice.1", "preview.choice.2", "preview.choice.3"] as const).map((key, i) => ({
    uuid: key,
    value: i + 1,
    order: i,
    translation: { locale: "en", content: texts[key] },
  }))
  switch (scenario) {
    case "choice":
      return { question: { uuid, type: "multiple", choices }, draft: [2] }
    case "dropdown":
      return { draft: null, question: { uuid, type: "choice", choices, options: { dropdown: true } } }
    case "openAnswer":
    case "sideMenu":
      return { draft: null, question: { uuid, type: "open", options: previewLimits.open } }
    case "invalid":
      return { question: { uuid, type: "open", options: previewLimits.open }, draft: texts["preview.short"] }
    case "slider": {
      const labels = { hasLabel: true, lowerBoundLabel: texts["preview.low"], upperBoundLabel: texts["preview.high"] }
      const options = { ...previewLimits.numeric, ...labels, hasSlider: true }
      return { draft: getSliderMidpoint(getSliderRange(options)), question: { uuid, type: "numeric", options } }
    }
    case "starRating":
      return { question: { uuid, type: "starRating" }, draft: 3 }
  }
}
