// Where instructions go that are moved without dragging: what is typed is a number, or words of the one beside which they are to stand.
import { isFound } from "./find.ts"
import type { Instruction } from "./instruction.ts"
import { placeBeside } from "./sequence.ts"

type List = ReadonlyArray<Instruction>
export type Side = "before" | "after"

/** Beside which those of these uuids can stand, of what the words leave. */
export const neighbours = (list: List, uuids: ReadonlySet<string>, text: string): List =>
  list.filter((it) => !uuids.has(it.uuid) && isFound(it, { text, kind: null }))

/** What a typed number says of so many places, counted from 0; undefined where it is none of them, or no number. */
export const placeTyped = (text: string, places: number): number | undefined => {
  if (!/^\s*\d+\s*$/.test(text)) return undefined
  const place = Number(text) - 1
  return place >= 0 && place < places ? place : undefined
}

/** `to` as `moveTo` counts it; `beside` is null where a number says it. */
export type Destination = { readonly to: number; readonly beside: Instruction | null }

/** What is taken of what is typed: its number, else the first that its words leave; undefined where nothing is typed, or found. */
export const destination = (list: List, uuids: ReadonlySet<string>, text: string, side: Side): Destination | undefined => {
  const moved = list.filter(({ uuid }) => uuids.has(uuid)).length
  const typed = placeTyped(text, list.length - moved + 1)
  if (typed !== undefined) return { to: typed, beside: null }
  if (text.trim() === "") return undefined
  const [beside] = neighbours(list, uuids, text)
  const to = beside && placeBeside(list, uuids, beside.uuid, side)
  return beside === undefined || to === undefined ? undefined : { to, beside }
}
