// The outline: selects, marks, moves, copies and deletes instructions by pointer, touch and keyboard. Virtualized.
import { ActionIcon, Button } from "@mantine/core"
import { IconListCheck, IconPlus } from "@tabler/icons-react"
import { type KeyboardEvent, Suspense, useCallback, useMemo, useState } from "react"
import {
  findBlocks,
  getIndexAtRow,
  getRowUuids,
  type InstructionFilter,
  isFilterActive,
  listRowIndexes,
  matchesFilter,
} from "../../../../domain/script/editor-outline.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../../../domain/script/script.ts"
import { findPlace } from "../../../../machines/editor/editor-selection.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useScreenShortcuts } from "../../../kit/keyboard-shortcuts.ts"
import { useFixedHeightRows } from "../../../kit/virtual-list.tsx"
import { useEditor, useEditorState, useIsLocked } from "../editor-context.tsx"
import { lazyPart } from "../lazy-part.tsx"
import { type RowDrag, useRowDragging } from "../row-dragging.ts"
import classes from "./Outline.module.css"
import { OutlineRow, reorderHelpId } from "./OutlineRow.tsx"
import { OutlineSearch, SelectionToolbar } from "./OutlineToolbars.tsx"
import { findFocusedControl, focusOutlineRow, getFocusTargetRow, parseSelectionKey } from "./outline-keyboard.ts"

const MoveDialog = lazyPart(async () => (await import("./MoveDialog.tsx")).MoveDialog)

const rowHeightPx = 64

const haveSameOrder = (a: AuthoredScript["instructions"], b: AuthoredScript["instructions"]): boolean =>
  a === b || (a.length === b.length && a.every(({ uuid }, index) => uuid === b[index]?.uuid))

const areSameIndexes = (a: ReadonlyArray<number> | null, b: ReadonlyArray<number> | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((index, position) => index === b[position]))

const haveSameConditions = (a: AuthoredScript["instructions"], b: AuthoredScript["instructions"]): boolean =>
  a === b || (a.length === b.length && a.every((it, index) => it.uuid === b[index]?.uuid && it.condition === b[index]?.condition))

type Blocks = ReturnType<typeof findBlocks>

/** The indexes of the instructions that are visible during a search or with collapsed blocks; null if all are. */
const listVisibleIndexes = (
  instructions: AuthoredScript["instructions"],
  filter: InstructionFilter,
  collapsed: ReadonlySet<string>,
  blocks: () => Blocks,
) => {
  if (isFilterActive(filter)) return instructions.flatMap((instruction, index) => (matchesFilter(instruction, filter) ? [index] : []))
  return collapsed.size === 0 ? null : listRowIndexes(instructions, blocks(), collapsed)
}

type Props = { readonly onSelect: () => void; readonly onAdd: () => void }

