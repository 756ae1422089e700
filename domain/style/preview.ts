// How the previews of a style are framed and what they tell (spec/3-community §2, §9).
import type { Portal } from "./keys.ts"
import { type Scenario, scenarios } from "./sections.ts"

export type ChatScenario = Extract<Scenario, (typeof scenarios)["chat"][number]>
export type StatsScenario = Extract<Scenario, (typeof scenarios)["stats"][number]>

/** Whether a scenario is one of the statistics' preview; the others are the chat's. */
export const isOfStats = (scenario: Scenario): scenario is StatsScenario => scenarios.stats.some((it) => it === scenario)

/** Which of the two pages shows a scenario. */
export const shownBy = (scenario: Scenario): Portal => (isOfStats(scenario) ? "stats" : "web")

/** The title of a preview's window (spec/3-community §2). */
export const previewTitle = (portal: Portal, community: string): string =>
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
export const previewTimes = { clock: 6000, resize: 100, patience: 10_000 } as const

/** The demo story: its first paragraph after so many milliseconds, the others so far apart. */
export const story = { start: 2000, step: 10_000, paragraphs: 5 } as const

/** How many milliseconds after the last paragraph the next one comes, `told` having been told. */
export const pauseAfter = (told: number): number => (told === 0 ? story.start : story.step)
