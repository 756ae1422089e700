// Lists the editor's keyboard shortcuts.
import { Modal } from "@mantine/core"
import { Fragment } from "react"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useSaveShortcut } from "../editor-context.tsx"
import classes from "./ShortcutsDialog.module.css"

const shortcuts = [
  { keys: ["?"], action: "help" },
  { keys: ["Ctrl", "S"], action: "save" },
  { keys: ["Ctrl", "Z"], action: "undo" },
  { keys: ["Ctrl", "Shift", "Z"], action: "redo" },
  { keys: ["Ctrl", "Alt", "N"], action: "add" },
  { keys: ["Ctrl", "Alt", "F"], action: "find" },
  { keys: ["Ctrl", "Alt", "T"], action: "test" },
  { keys: ["Ctrl", "Alt", "C"], action: "check" },
  { keys: ["Ctrl", "Alt", "W"], action: "flow" },
  { keys: ["Ctrl", "Alt", "L"], action: "translations" },
  { keys: ["↑", "↓"], action: "select" },
  { keys: ["Home", "End"], action: "ends" },
  { keys: ["Alt", "↑ ↓"], action: "move" },
  { keys: ["Ctrl", "Alt", "M"], action: "move-to" },
  { keys: ["Ctrl", "Space"], action: "mark" },
  { keys: ["Shift", "↑ ↓"], action: "mark-on" },
  { keys: ["Ctrl", "A"], action: "mark-all" },
  { keys: ["Esc"], action: "unmark" },
  { keys: ["Delete"], action: "delete" },
  { keys: ["Ctrl", "Space"], action: "complete" },
] as const

export const ShortcutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslate()
  useSaveShortcut(onClose)
  return (
    <Modal opened onClose={onClose} title={t("editor.shortcuts")} closeButtonProps={{ "aria-label": t("close") }}>
      <dl className={classes["list"]}>
        {shortcuts.map(({ keys, action }) => (
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
