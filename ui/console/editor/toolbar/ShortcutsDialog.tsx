// Lists the editor's keyboard shortcuts.
import { Modal } from "@mantine/core"
import { Fragment } from "react"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useSaveShortcut } from "../editor-context.tsx"
import classes from "./ShortcutsDialog.module.css"

const shortcuts = [
  { keys: ["?"], does: "help" },
  { keys: ["Ctrl", "S"], does: "save" },
  { keys: ["Ctrl", "Z"], does: "undo" },
  { keys: ["Ctrl", "Shift", "Z"], does: "redo" },
  { keys: ["Ctrl", "Alt", "N"], does: "add" },
  { keys: ["Ctrl", "Alt", "F"], does: "find" },
  { keys: ["Ctrl", "Alt", "T"], does: "test" },
  { keys: ["Ctrl", "Alt", "C"], does: "check" },
  { keys: ["Ctrl", "Alt", "W"], does: "flow" },
  { keys: ["Ctrl", "Alt", "L"], does: "translations" },
  { keys: ["↑", "↓"], does: "select" },
  { keys: ["Home", "End"], does: "ends" },
  { keys: ["Alt", "↑ ↓"], does: "move" },
  { keys: ["Ctrl", "Alt", "M"], does: "move-to" },
  { keys: ["Ctrl", "Space"], does: "mark" },
  { keys: ["Shift", "↑ ↓"], does: "mark-on" },
  { keys: ["Ctrl", "A"], does: "mark-all" },
  { keys: ["Esc"], does: "unmark" },
  { keys: ["Delete"], does: "delete" },
  { keys: ["Ctrl", "Space"], does: "complete" },
] as const

export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslate()
  useSaveShortcut(onClose)
  return (
    <Modal opened onClose={onClose} title={t("editor.shortcuts")} closeButtonProps={{ "aria-label": t("close") }}>
      <dl className={classes["list"]}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key, place) => (
                <Fragment key={key}>
                  {place > 0 && " "}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{t(`editor.shortcut.${does}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
