// Where a file is dropped or chosen. The button does by keyboard what a drop does.
import { IconFileUpload } from "@tabler/icons-react"
import { useDropping } from "./dropping.ts"
import { FileButton } from "./FileButton.tsx"
import classes from "./FileDrop.module.css"

type Props = {
  readonly text: string
  readonly label: string
  /** As the `accept` of a file field. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

export const FileDrop = ({ text, label, accept, onFile }: Props) => {
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file !== undefined) onFile(file)
  }
  const dropping = useDropping(take)
  return (
    <div className={classes["drop"]} {...dropping}>
      <IconFileUpload size={32} stroke={1.5} aria-hidden="true" />
      <p>{text}</p>
      <FileButton label={label} accept={accept} first onPick={take} />
    </div>
  )
}
