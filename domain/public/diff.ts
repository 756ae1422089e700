// Two versions of a script: what differs by uuid, what changes its meaning for answers, and both merged, instruction by instruction.
export { type ColumnChange, type Comparison, compare, type Touched, touched } from "../script/script-diff.ts"
export { type Difference, differences, merge, type Picks, type Side } from "../script/script-merge.ts"
export { apply, Delta, difference, inverse, isNothing, isUnchanged, joined } from "../script/script-patch.ts"
