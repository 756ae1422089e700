// The picture of an image instruction: chosen or dropped, with words for those who do not see it (spec/2-editor §5 "Image upload").
import { Button, TextInput } from "@mantine/core"
import { IconPhoto, IconTrash, IconUpload } from "@tabler/icons-react"
import { messageImageEndings } from "../../../../domain/assets/message-image.ts"
import { isUpload } from "../../../../domain/assets/upload-address.ts"
import { type Picture, pictureIn, withPicture } from "../../../../domain/rich-text/picture.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useDropping } from "../../../kit/dropping.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { FileButton } from "../../../kit/FileButton.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { useWords } from "../../../kit/words.tsx"
import { pickedImage } from "../../files/picked.ts"
import { useEditing, useEditor, useViewOnly } from "../editing.tsx"
import { useContent } from "./content.ts"
import classes from "./media.module.css"

export const ImagePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const locked = useViewOnly()
  const { content, say } = useContent(instruction)
  const picture = pictureIn(content)
  const { busy, pick } = usePicking(instruction)
  const dropping = useDropping(pick, locked || busy)
  return (
    <section className={classes["panel"]} aria-labelledby="image-heading" data-part="/messages">
      <h3 id="image-heading" className={classes["label"]}>
        {t("editor.image")}
      </h3>
      <div className={classes["drop"]} {...dropping}>
        {picture === null ? <IconPhoto size={32} stroke={1.25} aria-hidden="true" /> : <Shown picture={picture} />}
        {busy ? <output>{t("editor.image.uploading")}</output> : picture === null && <p>{t("editor.image.drop")}</p>}
        {!locked && (
          <div className={classes["deeds"]}>
            <FileButton
              label={t(picture === null ? "editor.image.choose" : "editor.image.replace")}
              accept={messageImageEndings.map((ending) => `.${ending}`).join(",")}
              icon={<IconUpload size={16} aria-hidden="true" />}
              size="xs"
              busy={busy}
              onPick={pick}
            />
            {picture !== null && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                leftSection={<IconTrash size={16} aria-hidden="true" />}
                onClick={() => say(null, (html) => withPicture(html, null))}
              >
                {t("editor.image.remove")}
              </Button>
            )}
          </div>
        )}
      </div>
      <PictureProblem uuid={instruction.uuid} />
      {picture !== null && (
        <TextInput
          w="100%"
          label={t("editor.image.alt")}
          description={t("editor.image.alt.help")}
          dir="auto"
          autoComplete="off"
          readOnly={locked}
          value={picture.alt}
          onChange={(event) => {
            const alt = event.currentTarget.value
            say("alt", (html) => withPicture(html, { ...picture, alt }))
          }}
        />
      )}
    </section>
  )
}

const usePicking = ({ uuid, messages }: Instruction) => {
  const actor = useEditor()
  const language = useEditing(({ draft }) => draft.language)
  // One picture at a time, whichever instruction it is for.
  const busy = useEditing((_, snapshot) => snapshot.hasTag("picturing"))
  const locale = (messages.find((it) => it.locale === language) ?? messages[0])?.locale ?? language
  const pick = (files: FileList | null) => {
    const file = pickedImage(files)
    if (file !== null) actor.send({ type: "image.pick", uuid, locale, file })
  }
  return { busy, pick }
}

/** Pictures of other sites are not fetched by the console. */
const Shown = ({ picture: { src, alt } }: { readonly picture: Picture }) => {
  const t = useWords()
  if (isUpload(src) || src.startsWith("data:image/")) return <img className={classes["picture"]} src={src} alt={alt} />
  return (
    <p>
      {t("editor.image.elsewhere")} <br />
      <span className={classes["address"]}>{src}</span>
    </p>
  )
}

const PictureProblem = ({ uuid }: { readonly uuid: string }) => {
  const t = useWords()
  const problem = useEditing(({ pictureProblem }) => (pictureProblem?.uuid === uuid ? pictureProblem.problem : null))
  if (problem === null) return null
  if (typeof problem !== "string") return <FailureNotice failure={problem} />
  return (
    <Notice tone="bad">
      <p>{t(`editor.image.${problem}`)}</p>
    </Notice>
  )
}
