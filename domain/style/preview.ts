// How the previews of a style are framed and what they tell (spec/3-community §2, §9).

/** Frames in px: the mobile one at most so big, the desktop one at least. */
export const previewFrames = { mobile: { width: 430, height: 932 }, desktop: { width: 910, height: 860 } } as const

/** The scale at which a frame is shown in the room there is; never more than 1. */
export const previewScale = (
  frame: { readonly width: number; readonly height: number },
  room: { readonly width: number; readonly height: number },
): number => Math.max(0, Math.min(1, room.width / frame.width, room.height / frame.height))

/** Milliseconds: how often the frame's clock moves on, and how long a change of size settles. */
export const previewTimes = { clock: 6000, resize: 100 } as const

/** The demo story: its first paragraph after so many milliseconds, the others so far apart. */
export const story = { start: 2000, step: 10_000, paragraphs: 5 } as const

/** How many paragraphs of the demo story are told after so many milliseconds. */
export const toldAfter = (milliseconds: number): number =>
  milliseconds < story.start ? 0 : Math.min(story.paragraphs, 1 + Math.floor((milliseconds - story.start) / story.step))
