// Access to the running editor for the parts of its screen: state, locks, updates and shortcuts.

import { useHotkeys } from "@mantine/hooks"
import { useSelector } from "@xstate/react"
import { createContext, use } from "react"
import type { ActorRefFrom, SnapshotFrom } from "xstate"
import { listDataKeys } from "../../../domain/connections/data-point.ts"
import type { LockablePart } from "../../../domain/revisions/live-lock.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { languages } from "../../../domain/text/language.ts"
import type { editorMachine } from "../../../machines/editor/editor-machine.ts"
import type { EditorContext } from "../../../machines/editor/editor-model.ts"
import { isLockedPart, isScriptViewOnly } from "../../../machines/editor/editor-setup.ts"
import type { flowDiagramMachine } from "../../../machines/editor/flow-diagram-machine.ts"
import type { rehearsalMachine } from "../../../machines/editor/rehearsal-machine.ts"
import { useTranslate } from "../../kit/i18n.tsx"

export type EditorActor = ActorRefFrom<typeof editorMachine>
type Snapshot = SnapshotFrom<typeof editorMachine>

/** The machines that panes of the editor start. */
type PaneMachines = { readonly testRun: typeof rehearsalMachine; readonly flowDiagram: typeof flowDiagramMachine }
const PaneMachinesContext = createContext<PaneMachines | null>(null)
export const PaneMachinesProvider = PaneMachinesContext

const EditorActorContext = createContext<EditorActor | null>(null)
export const EditorProvider = EditorActorContext

export const useEditor = (): EditorActor => {
  const actor = use(EditorActorContext)
  if (actor === null) throw new Error("no EditorProvider above")
  return actor
}

export const usePaneMachines = (): PaneMachines => {
  const machines = use(PaneMachinesContext)
  if (machines === null) throw new Error("no PaneMachinesProvider above")
  return machines
}

/** Selects a value from the editor's state; the component rerenders only when the value changes. */
export const useEditorState = <T,>(select: (context: EditorContext, snapshot: Snapshot) => T, isSame?: (a: T, b: T) => boolean): T =>
  useSelector(useEditor(), (snapshot) => select(snapshot.context, snapshot), isSame)

/** Whether the script's status locks a part. */
export const useIsLocked = (part: LockablePart): boolean => useEditorState((context) => isLockedPart(context, part))

/** Whether nothing may be edited. */
export const useIsViewOnly = (): boolean => useEditorState(isScriptViewOnly)

/** Returns a function that selects an instruction; `onNavigate` then shows it where only one pane is visible. */
export const useSelectInstruction = (onNavigate: () => void): ((uuid: string) => void) => {
  const actor = useEditor()
  return (uuid) => {
    actor.send({ type: "instruction.select", uuid })
    onNavigate()
  }
}

/** Returns a function that updates an instruction. Consecutive updates of one `field` are one undo step; null: a step each. */
export const useUpdateInstruction = (uuid: string): ((field: string | null, change: Partial<Instruction>) => void) => {
  const actor = useEditor()
  return (field, change) => actor.send({ type: "instruction.update", uuid, field, change })
}

/** Whether another dialog is open on top of this one and gets the keys; a dialog that is fading out counts. */
export const isUnderAnotherDialog = (): boolean => document.querySelectorAll("[aria-modal=true]").length > 1

/** Returns the CRM keys that the script's external data defines. */
export const listExternalKeys = ({ dataPoints }: Pick<EditorContext, "dataPoints">): ReadonlyArray<string> => listDataKeys(dataPoints)

/** Returns a function that names a language; a language that the console does not offer is named by its code. */
export const useLanguageName = (): ((locale: string) => string) => {
  const t = useTranslate()
  return (locale) => {
    const known = languages.find((it) => it === locale)
    return known === undefined ? locale : t(`editor.language.${known}`)
  }
}

/**
 * Saves by shortcut from a dialog, since the screen's shortcuts are off below dialogs. Does nothing while another dialog
 * is open on top: what was typed there is not in the script yet.
 */
export const useSaveShortcut = (close: () => void): void => {
  const actor = useEditor()
  const save = () => {
    if (isUnderAnotherDialog()) return
    close()
    actor.send({ type: "script.save" })
  }
  useHotkeys([["mod+S", save]], [], true)
}
