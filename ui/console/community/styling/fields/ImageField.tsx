// An image of the style: chosen or dropped, shown small, taken away.
import { Button } from "@mantine/core"
import { IconPhoto, IconTrash, IconUpload } from "@tabler/icons-react"
import { useId } from "react"
import { isDataUri } from "../../../../../domain/assets/data-uri.ts"
import { isUpload } from "../../../../../domain/assets/upload-address.ts"
import { imageTypesOf } from "../../../../../domain/style/uploads.ts"
import { useDropping } from "../../../../kit/dropping.ts"
import { FileButton } from "../../../../kit/FileButton.tsx"
import { useWords } from "../../../../kit/words.tsx"
import { pickedImage } from "../../../files/picked.ts"
import { useStyled, useStyling } from "../configuring.tsx"
import classes from "../Styling.module.css"
import { PickProblem } from "./PickProblem.tsx"
import { useValue } from "./value.tsx"

export const ImageField = ({ name }: { readonly name: string }) => {
  const t = useWords()
  const id = useId()
  const actor = useStyling()
  const { label, own, set } = useValue("web", name)
  const busy = useStyled(({ picking }, snapshot) => snapshot.hasTag("picking") && picking?.name === name)
  const pick = (files: FileList | null) => {
    const file = pickedImage(files)
    if (file !== null) actor.send({ type: "image.pick", name, file })
  }
  const dropping = useDropping(pick)
  return (
    <fieldset className={classes["image"]} aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      <div className={classes["drop"]} {...dropping}>
        <div className={classes["picture"]}>
          {own === "" ? (
            <IconPhoto size={24} stroke={1.25} aria-hidden="true" />
          ) : isUpload(own) || isDataUri(own) ? (
            <img src={own} alt={label} />
          ) : (
            <span>{t("styling.image.elsewhere", { address: own })}</span>
          )}
        </div>
        <div className={classes["ways"]}>
          <FileButton
            label={t(own === "" ? "styling.image.choose" : "styling.image.replace", { name: label })}
            accept={imageTypesOf(name).join(",")}
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
              onClick={() => set("")}
            >
              {t("styling.image.remove", { name: label })}
            </Button>
          )}
          <p className={classes["origin"]}>
            {busy ? t("styling.image.reading") : t(name === "header-logo_content" ? "styling.image.help.logo" : "styling.image.help")}
          </p>
        </div>
      </div>
      <PickProblem name={name} />
    </fieldset>
  )
}
