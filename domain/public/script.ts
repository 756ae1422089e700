// Scripts: schemas, instructions, names, languages, statuses, the live lock, the overview, the outline.

export {
  getInstructionKind,
  type Instruction,
  type InstructionKind,
  InstructionSchema,
  InstructionType,
  instructionTypes,
  Message,
} from "../script/instruction.ts"
export { createInstructionCopies, insertInstruction, moveInstruction, removeInstructions } from "../script/instruction-list.ts"
export {
  createNameGenerator,
  createUniqueName,
  findNameProblem,
  findNameProblems,
  getDefaultName,
  getInstructionName,
  normalizeTypedName,
  toNameKey,
} from "../script/instruction-name.ts"
export { defaultLanguage, languages } from "../script/language.ts"
export { Language } from "../script/language-schema.ts"
export {
  findLockViolations,
  getLockedParts,
  isViewOnly,
  type LockablePart,
  type LockFlags,
  type LockViolation,
  lockableParts,
  unlockedOptions,
} from "../script/live-lock.ts"
export { applyLocalDraft, LocalDraft, listRemovedUuids, toAuthoredScript } from "../script/local-draft.ts"
export { developerEntries, newInstruction, type PickerEntry, type PickerGroup, pickerGroups } from "../script/new-instruction.ts"
export {
  type AuthoredScript,
  AuthoredScriptSchema,
  ListedScript,
  type Script,
  ScriptId,
  ScriptSchema,
  Transport,
} from "../script/script.ts"
export { changeScriptLanguage } from "../script/script-languages.ts"
export {
  filterAndSortScripts,
  getAllowedActions,
  getListName,
  type ListName,
  listShownDates,
  maxShownNameLength,
  maxShownNameLengths,
  type ScriptAction,
  type ScriptSort,
  type ScriptSortKey,
  type ShownDate,
  statusesByList,
  truncateName,
} from "../script/script-list.ts"
export { sanitizeScript } from "../script/script-normalization.ts"
export {
  type Consent,
  canHaveLinks,
  getStatusConsent,
  isLocked,
  listSelectableStatuses,
  respondentViews,
  Status,
  StatusFromCode,
  updateStatusDates,
} from "../script/status.ts"
export { buildTextOutline, type OutlineEntry } from "../script/text-outline.ts"
export { findTitleProblem, findTitleProblems, hasTitleText, isTitleTooLong, maxTitleLength } from "../script/title.ts"
