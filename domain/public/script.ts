// Scripts: their shape, instructions and their order, names, statuses and the live lock, the overview, the outline (spec/1-console §3,
// spec/2-editor §3).

export { Instruction, InstructionType, instructionTypes, type Kind, kindOf, Message } from "../script/instruction.ts"
export { copyAll, insert, move, remove } from "../script/instruction-list.ts"
export { freshName, freshNames, nameKey, nameOf, nameProblem, nameProblems, standIn, typedName } from "../script/instruction-name.ts"
export { defaultLanguage, Language, languages } from "../script/language.ts"
export {
  isViewOnly,
  type Lockable,
  type LockBreach,
  type LockFlags,
  lockable,
  lockBreaches,
  lockedParts,
  openOptions,
} from "../script/live-lock.ts"
export { authoredOf, draftOf, KeptDraft, removedSince } from "../script/local-draft.ts"
export { developerEntries, newInstruction, type PickerEntry, type PickerGroup, pickerGroups } from "../script/new-instruction.ts"
export { Authored, ListedScript, Script, ScriptId, Transport } from "../script/script.ts"
export {
  arranged,
  cutName,
  type ListName,
  listOf,
  lists,
  type RowAction,
  rowActions,
  type ShownDate,
  type Sort,
  type SortKey,
  shownDates,
  shownName,
  shownNames,
} from "../script/script-list.ts"
export { sanitised } from "../script/script-normalization.ts"
export { type Consent, canHaveLinks, datesAfter, isLocked, meets, picks, Status, StatusFromCode, step } from "../script/status.ts"
export { type OutlineEntry, outline } from "../script/text-outline.ts"
export { areTitlesSound, isTitle, isTooLong, longestTitle, titleProblem, titleProblems } from "../script/title.ts"
export { inLanguage } from "../script/translations.ts"
