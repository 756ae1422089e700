// Recalls of answers in texts: filling, finding, checking, renaming [C11, C12].

export { recallFindings } from "../check/recall-findings.ts"
export { type Markup, printRecall, splitRecalls, type TextSegment } from "../recall/recall.ts"
export { fillQuestion, fillRecalls, fillUrl, resolveRecall } from "../recall/recall-filling.ts"
export { applyNameChanges, type NameChanges, renumberInstructions, updateReferences } from "../recall/reference-renaming.ts"
export { listRecallTexts, type RecallText } from "../recall/texts-with-recalls.ts"
export { findUsages, type Usage } from "../recall/usages.ts"
