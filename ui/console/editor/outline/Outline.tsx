// The outline: lists the instructions to select, mark, move, copy or delete by pointer, touch and keyboard. Virtualized.
import { ActionIcon, Button, VisuallyHidden } from "@mantine/core"
import { IconListCheck, IconPlus } from "@tabler/icons-react"
import { type KeyboardEvent, Suspense, useCallback, useState } from "react"
import { findBlocks, type InstructionFilter, isFilterActive } from "../../../../domain/editing/editor-outline.ts"
import { findInstructionIndex } from "../../../../machines/editor/editor-selection.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { lazyPart } from "../../../kit/lazy-part.tsx"
import { Reorderable } from "../../../kit/Reorderable.tsx"
import { useScreenShortcuts } from "../../../kit/shortcut-hooks.ts"
import { useFixedHeightRows } from "../../../kit/virtual-list.tsx"
import { useEditor, useEditorState, useIsLocked } from "../editor-context.tsx"
import classes from "./Outline.module.css"
import { DraggedRow, OutlineRow } from "./OutlineRow.tsx"
import { OutlineSearch, SelectionToolbar } from "./OutlineToolbars.tsx"
import { focusDistantOutlineRow, focusOutlineRow, getFocusTargetRow, parseSelectionKey } from "./outline-keyboard.ts"
import { useOutlineMoves } from "./outline-moves.ts"
import { outlineRowId } from "./outline-row-ids.ts"
import { countOthersInBlock, listVisibleIndexes, useOutlineRows } from "./outline-rows.ts"

const MoveDialog = lazyPart(async () => (await import("./MoveDialog.tsx")).MoveDialog)

const rowHeightPx = 64

type Props = { readonly onSelect: () => void; readonly onAdd: () => void }

