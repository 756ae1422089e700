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

const MoveTo = lazyPart(async () => (await import("./MoveDialog.tsx")).MoveDialog)

const rowHeight = 64

const standTheSame = (one: AuthoredScript["instructions"], other: AuthoredScript["instructions"]): boolean =>
  one === other || (one.length === other.length && one.every(({ uuid }, place) => uuid === other[place]?.uuid))

const listTheSame = (one: ReadonlyArray<number> | null, other: ReadonlyArray<number> | null): boolean =>
  one === other || (one !== null && other !== null && one.length === other.length && one.every((place, at) => place === other[at]))

const conditionsTheSame = (one: AuthoredScript["instructions"], other: AuthoredScript["instructions"]): boolean =>
  one === other ||
  (one.length === other.length && one.every((it, place) => it.uuid === other[place]?.uuid && it.condition === other[place]?.condition))

type Blocks = ReturnType<typeof findBlocks>

/** The indexes of the instructions that are visible during a search or with collapsed blocks; null if all are. */
const siftedOf = (list: AuthoredScript["instructions"], sought: InstructionFilter, closed: ReadonlySet<string>, blocks: () => Blocks) => {
  if (isFilterActive(sought)) return list.flatMap((it, place) => (matchesFilter(it, sought) ? [place] : []))
  return closed.size === 0 ? null : listRowIndexes(list, blocks(), closed)
}

type Props = { readonly onSelect: () => void; readonly onAdd: () => void }

