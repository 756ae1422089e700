// Lists that are reordered by mouse, touch and keyboard. dnd-kit moves the rows; the caller says what a drop means.
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core"
import {
  type NewIndexGetter,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable"
import { CSS } from "@dnd-kit/utilities"
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { useTranslate } from "./i18n.tsx"

/** What happens to a dragged row, for screen readers. `overId` is the row that it is over, or its own. */
export type ReorderStep = { readonly phase: "lifted" | "over" | "dropped" | "canceled"; readonly id: string; readonly overId: string }

type Props = {
  /** The ids of all rows in order, rendered or not. Keep the array the same while the order is the same. */
  readonly ids: ReadonlyArray<string>
  readonly describe: (step: ReorderStep) => string
  /** Called when a row is dropped at the place of another one. */
  readonly onDrop: (id: string, overId: string) => void
  /** Called with the dragged row, and with null when the drag is over. */
  readonly onDrag?: (id: string | null) => void
  /** What follows the pointer. */
  readonly renderDragged: (id: string) => ReactNode
  readonly children: ReactNode
}

/** How far the mouse must move before a drag begins, in pixels. */
const mouseActivation = { activationConstraint: { distance: 4 } }
/** A finger that moves before the delay is over scrolls the page. */
const touchActivation = { activationConstraint: { delay: 200, tolerance: 8 } }
const keyboardActivation = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: "auto" as const }
/** Part of the scrolling element, at either edge, in which a drag scrolls it. */
const autoScroll = { threshold: { x: 0, y: 0.1 } }

const keepInColumn: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const modifiers = [keepInColumn]

export const Reorderable = ({ ids, describe, onDrop, onDrag, renderDragged, children }: Props) => {
  const t = useTranslate()
  const [draggedId, setDraggedId] = useState<string | null>(null)
  /** A drop is described before the rows move, but announced after that. */
  const dropText = useRef("")
  /** The row that was announced last: a lifted row is over itself at once, which is not worth a text. */
  const announcedId = useRef("")
  const sensors = useSensors(
    useSensor(MouseSensor, mouseActivation),
    useSensor(TouchSensor, touchActivation),
    useSensor(KeyboardSensor, keyboardActivation),
  )
  const items = useMemo(() => [...ids], [ids])
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      const id = String(active.id)
      announcedId.current = id
      return describe({ phase: "lifted", id, overId: id })
    },
    onDragOver: ({ active, over }) => {
      const overId = String(over?.id ?? active.id)
      if (announcedId.current === overId) return undefined
      announcedId.current = overId
      return describe({ phase: "over", id: String(active.id), overId })
    },
    onDragEnd: () => dropText.current,
    onDragCancel: ({ active }) => describe({ phase: "canceled", id: String(active.id), overId: String(active.id) }),
  }
  const setDragged = (id: string | null) => {
    setDraggedId(id)
    onDrag?.(id)
  }
  const handleDragStart = ({ active }: DragStartEvent) => setDragged(String(active.id))
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    const [id, overId] = [String(active.id), String(over?.id ?? active.id)]
    dropText.current = describe({ phase: id === overId ? "canceled" : "dropped", id, overId })
    if (id !== overId) onDrop(id, overId)
    setDragged(null)
  }
  return (
    <DndContext
      sensors={sensors}
      modifiers={modifiers}
      collisionDetection={closestCenter}
      autoScroll={autoScroll}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t("editor.reorder.help") } }}
      onDragStart={handleDragStart}
      onDragEnd={handleDragEnd}
      onDragCancel={() => setDragged(null)}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
      {/* In the body, because a container with queries would be the containing block of the fixed overlay. */}
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {draggedId !== null && (
            <div aria-hidden="true" inert>
              {renderDragged(draggedId)}
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

const keepLayout = () => false

/** Returns the index that a row has during a drag. The default of @dnd-kit copies the whole list for each row. */
const getNewIndex: NewIndexGetter = ({ id, items, activeIndex, overIndex }) => {
  const index = items.indexOf(id)
  if (index === activeIndex) return overIndex
  if (index > activeIndex && index <= overIndex) return index - 1
  return index < activeIndex && index >= overIndex ? index + 1 : index
}

/** The props of a row of a `Reorderable` list, and those of its handle. */
export const useReorderableRow = (id: string, isDisabled = false) => {
  const sortable = useSortable({
    id,
    disabled: { draggable: isDisabled, droppable: isDisabled },
    animateLayoutChanges: keepLayout,
    getNewIndex,
  })
  const { attributes, listeners, isDragging, isSorting, setNodeRef, setActivatorNodeRef, transform, transition } = sortable
  return {
    isDragging,
    setRow: setNodeRef,
    /** Shifts the row to make room for the dragged one, without scaling it to the height of a neighbor. */
    style: { transform: CSS.Translate.toString(transform), transition: isSorting ? transition : undefined },
    setHandle: setActivatorNodeRef,
    /** The id of the text that explains the handle. */
    helpId: attributes["aria-describedby"],
    /** The handlers of the handle; `onKeyDown` gets the keys that neither lift nor move a row. */
    listen: (onKeyDown: (event: KeyboardEvent<HTMLElement>) => void) => ({
      ...listeners,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (isSorting) return
        listeners?.["onKeyDown"]?.(event)
        if (!event.defaultPrevented) onKeyDown(event)
      },
    }),
  }
}
