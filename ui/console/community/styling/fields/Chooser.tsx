// A button that opens the browser's file chooser.
import { Button } from "@mantine/core"
import { IconUpload } from "@tabler/icons-react"
import { useRef } from "react"
import type { PickedImage } from "../../../../../machines/picked-file.ts"
import { pickedImage } from "../../../editor/files.ts"

type Props = {
  readonly label: string
  /** As the `accept` of a file field. */
  readonly accept: string
  readonly busy: boolean
  readonly onPick: (file: PickedImage) => void
}

export const Chooser = ({ label, accept, busy, onPick }: Props) => {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={busy}
        leftSection={<IconUpload size={16} aria-hidden="true" />}
        onClick={() => chooser.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const file = pickedImage(event.currentTarget.files)
          if (file !== null) onPick(file)
          // The same file may be chosen again.
          event.currentTarget.value = ""
        }}
      />
    </>
  )
}