export const Outline = ({ onSelect, onAdd }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const locked = useIsLocked("sequence")
  const instructions = useEditorState(({ draft }) => draft.instructions, standTheSame)
  const selected = useEditorState(({ selected: uuid }) => uuid)
  const conditioned = useEditorState(({ draft }) => draft.instructions, conditionsTheSame)
  const uuids = useMemo(() => instructions.map(({ uuid }) => uuid), [instructions])
  const [sought, seek] = useState<InstructionFilter>({ text: "", kind: null })
  const closed = useEditorState((context) => context.closed)
  const isFiltered = isFilterActive(sought)
  const blocks = useMemo(() => findBlocks(conditioned), [conditioned])
  const sifted = useEditorState(({ draft }) => siftedOf(draft.instructions, sought, closed, () => blocks), listTheSame)
  /** While searching, marking a range covers only the results, since the rest is hidden; collapsed blocks count as visible. */
  const among = useMemo(
    () => (isFiltered && sifted !== null ? new Set(sifted.flatMap((place) => uuids[place] ?? [])) : undefined),
    [isFiltered, sifted, uuids],
  )
  const [news, setNews] = useState("")
  const named = useCallback(
    (uuid: string) => {
      const { context } = actor.getSnapshot()
      const instruction = context.draft.instructions[findPlace(context, uuid) ?? -1]
      return instruction === undefined ? "" : getInstructionName(instruction)
    },
    [actor],
  )
  const total = uuids.length
  const count = sifted?.length ?? total
  const { scroller, watch, reveal, shown, height } = useFixedHeightRows({ count, rowHeight })
  const rowOf = useCallback((place: number) => (sifted === null ? place : sifted.indexOf(place)), [sifted])
  /** The instructions that move with this one: a collapsed block moves as a whole [I14]. */
  const together = useCallback(
    (uuid: string): ReadonlySet<string> => {
      const { context } = actor.getSnapshot()
      return isFiltered ? new Set([uuid]) : getRowUuids(context.draft.instructions, blocks, closed, findPlace(context, uuid) ?? -1)
    },
    [actor, blocks, closed, isFiltered],
  )
  /** What moves where when a row is dropped at another row. */
  const destinationOf = useCallback(
    (uuid: string, row: number) => {
      const list = actor.getSnapshot().context.draft.instructions
      const moved = together(uuid)
      return { uuids: moved, to: getIndexAtRow(list, sifted ?? [...list.keys()], moved, row) }
    },
    [actor, together, sifted],
  )
  /** `name` is the name before the move: an unnamed instruction is named after its position. */
  const said = useCallback(
    (name: string, { uuids: moved, to }: ReturnType<typeof destinationOf>) => {
      const told = { name, moved: moved.size, place: to + 1, count: total }
      return t(moved.size === 1 ? "editor.moved" : "editor.moved.several", told)
    },
    [t, total],
  )
  const onDrag = useCallback(
    ({ uuid, from, to }: RowDrag, is: "over" | "dropped" | "cancelled") => {
      const name = named(uuid)
      if (is === "cancelled") return setNews(t("editor.drag-cancelled", { name }))
      const where = destinationOf(uuid, to)
      if (is === "over") return setNews(t("editor.dragged-over", { name, place: where.to + 1, count: total }))
      if (to !== from) actor.send({ type: "instructions.move", ...where })
      return setNews(said(name, where))
    },
    [actor, destinationOf, total, named, said, t],
  )
  const { drag, grab, getRowOffset } = useRowDragging({ count, rowHeight, scroller, onDrag })
  // A dragged row that scrolls out of view must stay rendered, or the drag ends.
  const places = drag === null || shown.includes(drag.from) ? shown : [drag.from, ...shown]
  /** Scrolls to a row at its current position, which may not be rendered yet; a hidden row is ignored. */
  const bringIntoSight = useCallback(
    (uuid: string, by: InstructionFilter = sought) => {
      const { context } = actor.getSnapshot()
      const list = context.draft.instructions
      const place = findPlace(context, uuid) ?? -1
      const row = siftedOf(list, by, context.closed, () => findBlocks(list))?.indexOf(place) ?? place
      if (row !== -1) reveal(row)
    },
    [actor, sought, reveal],
  )
  /** Results are shown from the top; ending the search scrolls to the selected instruction. */
  const seekAnew = (next: InstructionFilter) => {
    seek(next)
    if (isFilterActive(next)) return scroller.current?.scrollTo({ top: 0 })
    return requestAnimationFrame(() => selected !== null && bringIntoSight(selected, next))
  }
  const move = useCallback(
    (uuid: string, by: number) => {
      const place = findPlace(actor.getSnapshot().context, uuid) ?? 0
      const wished = Math.min(Math.max(place + by, 0), total - 1)
      // A search result moves by one among all instructions; otherwise a row moves past its neighbor, collapsed or not.
      const where = isFiltered ? { uuids: new Set([uuid]), to: wished } : destinationOf(uuid, rowOf(place) + by)
      const held = findFocusedControl(uuid)
      const name = named(uuid)
      actor.send({ type: "instructions.move", ...where })
      setNews(said(name, where))
      // Next to a collapsed block with the same condition it joins the block, so the block's row gets the focus.
      const { context } = actor.getSnapshot()
      const list = context.draft.instructions
      const row = isFiltered ? [uuid] : getRowUuids(list, findBlocks(list), closed, findPlace(context, uuid) ?? -1)
      const [first = uuid] = row
      focusOutlineRow(first, () => bringIntoSight(first), held)
    },
    [actor, closed, total, isFiltered, destinationOf, rowOf, named, said, bringIntoSight],
  )
  const moveMarked = useCallback(
    (uuid: string, by: number) => {
      const held = findFocusedControl(uuid)
      const name = named(uuid)
      // Marked instructions move one by one; blocks are opened so that none is split out of view.
      actor.send({ type: "blocks.open" })
      const { marked } = actor.getSnapshot().context
      if (by === 1 || by === -1) actor.send({ type: "marked.move", by })
      else actor.send({ type: "instructions.move", uuids: marked, to: by < 0 ? 0 : total })
      const to = actor.getSnapshot().context.draft.instructions.findIndex((it) => marked.has(it.uuid))
      setNews(said(name, { uuids: marked, to }))
      focusOutlineRow(uuid, () => bringIntoSight(uuid), held)
    },
    [actor, total, named, said, bringIntoSight],
  )
  const [moving, setMoving] = useState<ReadonlySet<string> | null>(null)
  const ask = useCallback(
    (uuids: ReadonlySet<string>) => {
      if (uuids.size > 0 && uuids.size < total) setMoving(uuids)
      else if (uuids.size > 0) setNews(t("editor.move-to.all"))
    },
    [t, total],
  )
  const askWhere = useCallback((uuid: string) => ask(together(uuid)), [ask, together])
  const askWhereForMarked = () => {
    const { marked, selected: one } = actor.getSnapshot().context
    if (!locked) ask(marked.size > 0 || one === null ? marked : together(one))
  }
  useScreenShortcuts([["mod+alt+M", askWhereForMarked]], { inFields: true })
  const endMoving = (to: number | null) => {
    const first = uuids.find((uuid) => moving?.has(uuid))
    // The list holds the focus until the row is rendered: the element that opened the dialog would scroll the list back.
    scroller.current?.focus({ preventScroll: true })
    setMoving(null)
    if (moving === null || first === undefined) return
    if (to !== null) {
      const name = named(first)
      actor.send({ type: "instructions.move", uuids: moving, to })
      setNews(said(name, { uuids: moving, to }))
    }
    focusOutlineRow(first, () => bringIntoSight(first))
  }
  // On touch screens, without Ctrl and Shift, this mode marks instructions by a press.
  const [marking, setMarking] = useState(false)
  const select = useCallback(
    (uuid: string, mark: "one" | "up-to" | null) => {
      if (mark !== null || marking) {
        const upTo = mark === "up-to"
        const { selected: from } = actor.getSnapshot().context
        const rows = new Set([...together(uuid), ...(upTo && from !== null ? together(from) : [])])
        actor.send({ type: "instruction.mark", uuid, isRange: upTo, rows, among })
        return setNews(t("editor.marked.news", { count: actor.getSnapshot().context.marked.size }))
      }
      actor.send({ type: "instruction.select", uuid })
      return onSelect()
    },
    [actor, among, marking, onSelect, t, together],
  )
  const endMarking = useCallback(() => {
    actor.send({ type: "marks.clear" })
    setMarking(false)
  }, [actor])
  const goTo = useCallback(
    (row: number, from: string | null = null) => {
      const at = Math.min(Math.max(row, 0), count - 1)
      const uuid = uuids[sifted === null ? at : (sifted[at] ?? -1)]
      if (uuid === undefined) return
      if (from !== null && from !== uuid) actor.send({ type: "marks.stretch", from: together(from), to: together(uuid) })
      actor.send({ type: "instruction.select", uuid })
      focusOutlineRow(uuid, () => reveal(at))
    },
    [actor, count, uuids, sifted, reveal, together],
  )
  const copy = useCallback((uuid: string) => actor.send({ type: "instruction.copy", uuid, rows: together(uuid) }), [actor, together])
  const remove = useCallback((uuid: string) => actor.send({ type: "instruction.delete", uuid, rows: together(uuid) }), [actor, together])
  const key = useCallback(
    (event: KeyboardEvent, at: string, place: number) => {
      const uuid = getFocusTargetRow(at)
      const deed = parseSelectionKey(event)
      if (deed !== null) {
        event.preventDefault()
        if (deed === "mark") actor.send({ type: "instruction.mark", uuid, isRange: false, rows: together(uuid) })
        if (deed === "clear") endMarking()
        if (deed === "all") {
          goTo(0)
          const last = uuids.at(-1)
          if (last !== undefined) actor.send({ type: "instruction.mark", uuid: last, isRange: true, among })
        }
        if (deed === "delete" && !locked) {
          if (actor.getSnapshot().context.marked.has(uuid)) actor.send({ type: "marked.delete" })
          else remove(uuid)
        }
        return
      }
      const row = rowOf(findPlace(actor.getSnapshot().context, uuid) ?? place)
      const to = { ArrowUp: -1, ArrowDown: 1, Home: -total, End: total }[event.key]
      if (to === undefined || event.ctrlKey || event.metaKey || (event.shiftKey && (event.altKey || Math.abs(to) !== 1))) return
      event.preventDefault()
      if (!event.altKey) goTo(row + to, event.shiftKey ? uuid : null)
      else if (!locked) {
        const { marked } = actor.getSnapshot().context
        const itself = together(uuid)
        if (marked.has(uuid) && [...marked].some((one) => !itself.has(one))) moveMarked(uuid, to)
        else move(uuid, to)
      }
    },
    [actor, among, endMarking, goTo, locked, move, moveMarked, remove, rowOf, together, total, uuids],
  )
  const fold = useCallback((uuid: string) => actor.send({ type: "block.fold", uuid }), [actor])

  // Scrolls to an instruction selected elsewhere (undo, a finding, a new instruction). The subscription lives with the list.
  const follow = useCallback(
    (list: HTMLUListElement) => {
      let last = actor.getSnapshot().context
      const following = actor.subscribe(({ context }) => {
        const { selected: one, lastHistoryMove } = context
        const [isTurned, isAnother] = [lastHistoryMove !== last.lastHistoryMove, one !== last.selected]
        const isGone = last.selected !== null && isAnother && findPlace(context, last.selected) === undefined
        last = context
        if (one === null || !(isTurned || isAnother)) return
        const at = document.activeElement
        const isAt = list.contains(at) || (isGone && at?.closest("[role=dialog]") !== null)
        if ((isTurned || isGone) && isAt) {
          // The focused row may have moved far away or be gone, so the focus goes to the selected row. Otherwise the browser
          // would move it to a drag handle, whose arrow keys move the row.
          scroller.current?.focus({ preventScroll: true })
          focusOutlineRow(one, () => bringIntoSight(one))
        } else if (list.isConnected) requestAnimationFrame(() => bringIntoSight(one))
      })
      return () => following.unsubscribe()
    },
    [actor, bringIntoSight, scroller],
  )

  const chosen = selected === null ? -1 : rowOf(uuids.indexOf(selected))
  const entry = uuids[sifted === null ? Math.max(chosen, 0) : (sifted[Math.max(chosen, 0)] ?? -1)]

  return (
    <section className={classes["outline"]} aria-labelledby="outline-heading">
      <div className={classes["top"]}>
        <h2 id="outline-heading" className={classes["heading"]}>
          {t("editor.outline")} <span className={classes["count"]}>{total}</span>
        </h2>
        {!locked && total > 0 && (
          <ActionIcon
            variant={marking ? "light" : "subtle"}
            color={marking ? "teal" : "gray"}
            aria-label={t("editor.marking")}
            title={t("editor.marking")}
            aria-pressed={marking}
            onClick={() => setMarking(!marking)}
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
      {total > 0 && <OutlineSearch sought={sought} found={isFiltered ? count : null} total={total} onSeek={seekAnew} />}
      {total === 0 && <p className={classes["none"]}>{t("editor.outline.empty")}</p>}
      <div ref={watch} tabIndex={-1} className={classes["scroller"]}>
        <ul ref={follow} aria-label={t("editor.outline")} className={classes["list"]} data-dragging={drag !== null} style={{ height }}>
          {places.map((index) => {
            const place = sifted === null ? index : (sifted[index] ?? -1)
            const uuid = uuids[place]
            const block = isFiltered ? undefined : blocks.get(place)
            return uuid === undefined ? null : (
              <OutlineRow
                key={uuid}
                uuid={uuid}
                place={place}
                at={index}
                count={count}
                total={total}
                block={blockShown(block, place, closed.has(uuid))}
                onFold={fold}
                top={index * rowHeight}
                room={getRowOffset(index)}
                isDragged={drag?.uuid === uuid}
                locked={locked}
                draggable={!isFiltered}
                marking={marking && !locked}
                tabbable={uuid === entry}
                onGrab={grab}
                onSelect={select}
                onMove={move}
                onMoveTo={askWhere}
                onCopy={copy}
                onDelete={remove}
                onKey={key}
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
        onMoveTo={askWhereForMarked}
        onClear={endMarking}
      />
      <p id={reorderHelpId} className="unseen">
        {t("editor.reorder.help")}
      </p>
      <output className="unseen">{news}</output>
      <Suspense>{moving !== null && <MoveTo uuids={moving} onMove={endMoving} onClose={() => endMoving(null)} />}</Suspense>
    </section>
  )
}

const known = new Map<string, { readonly others: number; readonly isClosed: boolean }>()

/** Returns the same object for the same values, so that rows do not rerender. */
const blockShown = (block: { readonly first: number; readonly last: number } | undefined, place: number, isClosed: boolean) => {
  if (block === undefined || block.first !== place) return null
  const others = block.last - block.first
  const key = `${others} ${isClosed}`
  const shown = known.get(key) ?? { others, isClosed }
  known.set(key, shown)
  return shown
}
