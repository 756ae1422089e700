// Lists the editor's keyboard shortcuts.
import { Modal } from "@mantine/core"
import { Fragment } from "react"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useSaveShortcut } from "../editor-context.tsx"
import { editorShortcuts } from "../editor-shortcuts.ts"
import classes from "./ShortcutsDialog.module.css"

export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslate()
  useSaveShortcut(onClose)
  return (
    <Modal opened onClose={onClose} title={t("editor.shortcuts")} closeButtonProps={{ "aria-label": t("close") }}>
      <dl className={classes["list"]}>
        {editorShortcuts.map(({ keys, action }) => (
          <div key={action}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && " "}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{t(`editor.shortcut.${action}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
