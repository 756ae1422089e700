// A font of one's own: uploaded, called by the name in its file.
import { Button } from "@mantine/core"
import { IconTrash, IconUpload } from "@tabler/icons-react"
import { fontFileExtensions } from "../../../../../domain/style/fonts.ts"
import { FileButton } from "../../../../kit/FileButton.tsx"
import { useWords } from "../../../../kit/words.tsx"
import { pickedImage } from "../../../files/picked.ts"
import { useStyled, useStyling } from "../configuring.tsx"
import classes from "../Styling.module.css"
import { PickProblem } from "./PickProblem.tsx"
import { useValue } from "./value.tsx"

const name = "body_font-file"

export const FontFileField = () => {
  const t = useWords()
  const actor = useStyling()
  const { label, own } = useValue("web", name)
  const family = useStyled(({ style }) => style.web["body_font-family"] ?? "")
  const busy = useStyled(({ picking }, snapshot) => snapshot.hasTag("picking") && picking?.name === name)
  const pick = (files: FileList | null) => {
    const file = pickedImage(files)
    if (file !== null) actor.send({ type: "font.pick", file })
  }
  return (
    <fieldset className={classes["image"]}>
      <legend>{label}</legend>
      <div className={classes["ways"]}>
        <FileButton
          label={t("styling.font.choose")}
          accept={fontFileExtensions.join(",")}
          icon={<IconUpload size={16} aria-hidden="true" />}
          size="xs"
          busy={busy}
          onPick={pick}
        />
        {own !== "" && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => actor.send({ type: "font.remove" })}
          >
            {t("styling.font.remove")}
          </Button>
        )}
        <p className={classes["origin"]}>{own === "" ? t("styling.font.help") : t("styling.font.own", { name: family })}</p>
      </div>
      <PickProblem name={name} />
    </fieldset>
  )
}
