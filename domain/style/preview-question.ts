// What the preview of a chat's style asks, and what has been given already, so that each colour is there to be seen (spec/3-community §3, §5).
import type { chatPreviewDemo } from "../catalog/en/preview-demo.ts"
import { getSliderMidpoint, sliderRange } from "../questions/number-question.ts"
import type { Question } from "../questions/question.ts"
import type { ChatScenario } from "./preview-protocol.ts"

type PreviewTexts = Readonly<Record<keyof typeof chatPreviewDemo, string>>
type Asking = Exclude<ChatScenario, "actionsEnabled" | "actionsDisabled">

/** "Demo open question minimum 20, maximum 300 characters; numeric demo 5 to 95 step 5" (spec/3-community §5). */
export const previewLimits = { open: { minimum: 20, maximum: 300 }, numeric: { minimum: 5, maximum: 95, stepSize: 5 } } as const

export type PreviewQuestion = {
  readonly question: Question
  /** What is written in its field, or picked of its choices or its scale. */
  readonly draft: unknown
}

/** The question of a scenario; [T19] one choice is chosen and the others are not, some stars are given, the slider is set, and what is too short stands there. */
export const buildPreviewQuestion = (scenario: Asking, texts: PreviewTexts): PreviewQuestion => {
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
      return { draft: getSliderMidpoint(sliderRange(options)), question: { uuid, type: "numeric", options } }
    }
    case "starRating":
      return { question: { uuid, type: "starRating" }, draft: 3 }
  }
}
