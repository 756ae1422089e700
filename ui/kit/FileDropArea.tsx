// Areas on which files can be dropped. Each also has a button, so that it works by keyboard.
import { Dropzone } from "@mantine/dropzone"
import { IconFileUpload } from "@tabler/icons-react"
import type { ReactNode } from "react"
import classes from "./FileDropArea.module.css"
import { FileButton } from "./FileInput.tsx"

type FileDropAreaProps = {
  readonly className: string | undefined
  readonly isDisabled?: boolean
  readonly onDrop: (files: ReadonlyArray<File>) => void
  readonly children: ReactNode
}

/** An area that takes dropped files of any number and type: the machines say what is wrong with them. It has `data-accept` while files are over it. */
export const FileDropArea = ({ className = "", isDisabled = false, onDrop, children }: FileDropAreaProps) => (
  <Dropzone
    unstyled
    className={className}
    classNames={{ inner: classes["inner"] }}
    disabled={isDisabled}
    activateOnClick={false}
    activateOnKeyboard={false}
    inputProps={{ hidden: true }}
    onDrop={onDrop}
  >
    {children}
  </Dropzone>
)

type FileDropProps = {
  readonly text: string
  readonly label: string
  /** The `accept` attribute of the file input. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** A drop area for one file, with a text and a button. */
export const FileDrop = ({ text, label, accept, onFile }: FileDropProps) => {
  const pickFirst = ([file]: ReadonlyArray<File>) => {
    if (file !== undefined) onFile(file)
  }
  return (
    <FileDropArea className={classes["drop"]} onDrop={pickFirst}>
      <IconFileUpload size={32} stroke={1.5} aria-hidden="true" />
      <p>{text}</p>
      <FileButton label={label} accept={accept} hasInitialFocus onPick={pickFirst} />
    </FileDropArea>
  )
}
