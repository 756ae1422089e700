// Imports a script file into the draft; the author can bring back the titles of the chat [A9].

import { ensureUniqueUuids } from "../../domain/editing/instruction-list.ts"
import { renumberInstructions } from "../../domain/recall/reference-renaming.ts"
import { hasSameTitles, hasTitlesToRestore, replaceTitles } from "../../domain/script/script-titles.ts"
import type { EditorContext, OpenedScriptFile } from "./editor-model.ts"
import { type Change, recordEdit } from "./instruction-edits.ts"

/** Returns the changes that replace the script with an imported one; the first instruction is selected. */
export const replaceWithImport = (context: EditorContext, opened: OpenedScriptFile): Change => {
  if (opened._tag !== "Opened") return {}
  const instructions = renumberInstructions(ensureUniqueUuids(opened.script.instructions, context.fresh))
  return {
    ...recordEdit(context, "import", { ...opened.script, instructions }),
    // Open fields have to reload, since the imported instructions may have the same uuids.
    draftEpoch: context.draftEpoch + 1,
    selected: instructions[0]?.uuid ?? null,
    importedCount: instructions.length,
    importedTitles: hasTitlesToRestore(context.draft, opened.script) ? { before: context.draft, ofFile: opened.script } : null,
    marked: new Set(),
    isPickerOpen: false,
  }
}

/** Returns the titles that the last import replaced; null if there are none, or if a title was changed since. */
export const findReplacedTitles = ({ importedTitles, draft }: Pick<EditorContext, "importedTitles" | "draft">) =>
  importedTitles !== null && hasSameTitles(importedTitles.ofFile, draft) ? importedTitles.before : null

/** Returns the changes that bring back the titles that the last import replaced, as one undo step. */
export const restoreTitles = (context: EditorContext): Change => {
  const titles = findReplacedTitles(context)
  if (titles === null) return {}
  return { ...recordEdit(context, "set", replaceTitles(context.draft, titles)), draftEpoch: context.draftEpoch + 1 }
}
