// Answers within texts: filled in, found, checked, and renamed together with the conditions (decisions "Recall").

export { recallFindings } from "../check/condition-findings.ts"
export { type Markup, type Piece, pieces, printRecall } from "../recall/recall.ts"
export { fill, fillAddress, recalled, toldQuestion } from "../recall/recall-filling.ts"
export { type RecallText, recallTexts } from "../recall/recall-texts.ts"
export { followNames, inSequence, type Renaming, renamed } from "../recall/reference-renaming.ts"
export { type Use, usesOf } from "../recall/usages.ts"
