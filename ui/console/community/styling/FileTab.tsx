// Styles as files: one is taken in, the one that stands here is handed out (spec/3-community §2 "Import/Export tab").
import { Button } from "@mantine/core"
import { IconFileExport, IconFileImport } from "@tabler/icons-react"
import { Card } from "../../../kit/Card.tsx"
import { useDropping } from "../../../kit/dropping.ts"
import { FileButton } from "../../../kit/FileButton.tsx"
import { useWords } from "../../../kit/words.tsx"
import { picked } from "../../files/picked.ts"
import { useStyled, useStyling } from "./configuring.tsx"
import classes from "./Styling.module.css"

export const FileTab = () => {
  const t = useWords()
  const actor = useStyling()
  const importing = useStyled((_, snapshot) => snapshot.hasTag("importing"))
  const exporting = useStyled((_, snapshot) => snapshot.hasTag("exporting"))
  const take = (files: FileList | null) => actor.send({ type: "file.import", files: picked(files) })
  const dropping = useDropping(take)
  return (
    <>
      <Card title={t("styling.import.heading")}>
        <p className={classes["quiet"]}>{t("styling.import.text")}</p>
        <div className={classes["drop"]} {...dropping}>
          <FileButton
            label={t("styling.import")}
            accept=".json,application/json"
            icon={<IconFileImport size={18} aria-hidden="true" />}
            busy={importing}
            several
            onPick={take}
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
