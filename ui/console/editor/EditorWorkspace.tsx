// The editor screen: toolbar, outline, instruction and side pane; side by side, or one at a time on narrow screens.
import { VisuallyHidden } from "@mantine/core"
import { Suspense, useState } from "react"
import { findInstructionIndex } from "../../../machines/editor/editor-selection.ts"
import { isLockedPart } from "../../../machines/editor/editor-setup.ts"
import { listPendingForms } from "../../../machines/editor/unsaved-work.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { lazyPart } from "../../kit/lazy-part.tsx"
import { useScreenShortcuts, useUndoShortcuts } from "../../kit/shortcut-hooks.ts"
import { FindingCount, useFindingCount } from "./check/FindingCount.tsx"
import { DeleteConfirmation, LeaveConfirmation, LiveErrorsConfirmation } from "./EditorConfirmations.tsx"
import classes from "./EditorWorkspace.module.css"
import { useEditor, useEditorState } from "./editor-context.tsx"
import { ImportMessages } from "./instruction/FileImport.tsx"
import { InstructionPicker, kindSearchId } from "./instruction/InstructionPicker.tsx"
import { focusFirstInvalidField, focusInstructionName } from "./instruction/panel-focus.ts"
import { Outline } from "./outline/Outline.tsx"
import { OutlineColumn, type StoredWidth } from "./outline/OutlineColumn.tsx"
import { outlineSearchId } from "./outline/OutlineToolbars.tsx"
import { focusSidePane, type SidePaneName, sidePanes } from "./SidePane.tsx"
import { EditorToolbar } from "./toolbar/EditorToolbar.tsx"
import { SaveMessages } from "./toolbar/SaveStatus.tsx"

/** Loaded when the server reports a conflicting save, which means that it is reachable. */
const ConflictDialog = lazyPart(async () => (await import("./conflict/ConflictDialog.tsx")).ConflictDialog)

const ScriptFileDrop = lazyPart(async () => (await import("./instruction/ScriptFileDrop.tsx")).ScriptFileDrop)
const ShortcutsDialog = lazyPart(async () => (await import("./toolbar/ShortcutsDialog.tsx")).ShortcutsDialog)
const InstructionPanel = lazyPart(async () => (await import("./instruction/InstructionPanel.tsx")).InstructionPanel)
const ChatOptionsDialog = lazyPart(async () => (await import("./toolbar/ChatOptionsDialog.tsx")).ChatOptionsDialog)
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
  const [isOptionsDialogOpen, setOptionsDialogOpen] = useState(false)
  const [isShortcutsDialogOpen, setShortcutsDialogOpen] = useState(false)
  const index = useEditorState((context) => (context.isPickerOpen ? undefined : findInstructionIndex(context, context.selected)))
  const hasConflict = useEditorState((_, snapshot) => snapshot.matches({ open: { saving: "conflict" } }))

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
      ["shift+?", () => setShortcutsDialogOpen(true)],
      ["?", () => setShortcutsDialogOpen(true)],
    ],
    { inFields: false },
  )
  useScreenShortcuts(
    [
      ["mod+S", () => save()],
      ["mod+alt+N", () => openPicker()],
      ["mod+alt+T", () => toggleSideByKey("test")],
      ["mod+alt+C", () => toggleSideByKey("check")],
      ["mod+alt+L", () => toggleSideByKey("translations")],
      ["mod+alt+W", () => toggleSideByKey("flow")],
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
  const toggleSide = (name: SidePaneName) => {
    showSide(side === name ? null : name)
    showPane(side === name ? "instruction" : name)
  }
  const toggleSideByKey = (name: SidePaneName) => {
    if (side !== name) focusSidePane()
    toggleSide(name)
  }
  const showFindings = () => {
    showSide("check")
    showPane("check")
  }
  const closeSide = () => {
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

  return (
    <main id="content" tabIndex={-1} className={classes["workbench"]} data-pane={pane} data-side={side}>
      {isNew && (
        <Suspense>
          <ScriptFileDrop />
        </Suspense>
      )}
      <VisuallyHidden component="h1">{t("editor.heading")}</VisuallyHidden>
      <div className={classes["bar"]}>
        <EditorToolbar
          side={side}
          onToggleSide={toggleSide}
          onOptions={() => setOptionsDialogOpen(true)}
          onShortcuts={() => setShortcutsDialogOpen(true)}
          onSave={save}
          onClose={onClose}
        />
        <SaveMessages unreadable={unreadable} onShowFindings={showFindings} />
        <ImportMessages />
        <Suspense>{hasConflict && <ConflictDialog />}</Suspense>
      </div>
      <PaneTabs
        shown={pane}
        onShow={(name) => {
          showPane(name)
          showSide(sidePanes.find((it) => it === name) ?? side)
        }}
      />
      <OutlineColumn className={classes["outline"] ?? ""} storedWidth={outlineWidth}>
        <Outline onSelect={showInstruction} onAdd={openPicker} />
      </OutlineColumn>
      <div className={classes["middle"]}>
        <div className={classes["measure"]}>
          {index === undefined ? (
            <InstructionPicker
              onPicked={() => {
                showInstruction()
                requestAnimationFrame(() => focusInstructionName())
              }}
            />
          ) : (
            <Suspense>
              <InstructionPanel index={index} />
            </Suspense>
          )}
        </div>
      </div>
      {side !== null && (
        <div className={classes["right"]}>
          <Suspense>
            {side === "check" && <CheckPane onNavigate={showInstruction} onTest={() => toggleSideByKey("test")} onClose={closeSide} />}
            {side === "translations" && <TranslationsPane onNavigate={showInstruction} onClose={closeSide} />}
            {side === "flow" && <FlowPane onNavigate={showInstruction} onTest={() => toggleSideByKey("test")} onClose={closeSide} />}
            {side === "test" && <TestPane onNavigate={showInstruction} onClose={closeSide} />}
          </Suspense>
        </div>
      )}
      <Suspense>{isOptionsDialogOpen && <ChatOptionsDialog opened onClose={() => setOptionsDialogOpen(false)} />}</Suspense>
      <Suspense>{isShortcutsDialogOpen && <ShortcutsDialog onClose={() => setShortcutsDialogOpen(false)} />}</Suspense>
      <DeleteConfirmation />
      <LeaveConfirmation onSave={save} />
      <LiveErrorsConfirmation onShowErrors={showFindings} />
    </main>
  )
}

/** Waits for the next frame, which lays out the page anyway: now it would force an extra layout, before the rows exist. */
const scrollTabIntoView = (tab: HTMLElement | null): void => {
  if (tab !== null) requestAnimationFrame(() => tab.scrollIntoView({ block: "nearest", inline: "nearest" }))
}

/** On narrow screens: the names of the panes, one of which is shown at a time, and the number of findings. */
const PaneTabs = ({ shown, onShow }: { readonly shown: Pane; readonly onShow: (pane: Pane) => void }) => {
  const t = useTranslate()
  const findingCount = useFindingCount()
  return (
    <fieldset className={classes["panes"]} aria-label={t("editor.panes")}>
      {panes.map((name) => (
        <span key={name} className={classes["tab"]}>
          <button
            ref={shown === name ? scrollTabIntoView : undefined}
            type="button"
            aria-pressed={shown === name}
            aria-describedby={name === "check" && findingCount > 0 ? "check-tab-count" : undefined}
            onClick={() => onShow(name)}
          >
            {t(`editor.pane.${name}`)}
          </button>
          {name === "check" && <FindingCount id="check-tab-count" count={findingCount} />}
        </span>
      ))}
    </fieldset>
  )
}
