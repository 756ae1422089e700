// The order of a script's instructions: whatever is done, `order` is 0…n-1 as they stand (decisions I2).
import { numbered } from "./delta.ts"
import type { Instruction } from "./instruction.ts"

type List = ReadonlyArray<Instruction>

/** With `instruction` behind the one whose uuid is `after`; at the beginning when that is null, at the end when it is unknown. */
export const insert = (list: List, instruction: Instruction, after: string | null): List => {
  const place = after === null ? 0 : (placeOf(list, after) ?? list.length - 1) + 1
  return numbered(list.toSpliced(place, 0, instruction))
}

/** Without the instructions of these uuids. */
export const remove = (list: List, uuids: ReadonlyArray<string>): List => {
  const gone = new Set(uuids)
  const left = list.filter((it) => !gone.has(it.uuid))
  return left.length === list.length ? list : numbered(left)
}

/** With the instruction standing at `to` (counted without itself; kept within the list). */
export const move = (list: List, uuid: string, to: number): List => moveTo(list, new Set([uuid]), to)

/** With the instructions of these uuids together, in their order, the first of them at `to` (counted without them; kept within the list). */
export const moveTo = (list: List, uuids: ReadonlySet<string>, to: number): List => {
  const moved = list.filter(({ uuid }) => uuids.has(uuid))
  const others = list.filter(({ uuid }) => !uuids.has(uuid))
  const place = Math.min(Math.max(Math.trunc(to), 0), others.length)
  const now = others.toSpliced(place, 0, ...moved)
  return now.every((it, at) => it === list[at]) ? list : numbered(now)
}

/** Where the instructions of these uuids would stand (see `moveTo`) before or after another; undefined beside what is not there or is one of them. */
export const placeBeside = (list: List, uuids: ReadonlySet<string>, other: string, side: "before" | "after"): number | undefined => {
  const place = uuids.has(other) ? undefined : placeOf(list, other)
  if (place === undefined) return undefined
  const before = list.slice(0, place).filter(({ uuid }) => !uuids.has(uuid)).length
  return side === "before" ? before : before + 1
}

/** With the instructions of these uuids one place further up (-1) or down (1), in their order; those that meet an end stay there. */
export const moveAll = (list: List, uuids: ReadonlySet<string>, by: -1 | 1): List => {
  const moved = by === 1 ? list.toReversed() : [...list]
  for (const [place, it] of moved.entries()) {
    const before = moved[place - 1]
    if (before === undefined || !uuids.has(it.uuid) || uuids.has(before.uuid)) continue
    moved[place - 1] = it
    moved[place] = before
  }
  const now = by === 1 ? moved.toReversed() : moved
  return now.every((it, place) => it === list[place]) ? list : numbered(now)
}

const placeOf = (list: List, uuid: string): number | undefined => {
  const place = list.findIndex((it) => it.uuid === uuid)
  return place === -1 ? undefined : place
}
