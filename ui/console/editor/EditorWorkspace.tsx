// The editor screen: toolbar, outline, instruction and side pane; side by side, or one at a time on narrow screens.
import { Suspense, useState } from "react"
import { findPlace } from "../../../machines/editor/editor-selection.ts"
import { isLockedPart } from "../../../machines/editor/editor-setup.ts"
import { listPendingForms } from "../../../machines/editor/unsaved-work.ts"
import { useFileDrop } from "../../kit/FilePicker.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { useScreenShortcuts, useUndoShortcuts } from "../../kit/keyboard-shortcuts.ts"
import { toPickedFiles } from "../picked-files.ts"
import { DeleteConfirmation, LeaveConfirmation } from "./EditorConfirmations.tsx"
import classes from "./EditorWorkspace.module.css"
import { useEditor, useEditorState } from "./editor-context.tsx"
import { ImportMessages } from "./instruction/FileImport.tsx"
import { InstructionPicker, kindSearchId } from "./instruction/InstructionPicker.tsx"
import { focusFirstInvalidField, focusInstructionName } from "./instruction/panel-focus.ts"
import { lazyPart } from "./lazy-part.tsx"
import { Outline } from "./outline/Outline.tsx"
import { OutlineColumn, type StoredWidth } from "./outline/OutlineColumn.tsx"
import { outlineSearchId } from "./outline/OutlineToolbars.tsx"
import { focusSidePane, type SidePaneName, sidePanes } from "./SidePane.tsx"
import { EditorToolbar } from "./toolbar/EditorToolbar.tsx"
import { SaveMessages } from "./toolbar/SaveStatus.tsx"

/** Loaded when the server reports a conflicting save, which means that it is reachable. */
const Conflict = lazyPart(async () => (await import("./conflict/ConflictDialog.tsx")).ConflictDialog)

const Shortcuts = lazyPart(async () => (await import("./toolbar/ShortcutsDialog.tsx")).ShortcutsDialog)
const InstructionPanel = lazyPart(async () => (await import("./instruction/InstructionPanel.tsx")).InstructionPanel)
const ChatOptions = lazyPart(async () => (await import("./toolbar/ChatOptionsDialog.tsx")).ChatOptionsDialog)
const CheckPane = lazyPart(async () => (await import("./check/CheckPane.tsx")).CheckPane)

/** Loads the conversation engine. */
const TestPane = lazyPart(async () => (await import("./test/TestPane.tsx")).TestPane)
/** Loads the graph library. */
const FlowPane = lazyPart(async () => (await import("./flow/FlowPane.tsx")).FlowPane)
const TranslationsPane = lazyPart(async () => (await import("./translations/TranslationsPane.tsx")).TranslationsPane)

const panes = ["outline", "instruction", ...sidePanes] as const
type Pane = (typeof panes)[number]

type Props = {
  /** This device stores edits that this version cannot read. */
  readonly unreadable: boolean
  readonly outlineWidth: StoredWidth
  readonly onClose: () => void
}

