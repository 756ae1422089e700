// Where a file is dropped or chosen. The button does by keyboard what a drop does.
import { Button } from "@mantine/core"
import { IconFileUpload } from "@tabler/icons-react"
import { type DragEvent, useRef, useState } from "react"
import classes from "./FileDrop.module.css"
import { focusOnArrival } from "./focus.ts"

type Props = {
  readonly text: string
  readonly label: string
  /** As the `accept` of a file field. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

export const FileDrop = ({ text, label, accept, onFile }: Props) => {
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const dragged = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <div
      className={classes["drop"]}
      data-over={over || undefined}
      onDragOver={dragged(true)}
      onDragLeave={dragged(false)}
      onDrop={(event) => {
        dragged(false)(event)
        const [file] = event.dataTransfer.files
        if (file !== undefined) onFile(file)
      }}
    >
      <IconFileUpload size={32} stroke={1.5} aria-hidden="true" />
      <p>{text}</p>
      <Button ref={focusOnArrival} variant="default" data-autofocus onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file !== undefined) onFile(file)
          // The same file may be chosen again, mended.
          event.currentTarget.value = ""
        }}
      />
    </div>
  )
}
