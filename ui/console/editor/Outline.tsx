// The script as a list: scroll, select, reorder by pointer, touch and keyboard. Only the rows in sight are in the page (stack.md pitfall 5).
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  MeasuringStrategy,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core"
import { SortableContext, type SortingStrategy } from "@dnd-kit/sortable"
import { Button } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual"
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react"
import { nameOf } from "../../../domain/script/name.ts"
import type { Authored } from "../../../domain/script/script.ts"
import { placeOf } from "../../../machines/editor/edits.ts"
import { useWords } from "../../kit/words.tsx"
import { useEditing, useEditor, useLocked } from "./editing.tsx"
import classes from "./Outline.module.css"
import { OutlineRow, rowId } from "./OutlineRow.tsx"

const rowHeight = 64

const standTheSame = (one: Authored["instructions"], other: Authored["instructions"]): boolean =>
  one === other || (one.length === other.length && one.every(({ uuid }, place) => uuid === other[place]?.uuid))

/** All rows are equally high: what the dragged one passes makes room by one row. */
const makeRoom: SortingStrategy = ({ activeIndex, overIndex, index }) => {
  if (index === activeIndex) return { x: 0, y: (overIndex - activeIndex) * rowHeight, scaleX: 1, scaleY: 1 }
  const passed = index > activeIndex && index <= overIndex ? -rowHeight : index < activeIndex && index >= overIndex ? rowHeight : 0
  return { x: 0, y: passed, scaleX: 1, scaleY: 1 }
}

type Props = { readonly onSelect: () => void; readonly onAdd: () => void }

export const Outline = ({ onSelect, onAdd }: Props) => {
  const t = useWords()
  const actor = useEditor()
  const locked = useLocked("sequence")
  const instructions = useEditing(({ draft }) => draft.instructions, standTheSame)
  const selected = useEditing(({ selected: uuid }) => uuid)
  const uuids = useMemo(() => instructions.map(({ uuid }) => uuid), [instructions])
  const scroller = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [news, setNews] = useState("")
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs here; what it would remember is remembered by hand
  const rows = useVirtualizer({
    count: uuids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (place) => uuids[place] ?? place,
    overscan: 6,
    // A dragged row that scrolls out of sight must stay, or the drag ends.
    rangeExtractor: (range) => (dragged === null ? defaultRangeExtractor(range) : [...new Set([dragged, ...defaultRangeExtractor(range)])]),
  })

  const named = useCallback(
    (uuid: string) => {
      const { context } = actor.getSnapshot()
      const instruction = context.draft.instructions[placeOf(context, uuid) ?? -1]
      return instruction === undefined ? "" : nameOf(instruction)
    },
    [actor],
  )
  const count = uuids.length
  const move = useCallback(
    (uuid: string, wished: number) => {
      const to = Math.min(Math.max(wished, 0), count - 1)
      actor.send({ type: "instruction.move", uuid, to })
      setNews(t("editor.moved", { name: named(uuid), place: to + 1, count }))
      focusRow(uuid, () => rows.scrollToIndex(to, { align: "auto" }))
    },
    [actor, count, named, rows, t],
  )
  const select = useCallback(
    (uuid: string) => {
      actor.send({ type: "instruction.select", uuid })
      onSelect()
    },
    [actor, onSelect],
  )
  const goTo = useCallback(
    (place: number) => {
      const uuid = uuids[Math.min(Math.max(place, 0), uuids.length - 1)]
      if (uuid === undefined) return
      actor.send({ type: "instruction.select", uuid })
      focusRow(uuid, () => rows.scrollToIndex(place, { align: "auto" }))
    },
    [actor, uuids, rows],
  )
  const key = useCallback(
    (event: KeyboardEvent, uuid: string, place: number) => {
      const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[event.key]
      if (to === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if (!event.altKey) goTo(to)
      else if (!locked) move(uuid, to)
    },
    [count, goTo, locked, move],
  )

  // What is selected from elsewhere (undo, a finding, a new instruction) comes into sight. A subscription, not an effect: it lives with the list.
  const follow = useCallback(
    (list: HTMLUListElement) => {
      let last = actor.getSnapshot().context.selected
      const following = actor.subscribe(({ context }) => {
        if (context.selected === last) return
        last = context.selected
        const place = placeOf(context, last)
        if (place !== undefined && list.isConnected) requestAnimationFrame(() => rows.scrollToIndex(place, { align: "auto" }))
      })
      return () => following.unsubscribe()
    },
    [actor, rows],
  )

  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    const to = uuids.indexOf(String(over?.id))
    if (to !== -1 && active.id !== over?.id) actor.send({ type: "instruction.move", uuid: String(active.id), to })
  }
  const placed = (id: unknown) => ({ place: uuids.indexOf(String(id)) + 1, count })
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("editor.dragging", { name: named(String(active.id)) }),
    onDragOver: ({ active, over }) => (over ? t("editor.dragged-over", { name: named(String(active.id)), ...placed(over.id) }) : ""),
    onDragEnd: ({ active, over }) => (over ? t("editor.moved", { name: named(String(active.id)), ...placed(over.id) }) : ""),
    onDragCancel: ({ active }) => t("editor.drag-cancelled", { name: named(String(active.id)) }),
  }
  const entry = selected !== null && uuids.includes(selected) ? selected : uuids[0]

  return (
    <section className={classes["outline"]} aria-labelledby="outline-heading">
      <div className={classes["top"]}>
        <h2 id="outline-heading" className={classes["heading"]}>
          {t("editor.outline")} <span className={classes["count"]}>{count}</span>
        </h2>
        {!locked && (
          <Button size="xs" variant="light" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={onAdd}>
            {t("editor.add")}
          </Button>
        )}
      </div>
      {count === 0 && <p className={classes["none"]}>{t("editor.outline.empty")}</p>}
      <div ref={scroller} className={classes["scroller"]}>
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
          accessibility={{ announcements, screenReaderInstructions: { draggable: t("editor.outline.help") } }}
          onDragStart={({ active }) => setDragged(uuids.indexOf(String(active.id)))}
          onDragCancel={() => setDragged(null)}
          onDragEnd={drop}
        >
          <SortableContext items={uuids} strategy={makeRoom}>
            <ul ref={follow} aria-label={t("editor.outline")} className={classes["list"]} style={{ height: rows.getTotalSize() }}>
              {rows.getVirtualItems().map(({ index, start }) => {
                const uuid = uuids[index]
                return uuid === undefined ? null : (
                  <OutlineRow
                    key={uuid}
                    uuid={uuid}
                    place={index}
                    count={count}
                    top={start}
                    locked={locked}
                    tabbable={uuid === entry}
                    onSelect={select}
                    onMove={move}
                    onKey={key}
                  />
                )
              })}
            </ul>
          </SortableContext>
        </DndContext>
      </div>
      <output className="unseen">{news}</output>
    </section>
  )
}

/** Focuses the row of an instruction once it is in the page. */
const focusRow = (uuid: string, bringIntoSight: () => void): void => {
  requestAnimationFrame(() => {
    bringIntoSight()
    requestAnimationFrame(() => document.getElementById(rowId(uuid))?.focus({ preventScroll: true }))
  })
}
