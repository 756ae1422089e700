// The script as a list: scroll, select, reorder by pointer, touch and keyboard. Only the rows in sight are in the page (stack.md pitfall 5).
import { Button } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { type KeyboardEvent, useCallback, useMemo, useState } from "react"
import { nameOf } from "../../../domain/script/name.ts"
import type { Authored } from "../../../domain/script/script.ts"
import { placeOf } from "../../../machines/editor/edits.ts"
import { useRows } from "../../kit/rows.ts"
import { useWords } from "../../kit/words.tsx"
import { type Drag, useDragging } from "./dragging.ts"
import { useEditing, useEditor, useLocked } from "./editing.tsx"
import classes from "./Outline.module.css"
import { OutlineRow, rowId } from "./OutlineRow.tsx"

const rowHeight = 64

const standTheSame = (one: Authored["instructions"], other: Authored["instructions"]): boolean =>
  one === other || (one.length === other.length && one.every(({ uuid }, place) => uuid === other[place]?.uuid))

type Props = { readonly onSelect: () => void; readonly onAdd: () => void }

export const Outline = ({ onSelect, onAdd }: Props) => {
  const t = useWords()
  const actor = useEditor()
  const locked = useLocked("sequence")
  const instructions = useEditing(({ draft }) => draft.instructions, standTheSame)
  const selected = useEditing(({ selected: uuid }) => uuid)
  const uuids = useMemo(() => instructions.map(({ uuid }) => uuid), [instructions])
  const [news, setNews] = useState("")
  const named = useCallback(
    (uuid: string) => {
      const { context } = actor.getSnapshot()
      const instruction = context.draft.instructions[placeOf(context, uuid) ?? -1]
      return instruction === undefined ? "" : nameOf(instruction)
    },
    [actor],
  )
  const count = uuids.length
  const { scroller, watch, reveal, shown, height } = useRows({ count, rowHeight })
  const onDrag = useCallback(
    ({ uuid, from, to }: Drag, is: "over" | "dropped" | "cancelled") => {
      const name = named(uuid)
      if (is === "dropped" && to !== from) actor.send({ type: "instruction.move", uuid, to })
      const told = { over: "editor.dragged-over", dropped: "editor.moved" } as const
      setNews(is === "cancelled" ? t("editor.drag-cancelled", { name }) : t(told[is], { name, place: to + 1, count }))
    },
    [actor, count, named, t],
  )
  const { drag, grab, roomAt } = useDragging({ count, rowHeight, scroller, onDrag })
  // A dragged row that scrolls out of sight must stay, or the drag ends.
  const places = drag === null || shown.includes(drag.from) ? shown : [drag.from, ...shown]
  const move = useCallback(
    (uuid: string, wished: number) => {
      const to = Math.min(Math.max(wished, 0), count - 1)
      actor.send({ type: "instruction.move", uuid, to })
      setNews(t("editor.moved", { name: named(uuid), place: to + 1, count }))
      focusRow(uuid, () => reveal(to))
    },
    [actor, count, named, reveal, t],
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
      focusRow(uuid, () => reveal(uuids.indexOf(uuid)))
    },
    [actor, uuids, reveal],
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
        if (place !== undefined && list.isConnected) requestAnimationFrame(() => reveal(place))
      })
      return () => following.unsubscribe()
    },
    [actor, reveal],
  )

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
      <div ref={watch} className={classes["scroller"]}>
        <ul ref={follow} aria-label={t("editor.outline")} className={classes["list"]} data-dragging={drag !== null} style={{ height }}>
          {places.map((index) => {
            const uuid = uuids[index]
            return uuid === undefined ? null : (
              <OutlineRow
                key={uuid}
                uuid={uuid}
                place={index}
                count={count}
                top={index * rowHeight}
                room={roomAt(index)}
                isDragged={drag?.uuid === uuid}
                locked={locked}
                tabbable={uuid === entry}
                onGrab={grab}
                onSelect={select}
                onMove={move}
                onKey={key}
              />
            )
          })}
        </ul>
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