export const EditorWorkspace = ({ unreadable, outlineWidth, onClose }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const isNew = useEditorState(({ draft }) => draft.instructions.length === 0)
  const [pane, showPane] = useState<Pane>(isNew ? "instruction" : "outline")
  const [side, showSide] = useState<SidePaneName | null>(null)
  const [options, showOptions] = useState(false)
  const [shortcuts, showShortcuts] = useState(false)
  const place = useEditorState((context) => (context.isPickerOpen ? undefined : findPlace(context, context.selected)))
  const overtaken = useEditorState((_, snapshot) => snapshot.matches({ open: { saving: "overtaken" } }))

  useUndoShortcuts(
    () => actor.send({ type: "edit.undo" }),
    () => actor.send({ type: "edit.redo" }),
  )

  const showInstruction = () => showPane("instruction")
  /** [Q6] If an invalid form blocks saving, moves the focus to that form. */
  const save = () => {
    actor.send({ type: "script.save" })
    const { context } = actor.getSnapshot()
    if (!context.isBlockedByForms || listPendingForms(context).length === 0) return
    showInstruction()
    focusFirstInvalidField()
  }
  useScreenShortcuts(
    [
      ["shift+?", () => showShortcuts(true)],
      ["?", () => showShortcuts(true)],
    ],
    { inFields: false },
  )
  useScreenShortcuts(
    [
      ["mod+S", () => save()],
      ["mod+alt+N", () => openPicker()],
      ["mod+alt+T", () => turnByKey("test")],
      ["mod+alt+C", () => turnByKey("check")],
      ["mod+alt+L", () => turnByKey("translations")],
      ["mod+alt+W", () => turnByKey("flow")],
      [
        "mod+alt+F",
        () => {
          showPane("outline")
          requestAnimationFrame(() => document.getElementById(outlineSearchId)?.focus())
        },
      ],
    ],
    { inFields: true },
  )
  const turn = (one: SidePaneName) => {
    showSide(side === one ? null : one)
    showPane(side === one ? "instruction" : one)
  }
  const turnByKey = (one: SidePaneName) => {
    if (side !== one) focusSidePane()
    turn(one)
  }
  const close = () => {
    showSide(null)
    showInstruction()
  }
  const openPicker = () => {
    // A locked sequence takes no new instructions.
    if (isLockedPart(actor.getSnapshot().context, "sequence")) return
    actor.send({ type: "picker.open" })
    showInstruction()
    requestAnimationFrame(() => document.getElementById(kindSearchId)?.focus())
  }
  const dropping = useFileDrop((files) => actor.send({ type: "file.import", files: toPickedFiles(files) }), !isNew)

  return (
    <main id="content" tabIndex={-1} className={classes["workbench"]} data-pane={pane} data-side={side} {...dropping}>
      <h1 className="unseen">{t("editor.heading")}</h1>
      <div className={classes["bar"]}>
        <EditorToolbar
          side={side}
          onTurn={turn}
          onOptions={() => showOptions(true)}
          onShortcuts={() => showShortcuts(true)}
          onSave={save}
          onClose={onClose}
        />
        <SaveMessages unreadable={unreadable} onShowFindings={() => (side === "check" ? undefined : turn("check"))} />
        <ImportMessages />
        <Suspense>{overtaken && <Conflict />}</Suspense>
      </div>
      <fieldset className={classes["panes"]} aria-label={t("editor.panes")}>
        {panes.map((one) => (
          <button
            key={one}
            ref={pane === one ? comeIntoSight : undefined}
            type="button"
            aria-pressed={pane === one}
            onClick={() => {
              showPane(one)
              showSide(sidePanes.find((it) => it === one) ?? side)
            }}
          >
            {t(`editor.pane.${one}`)}
          </button>
        ))}
      </fieldset>
      <OutlineColumn className={classes["outline"] ?? ""} kept={outlineWidth}>
        <Outline onSelect={showInstruction} onAdd={openPicker} />
      </OutlineColumn>
      <div className={classes["middle"]}>
        <div className={classes["measure"]}>
          {place === undefined ? (
            <InstructionPicker
              onPicked={() => {
                showInstruction()
                requestAnimationFrame(() => focusInstructionName())
              }}
            />
          ) : (
            <Suspense>
              <InstructionPanel place={place} />
            </Suspense>
          )}
        </div>
      </div>
      {side !== null && (
        <div className={classes["right"]}>
          <Suspense>
            {side === "check" && <CheckPane onGo={showInstruction} onClose={close} />}
            {side === "translations" && <TranslationsPane onGo={showInstruction} onClose={close} />}
            {side === "flow" && <FlowPane onGo={showInstruction} onClose={close} />}
            {side === "test" && <TestPane onGo={showInstruction} onClose={close} />}
          </Suspense>
        </div>
      )}
      <Suspense>{options && <ChatOptions opened onClose={() => showOptions(false)} />}</Suspense>
      <Suspense>{shortcuts && <Shortcuts onClose={() => showShortcuts(false)} />}</Suspense>
      <DeleteConfirmation />
      <LeaveConfirmation onSave={save} />
    </main>
  )
}

/** Waits for the next frame, which lays out the page anyway: now it would force an extra layout, before the rows exist. */
const comeIntoSight = (tab: HTMLElement | null): void => {
  if (tab !== null) requestAnimationFrame(() => tab.scrollIntoView({ block: "nearest", inline: "nearest" }))
}
