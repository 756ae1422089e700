// [I14] The rows of the outline: which instructions a search or collapsed blocks leave visible, and which move together.
import { useCallback, useMemo, useState } from "react"
import {
  findBlocks,
  getIndexAtRow,
  getRowOfDrop,
  getRowUuids,
  type InstructionFilter,
  isFilterActive,
  listRowIndexes,
  matchesFilter,
} from "../../../../domain/editing/editor-outline.ts"
import type { AuthoredScript } from "../../../../domain/script/script.ts"
import { findInstructionIndex } from "../../../../machines/editor/editor-selection.ts"
import { useEditor, useEditorState } from "../editor-context.tsx"

const haveSameOrder = (a: AuthoredScript["instructions"], b: AuthoredScript["instructions"]): boolean =>
  a === b || (a.length === b.length && a.every(({ uuid }, index) => uuid === b[index]?.uuid))

const areSameIndexes = (a: ReadonlyArray<number> | null, b: ReadonlyArray<number> | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((index, position) => index === b[position]))

const haveSameConditions = (a: AuthoredScript["instructions"], b: AuthoredScript["instructions"]): boolean =>
  a === b || (a.length === b.length && a.every((it, index) => it.uuid === b[index]?.uuid && it.condition === b[index]?.condition))

type Blocks = ReturnType<typeof findBlocks>

/** The indexes of the instructions that are visible during a search or with collapsed blocks; null if all are. */
export const listVisibleIndexes = (
  instructions: AuthoredScript["instructions"],
  filter: InstructionFilter,
  collapsed: ReadonlySet<string>,
  blocks: () => Blocks,
) => {
  if (isFilterActive(filter)) return instructions.flatMap((instruction, index) => (matchesFilter(instruction, filter) ? [index] : []))
  return collapsed.size === 0 ? null : listRowIndexes(instructions, blocks(), collapsed)
}

export type OutlineRows = ReturnType<typeof useOutlineRows>

/** State of the rows: the search filter, the visible instructions, and what moves with an instruction. */
export const useOutlineRows = () => {
  const actor = useEditor()
  const instructions = useEditorState(({ draft }) => draft.instructions, haveSameOrder)
  const withConditions = useEditorState(({ draft }) => draft.instructions, haveSameConditions)
  const uuids = useMemo(() => instructions.map(({ uuid }) => uuid), [instructions])
  const [filter, setFilter] = useState<InstructionFilter>({ text: "", kind: null })
  const collapsed = useEditorState((context) => context.closed)
  const isFiltered = isFilterActive(filter)
  const blocks = useMemo(() => findBlocks(withConditions), [withConditions])
  const visibleIndexes = useEditorState(
    ({ draft }) => listVisibleIndexes(draft.instructions, filter, collapsed, () => blocks),
    areSameIndexes,
  )
  /** While searching, marking a range covers only the results; without a search, collapsed blocks are covered too. */
  const markable = useMemo(
    () => (isFiltered && visibleIndexes !== null ? new Set(visibleIndexes.flatMap((index) => uuids[index] ?? [])) : undefined),
    [isFiltered, visibleIndexes, uuids],
  )
  const total = uuids.length
  const count = visibleIndexes?.length ?? total
  const getRow = useCallback((index: number) => (visibleIndexes === null ? index : visibleIndexes.indexOf(index)), [visibleIndexes])
  /** The instructions that move with this one: a collapsed block moves as a whole. */
  const getMovedTogether = useCallback(
    (uuid: string): ReadonlySet<string> => {
      const { context } = actor.getSnapshot()
      return isFiltered
        ? new Set([uuid])
        : getRowUuids(context.draft.instructions, blocks, collapsed, findInstructionIndex(context, uuid) ?? -1)
    },
    [actor, blocks, collapsed, isFiltered],
  )
  /** What moves where when a row becomes the row with that index. */
  const getDestination = useCallback(
    (uuid: string, row: number) => {
      const list = actor.getSnapshot().context.draft.instructions
      const moved = getMovedTogether(uuid)
      return { uuids: moved, to: getIndexAtRow(list, visibleIndexes ?? [...list.keys()], moved, row) }
    },
    [actor, getMovedTogether, visibleIndexes],
  )
  /** The instructions that are dragged by this row: all marked ones, if it is marked. */
  const getDragged = useCallback(
    (uuid: string): ReadonlySet<string> => {
      const { marked } = actor.getSnapshot().context
      return marked.has(uuid) ? new Set([...marked].flatMap((markedUuid) => [...getMovedTogether(markedUuid)])) : getMovedTogether(uuid)
    },
    [actor, getMovedTogether],
  )
  /** What moves where when a row is dropped at the place of another one. */
  const getDrop = useCallback(
    (uuid: string, overUuid: string) => {
      const { context } = actor.getSnapshot()
      const list = context.draft.instructions
      const moved = getDragged(uuid)
      const rowIndexes = visibleIndexes ?? [...list.keys()]
      const findRow = (rowUuid: string) => getRow(findInstructionIndex(context, rowUuid) ?? -1)
      const row = getRowOfDrop(list, rowIndexes, moved, findRow(uuid), findRow(overUuid))
      return { uuids: moved, to: getIndexAtRow(list, rowIndexes, moved, row) }
    },
    [actor, getDragged, getRow, visibleIndexes],
  )
  /** The rows in order; the same array while the order is the same. */
  const rowUuids = useMemo(
    () => (visibleIndexes === null ? uuids : visibleIndexes.flatMap((index) => uuids[index] ?? [])),
    [uuids, visibleIndexes],
  )
  return {
    uuids,
    rowUuids,
    filter,
    setFilter,
    isFiltered,
    collapsed,
    blocks,
    visibleIndexes,
    markable,
    total,
    count,
    getRow,
    getMovedTogether,
    getDestination,
    getDragged,
    getDrop,
  }
}

/** Returns how many other instructions are in the block that starts at `index`; null if none does. */
export const countOthersInBlock = (block: { readonly first: number; readonly last: number } | undefined, index: number): number | null =>
  block !== undefined && block.first === index ? block.last - block.first : null
