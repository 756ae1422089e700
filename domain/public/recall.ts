// Answers within texts: filled in, found, checked, and renamed together with the conditions (decisions "Recall").
export { fill, fillAddress, recalled, toldQuestion } from "../recall/fill.ts"
export { recallFindings } from "../recall/findings.ts"
export { type Markup, type Piece, pieces, printRecall } from "../recall/recall.ts"
export { followNames, inSequence, type Renaming, renamed } from "../recall/rename.ts"
export { type RecallText, recallTexts } from "../recall/texts.ts"
export { type Use, usesOf } from "../recall/uses.ts"
