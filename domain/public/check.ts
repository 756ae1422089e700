// What is wrong with a script, with a place, a rule and a message for each finding; what stops a save or going live.
export { checkFile } from "../check-file.ts"
export { Finding, Rule, rules } from "../finding.ts"
export { hasErrors, refusesSave, scriptFindings } from "../script/check.ts"
export { checkScript } from "../script/check-payload.ts"
export { findingPlace } from "../script/finding-place.ts"
export { checkStyle } from "../style/style-file.ts"
