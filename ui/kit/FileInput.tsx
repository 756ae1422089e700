// A file input as a button or a drop area, and the conversion of picked files for the machines.
import { Button } from "@mantine/core"
import { IconFileUpload } from "@tabler/icons-react"
import { type DragEvent, type ReactNode, useRef, useState } from "react"
import type { PickedFile, PickedImage } from "../../machines/ports.ts"
import classes from "./FileInput.module.css"
import { focusOnMount } from "./focus-hooks.ts"

type FileButtonProps = {
  readonly label: string
  /** The `accept` attribute of the file input. */
  readonly accept: string
  readonly icon?: ReactNode
  readonly busy?: boolean
  readonly size?: "xs" | "sm"
  /** Allows picking several files. */
  readonly several?: boolean
  /** Takes the focus when mounted. */
  readonly hasInitialFocus?: boolean
  readonly onPick: (files: FileList | null) => void
}

export const FileButton = ({
  label,
  accept,
  icon,
  busy = false,
  size = "sm",
  several: multiple = false,
  hasInitialFocus = false,
  onPick,
}: FileButtonProps) => {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        size={size}
        loading={busy}
        leftSection={icon}
        {...(hasInitialFocus && { ref: focusOnMount, "data-autofocus": true })}
        onClick={() => chooser.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onPick(event.currentTarget.files)
          // Reset, so that the same file can be picked again after it was fixed.
          event.currentTarget.value = ""
        }}
      />
    </>
  )
}

type FileDropHandlers = {
  readonly onDragOver: (event: DragEvent) => void
  readonly onDragLeave: (event: DragEvent) => void
  readonly onDrop: (event: DragEvent) => void
  readonly "data-over": true | undefined
}

/** Returns the props of a drop area. If `isDisabled`, the browser handles drops. */
export const useFileDrop = (onDrop: (files: FileList) => void, isDisabled = false): FileDropHandlers => {
  const [isOver, setIsOver] = useState(false)
  const handleDrag = (event: DragEvent) => {
    // React also bubbles events from dialogs rendered in portals; a drop on such a dialog is not a drop here.
    if (isDisabled || !(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    event.preventDefault()
    setIsOver(event.type === "dragover")
    if (event.type === "drop") onDrop(event.dataTransfer.files)
  }
  return { onDragOver: handleDrag, onDragLeave: handleDrag, onDrop: handleDrag, "data-over": isOver || undefined }
}

type FileDropProps = {
  readonly text: string
  readonly label: string
  /** The `accept` attribute of the file input. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** A drop area with a button, so that it also works by keyboard. */
export const FileDrop = ({ text, label, accept, onFile }: FileDropProps) => {
  const pickFirst = (files: FileList | null) => {
    const [file] = files ?? []
    if (file !== undefined) onFile(file)
  }
  const dropHandlers = useFileDrop(pickFirst)
  return (
    <div className={classes["drop"]} {...dropHandlers}>
      <IconFileUpload size={32} stroke={1.5} aria-hidden="true" />
      <p>{text}</p>
      <FileButton label={label} accept={accept} hasInitialFocus onPick={pickFirst} />
    </div>
  )
}

/** Returns the picked files as name and reader; their contents are read on demand. */
export const toPickedFiles = (files: FileList | null): ReadonlyArray<PickedFile> =>
  Array.from(files ?? [], (file) => ({ name: file.name, text: () => file.text() }))

/** Returns the first file as an image that is not validated yet, or null if there is no file. */
export const toPickedImage = (files: FileList | null): PickedImage | null => {
  const file = files?.[0]
  return file === undefined ? null : { name: file.name, type: file.type, bytes: file.size, content: () => file.arrayBuffer() }
}
