// Where instructions go that are moved without dragging: what is typed is a number, or words of the one beside which they are to stand.
import { isFound } from "./find.ts"
import type { Instruction } from "./instruction.ts"
import { nameKey, nameOf } from "./name.ts"
import { placeBeside } from "./sequence.ts"

type List = ReadonlyArray<Instruction>
export type Side = "before" | "after"

/**
 * Beside which those of these uuids can stand, of what the words leave: what is called so first, then what is called something that begins
 * so, then what has them in its name, then the others; those alike in the order of the script.
 */
export const neighbours = (list: List, uuids: ReadonlySet<string>, text: string): List => {
  const found = list.filter((it) => !uuids.has(it.uuid) && isFound(it, { text, kind: null }))
  const sought = nameKey(text.trim())
  if (sought === "") return found
  const ranks = new Map(found.map((it) => [it, rank(nameKey(nameOf(it)), sought)]))
  return found.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
}

const rank = (name: string, sought: string): number => (name === sought ? 0 : name.startsWith(sought) ? 1 : name.includes(sought) ? 2 : 3)

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
  // The numbers are those that the instructions have; where not all that move fit from one on, they are the last.
  const typed = placeTyped(text, list.length)
  if (typed !== undefined) return { to: Math.min(typed, list.length - moved), beside: null }
  if (text.trim() === "") return undefined
  const [beside] = neighbours(list, uuids, text)
  const to = beside && placeBeside(list, uuids, beside.uuid, side)
  return beside === undefined || to === undefined ? undefined : { to, beside }
}
