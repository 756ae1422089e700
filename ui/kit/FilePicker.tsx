// A button that opens the browser's file chooser.
import { Button } from "@mantine/core"
import { IconFileUpload } from "@tabler/icons-react"
import { type DragEvent, type ReactNode, useRef, useState } from "react"
import classes from "./FilePicker.module.css"
import { focusOnMount } from "./focus-hooks.ts"

type Props = {
  readonly label: string
  /** As the `accept` of a file field. */
  readonly accept: string
  readonly icon?: ReactNode
  readonly busy?: boolean
  readonly size?: "xs" | "sm"
  /** Several can be chosen at once. */
  readonly several?: boolean
  /** It gets the focus when it comes. */
  readonly first?: boolean
  readonly onPick: (files: FileList | null) => void
}

export const FileButton = ({ label, accept, icon, busy = false, size = "sm", several = false, first = false, onPick }: Props) => {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        size={size}
        loading={busy}
        leftSection={icon}
        {...(first && { ref: focusOnMount, "data-autofocus": true })}
        onClick={() => chooser.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={several}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onPick(event.currentTarget.files)
          // The same file may be chosen again, mended.
          event.currentTarget.value = ""
        }}
      />
    </>
  )
}

// A place that files are dropped on: what it listens to, and whether something is held over it.

type DroppingProps = {
  readonly onDragOver: (event: DragEvent) => void
  readonly onDragLeave: (event: DragEvent) => void
  readonly onDrop: (event: DragEvent) => void
  readonly "data-over": true | undefined
}

/** The properties of the place; where it is closed, what is dropped goes its own way. */
export const useFileDrop = (onDrop: (files: FileList) => void, isClosed = false): DroppingProps => {
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

// Where a file is dropped or chosen. The button does by keyboard what a drop does.

type FileDropProps = {
  readonly text: string
  readonly label: string
  /** As the `accept` of a file field. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

export const FileDrop = ({ text, label, accept, onFile }: FileDropProps) => {
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file !== undefined) onFile(file)
  }
  const dropping = useFileDrop(take)
  return (
    <div className={classes["drop"]} {...dropping}>
      <IconFileUpload size={32} stroke={1.5} aria-hidden="true" />
      <p>{text}</p>
      <FileButton label={label} accept={accept} first onPick={take} />
    </div>
  )
}
