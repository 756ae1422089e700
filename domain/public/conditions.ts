// When an instruction is shown: a condition's text read and printed, asked of an environment, checked, and as rows (decisions "Conditions").

export { conditionFindings, type Suggest } from "../check/condition-findings.ts"
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
export { type Fault, type NameFault, type Stretch, type Studied, study, wrongWords } from "../conditions/condition-analysis.ts"
export { fromRows, type Row, type Rows, type Subject, toRows } from "../conditions/condition-builder.ts"
export { type Parsed, parse, print, printOperand, printReference } from "../conditions/condition-syntax.ts"
export { type Answered, asValue, type Environment, isAnswered, type Value } from "../conditions/condition-value.ts"
export { compile, evaluate, type Test } from "../conditions/evaluate.ts"
export type { Mention } from "../conditions/reference-parser.ts"
