// Takes a script file that is dropped anywhere on the editor of a script without instructions.
import { getDefaultZIndex } from "@mantine/core"
import { Dropzone } from "@mantine/dropzone"
import { useCallback, useState } from "react"
import { toPickedFiles } from "../../../kit/FileInput.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor } from "../editor-context.tsx"
import classes from "./ScriptFileDrop.module.css"

/** Covers the window while a file is dragged over it, but no dialog. Without a keyboard equivalent of its own: there is an import button. */
export const ScriptFileDrop = () => {
  const t = useTranslate()
  const actor = useEditor()
  const [dropCount, setDropCount] = useState(0)
  // Mantine does not notice the end of a drag that ends on a dialog, and would keep the window covered.
  const watchDrops = useCallback(() => {
    const countDrop = () => setDropCount((count) => count + 1)
    document.addEventListener("drop", countDrop)
    return () => document.removeEventListener("drop", countDrop)
  }, [])
  return (
    <>
      <span ref={watchDrops} hidden />
      <Dropzone.FullScreen
        key={dropCount}
        classNames={{ fullScreen: classes["window"] ?? "", root: classes["area"] ?? "", inner: classes["text"] ?? "" }}
        unstyled
        zIndex={getDefaultZIndex("modal") - 1}
        activateOnKeyboard={false}
        aria-hidden="true"
        inputProps={{ hidden: true }}
        onDrop={(files) => actor.send({ type: "file.import", files: toPickedFiles(files) })}
      >
        {t("editor.import.drop")}
      </Dropzone.FullScreen>
    </>
  )
}
