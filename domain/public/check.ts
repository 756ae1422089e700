// Checks of scripts, styles and files: findings with a place, a rule and a message; what blocks a save or going live.

export { blocksGoingLive, blocksSave, getBlockedStep } from "../check/blocking-rules.ts"
export { checkScript } from "../check/script-check.ts"
export { scriptFindings } from "../check/script-rules.ts"
export { checkFile } from "../files/file-check.ts"
export { checkStyle } from "../files/style-file.ts"
export { Finding, getInstructionIndex, Rule, rules } from "../findings/finding.ts"
