// What the forms of questions hold that is not in the script, by instruction: kept for as long as the editor is open (decisions Q6).
import { type Entry, entered, mayBeWritten, stands } from "../../domain/questions/entry.ts"
import { same } from "../../domain/same.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { EditEvent } from "./events.ts"
import type { EditorContext } from "./setup.ts"

type Held = Pick<EditorContext, "draft" | "entries">

/** What the form of an instruction holds beside the script. */
export const entryOf = ({ draft, entries }: Held, uuid: string): Entry | null => {
  const entry = entries.get(uuid)
  const inScript = entry === undefined ? null : draft.instructions.find((it) => it.uuid === uuid)?.question
  return entry !== undefined && inScript && stands(entry, inScript) ? entry : null
}

/** The instructions whose forms hold something, in their sequence: with one of them a script is not saved, and not left without a word. */
export const withheld = (context: Held): ReadonlyArray<Instruction> =>
  context.entries.size === 0
    ? []
    : context.draft.instructions.filter(({ uuid }) => context.entries.has(uuid) && entryOf(context, uuid) !== null)

type OptionsWrite = Extract<EditEvent, { readonly type: "options.write" }>

/** What the forms hold once options were put in one of them, and whether the script is to have those. */
export const put = (context: Held, { uuid, question, unread }: OptionsWrite) => {
  const inScript = context.draft.instructions.find((it) => it.uuid === uuid)?.question
  if (!inScript) return null
  const entry = entered({ question, unread }, inScript)
  const entries = new Map(context.entries)
  if (entry === null) entries.delete(uuid)
  else entries.set(uuid, entry)
  return { entries, isWritten: mayBeWritten(question) && !same(question, inScript) }
}
