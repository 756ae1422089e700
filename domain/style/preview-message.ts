// What the console tells the frame in which a style is previewed, and what that answers (spec/3-community §2 "Styling screen"). Messages pass
// between windows: each side takes them from the other's origin only, and reads them as if anybody had written them.
import { isRecord } from "../json.ts"
import type { Style } from "./payload.ts"
import { type ChatScenario, isOfStats, type StatsScenario, story } from "./preview.ts"
import { type Scenario, scenarios } from "./sections.ts"
import type { Stylesheet } from "./stylesheet.ts"

/** From the frame: once, when it can show something; and after each message that it shows. */
export const previewReady = { type: "preview.ready" } as const
export const previewShown = { type: "preview.shown" } as const
export type PreviewAnswer = typeof previewReady | typeof previewShown

/** To the chat's frame, whenever something changes: its stylesheet as it is edited, what it is shown on, and how much of the story is told. */
export type ChatPreview = {
  readonly type: "preview.show"
  readonly sheet: Stylesheet
  readonly scenario: ChatScenario
  readonly told: number
}

/** To the statistics' frame: theirs, and the charts that it is shown on. */
export type StatsPreview = { readonly type: "preview.show"; readonly sheet: Stylesheet; readonly scenario: StatsScenario }

export type PreviewMessage = ChatPreview | StatsPreview

/** What frames show before they are told anything. */
export const firstChatPreview: ChatPreview = { type: "preview.show", sheet: {}, scenario: "openAnswer", told: story.paragraphs }
export const firstStatsPreview: StatsPreview = { type: "preview.show", sheet: {}, scenario: "averages" }

/** What a frame is told of a style: a scenario is shown by one of the two, with its own stylesheet. */
export const previewMessage = (style: Style, scenario: Scenario, told: number): PreviewMessage =>
  isOfStats(scenario) ? { type: "preview.show", sheet: style.stats, scenario } : { type: "preview.show", sheet: style.web, scenario, told }

/** The message in what came to the chat's frame, or undefined where it is none. Values that a style cannot have are left out where they are shown. */
export const readChatPreview = (came: unknown): ChatPreview | undefined => {
  if (!isShow(came)) return undefined
  const scenario = scenarios.chat.find((it) => it === came["scenario"])
  const { told, sheet } = came
  if (scenario === undefined || typeof told !== "number" || !Number.isFinite(told)) return undefined
  return { type: "preview.show", sheet: textsIn(sheet), scenario, told: Math.max(0, Math.min(story.paragraphs, Math.trunc(told))) }
}

/** The message in what came to the statistics' frame, or undefined where it is none. */
export const readStatsPreview = (came: unknown): StatsPreview | undefined => {
  if (!isShow(came)) return undefined
  const scenario = scenarios.stats.find((it) => it === came["scenario"])
  return scenario === undefined ? undefined : { type: "preview.show", sheet: textsIn(came.sheet), scenario }
}

/** What came from a frame, or undefined where it is nothing that a preview says. */
export const readPreviewAnswer = (came: unknown): PreviewAnswer | undefined =>
  isRecord(came) ? [previewReady, previewShown].find(({ type }) => type === came["type"]) : undefined

type Record = Readonly<{ [name: string]: unknown }>

const isShow = (came: unknown): came is Record & { readonly sheet: Record } =>
  isRecord(came) && came["type"] === "preview.show" && isRecord(came["sheet"])

const textsIn = (sheet: Record): Stylesheet =>
  Object.fromEntries(Object.entries(sheet).filter((entry): entry is [string, string] => typeof entry[1] === "string"))
