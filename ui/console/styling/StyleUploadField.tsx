// An image of the style: chosen or dropped, shown small, taken away.

import { Button } from "@mantine/core"
import { IconPhoto, IconTrash, IconUpload } from "@tabler/icons-react"
import { useId } from "react"
import { isDataUri, isUpload } from "../../../domain/assets/asset-address.ts"
import { fontFileExtensions } from "../../../domain/style/style-fonts.ts"
import { imageTypesOf, manyImageBytes, megabytes, mostImageBytes } from "../../../domain/style/style-uploads.ts"
import { FileButton, useDropping } from "../../kit/FilePicker.tsx"
import { useWords } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { pickedImage } from "../picked-files.ts"
import classes from "./Styling.module.css"
import { useStyled, useStyling, useValue } from "./styling-context.tsx"

// Why a file that was picked is not in the style, or what is to be said of one that is (spec/3-community §5, §8).

export const PickProblem = ({ name }: { readonly name: string }) => {
  const t = useWords()
  const found = useStyled(({ pickProblem }) => (pickProblem?.name === name ? pickProblem : null))
  if (found === null) return null
  const { problem, bytes } = found
  const size = megabytes(bytes)
  return (
    <Notice tone={problem === "big" ? "warning" : "bad"}>
      <p>
        {problem === "too-big"
          ? t("styling.pick.too-big", { size, most: megabytes(mostImageBytes) })
          : problem === "big"
            ? t("styling.pick.big", { size, many: megabytes(manyImageBytes) })
            : t(`styling.pick.${problem}`)}
      </p>
    </Notice>
  )
}

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

// A font of one's own: uploaded, called by the name in its file.

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
