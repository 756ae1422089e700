// Scripts: schemas, instructions, names, languages, statuses, the live lock, the overview, the outline.

export { createInstructionCopies, insertInstruction, moveInstruction, removeInstructions } from "../editing/instruction-list.ts"
export { developerEntries, newInstruction, type PickerEntry, type PickerGroup, pickerGroups } from "../editing/new-instruction.ts"
export { buildTextOutline, type OutlineEntry } from "../editing/text-outline.ts"
export {
  findLockViolations,
  getLockedParts,
  isViewOnly,
  type LockablePart,
  type LockFlags,
  type LockViolation,
  lockableParts,
  unlockedOptions,
} from "../revisions/live-lock.ts"
export { applyLocalDraft, LocalDraft, listRemovedUuids, toAuthoredScript } from "../revisions/local-draft.ts"
export {
  getInstructionKind,
  type Instruction,
  type InstructionKind,
  InstructionSchema,
  InstructionType,
  instructionTypes,
  Message,
} from "../script/instruction.ts"
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
export { Language } from "../script/language-schema.ts"
export {
  type AuthoredScript,
  AuthoredScriptSchema,
  ListedScript,
  type Script,
  ScriptId,
  ScriptSchema,
  Transport,
} from "../script/script.ts"
export { changeScriptLanguage } from "../script/script-language-change.ts"
export {
  filterScripts,
  getAllowedActions,
  getListName,
  getStatusRank,
  type ListName,
  listShownDates,
  maxShownNameLength,
  maxShownNameLengths,
  type ScriptAction,
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
export { findTitleProblem, findTitleProblems, hasTitleText, isTitleTooLong, maxTitleLength } from "../script/title.ts"
export { defaultLanguage, languages } from "../text/language.ts"
