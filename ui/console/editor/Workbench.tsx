// The editor's screen: save bar, outline, instruction, findings. Side by side where there is room, else one at a time.
import { useHotkeys } from "@mantine/hooks"
import { type DragEvent, lazy, Suspense, useState } from "react"
import { placeOf } from "../../../machines/editor/edits.ts"
import { useWords } from "../../kit/words.tsx"
import { Bar } from "./Bar.tsx"
import { ChatOptions } from "./ChatOptions.tsx"
import { CheckPane } from "./CheckPane.tsx"
import { DeleteConsent } from "./DeleteConsent.tsx"
import { useEditing, useEditor } from "./editing.tsx"
import { picked } from "./files.ts"
import { ImportNews } from "./ImportNews.tsx"
import { InstructionPanel } from "./InstructionPanel.tsx"
import { InstructionPicker } from "./InstructionPicker.tsx"
import { LeaveConsent } from "./LeaveConsent.tsx"
import { nameFieldId } from "./NameField.tsx"
import { Outline } from "./Outline.tsx"
import { SaveProblem } from "./SaveProblem.tsx"
import classes from "./Workbench.module.css"

/** Fetched when the server tells of another's save: then it can be reached. */
const Conflict = lazy(async () => ({ default: (await import("./Conflict.tsx")).Conflict }))

const panes = ["outline", "instruction", "check"] as const
type Pane = (typeof panes)[number]

type Props = {
  /** Edits are kept on this device that this version cannot read. */
  readonly unreadable: boolean
  readonly onClose: () => void
}

export const Workbench = ({ unreadable, onClose }: Props) => {
  const t = useWords()
  const actor = useEditor()
  const isNew = useEditing(({ draft }) => draft.instructions.length === 0)
  const [pane, showPane] = useState<Pane>(isNew ? "instruction" : "outline")
  const [checking, showCheck] = useState(false)
  const [options, showOptions] = useState(false)
  const place = useEditing((context) => (context.picking ? undefined : placeOf(context, context.selected)))
  const overtaken = useEditing((_, snapshot) => snapshot.matches({ open: { saving: "overtaken" } }))

  useHotkeys([["mod+S", () => actor.send({ type: "script.save" })]], [], true)
  useHotkeys([
    ["mod+Z", () => actor.send({ type: "edit.undo" })],
    ["mod+shift+Z", () => actor.send({ type: "edit.redo" })],
    ["mod+Y", () => actor.send({ type: "edit.redo" })],
  ])

  const showInstruction = () => showPane("instruction")
  const toggleCheck = () => {
    showCheck(!checking)
    showPane(checking ? "instruction" : "check")
  }
  const openPicker = () => {
    actor.send({ type: "picker.open" })
    showInstruction()
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    if (event.type === "drop") actor.send({ type: "file.import", files: picked(event.dataTransfer.files) })
  }
  const dropping = isNew ? { onDragOver: dropped, onDrop: dropped } : {}

  return (
    <main id="content" tabIndex={-1} className={classes["workbench"]} data-pane={pane} data-checking={checking} {...dropping}>
      <h1 className="unseen">{t("editor.heading")}</h1>
      <div className={classes["bar"]}>
        <Bar checking={checking} onCheck={toggleCheck} onOptions={() => showOptions(true)} onClose={onClose} />
        <SaveProblem unreadable={unreadable} onShowFindings={() => (checking ? undefined : toggleCheck())} />
        <ImportNews />
      </div>
      <fieldset className={classes["panes"]} aria-label={t("editor.panes")}>
        {panes.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={pane === one}
            onClick={() => {
              showPane(one)
              if (one === "check") showCheck(true)
            }}
          >
            {t(`editor.pane.${one}`)}
          </button>
        ))}
      </fieldset>
      <div className={classes["outline"]}>
        <Outline onSelect={showInstruction} onAdd={openPicker} />
      </div>
      <div className={classes["middle"]}>
        <div className={classes["measure"]}>
          {place === undefined ? (
            <InstructionPicker
              onPicked={() => {
                showInstruction()
                requestAnimationFrame(() => document.getElementById(nameFieldId)?.focus())
              }}
            />
          ) : (
            <InstructionPanel place={place} />
          )}
        </div>
      </div>
      {checking && (
        <div className={classes["right"]}>
          <CheckPane onGo={showInstruction} onClose={toggleCheck} />
        </div>
      )}
      <ChatOptions opened={options} onClose={() => showOptions(false)} />
      {overtaken && (
        <Suspense>
          <Conflict />
        </Suspense>
      )}
      <DeleteConsent />
      <LeaveConsent />
    </main>
  )
}