export const Outline = ({ onSelect, onAdd }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const locked = useIsLocked("sequence")
  const instructions = useEditorState(({ draft }) => draft.instructions, haveSameOrder)
  const selected = useEditorState(({ selected: uuid }) => uuid)
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
  /** While searching, marking a range covers only the results, since the rest is hidden; collapsed blocks count as visible. */
  const markable = useMemo(
    () => (isFiltered && visibleIndexes !== null ? new Set(visibleIndexes.flatMap((index) => uuids[index] ?? [])) : undefined),
    [isFiltered, visibleIndexes, uuids],
  )
  const [announcement, announce] = useState("")
  const getName = useCallback(
    (uuid: string) => {
      const { context } = actor.getSnapshot()
      const instruction = context.draft.instructions[findPlace(context, uuid) ?? -1]
      return instruction === undefined ? "" : getInstructionName(instruction)
    },
    [actor],
  )
  const total = uuids.length
  const count = visibleIndexes?.length ?? total
  const { scroller, watch, reveal, shown, height } = useFixedHeightRows({ count, rowHeight: rowHeightPx })
  const getRow = useCallback((index: number) => (visibleIndexes === null ? index : visibleIndexes.indexOf(index)), [visibleIndexes])
  /** The instructions that move with this one: a collapsed block moves as a whole [I14]. */
  const getMovedTogether = useCallback(
    (uuid: string): ReadonlySet<string> => {
      const { context } = actor.getSnapshot()
      return isFiltered ? new Set([uuid]) : getRowUuids(context.draft.instructions, blocks, collapsed, findPlace(context, uuid) ?? -1)
    },
    [actor, blocks, collapsed, isFiltered],
  )
  /** What moves where when a row is dropped at another row. */
  const getDestination = useCallback(
    (uuid: string, row: number) => {
      const list = actor.getSnapshot().context.draft.instructions
      const moved = getMovedTogether(uuid)
      return { uuids: moved, to: getIndexAtRow(list, visibleIndexes ?? [...list.keys()], moved, row) }
    },
    [actor, getMovedTogether, visibleIndexes],
  )
  /** `name` is the name before the move: an unnamed instruction is named after its position. */
  const describeMove = useCallback(
    (name: string, { uuids: moved, to }: ReturnType<typeof getDestination>) => {
      const params = { name, moved: moved.size, place: to + 1, count: total }
      return t(moved.size === 1 ? "editor.moved" : "editor.moved.several", params)
    },
    [t, total],
  )
  const onDrag = useCallback(
    ({ uuid, from, to }: RowDrag, phase: "over" | "dropped" | "cancelled") => {
      const name = getName(uuid)
      if (phase === "cancelled") return announce(t("editor.drag-cancelled", { name }))
      const destination = getDestination(uuid, to)
      if (phase === "over") return announce(t("editor.dragged-over", { name, place: destination.to + 1, count: total }))
      if (to !== from) actor.send({ type: "instructions.move", ...destination })
      return announce(describeMove(name, destination))
    },
    [actor, getDestination, total, getName, describeMove, t],
  )
  const { drag, grab, getRowOffset } = useRowDragging({ count, rowHeight: rowHeightPx, scroller, onDrag })
  // A dragged row that scrolls out of view must stay rendered, or the drag ends.
  const renderedRows = drag === null || shown.includes(drag.from) ? shown : [drag.from, ...shown]
  /** Scrolls to a row at its current position, which may not be rendered yet; a hidden row is ignored. */
  const scrollToInstruction = useCallback(
    (uuid: string, currentFilter: InstructionFilter = filter) => {
      const { context } = actor.getSnapshot()
      const list = context.draft.instructions
      const index = findPlace(context, uuid) ?? -1
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
  const move = useCallback(
    (uuid: string, by: number) => {
      const index = findPlace(actor.getSnapshot().context, uuid) ?? 0
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
      const row = isFiltered ? [uuid] : getRowUuids(list, findBlocks(list), collapsed, findPlace(context, uuid) ?? -1)
      const [first = uuid] = row
      focusOutlineRow(first, () => scrollToInstruction(first), controlIndex)
    },
    [actor, collapsed, total, isFiltered, getDestination, getRow, getName, describeMove, scrollToInstruction],
  )
  const moveMarked = useCallback(
    (uuid: string, by: number) => {
      const controlIndex = findFocusedControl(uuid)
      const name = getName(uuid)
      // Marked instructions move one by one; blocks are opened so that none is split out of view.
      actor.send({ type: "blocks.open" })
      const { marked } = actor.getSnapshot().context
      if (by === 1 || by === -1) actor.send({ type: "marked.move", by })
      else actor.send({ type: "instructions.move", uuids: marked, to: by < 0 ? 0 : total })
      const to = actor.getSnapshot().context.draft.instructions.findIndex((it) => marked.has(it.uuid))
      announce(describeMove(name, { uuids: marked, to }))
      focusOutlineRow(uuid, () => scrollToInstruction(uuid), controlIndex)
    },
    [actor, total, getName, describeMove, scrollToInstruction],
  )
  const [movingUuids, setMovingUuids] = useState<ReadonlySet<string> | null>(null)
  const openMoveDialog = useCallback(
    (uuids: ReadonlySet<string>) => {
      if (uuids.size > 0 && uuids.size < total) setMovingUuids(uuids)
      else if (uuids.size > 0) announce(t("editor.move-to.all"))
    },
    [t, total],
  )
  const openMoveDialogFor = useCallback((uuid: string) => openMoveDialog(getMovedTogether(uuid)), [openMoveDialog, getMovedTogether])
  const openMoveDialogForMarked = () => {
    const { marked, selected: selectedUuid } = actor.getSnapshot().context
    if (!locked) openMoveDialog(marked.size > 0 || selectedUuid === null ? marked : getMovedTogether(selectedUuid))
  }
  useScreenShortcuts([["mod+alt+M", openMoveDialogForMarked]], { inFields: true })
  const closeMoveDialog = (to: number | null) => {
    const first = uuids.find((uuid) => movingUuids?.has(uuid))
    // The list holds the focus until the row is rendered: the element that opened the dialog would scroll the list back.
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
  // On touch screens, without Ctrl and Shift, this mode marks instructions by a press.
  const [isMarking, setIsMarking] = useState(false)
  const select = useCallback(
    (uuid: string, mark: "one" | "up-to" | null) => {
      if (mark !== null || isMarking) {
        const isRange = mark === "up-to"
        const { selected: from } = actor.getSnapshot().context
        const rows = new Set([...getMovedTogether(uuid), ...(isRange && from !== null ? getMovedTogether(from) : [])])
        actor.send({ type: "instruction.mark", uuid, isRange, rows, among: markable })
        return announce(t("editor.marked.news", { count: actor.getSnapshot().context.marked.size }))
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
      if (from !== null && from !== uuid) actor.send({ type: "marks.stretch", from: getMovedTogether(from), to: getMovedTogether(uuid) })
      actor.send({ type: "instruction.select", uuid })
      focusOutlineRow(uuid, () => reveal(targetRow))
    },
    [actor, count, uuids, visibleIndexes, reveal, getMovedTogether],
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
      const row = getRow(findPlace(actor.getSnapshot().context, uuid) ?? index)
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
  const toggleBlock = useCallback((uuid: string) => actor.send({ type: "block.fold", uuid }), [actor])

  // Scrolls to an instruction selected elsewhere (undo, a finding, a new instruction). The subscription lives with the list.
  const followSelection = useCallback(
    (list: HTMLUListElement) => {
      let last = actor.getSnapshot().context
      const subscription = actor.subscribe(({ context }) => {
        const { selected: selectedUuid, lastHistoryMove } = context
        const [isHistoryMove, isOther] = [lastHistoryMove !== last.lastHistoryMove, selectedUuid !== last.selected]
        const isGone = last.selected !== null && isOther && findPlace(context, last.selected) === undefined
        last = context
        if (selectedUuid === null || !(isHistoryMove || isOther)) return
        const focused = document.activeElement
        const hasFocus = list.contains(focused) || (isGone && focused?.closest("[role=dialog]") !== null)
        if ((isHistoryMove || isGone) && hasFocus) {
          // The focused row may have moved far away or be gone, so the focus goes to the selected row. Otherwise the browser
          // would move it to a drag handle, whose arrow keys move the row.
          scroller.current?.focus({ preventScroll: true })
          focusOutlineRow(selectedUuid, () => scrollToInstruction(selectedUuid))
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
      <div ref={watch} tabIndex={-1} className={classes["scroller"]}>
        <ul
          ref={followSelection}
          aria-label={t("editor.outline")}
          className={classes["list"]}
          data-dragging={drag !== null}
          style={{ height }}
        >
          {renderedRows.map((row) => {
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
                block={getBlockState(block, index, collapsed.has(uuid))}
                onToggleBlock={toggleBlock}
                top={row * rowHeightPx}
                offset={getRowOffset(row)}
                isDragged={drag?.uuid === uuid}
                locked={locked}
                draggable={!isFiltered}
                marking={isMarking && !locked}
                tabbable={uuid === tabbableUuid}
                onGrab={grab}
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
      <SelectionToolbar
        locked={locked}
        total={total}
        // Marked instructions move one by one; blocks are opened so that none is split out of view.
        onStep={() => actor.send({ type: "blocks.open" })}
        onMoveTo={openMoveDialogForMarked}
        onClear={clearMarks}
      />
      <p id={reorderHelpId} className="unseen">
        {t("editor.reorder.help")}
      </p>
      <output className="unseen">{announcement}</output>
      <Suspense>
        {movingUuids !== null && <MoveDialog uuids={movingUuids} onMove={closeMoveDialog} onClose={() => closeMoveDialog(null)} />}
      </Suspense>
    </section>
  )
}

const blockStates = new Map<string, { readonly others: number; readonly isClosed: boolean }>()

/** Returns the same object for the same values, so that rows do not rerender. */
const getBlockState = (block: { readonly first: number; readonly last: number } | undefined, index: number, isClosed: boolean) => {
  if (block === undefined || block.first !== index) return null
  const others = block.last - block.first
  const key = `${others} ${isClosed}`
  const state = blockStates.get(key) ?? { others, isClosed }
  blockStates.set(key, state)
  return state
}
