// The running editor, for the parts of its screen: each reads what it shows and sends what the author does.
import { useSelector } from "@xstate/react"
import { createContext, use } from "react"
import type { ActorRefFrom, SnapshotFrom } from "xstate"
import type { Instruction } from "../../../domain/script/instruction.ts"
import type { Lockable } from "../../../domain/script/lock.ts"
import type { editorMachine } from "../../../machines/editor/editor.ts"
import { isLockedPart, isUntouchable } from "../../../machines/editor/locked.ts"
import type { EditorContext } from "../../../machines/editor/setup.ts"

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
export const useEditing = <T,>(select: (context: EditorContext, snapshot: Snapshot) => T, isSame?: (one: T, other: T) => boolean): T =>
  useSelector(useEditor(), (snapshot) => select(snapshot.context, snapshot), isSame)

/** Whether a part is locked by the script's status. */
export const useLocked = (part: Lockable): boolean => useEditing((context) => isLockedPart(context, part))

/** Whether nothing at all may be edited. */
export const useViewOnly = (): boolean => useEditing(isUntouchable)

/** Leads to an instruction; `onGo` shows it where one pane is shown at a time. */
export const useGoTo = (onGo: () => void): ((uuid: string) => void) => {
  const actor = useEditor()
  return (uuid) => {
    actor.send({ type: "instruction.select", uuid })
    onGo()
  }
}

/** Changes one instruction. `field` names what is typed in; null for a change that is whole by itself. */
export const useWrite = (uuid: string): ((field: string | null, change: Partial<Instruction>) => void) => {
  const actor = useEditor()
  return (field, change) => actor.send({ type: "instruction.write", uuid, field, change })
}
