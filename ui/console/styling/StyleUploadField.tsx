// Uploads of the style: images and the font file.
import { Button } from "@mantine/core"
import { IconPhoto, IconTrash, IconUpload } from "@tabler/icons-react"
import { useId } from "react"
import { isDataUri, isUploadAddress } from "../../../domain/assets/asset-address.ts"
import { fontFileExtensions } from "../../../domain/style/style-fonts.ts"
import { largeImageBytes, listImageTypes, maxImageBytes, roundUpToMegabytes } from "../../../domain/style/style-uploads.ts"
import { FileDropArea } from "../../kit/FileDropArea.tsx"
import { FileButton, toPickedImage } from "../../kit/FileInput.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import classes from "./Styling.module.css"
import { useStyleKeyValue, useStyling, useStylingState } from "./styling-context.tsx"

/** Why a picked file was not taken, or a warning about one that was. */
export const UploadProblem = ({ name }: { readonly name: string }) => {
  const t = useTranslate()
  const upload = useStylingState(({ uploadProblem }) => (uploadProblem?.name === name ? uploadProblem : null))
  if (upload === null) return null
  const { problem, bytes } = upload
  const size = roundUpToMegabytes(bytes)
  return (
    <Notice tone={problem === "big" ? "warning" : "bad"}>
      <p>
        {problem === "too-big"
          ? t("styling.pick.too-big", { size, most: roundUpToMegabytes(maxImageBytes) })
          : problem === "big"
            ? t("styling.pick.big", { size, many: roundUpToMegabytes(largeImageBytes) })
            : t(`styling.pick.${problem}`)}
      </p>
    </Notice>
  )
}

export const ImageField = ({ name }: { readonly name: string }) => {
  const t = useTranslate()
  const id = useId()
  const actor = useStyling()
  const { label, ownValue, set } = useStyleKeyValue("web", name)
  const isReading = useStylingState(({ pickedUpload }, snapshot) => snapshot.hasTag("reading-upload") && pickedUpload?.name === name)
  const pick = (files: ReadonlyArray<File>) => {
    const file = toPickedImage(files)
    if (file !== null) actor.send({ type: "image.pick", name, file })
  }
  return (
    <fieldset className={classes["image"]} aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      <FileDropArea className={classes["drop"]} onDrop={pick}>
        <div className={classes["picture"]}>
          {ownValue === "" ? (
            <IconPhoto size={24} stroke={1.25} aria-hidden="true" />
          ) : isUploadAddress(ownValue) || isDataUri(ownValue) ? (
            <img src={ownValue} alt={label} />
          ) : (
            <span>{t("styling.image.elsewhere", { address: ownValue })}</span>
          )}
        </div>
        <div className={classes["ways"]}>
          <FileButton
            label={t(ownValue === "" ? "styling.image.choose" : "styling.image.replace", { name: label })}
            accept={listImageTypes(name).join(",")}
            icon={<IconUpload size={16} aria-hidden="true" />}
            size="xs"
            busy={isReading}
            onPick={pick}
          />
          {ownValue !== "" && (
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
            {isReading ? t("styling.image.reading") : t(name === "header-logo_content" ? "styling.image.help.logo" : "styling.image.help")}
          </p>
        </div>
      </FileDropArea>
      <UploadProblem name={name} />
    </fieldset>
  )
}

const fontFileKey = "body_font-file"

export const FontFileField = () => {
  const t = useTranslate()
  const actor = useStyling()
  const { label, ownValue } = useStyleKeyValue("web", fontFileKey)
  const family = useStylingState(({ style }) => style.web["body_font-family"] ?? "")
  const isReading = useStylingState(({ pickedUpload }, snapshot) => snapshot.hasTag("reading-upload") && pickedUpload?.name === fontFileKey)
  const pick = (files: ReadonlyArray<File>) => {
    const file = toPickedImage(files)
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
          busy={isReading}
          onPick={pick}
        />
        {ownValue !== "" && (
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
        <p className={classes["origin"]}>{ownValue === "" ? t("styling.font.help") : t("styling.font.own", { name: family })}</p>
      </div>
      <UploadProblem name={fontFileKey} />
    </fieldset>
  )
}
