// An image of the style: chosen or dropped, shown small, taken away.
import { Button } from "@mantine/core"
import { IconPhoto, IconTrash } from "@tabler/icons-react"
import { type DragEvent, useId, useState } from "react"
import { isDataUri } from "../../../../../domain/assets/data-uri.ts"
import { isUpload } from "../../../../../domain/assets/upload-address.ts"
import { imageTypesOf } from "../../../../../domain/style/uploads.ts"
import type { PickedImage } from "../../../../../machines/picked-file.ts"
import { useWords } from "../../../../kit/words.tsx"
import { pickedImage } from "../../../editor/files.ts"
import { useStyled, useStyling } from "../configuring.tsx"
import classes from "../Styling.module.css"
import { Chooser } from "./Chooser.tsx"
import { PickProblem } from "./PickProblem.tsx"
import { useValue } from "./value.tsx"

export const ImageField = ({ name }: { readonly name: string }) => {
  const t = useWords()
  const id = useId()
  const actor = useStyling()
  const { label, own, set } = useValue("web", name)
  const busy = useStyled(({ picking }, snapshot) => snapshot.hasTag("picking") && picking?.name === name)
  const [isOver, setOver] = useState(false)
  const pick = (file: PickedImage) => actor.send({ type: "image.pick", name, file })
  const dragged = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === "dragover")
    const file = event.type === "drop" ? pickedImage(event.dataTransfer.files) : null
    if (file !== null) pick(file)
  }
  return (
    <fieldset className={classes["image"]} aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      <div className={classes["drop"]} data-over={isOver || undefined} onDragOver={dragged} onDragLeave={dragged} onDrop={dragged}>
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
          <Chooser
            label={t(own === "" ? "styling.image.choose" : "styling.image.replace", { name: label })}
            accept={imageTypesOf(name).join(",")}
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
