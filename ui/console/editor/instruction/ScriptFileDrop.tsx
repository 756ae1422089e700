// Takes a script file that is dropped anywhere on the editor of a script without instructions.
import { Dropzone } from "@mantine/dropzone"
import { toPickedFiles } from "../../../kit/FileInput.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor } from "../editor-context.tsx"
import classes from "./ScriptFileDrop.module.css"

/** Covers the window while a file is dragged over it. Not an overlay for the keyboard, which has the import button. */
export const ScriptFileDrop = () => {
  const t = useTranslate()
  const actor = useEditor()
  return (
    <Dropzone.FullScreen
      classNames={{ fullScreen: classes["window"] ?? "", root: classes["area"] ?? "", inner: classes["text"] ?? "" }}
      unstyled
      activateOnKeyboard={false}
      inputProps={{ hidden: true }}
      onDrop={(files) => actor.send({ type: "file.import", files: toPickedFiles(files) })}
    >
      {t("editor.import.drop")}
    </Dropzone.FullScreen>
  )
}
