// Differences, merges and patches of scripts.
export { compareScripts, type FieldChange, type ScriptComparison } from "../revisions/change-impact.ts"
export { type AffectedColumn, type ColumnChange, diffScripts, findAffectedColumns, type ScriptDiff } from "../revisions/script-diff.ts"
export { listMergeDifferences, type MergeChoices, type MergeDifference, type MergeSide, mergeScripts } from "../revisions/script-merge.ts"
export {
  applyPatch,
  areScriptsEqual,
  composePatches,
  createPatch,
  invertPatch,
  isEmptyPatch,
  ScriptPatch,
} from "../revisions/script-patch.ts"
