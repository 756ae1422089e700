// A file input as a button, and the conversion of picked files for the machines.
import { Button, FileButton as MantineFileButton } from "@mantine/core"
import { type ReactNode, useRef } from "react"
import type { PickedFile, PickedImage } from "../../machines/ports.ts"
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
  readonly onPick: (files: ReadonlyArray<File>) => void
}

export const FileButton = ({
  label,
  accept,
  icon,
  busy = false,
  size = "sm",
  several = false,
  hasInitialFocus = false,
  onPick,
}: FileButtonProps) => {
  const reset = useRef<() => void>(null)
  return (
    <MantineFileButton
      accept={accept}
      multiple={several}
      inputProps={{ "aria-label": label }}
      resetRef={reset}
      onChange={(picked) => {
        onPick(picked === null ? [] : [picked].flat())
        // The same file can be picked again after it was fixed.
        reset.current?.()
      }}
    >
      {({ onClick }) => (
        <Button
          variant="default"
          size={size}
          loading={busy}
          leftSection={icon}
          {...(hasInitialFocus && { ref: focusOnMount, "data-autofocus": true })}
          onClick={onClick}
        >
          {label}
        </Button>
      )}
    </MantineFileButton>
  )
}

/** Returns the picked files as name and reader; their contents are read on demand. */
export const toPickedFiles = (files: ReadonlyArray<File>): ReadonlyArray<PickedFile> =>
  files.map((file) => ({ name: file.name, text: () => file.text() }))

/** Returns the first file as an image that is not validated yet, or null if there is no file. */
export const toPickedImage = ([file]: ReadonlyArray<File>): PickedImage | null =>
  file === undefined ? null : { name: file.name, type: file.type, bytes: file.size, content: () => file.arrayBuffer() }
