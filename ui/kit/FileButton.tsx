// A button that opens the browser's file chooser.
import { Button } from "@mantine/core"
import { type ReactNode, useRef } from "react"
import { focusOnArrival } from "./focus.ts"

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
        {...(first && { ref: focusOnArrival, "data-autofocus": true })}
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
