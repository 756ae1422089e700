// When an instruction is shown: a condition's text read and printed, asked of an environment, checked, and as rows (decisions "Conditions").
export {
  type Comparator,
  type Compare,
  type Condition,
  ConditionSyntaxError,
  type Count,
  comparators,
  expectations,
  type Facet,
  facets,
  type Group,
  type Holds,
  Lack,
  type Literal,
  maximumBytes,
  maximumLevels,
  type Not,
  type Operand,
  type Reference,
  type Truth,
} from "../conditions/condition.ts"
export { compile, evaluate, type Test } from "../conditions/evaluate.ts"
export { conditionFindings, type Suggest } from "../conditions/findings.ts"
export { type Parsed, parse } from "../conditions/parse.ts"
export type { Mention } from "../conditions/parsing.ts"
export { print, printOperand, printReference } from "../conditions/print.ts"
export { fromRows, type Row, type Rows, type Subject, toRows } from "../conditions/rows.ts"
export { type Fault, type NameFault, type Studied, study } from "../conditions/study.ts"
export { type Answered, asValue, type Environment, isAnswered, type Value } from "../conditions/value.ts"
export { type Stretch, wrongWords } from "../conditions/wrong-words.ts"