export const Outline = ({ onSelect, onAdd }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const locked = useIsLocked("sequence")
  const selected = useEditorState(({ selected: uuid }) => uuid)
  const rows = useOutlineRows()
  const {
    uuids,
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
    getDragged,
  } = rows
  const [announcement, announce] = useState("")
  const [dragged, setDragged] = useState<{ readonly uuid: string; readonly uuids: ReadonlySet<string> } | null>(null)
  const { scroller, reveal, shown, height } = useFixedHeightRows<HTMLDivElement>({
    count,
    rowHeight: rowHeightPx,
    // A dragged row that scrolls out of view must stay rendered, or the drag ends.
    pinnedIndex: dragged === null ? -1 : getRow(uuids.indexOf(dragged.uuid)),
  })
  /** Scrolls to a row at its current position, which may not be rendered yet; a hidden row is ignored. */
  const scrollToInstruction = useCallback(
    (uuid: string, currentFilter: InstructionFilter = filter) => {
      const { context } = actor.getSnapshot()
      const list = context.draft.instructions
      const index = findInstructionIndex(context, uuid) ?? -1
      const row = listVisibleIndexes(list, currentFilter, context.closed, () => findBlocks(list))?.indexOf(index) ?? index
      if (row !== -1) reveal(row)
    },
    [actor, filter, reveal],
  )
  /** Results are shown from the top; ending the search scrolls to the selected instruction. */
  const applyFilter = (newFilter: InstructionFilter) => {
    setFilter(newFilter)
    if (isFilterActive(newFilter)) return scroller.current?.scrollTo({ top: 0 })
    return requestAnimationFrame(() => selected !== null && scrollToInstruction(selected, newFilter))
  }
  const { describeDrag, drop, move, moveMarked, movingUuids, openMoveDialogFor, openMoveDialogForMarked, closeMoveDialog } =
    useOutlineMoves({
      rows,
      scroller,
      scrollToInstruction,
      announce,
    })
  useScreenShortcuts([["mod+alt+M", openMoveDialogForMarked]], { inFields: true })
  // On touch screens, without Ctrl and Shift, this mode marks instructions by a press.
  const [isMarking, setIsMarking] = useState(false)
  const select = useCallback(
    (uuid: string, mark: "one" | "up-to" | null) => {
      if (mark !== null || isMarking) {
        const isRange = mark === "up-to"
        const { selected: from } = actor.getSnapshot().context
        const marked = new Set([...getMovedTogether(uuid), ...(isRange && from !== null ? getMovedTogether(from) : [])])
        actor.send({ type: "instruction.mark", uuid, isRange, rows: marked, among: markable })
        return announce(t("editor.marked.notice", { count: actor.getSnapshot().context.marked.size }))
      }
      actor.send({ type: "instruction.select", uuid })
      return onSelect()
    },
    [actor, markable, isMarking, onSelect, t, getMovedTogether],
  )
  const clearMarks = useCallback(() => {
    actor.send({ type: "marks.clear" })
    setIsMarking(false)
  }, [actor])
  const goToRow = useCallback(
    (row: number, from: string | null = null) => {
      const targetRow = Math.min(Math.max(row, 0), count - 1)
      const uuid = uuids[visibleIndexes === null ? targetRow : (visibleIndexes[targetRow] ?? -1)]
      if (uuid === undefined) return
      if (from !== null && from !== uuid) actor.send({ type: "marks.extend", from: getMovedTogether(from), to: getMovedTogether(uuid) })
      actor.send({ type: "instruction.select", uuid })
      const isRendered = document.getElementById(outlineRowId(uuid)) !== null
      if (isRendered) focusOutlineRow(uuid, () => reveal(targetRow))
      else focusDistantOutlineRow(scroller, uuid, () => reveal(targetRow))
    },
    [actor, count, uuids, visibleIndexes, scroller, reveal, getMovedTogether],
  )
  const copy = useCallback(
    (uuid: string) => actor.send({ type: "instruction.copy", uuid, rows: getMovedTogether(uuid) }),
    [actor, getMovedTogether],
  )
  const remove = useCallback(
    (uuid: string) => actor.send({ type: "instruction.delete", uuid, rows: getMovedTogether(uuid) }),
    [actor, getMovedTogether],
  )
  const handleKeyDown = useCallback(
    (event: KeyboardEvent, pressedUuid: string, index: number) => {
      const uuid = getFocusTargetRow(pressedUuid)
      const action = parseSelectionKey(event)
      if (action !== null) {
        event.preventDefault()
        if (action === "mark") actor.send({ type: "instruction.mark", uuid, isRange: false, rows: getMovedTogether(uuid) })
        if (action === "clear") clearMarks()
        if (action === "all") {
          goToRow(0)
          const last = uuids.at(-1)
          if (last !== undefined) actor.send({ type: "instruction.mark", uuid: last, isRange: true, among: markable })
        }
        if (action === "delete" && !locked) {
          if (actor.getSnapshot().context.marked.has(uuid)) actor.send({ type: "marked.delete" })
          else remove(uuid)
        }
        return
      }
      const row = getRow(findInstructionIndex(actor.getSnapshot().context, uuid) ?? index)
      const step = { ArrowUp: -1, ArrowDown: 1, Home: -total, End: total }[event.key]
      if (step === undefined || event.ctrlKey || event.metaKey || (event.shiftKey && (event.altKey || Math.abs(step) !== 1))) return
      event.preventDefault()
      if (!event.altKey) goToRow(row + step, event.shiftKey ? uuid : null)
      else if (!locked) {
        const { marked } = actor.getSnapshot().context
        const rowUuids = getMovedTogether(uuid)
        if (marked.has(uuid) && [...marked].some((markedUuid) => !rowUuids.has(markedUuid))) moveMarked(uuid, step)
        else move(uuid, step)
      }
    },
    [actor, markable, clearMarks, goToRow, locked, move, moveMarked, remove, getRow, getMovedTogether, total, uuids],
  )
  const toggleBlock = useCallback((uuid: string) => actor.send({ type: "block.toggle", uuid }), [actor])

  // Scrolls to an instruction selected elsewhere (undo, a finding, a new instruction). The subscription lives with the list.
  const followSelection = useCallback(
    (list: HTMLUListElement) => {
      let last = actor.getSnapshot().context
      const subscription = actor.subscribe(({ context }) => {
        const { selected: selectedUuid, lastHistoryMove } = context
        const [isHistoryMove, isOther] = [lastHistoryMove !== last.lastHistoryMove, selectedUuid !== last.selected]
        const isGone = last.selected !== null && isOther && findInstructionIndex(context, last.selected) === undefined
        last = context
        if (selectedUuid === null || !(isHistoryMove || isOther)) return
        const focused = document.activeElement
        const hasFocus = list.contains(focused) || (isGone && focused?.closest("[role=dialog]") !== null)
        if ((isHistoryMove || isGone) && hasFocus) {
          // The focused row may have moved far away or be gone, so the focus goes to the selected row.
          focusDistantOutlineRow(scroller, selectedUuid, () => scrollToInstruction(selectedUuid))
        } else if (list.isConnected) requestAnimationFrame(() => scrollToInstruction(selectedUuid))
      })
      return () => subscription.unsubscribe()
    },
    [actor, scrollToInstruction, scroller],
  )

  const selectedRow = selected === null ? -1 : getRow(uuids.indexOf(selected))
  const tabbableUuid = uuids[visibleIndexes === null ? Math.max(selectedRow, 0) : (visibleIndexes[Math.max(selectedRow, 0)] ?? -1)]

  return (
    <section className={classes["outline"]} aria-labelledby="outline-heading">
      <div className={classes["top"]}>
        <h2 id="outline-heading" className={classes["heading"]}>
          {t("editor.outline")} <span className={classes["count"]}>{total}</span>
        </h2>
        {!locked && total > 0 && (
          <ActionIcon
            variant={isMarking ? "light" : "subtle"}
            color={isMarking ? "teal" : "gray"}
            aria-label={t("editor.marking")}
            title={t("editor.marking")}
            aria-pressed={isMarking}
            onClick={() => setIsMarking(!isMarking)}
          >
            <IconListCheck size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        {!locked && (
          <Button
            className={classes["adding"] ?? ""}
            size="xs"
            variant="light"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={onAdd}
          >
            {t("editor.add")}
          </Button>
        )}
      </div>
      {total > 0 && <OutlineSearch filter={filter} resultCount={isFiltered ? count : null} total={total} onFilter={applyFilter} />}
      {total === 0 && <p className={classes["none"]}>{t("editor.outline.empty")}</p>}
      <Reorderable
        ids={rows.rowUuids}
        describe={describeDrag}
        onDrop={drop}
        onDrag={(uuid) => setDragged(uuid === null ? null : { uuid, uuids: getDragged(uuid) })}
        renderDragged={(uuid) => <DraggedRow uuid={uuid} count={dragged?.uuids.size ?? 1} />}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- passes on the keys of the row that is about to get the focus */}
        <div
          ref={scroller}
          tabIndex={-1}
          className={classes["scroller"]}
          onKeyDown={(event) => {
            if (event.target === event.currentTarget && selected !== null) handleKeyDown(event, selected, 0)
          }}
        >
          <ul ref={followSelection} aria-label={t("editor.outline")} className={classes["list"]} style={{ height }}>
            {shown.map((row) => {
              const index = visibleIndexes === null ? row : (visibleIndexes[row] ?? -1)
              const uuid = uuids[index]
              const block = isFiltered ? undefined : blocks.get(index)
              return uuid === undefined ? null : (
                <OutlineRow
                  key={uuid}
                  uuid={uuid}
                  index={index}
                  row={row}
                  count={count}
                  total={total}
                  othersInBlock={countOthersInBlock(block, index)}
                  isCollapsed={collapsed.has(uuid)}
                  onToggleBlock={toggleBlock}
                  top={row * rowHeightPx}
                  isDragged={dragged?.uuids.has(uuid) ?? false}
                  locked={locked}
                  draggable={!isFiltered}
                  marking={isMarking && !locked}
                  tabbable={uuid === tabbableUuid}
                  onSelect={select}
                  onMove={move}
                  onMoveTo={openMoveDialogFor}
                  onCopy={copy}
                  onDelete={remove}
                  onKey={handleKeyDown}
                />
              )
            })}
          </ul>
        </div>
      </Reorderable>
      <SelectionToolbar
        locked={locked}
        total={total}
        // Marked instructions move one by one; blocks are opened so that none is split out of view.
        onStep={() => actor.send({ type: "blocks.expand" })}
        onMoveTo={openMoveDialogForMarked}
        onClear={clearMarks}
      />
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      <Suspense>
        {movingUuids !== null && <MoveDialog uuids={movingUuids} onMove={closeMoveDialog} onClose={() => closeMoveDialog(null)} />}
      </Suspense>
    </section>
  )
}
