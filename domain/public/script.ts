// Scripts: their shape, instructions and their order, names, statuses and the live lock, the overview, the outline (spec/1-console §3,
// spec/2-editor §3).
export { copyAll } from "../script/copying.ts"
export { authoredOf, draftOf, KeptDraft, removedSince } from "../script/draft.ts"
export { inLanguage } from "../script/in-language.ts"
export { Instruction, InstructionType, instructionTypes, Message } from "../script/instruction.ts"
export { type Kind, kindOf } from "../script/kind.ts"
export { defaultLanguage, Language, languages } from "../script/language.ts"
export { arranged, type Sort, type SortKey } from "../script/listing.ts"
export {
  isViewOnly,
  type Lockable,
  type LockBreach,
  type LockFlags,
  lockable,
  lockBreaches,
  lockedParts,
  openOptions,
} from "../script/lock.ts"
export { freshName, freshNames, nameKey, nameOf, nameProblem, nameProblems, standIn, typedName } from "../script/name.ts"
export { newInstruction } from "../script/new-instruction.ts"
export { type OutlineEntry, outline } from "../script/outline.ts"
export {
  cutName,
  type ListName,
  listOf,
  lists,
  type RowAction,
  rowActions,
  type ShownDate,
  shownDates,
  shownName,
  shownNames,
} from "../script/overview.ts"
export { developerEntries, type PickerEntry, type PickerGroup, pickerGroups } from "../script/picker.ts"
export { sanitised } from "../script/sanitised.ts"
export { Authored, ListedScript, Script, ScriptId, Transport } from "../script/script.ts"
export { insert, move, remove } from "../script/sequence.ts"
export { type Consent, canHaveLinks, datesAfter, isLocked, meets, picks, Status, step } from "../script/status.ts"
export { StatusFromCode } from "../script/status-code.ts"
export { areTitlesSound, isTitle, isTooLong, longestTitle, titleProblem, titleProblems } from "../script/title.ts"
