// Checks of scripts, styles and files: findings with a place, a rule and a message; what blocks a save or going live.

export { blocksGoingLive, blocksSave, getBlockedStep } from "../check/blocking-rules.ts"
export { type Proof, proveShown } from "../check/proofs.ts"
export { checkScript } from "../check/script-check.ts"
export { type Inspection, inspectScript, scriptFindings } from "../check/script-rules.ts"
export { checkFile, inspectFile } from "../files/file-check.ts"
export { checkStyle } from "../files/style-file.ts"
export { Example, Finding, getInstructionIndex, Rule, rules } from "../findings/finding.ts"
