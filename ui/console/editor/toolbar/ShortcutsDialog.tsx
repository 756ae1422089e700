// Lists the editor's keyboard shortcuts.
import { Modal } from "@mantine/core"
import { Fragment } from "react"
import { FactList } from "../../../kit/FactList.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useSaveShortcut } from "../editor-context.tsx"
import { editorShortcuts } from "../editor-shortcuts.ts"
import classes from "./ShortcutsDialog.module.css"

export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslate()
  useSaveShortcut(onClose)
  return (
    <Modal opened onClose={onClose} title={t("editor.shortcuts")} closeButtonProps={{ "aria-label": t("close") }}>
      <FactList
        labelWidth="10rem"
        gap="xs"
        facts={editorShortcuts.map(({ keys, action }) => ({
          key: action,
          label: keys.map((key, index) => (
            <Fragment key={key}>
              {index > 0 && " "}
              <kbd className={classes["key"]}>{key}</kbd>
            </Fragment>
          )),
          value: t(`editor.shortcut.${action}`),
        }))}
      />
    </Modal>
  )
}
