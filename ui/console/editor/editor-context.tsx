// The running editor, for the parts of its screen: each reads what it shows and sends what the author does.

import { useHotkeys } from "@mantine/hooks"
import { useSelector } from "@xstate/react"
import { createContext, use } from "react"
import type { ActorRefFrom, SnapshotFrom } from "xstate"
import { dataKeys } from "../../../domain/connections/data-point.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { languages } from "../../../domain/script/language.ts"
import type { LockablePart } from "../../../domain/script/live-lock.ts"
import type { editorMachine } from "../../../machines/editor/editor-machine.ts"
import { type EditorContext, isLockedPart, isScriptViewOnly } from "../../../machines/editor/editor-setup.ts"
import { useTranslate } from "../../kit/i18n.tsx"

export type EditorActor = ActorRefFrom<typeof editorMachine>
type Snapshot = SnapshotFrom<typeof editorMachine>

const EditorActorContext = createContext<EditorActor | null>(null)
export const EditorProvider = EditorActorContext

export const useEditor = (): EditorActor => {
  const actor = use(EditorActorContext)
  if (actor === null) throw new Error("no EditorProvider above")
  return actor
}

/** What `select` makes of the editor's state; the component renders again only when that is another thing. */
export const useEditorState = <T,>(select: (context: EditorContext, snapshot: Snapshot) => T, isSame?: (one: T, other: T) => boolean): T =>
  useSelector(useEditor(), (snapshot) => select(snapshot.context, snapshot), isSame)

/** Whether a part is locked by the script's status. */
export const useIsLocked = (part: LockablePart): boolean => useEditorState((context) => isLockedPart(context, part))

/** Whether nothing at all may be edited. */
export const useIsViewOnly = (): boolean => useEditorState(isScriptViewOnly)

/** Leads to an instruction; `onGo` shows it where one pane is shown at a time. */
export const useSelectInstruction = (onGo: () => void): ((uuid: string) => void) => {
  const actor = useEditor()
  return (uuid) => {
    actor.send({ type: "instruction.select", uuid })
    onGo()
  }
}

/** Changes one instruction. `field` names what is typed in; null for a change that is whole by itself. */
export const useUpdateInstruction = (uuid: string): ((field: string | null, change: Partial<Instruction>) => void) => {
  const actor = useEditor()
  return (field, change) => actor.send({ type: "instruction.write", uuid, field, change })
}

/** Whether a dialog stands over another one: keys are for the one on top alone. One that fades out still counts. */
export const isUnderAnotherDialog = (): boolean => document.querySelectorAll("[aria-modal=true]").length > 1

// The keys of the CRM that the editor knows from the script's external data.

export const listExternalKeys = ({ dataPoints }: Pick<EditorContext, "dataPoints">): ReadonlyArray<string> => dataKeys(dataPoints)

// Languages by their names; one that a script's texts are in and that is not offered, by its code.

export const useLanguageName = (): ((locale: string) => string) => {
  const t = useTranslate()
  return (locale) => {
    const known = languages.find((it) => it === locale)
    return known === undefined ? locale : t(`editor.language.${known}`)
  }
}

// Saving by its key from a dialog that holds nothing that the script has not: the keys of the screen do nothing under a dialog.

/** Not while another dialog stands over this one: what is written there is not in the script yet. */
export const useSaveShortcut = (close: () => void): void => {
  const actor = useEditor()
  const save = () => {
    if (isUnderAnotherDialog()) return
    close()
    actor.send({ type: "script.save" })
  }
  useHotkeys([["mod+S", save]], [], true)
}
