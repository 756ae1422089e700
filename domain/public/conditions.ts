// Conditions: parsing, printing, evaluating and checking them, and converting them to builder rows.

export { conditionFindings } from "../check/condition-findings.ts"
export type { SuggestName } from "../check/reference-findings.ts"
export {
  type Comparator,
  type Comparison,
  type Condition,
  ConditionSyntaxError,
  type Count,
  comparators,
  expectedByReason,
  type Facet,
  facets,
  type Group,
  type Literal,
  maxConditionBytes,
  maxConditionDepth,
  type NestedCondition,
  type Not,
  type Operand,
  type Reference,
  type Sum,
  SyntaxErrorReason,
  type TruthTest,
} from "../conditions/condition.ts"
export {
  analyzeConditions,
  type ConditionIssue,
  findErrorRanges,
  type InstructionAnalysis,
  type ReferenceIssue,
  type TextRange,
} from "../conditions/condition-analysis.ts"
export { type ParsedCondition, parseCondition, printCondition, printOperand, printReference } from "../conditions/condition-syntax.ts"
export { type AnswerFacets, type ConditionValue, type Environment, isTruthy, toConditionValue } from "../conditions/condition-value.ts"
export { type ConditionTest, compileCondition, evaluateCondition } from "../conditions/evaluate.ts"
export type { LocatedReference } from "../conditions/reference-parser.ts"
export {
  type ConditionRow,
  type ConditionRowGroup,
  conditionToRows,
  type RowSubject,
  rowsToCondition,
} from "../editing/condition-builder.ts"
