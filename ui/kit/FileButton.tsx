// A button that opens the browser's file chooser.
import { Button } from "@mantine/core"
import { type ReactNode, useRef } from "react"

type Props = {
  readonly label: string
  /** As the `accept` of a file field. */
  readonly accept: string
  readonly icon: ReactNode
  readonly busy: boolean
  readonly size?: "xs" | "sm"
  /** Several can be chosen at once. */
  readonly several?: boolean
  readonly onPick: (files: FileList | null) => void
}

export const FileButton = ({ label, accept, icon, busy, size = "sm", several = false, onPick }: Props) => {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="default" size={size} loading={busy} leftSection={icon} onClick={() => chooser.current?.click()}>
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
