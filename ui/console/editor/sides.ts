// What can stand beside the instruction: one at a time.
export const sides = ["test", "flow", "translations", "check"] as const
export type Side = (typeof sides)[number]

export const sideHeadingId = "side-heading"
/** So many frames a pane that is fetched may take: a second. */
const patience = 60

/** Brings whoever opened a pane by its key to it, once it is there in the place of the one before. */
export const focusSide = (): void => {
  const before = document.getElementById(sideHeadingId)
  const look = (frames: number): void => {
    requestAnimationFrame(() => {
      const heading = document.getElementById(sideHeadingId)
      if (heading !== null && heading !== before) heading.focus()
      else if (frames > 0) look(frames - 1)
    })
  }
  look(patience)
}
