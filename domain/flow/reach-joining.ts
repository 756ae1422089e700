// Combines what is known of groups of steps that share no variable, so that their answers can be combined freely.
import type { Reach } from "./path-following.ts"

/** Returns whether a conversation can get to all of these places. */
export const joinReaches = (reaches: ReadonlyArray<Reach>): Reach => {
  const possible = reaches.flatMap((reach) => (reach._tag === "Never" ? [] : [reach]))
  if (possible.length < reaches.length) return { _tag: "Never" }
  const trails = possible.flatMap((reach) => reach.trails)
  return { _tag: possible.every(({ _tag }) => _tag === "Shown") ? "Shown" : "Unknown", trails }
}
