// Messages between the console and its style preview frames. Both sides check the origin, and validate messages as if anyone could have
// sent them.

import { isRecord } from "../json/json-value.ts"
import type { Style } from "../style/community-style.ts"
import { type Scenario, type StyledPage, scenarios } from "../style/style-keys.ts"
import type { Stylesheet } from "../style/stylesheet.ts"

export type ChatScenario = Extract<Scenario, (typeof scenarios)["chat"][number]>
export type StatsScenario = Extract<Scenario, (typeof scenarios)["stats"][number]>

/** Returns whether a scenario belongs to the preview of the statistics. */
export const isStatsScenario = (scenario: Scenario): scenario is StatsScenario => scenarios.stats.some((known) => known === scenario)

/** Returns the page that shows a scenario. */
export const getScenarioPage = (scenario: Scenario): StyledPage => (isStatsScenario(scenario) ? "stats" : "web")

/** Returns the title of a preview window. */
export const previewTitle = (portal: StyledPage, community: string): string =>
  `${portal === "web" ? "Chat" : "Livestats"} - ${community} preview`

type Size = { readonly width: number; readonly height: number }

/** The sizes of preview frames in px: the maximum of the mobile frame, the minimum of the desktop frame. */
export const previewFrames = { mobile: { width: 430, height: 932 }, desktop: { width: 910, height: 860 } } as const
export type PreviewFrame = keyof typeof previewFrames

/** Returns the scale that fits a frame into the available room, 1 or less. */
export const previewScale = (frame: Size, room: Size): number =>
  Math.max(0, Math.min(1, room.width / frame.width, room.height / frame.height))

/** Returns the viewport of a frame in px, and its scale: the desktop frame fills its room, the mobile frame has the size of a phone. */
export const previewViewport = (frame: PreviewFrame, room: Size): Size & { readonly scale: number } => {
  const size = previewFrames[frame]
  const scale = previewScale(size, room)
  if (frame === "mobile" || scale === 0) return { ...size, scale }
  return { width: Math.round(room.width / scale), height: Math.round(room.height / scale), scale }
}

/** Milliseconds: the interval of the frame's clock, the debounce of size changes, and the timeout for a frame's answer. */
export const previewTimes = { clockIntervalMs: 6000, resizeDelayMs: 100, answerTimeoutMs: 10_000 } as const

/** The demo story: the delays of its first and its later paragraphs in milliseconds. */
export const demoStory = { start: 2000, step: 10_000, paragraphs: 5 } as const

/** Returns the delay in milliseconds before the next paragraph, after so many paragraphs. */
export const getDemoStoryDelayMs = (shownParagraphs: number): number => (shownParagraphs === 0 ? demoStory.start : demoStory.step)

/** Sent by the frame: once when it is ready, and after each message that it has shown. */
export const previewReady = { type: "preview.ready" } as const
export const previewShown = { type: "preview.shown" } as const
export type PreviewAnswer = typeof previewReady | typeof previewShown

/** Sent to the chat's frame after each change: the edited stylesheet, the scenario, and the number of paragraphs shown. */
export type ChatPreview = {
  readonly type: "preview.show"
  readonly sheet: Stylesheet
  readonly scenario: ChatScenario
  readonly told: number
}

/** Sent to the statistics' frame: their stylesheet and the scenario. */
export type StatsPreview = { readonly type: "preview.show"; readonly sheet: Stylesheet; readonly scenario: StatsScenario }

export type PreviewMessage = ChatPreview | StatsPreview

/** What frames show before the first message. */
export const initialChatPreview: ChatPreview = { type: "preview.show", sheet: {}, scenario: "openAnswer", told: demoStory.paragraphs }
export const initialStatsPreview: StatsPreview = { type: "preview.show", sheet: {}, scenario: "averages" }

/** Returns the message for the frame that shows a scenario, with that page's stylesheet. */
export const previewMessage = (style: Style, scenario: Scenario, shownParagraphs: number): PreviewMessage =>
  isStatsScenario(scenario)
    ? { type: "preview.show", sheet: style.stats, scenario }
    : { type: "preview.show", sheet: style.web, scenario, told: shownParagraphs }

/** Parses a message received by the chat's frame; undefined if it is invalid. Values that a style cannot have are dropped when shown. */
export const parseChatPreview = (data: unknown): ChatPreview | undefined => {
  if (!isShowMessage(data)) return undefined
  const scenario = scenarios.chat.find((candidate) => candidate === data["scenario"])
  const { told: shownParagraphs, sheet } = data
  if (scenario === undefined || typeof shownParagraphs !== "number" || !Number.isFinite(shownParagraphs)) return undefined
  return {
    type: "preview.show",
    sheet: keepTexts(sheet),
    scenario,
    told: Math.max(0, Math.min(demoStory.paragraphs, Math.trunc(shownParagraphs))),
  }
}

/** Parses a message received by the statistics' frame; undefined if it is invalid. */
export const parseStatsPreview = (data: unknown): StatsPreview | undefined => {
  if (!isShowMessage(data)) return undefined
  const scenario = scenarios.stats.find((candidate) => candidate === data["scenario"])
  return scenario === undefined ? undefined : { type: "preview.show", sheet: keepTexts(data.sheet), scenario }
}

/** Parses a message received from a frame; undefined if it is invalid. */
export const parsePreviewAnswer = (data: unknown): PreviewAnswer | undefined =>
  isRecord(data) ? [previewReady, previewShown].find(({ type }) => type === data["type"]) : undefined

type Record = Readonly<{ [name: string]: unknown }>

const isShowMessage = (data: unknown): data is Record & { readonly sheet: Record } =>
  isRecord(data) && data["type"] === "preview.show" && isRecord(data["sheet"])

const keepTexts = (sheet: Record): Stylesheet =>
  Object.fromEntries(Object.entries(sheet).filter((entry): entry is [string, string] => typeof entry[1] === "string"))
