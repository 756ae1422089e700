// Moving in a list in which blocks are closed: a closed block is one row, goes as one, and is passed as one.
import { blocksOf } from "./find.ts"
import type { Instruction } from "./instruction.ts"

type List = ReadonlyArray<Instruction>

type Blocks = ReturnType<typeof blocksOf>

/** The places that are rows: of a closed block that of its first. Closed are blocks by the uuid of their first. */
export const rowsOf = (list: List, blocks: Blocks, closed: ReadonlySet<string>): ReadonlyArray<number> =>
  list.flatMap((_, place) => {
    const first = blocks.get(place)?.first
    return first === undefined || first === place || !closed.has(list[first]?.uuid ?? "") ? [place] : []
  })

/** The uuids of what goes with the row of an instruction: of all its block where that is closed, else its own. */
export const ofRow = (list: List, blocks: Blocks, closed: ReadonlySet<string>, place: number): ReadonlySet<string> => {
  const block = blocks.get(place)
  const first = block?.first ?? place
  const isClosed = closed.has(list[first]?.uuid ?? "")
  return new Set(list.slice(isClosed ? first : place, (isClosed ? (block?.last ?? place) : place) + 1).map(({ uuid }) => uuid))
}

/**
 * Where the instructions of these uuids go (as `moveTo` counts it) so that they are the row `row` of those that are shown, counted without
 * theirs; kept within the rows. `rows` are the places of what is shown.
 */
export const placeAtRow = (list: List, rows: ReadonlyArray<number>, uuids: ReadonlySet<string>, row: number): number => {
  const shown = rows.flatMap((place) => (uuids.has(list[place]?.uuid ?? "") ? [] : [place]))
  const next = shown[Math.max(0, row)] ?? list.length
  return list.slice(0, next).filter(({ uuid }) => !uuids.has(uuid)).length
}

/** The same without those that would hide the instruction of this uuid: whoever comes to it sees it. */
export const openedAt = (list: List, closed: ReadonlySet<string>, uuid: string | null): ReadonlySet<string> => {
  if (closed.size === 0 || uuid === null) return closed
  const place = list.findIndex((it) => it.uuid === uuid)
  const first = list[blocksOf(list).get(place)?.first ?? -1]?.uuid
  return first === undefined || first === uuid || !closed.has(first) ? closed : new Set([...closed].filter((one) => one !== first))
}

/** Behind which instruction that comes which follows on this one: behind all of a closed block, which is not parted. */
export const lastOfRow = (list: List, closed: ReadonlySet<string>, place: number): number => {
  const block = closed.size === 0 ? undefined : blocksOf(list).get(place)
  return block !== undefined && closed.has(list[block.first]?.uuid ?? "") ? block.last : place
}
