// The editor's screen: save bar, outline, instruction, findings. Side by side where there is room, else one at a time.
import { Suspense, useState } from "react"
import { placeOf } from "../../../machines/editor/editor-selection.ts"
import { isLockedPart } from "../../../machines/editor/editor-setup.ts"
import { withheld } from "../../../machines/editor/unsaved-work.ts"
import { useDropping } from "../../kit/FilePicker.tsx"
import { useWords } from "../../kit/i18n.tsx"
import { useScreenKeys, useUndoKeys } from "../../kit/keyboard-shortcuts.ts"
import { picked } from "../picked-files.ts"
import { DeleteConsent, LeaveConsent } from "./EditorConfirmations.tsx"
import classes from "./EditorWorkspace.module.css"
import { useEditing, useEditor } from "./editor-context.tsx"
import { ImportNews } from "./instruction/FileImport.tsx"
import { InstructionPicker, pickerSearchId } from "./instruction/InstructionPicker.tsx"
import { focusFault, focusName } from "./instruction/panel-focus.ts"
import { arriving } from "./lazy-part.tsx"
import { Outline } from "./outline/Outline.tsx"
import { type KeptWidth, OutlineColumn } from "./outline/OutlineColumn.tsx"
import { finderId } from "./outline/OutlineToolbars.tsx"
import { focusSide, type Side, sides } from "./SidePane.tsx"
import { Bar } from "./toolbar/EditorToolbar.tsx"
import { SaveProblem } from "./toolbar/SaveStatus.tsx"

/** Fetched when the server tells of another's save: then it can be reached. */
const Conflict = arriving(async () => (await import("./conflict/ConflictDialog.tsx")).Conflict)

const Shortcuts = arriving(async () => (await import("./toolbar/ShortcutsDialog.tsx")).Shortcuts)
const InstructionPanel = arriving(async () => (await import("./instruction/InstructionPanel.tsx")).InstructionPanel)
const ChatOptions = arriving(async () => (await import("./toolbar/ChatOptionsDialog.tsx")).ChatOptions)
const CheckPane = arriving(async () => (await import("./check/CheckPane.tsx")).CheckPane)

/** The rules of conversations are fetched when one is to be tried. */
const TestPane = arriving(async () => (await import("./test/TestPane.tsx")).TestPane)
/** The graph library is fetched when a graph is to be seen. */
const FlowPane = arriving(async () => (await import("./flow/FlowPane.tsx")).FlowPane)
const TranslationsPane = arriving(async () => (await import("./translations/TranslationsPane.tsx")).TranslationsPane)

const panes = ["outline", "instruction", ...sides] as const
type Pane = (typeof panes)[number]

type Props = {
  /** Edits are kept on this device that this version cannot read. */
  readonly unreadable: boolean
  readonly outlineWidth: KeptWidth
  readonly onClose: () => void
}

export const Workbench = ({ unreadable, outlineWidth, onClose }: Props) => {
  const t = useWords()
  const actor = useEditor()
  const isNew = useEditing(({ draft }) => draft.instructions.length === 0)
  const [pane, showPane] = useState<Pane>(isNew ? "instruction" : "outline")
  const [side, showSide] = useState<Side | null>(null)
  const [options, showOptions] = useState(false)
  const [shortcuts, showShortcuts] = useState(false)
  const place = useEditing((context) => (context.picking ? undefined : placeOf(context, context.selected)))
  const overtaken = useEditing((_, snapshot) => snapshot.matches({ open: { saving: "overtaken" } }))

  useUndoKeys(
    () => actor.send({ type: "edit.undo" }),
    () => actor.send({ type: "edit.redo" }),
  )

  const showInstruction = () => showPane("instruction")
  /** Whoever cannot save for what a form holds comes to it. */
  const save = () => {
    actor.send({ type: "script.save" })
    const { context } = actor.getSnapshot()
    if (!context.isHeldUp || withheld(context).length === 0) return
    showInstruction()
    focusFault()
  }
  useScreenKeys(
    [
      ["shift+?", () => showShortcuts(true)],
      ["?", () => showShortcuts(true)],
    ],
    { inFields: false },
  )
  useScreenKeys(
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
          requestAnimationFrame(() => document.getElementById(finderId)?.focus())
        },
      ],
    ],
    { inFields: true },
  )
  const turn = (one: Side) => {
    showSide(side === one ? null : one)
    showPane(side === one ? "instruction" : one)
  }
  const turnByKey = (one: Side) => {
    if (side !== one) focusSide()
    turn(one)
  }
  const close = () => {
    showSide(null)
    showInstruction()
  }
  const openPicker = () => {
    // Where the sequence is locked nothing can be added, and nothing is offered.
    if (isLockedPart(actor.getSnapshot().context, "sequence")) return
    actor.send({ type: "picker.open" })
    showInstruction()
    requestAnimationFrame(() => document.getElementById(pickerSearchId)?.focus())
  }
  const dropping = useDropping((files) => actor.send({ type: "file.import", files: picked(files) }), !isNew)

  return (
    <main id="content" tabIndex={-1} className={classes["workbench"]} data-pane={pane} data-side={side} {...dropping}>
      <h1 className="unseen">{t("editor.heading")}</h1>
      <div className={classes["bar"]}>
        <Bar
          side={side}
          onTurn={turn}
          onOptions={() => showOptions(true)}
          onShortcuts={() => showShortcuts(true)}
          onSave={save}
          onClose={onClose}
        />
        <SaveProblem unreadable={unreadable} onShowFindings={() => (side === "check" ? undefined : turn("check"))} />
        <ImportNews />
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
              showSide(sides.find((it) => it === one) ?? side)
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
                requestAnimationFrame(() => focusName())
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
      <DeleteConsent />
      <LeaveConsent onSave={save} />
    </main>
  )
}

/** With the next frame, which lays out the page anyway: at once it would be laid out for this alone, before the rows are in it. */
const comeIntoSight = (tab: HTMLElement | null): void => {
  if (tab !== null) requestAnimationFrame(() => tab.scrollIntoView({ block: "nearest", inline: "nearest" }))
}
