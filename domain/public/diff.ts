// Differences, merges and patches of scripts.
export { type AffectedColumn, type ColumnChange, diffScripts, findAffectedColumns, type ScriptDiff } from "../script/script-diff.ts"
export { listMergeDifferences, type MergeChoices, type MergeDifference, type MergeSide, mergeScripts } from "../script/script-merge.ts"
export { applyPatch, areScriptsEqual, composePatches, createPatch, invertPatch, isEmptyPatch, ScriptPatch } from "../script/script-patch.ts"
