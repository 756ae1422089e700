// Styles as files: one is taken in, the one that stands here is handed out (spec/3-community §2 "Import/Export tab").
import { Button } from "@mantine/core"
import { IconFileExport, IconFileImport } from "@tabler/icons-react"
import { type DragEvent, useRef, useState } from "react"
import { Card } from "../../../kit/Card.tsx"
import { useWords } from "../../../kit/words.tsx"
import { picked } from "../../editor/files.ts"
import { useStyled, useStyling } from "./configuring.tsx"
import classes from "./Styling.module.css"

export const FileTab = () => {
  const t = useWords()
  const actor = useStyling()
  const chooser = useRef<HTMLInputElement>(null)
  const importing = useStyled((_, snapshot) => snapshot.hasTag("importing"))
  const exporting = useStyled((_, snapshot) => snapshot.hasTag("exporting"))
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => actor.send({ type: "file.import", files: picked(files) })
  const dragged = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === "dragover")
    if (event.type === "drop") take(event.dataTransfer.files)
  }
  return (
    <>
      <Card title={t("styling.import.heading")}>
        <p className={classes["quiet"]}>{t("styling.import.text")}</p>
        <div className={classes["drop"]} data-over={isOver || undefined} onDragOver={dragged} onDragLeave={dragged} onDrop={dragged}>
          <Button
            variant="default"
            loading={importing}
            leftSection={<IconFileImport size={18} aria-hidden="true" />}
            onClick={() => chooser.current?.click()}
          >
            {t("styling.import")}
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            multiple
            accept=".json,application/json"
            aria-label={t("styling.import")}
            onChange={(event) => {
              take(event.currentTarget.files)
              // The same file may be chosen again, mended.
              event.currentTarget.value = ""
            }}
          />
        </div>
      </Card>
      <Card title={t("styling.export.heading")}>
        <p className={classes["quiet"]}>{t("styling.export.text")}</p>
        <div>
          <Button
            variant="default"
            loading={exporting}
            leftSection={<IconFileExport size={18} aria-hidden="true" />}
            onClick={() => actor.send({ type: "file.export" })}
          >
            {t("styling.export")}
          </Button>
        </div>
      </Card>
    </>
  )
}
