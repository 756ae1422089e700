// A place that files are dropped on: what it listens to, and whether something is held over it.
import { type DragEvent, useState } from "react"

type Props = {
  readonly onDragOver: (event: DragEvent) => void
  readonly onDragLeave: (event: DragEvent) => void
  readonly onDrop: (event: DragEvent) => void
  readonly "data-over": true | undefined
}

/** The properties of the place; where it is closed, what is dropped goes its own way. */
export const useDropping = (onDrop: (files: FileList) => void, isClosed = false): Props => {
  const [isOver, setOver] = useState(false)
  const dragged = (event: DragEvent) => {
    // What is dropped on a dialog that was opened from here is not dropped here.
    if (isClosed || !(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    event.preventDefault()
    setOver(event.type === "dragover")
    if (event.type === "drop") onDrop(event.dataTransfer.files)
  }
  return { onDragOver: dragged, onDragLeave: dragged, onDrop: dragged, "data-over": isOver || undefined }
}
