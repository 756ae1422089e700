// Moves instructions of the outline: by dragging, by keyboard and buttons, or to a position that the author enters.
import { type RefObject, useCallback, useState } from "react"
import { findBlocks, getRowUuids } from "../../../../domain/editing/editor-outline.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { findInstructionIndex } from "../../../../machines/editor/editor-selection.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import type { ReorderStep } from "../../../kit/Reorderable.tsx"
import { useEditor, useIsLocked } from "../editor-context.tsx"
import { findFocusedControl, focusDistantOutlineRow, focusOutlineRow } from "./outline-keyboard.ts"
import type { OutlineRows } from "./outline-rows.ts"

type OutlineMoveOptions = {
  readonly rows: OutlineRows
  readonly scroller: RefObject<HTMLElement | null>
  readonly scrollToInstruction: (uuid: string) => void
  /** Tells screen readers what happened. */
  readonly announce: (text: string) => void
}

/** Handlers that move instructions, announce the result, and keep the focus on the moved row. */
export const useOutlineMoves = ({ rows, scroller, scrollToInstruction, announce }: OutlineMoveOptions) => {
  const t = useTranslate()
  const actor = useEditor()
  const locked = useIsLocked("sequence")
  const { uuids, isFiltered, collapsed, total, getRow, getMovedTogether, getDestination, getDragged, getDrop } = rows
  const getName = useCallback(
    (uuid: string) => {
      const { context } = actor.getSnapshot()
      const instruction = context.draft.instructions[findInstructionIndex(context, uuid) ?? -1]
      return instruction === undefined ? "" : getInstructionName(instruction)
    },
    [actor],
  )
  /** `name` is the name before the move: an unnamed instruction is named after its position. */
  const describeMove = useCallback(
    (name: string, { uuids: moved, to }: ReturnType<typeof getDestination>) => {
      const params = { name, moved: moved.size, place: to + 1, count: total }
      return t(moved.size === 1 ? "editor.moved" : "editor.moved.several", params)
    },
    [t, total],
  )
  const describeDrag = ({ phase, id, overId }: ReorderStep): string => {
    const name = getName(id)
    const moved = getDragged(id).size
    if (phase === "canceled") return t("editor.drag-canceled", { name })
    if (phase === "lifted") return t(moved === 1 ? "editor.dragging" : "editor.dragging.several", { name, moved })
    const destination = getDrop(id, overId)
    if (phase === "dropped") return describeMove(name, destination)
    const params = { name, moved, place: destination.to + 1, count: total }
    return t(moved === 1 ? "editor.dragged-over" : "editor.dragged-over.several", params)
  }
  const drop = (uuid: string, overUuid: string) => actor.send({ type: "instructions.move", ...getDrop(uuid, overUuid) })
  const move = useCallback(
    (uuid: string, by: number) => {
      const index = findInstructionIndex(actor.getSnapshot().context, uuid) ?? 0
      const target = Math.min(Math.max(index + by, 0), total - 1)
      // A search result moves by one among all instructions; otherwise a row moves past its neighbor, collapsed or not.
      const destination = isFiltered ? { uuids: new Set([uuid]), to: target } : getDestination(uuid, getRow(index) + by)
      const controlIndex = findFocusedControl(uuid)
      const name = getName(uuid)
      actor.send({ type: "instructions.move", ...destination })
      announce(describeMove(name, destination))
      // Next to a collapsed block with the same condition it joins the block, so the block's row gets the focus.
      const { context } = actor.getSnapshot()
      const list = context.draft.instructions
      const row = isFiltered ? [uuid] : getRowUuids(list, findBlocks(list), collapsed, findInstructionIndex(context, uuid) ?? -1)
      const [first = uuid] = row
      const scroll = () => scrollToInstruction(first)
      if (Math.abs(by) === 1) focusOutlineRow(first, scroll, controlIndex)
      else focusDistantOutlineRow(scroller, first, scroll, controlIndex)
    },
    [actor, announce, collapsed, total, isFiltered, scroller, getDestination, getRow, getName, describeMove, scrollToInstruction],
  )
  const moveMarked = useCallback(
    (uuid: string, by: number) => {
      const controlIndex = findFocusedControl(uuid)
      const name = getName(uuid)
      // Marked instructions move one by one; blocks are opened so that none is split out of view.
      actor.send({ type: "blocks.expand" })
      const { marked } = actor.getSnapshot().context
      if (by === 1 || by === -1) actor.send({ type: "marked.move", by })
      else actor.send({ type: "instructions.move", uuids: marked, to: by < 0 ? 0 : total })
      const to = actor.getSnapshot().context.draft.instructions.findIndex((it) => marked.has(it.uuid))
      announce(describeMove(name, { uuids: marked, to }))
      focusDistantOutlineRow(scroller, uuid, () => scrollToInstruction(uuid), controlIndex)
    },
    [actor, announce, total, scroller, getName, describeMove, scrollToInstruction],
  )
  const [movingUuids, setMovingUuids] = useState<ReadonlySet<string> | null>(null)
  const openMoveDialog = useCallback(
    (uuids: ReadonlySet<string>) => {
      if (uuids.size > 0 && uuids.size < total) setMovingUuids(uuids)
      else if (uuids.size > 0) announce(t("editor.move-to.all"))
    },
    [announce, t, total],
  )
  const openMoveDialogFor = useCallback((uuid: string) => openMoveDialog(getMovedTogether(uuid)), [openMoveDialog, getMovedTogether])
  const openMoveDialogForMarked = () => {
    const { marked, selected: selectedUuid } = actor.getSnapshot().context
    if (!locked) openMoveDialog(marked.size > 0 || selectedUuid === null ? marked : getMovedTogether(selectedUuid))
  }
  const closeMoveDialog = (to: number | null) => {
    const first = uuids.find((uuid) => movingUuids?.has(uuid))
    // The dialog returns the focus to the element that opened it, which would scroll the list back.
    scroller.current?.focus({ preventScroll: true })
    setMovingUuids(null)
    if (movingUuids === null || first === undefined) return
    if (to !== null) {
      const name = getName(first)
      actor.send({ type: "instructions.move", uuids: movingUuids, to })
      announce(describeMove(name, { uuids: movingUuids, to }))
    }
    focusOutlineRow(first, () => scrollToInstruction(first))
  }
  return { describeDrag, drop, move, moveMarked, movingUuids, openMoveDialogFor, openMoveDialogForMarked, closeMoveDialog }
}
