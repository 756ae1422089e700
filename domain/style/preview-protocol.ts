// What the console tells the frame in which a style is previewed, and what that answers (spec/3-community §2 "Styling screen"). Messages pass
// between windows: each side takes them from the other's origin only, and reads them as if anybody had written them.

import { isRecord } from "../json/json-parser.ts"
import type { Style } from "./community-style.ts"
import type { StyledPage } from "./style-keys.ts"
import { type Scenario, scenarios } from "./style-sections.ts"
import type { Stylesheet } from "./stylesheet.ts"

// How the previews of a style are framed and what they tell (spec/3-community §2, §9).

export type ChatScenario = Extract<Scenario, (typeof scenarios)["chat"][number]>
export type StatsScenario = Extract<Scenario, (typeof scenarios)["stats"][number]>

/** Whether a scenario is one of the statistics' preview; the others are the chat's. */
export const isStatsScenario = (scenario: Scenario): scenario is StatsScenario => scenarios.stats.some((it) => it === scenario)

/** Which of the two pages shows a scenario. */
export const scenarioPage = (scenario: Scenario): StyledPage => (isStatsScenario(scenario) ? "stats" : "web")

/** The title of a preview's window (spec/3-community §2). */
export const previewTitle = (portal: StyledPage, community: string): string =>
  `${portal === "web" ? "Chat" : "Livestats"} - ${community} preview`

type Size = { readonly width: number; readonly height: number }

/** Frames in px: the mobile one at most so big, the desktop one at least. */
export const previewFrames = { mobile: { width: 430, height: 932 }, desktop: { width: 910, height: 860 } } as const
export type PreviewFrame = keyof typeof previewFrames

/** The scale at which a frame is shown in the room there is; never more than 1. */
export const previewScale = (frame: Size, room: Size): number =>
  Math.max(0, Math.min(1, room.width / frame.width, room.height / frame.height))

/** The viewport, in px, of a frame in the room there is, and its scale: the desktop's fills its room, the mobile's is as large as a phone. */
export const previewViewport = (frame: PreviewFrame, room: Size): Size & { readonly scale: number } => {
  const size = previewFrames[frame]
  const scale = previewScale(size, room)
  if (frame === "mobile" || scale === 0) return { ...size, scale }
  return { width: Math.round(room.width / scale), height: Math.round(room.height / scale), scale }
}

/** Milliseconds: how often the frame's clock moves on, how long a change of size settles, and how long a frame may take to answer. */
export const previewTimes = { clockIntervalMs: 6000, resizeDelayMs: 100, answerTimeoutMs: 10_000 } as const

/** The demo story: its first paragraph after so many milliseconds, the others so far apart. */
export const demoStory = { start: 2000, step: 10_000, paragraphs: 5 } as const

/** How many milliseconds after the last paragraph the next one comes, `told` having been told. */
export const demoStoryDelayMs = (told: number): number => (told === 0 ? demoStory.start : demoStory.step)

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
export const initialChatPreview: ChatPreview = { type: "preview.show", sheet: {}, scenario: "openAnswer", told: demoStory.paragraphs }
export const initialStatsPreview: StatsPreview = { type: "preview.show", sheet: {}, scenario: "averages" }

/** What a frame is told of a style: a scenario is shown by one of the two, with its own stylesheet. */
export const previewMessage = (style: Style, scenario: Scenario, told: number): PreviewMessage =>
  isStatsScenario(scenario)
    ? { type: "preview.show", sheet: style.stats, scenario }
    : { type: "preview.show", sheet: style.web, scenario, told }

/** The message in what came to the chat's frame, or undefined where it is none. Values that a style cannot have are left out where they are shown. */
export const parseChatPreview = (came: unknown): ChatPreview | undefined => {
  if (!isShow(came)) return undefined
  const scenario = scenarios.chat.find((it) => it === came["scenario"])
  const { told, sheet } = came
  if (scenario === undefined || typeof told !== "number" || !Number.isFinite(told)) return undefined
  return { type: "preview.show", sheet: textsIn(sheet), scenario, told: Math.max(0, Math.min(demoStory.paragraphs, Math.trunc(told))) }
}

/** The message in what came to the statistics' frame, or undefined where it is none. */
export const parseStatsPreview = (came: unknown): StatsPreview | undefined => {
  if (!isShow(came)) return undefined
  const scenario = scenarios.stats.find((it) => it === came["scenario"])
  return scenario === undefined ? undefined : { type: "preview.show", sheet: textsIn(came.sheet), scenario }
}

/** What came from a frame, or undefined where it is nothing that a preview says. */
export const parsePreviewAnswer = (came: unknown): PreviewAnswer | undefined =>
  isRecord(came) ? [previewReady, previewShown].find(({ type }) => type === came["type"]) : undefined

type Record = Readonly<{ [name: string]: unknown }>

const isShow = (came: unknown): came is Record & { readonly sheet: Record } =>
  isRecord(came) && came["type"] === "preview.show" && isRecord(came["sheet"])

const textsIn = (sheet: Record): Stylesheet =>
  Object.fromEntries(Object.entries(sheet).filter((entry): entry is [string, string] => typeof entry[1] === "string"))
