// [I1] Panels of image and video instructions.
import { Anchor, Button, TextInput } from "@mantine/core"
import { IconExternalLink, IconPhoto, IconTrash, IconUpload } from "@tabler/icons-react"
import { isUploadAddress } from "../../../../domain/assets/asset-address.ts"
import { messageImageExtensions } from "../../../../domain/assets/upload-validation.ts"
import {
  findPicture,
  getImageCaption,
  getVideoAddress,
  getVideoCaption,
  type Picture,
  setImageCaption,
  setPicture,
  toVideoMessage,
} from "../../../../domain/rich-text/message-media.ts"
import { type Instruction, setMessage } from "../../../../domain/script/instruction.ts"
import { maxUrlLength, normalizeWebUrl } from "../../../../domain/text/web-url.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { FileDropArea } from "../../../kit/FileDropArea.tsx"
import { FileButton, toPickedImage } from "../../../kit/FileInput.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { useEditor, useEditorState, useIsViewOnly, useUpdateInstruction } from "../editor-context.tsx"
import { RecallInput } from "../fields/RecallField.tsx"
import classes from "./MediaPanels.module.css"

/** The content of a message that is not written as text, in the script's language, and a function that changes it. */
export const useMessageContent = (instruction: Instruction) => {
  const updateInstruction = useUpdateInstruction(instruction.uuid)
  const newUuid = useEditorState((context) => context.newUuid)
  const language = useEditorState(({ draft }) => draft.language)
  const { messages } = instruction
  const message = messages.find(({ locale }) => locale === language) ?? messages[0]
  const locale = message?.locale ?? language
  const updateContent = (field: string | null, change: (content: string) => string): void =>
    updateInstruction(field, { messages: setMessage(instruction, locale, newUuid, change) })
  return { content: message?.content ?? "", locale, updateContent }
}

export const ImagePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const locked = useIsViewOnly()
  const { content, updateContent } = useMessageContent(instruction)
  const picture = findPicture(content)
  const caption = getImageCaption(content)
  const { busy, pick } = useImagePicker(instruction)
  return (
    <section className={classes["panel"]} aria-labelledby="image-heading" data-part="/messages">
      <h3 id="image-heading" className={classes["label"]}>
        {t("editor.image")}
      </h3>
      <FileDropArea className={classes["drop"]} isDisabled={locked || busy} onDrop={pick}>
        {picture === null ? <IconPhoto size={32} stroke={1.25} aria-hidden="true" /> : <ImagePreview picture={picture} />}
        {busy ? <output>{t("editor.image.uploading")}</output> : picture === null && <p>{t("editor.image.drop")}</p>}
        {!locked && (
          <div className={classes["actions"]}>
            <FileButton
              label={t(picture === null ? "editor.image.choose" : "editor.image.replace")}
              accept={messageImageExtensions.map((extension) => `.${extension}`).join(",")}
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
                onClick={() => updateContent(null, (html) => setPicture(html, null))}
              >
                {t("editor.image.remove")}
              </Button>
            )}
          </div>
        )}
      </FileDropArea>
      <ImageProblem uuid={instruction.uuid} />
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
            updateContent("alt", (html) => setPicture(html, { ...picture, alt }))
          }}
        />
      )}
      {(picture !== null || caption !== "") && (
        <CaptionField
          index={instruction.order}
          caption={caption}
          onType={(text) => updateContent("caption", (html) => setImageCaption(html, text))}
        />
      )}
    </section>
  )
}

type CaptionProps = { readonly index: number; readonly caption: string; readonly onType: (text: string) => void }

/** [I16] The text below an image or a video. */
const CaptionField = ({ index, caption, onType }: CaptionProps) => {
  const t = useTranslate()
  return (
    <RecallInput
      w="100%"
      index={index}
      label={t("editor.caption")}
      description={t("editor.caption.help")}
      dir="auto"
      readOnly={useIsViewOnly()}
      value={caption}
      onType={onType}
    />
  )
}

const useImagePicker = ({ uuid, messages }: Instruction) => {
  const actor = useEditor()
  const language = useEditorState(({ draft }) => draft.language)
  // Only one image is uploaded at a time, whichever instruction it is for.
  const busy = useEditorState((_, snapshot) => snapshot.hasTag("uploading-image"))
  const locale = (messages.find((it) => it.locale === language) ?? messages[0])?.locale ?? language
  const pick = (files: ReadonlyArray<File>) => {
    const file = toPickedImage(files)
    if (file !== null) actor.send({ type: "image.pick", uuid, locale, file })
  }
  return { busy, pick }
}

/** Shows uploaded images; the console does not load images from other sites. */
const ImagePreview = ({ picture: { src, alt } }: { readonly picture: Picture }) => {
  const t = useTranslate()
  if (isUploadAddress(src) || src.startsWith("data:image/")) return <img className={classes["picture"]} src={src} alt={alt} />
  return (
    <p>
      {t("editor.image.elsewhere")} <br />
      <span className={classes["address"]}>{src}</span>
    </p>
  )
}

const ImageProblem = ({ uuid }: { readonly uuid: string }) => {
  const t = useTranslate()
  const problem = useEditorState(({ imageFailure }) => (imageFailure?.uuid === uuid ? imageFailure.problem : null))
  if (problem === null) return null
  if (typeof problem !== "string") return <FailureNotice failure={problem} />
  return (
    <Notice tone="bad">
      <p>{t(`editor.image.${problem}`)}</p>
    </Notice>
  )
}

export const VideoPanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const locked = useIsViewOnly()
  const { content, updateContent } = useMessageContent(instruction)
  const typed = getVideoAddress(content)
  const caption = getVideoCaption(content)
  const address = normalizeWebUrl(typed)
  return (
    <div className={classes["panel"]} data-part="/messages">
      <TextInput
        w="100%"
        label={t("editor.video")}
        description={t("editor.video.help")}
        error={typed !== "" && address === undefined ? t("editor.video.wrong") : undefined}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxUrlLength}
        readOnly={locked}
        value={typed}
        onChange={(event) => {
          const newAddress = event.currentTarget.value
          updateContent("video", () => toVideoMessage(newAddress, caption))
        }}
        onBlur={() => address !== undefined && address !== typed && updateContent("video", () => toVideoMessage(address, caption))}
      />
      {address !== undefined && (
        <Anchor href={address} target="_blank" rel="noopener noreferrer" className={classes["link"] ?? ""}>
          <IconExternalLink size={16} aria-hidden="true" />
          {t("editor.video.open")}
        </Anchor>
      )}
      {(typed !== "" || caption !== "") && (
        <CaptionField
          index={instruction.order}
          caption={caption}
          onType={(text) => updateContent("caption", (html) => toVideoMessage(getVideoAddress(html), text))}
        />
      )}
    </div>
  )
}
