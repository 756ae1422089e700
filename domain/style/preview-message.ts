// What the console tells the frame in which a style is previewed, and what that answers (spec/3-community §2 "Styling screen"). Messages pass
// between windows: each side takes them from the other's origin only, and reads them as if anybody had written them.
import { isRecord } from "../json.ts"
import { story } from "./preview.ts"
import { type Scenario, scenarios } from "./sections.ts"
import type { Stylesheet } from "./stylesheet.ts"

/** From the frame, once, when it can show something. */
export const previewReady = { type: "preview.ready" } as const

/** To the frame, whenever something changes: the chat's stylesheet as it is edited, what it is shown on, and how much of the story is told. */
export type PreviewMessage = {
  readonly type: "preview.show"
  readonly sheet: Stylesheet
  readonly scenario: ChatScenario
  readonly told: number
}
export type ChatScenario = Extract<Scenario, (typeof scenarios)["chat"][number]>

/** What a frame shows before it is told anything. */
export const firstPreview: PreviewMessage = { type: "preview.show", sheet: {}, scenario: "openAnswer", told: story.paragraphs }

/** The message in what came to the frame, or undefined where it is none. Values that a style cannot have are left out where they are shown. */
export const readPreviewMessage = (came: unknown): PreviewMessage | undefined => {
  if (!isRecord(came) || came["type"] !== "preview.show" || !isRecord(came["sheet"])) return undefined
  const scenario = scenarios.chat.find((it) => it === came["scenario"])
  const { told, sheet } = came
  if (scenario === undefined || typeof told !== "number" || !Number.isFinite(told)) return undefined
  const texts = Object.entries(sheet).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  return {
    type: "preview.show",
    sheet: Object.fromEntries(texts),
    scenario,
    told: Math.max(0, Math.min(story.paragraphs, Math.trunc(told))),
  }
}

/** Whether a message comes from a frame that can show something. */
export const isPreviewReady = (came: unknown): boolean => isRecord(came) && came["type"] === previewReady.type
