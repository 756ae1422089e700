// Variables of conditions with their answer classes: sets of answers that no condition distinguishes (I9).
import { canHaveOutcome } from "../script/action-waiting.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { buildNameIndex, type NameIndex, toNameKey } from "../script/instruction-name.ts"
import { classifyAnswers, type KeyedAtom } from "./answer-classes.ts"
import { type Atom, createAtom, getReferenceKey } from "./atomic-condition.ts"
import type { Comparison, Condition, Operand, Reference, TruthTest } from "./condition.ts"
import { type AnswerFacets, toNumber } from "./condition-value.ts"
import { anyPossibleAnswer, getPossibleAnswers, noPossibleAnswer, type PossibleAnswers, possibleMetadata } from "./possible-answers.ts"
import { listPossibleScores } from "./possible-scores.ts"
import { isDecidable, listAtomicParts } from "./satisfiability.ts"

/**
 * A variable. Its answers fall into classes, numbered from 0, that no condition distinguishes. `sourceIndex` is the
 * index of the instruction that sets it (-1: known from the start). Until then, or if that instruction is not shown,
 * the class is `unansweredClass`. `answerClasses` lists the classes it can take once shown, each with its share of the
 * answers.
 */
export type Variable = {
  readonly sourceIndex: number
  readonly unansweredClass: number
  readonly answerClasses: ReadonlyArray<{ readonly of: number; readonly share: number }>
}

/**
 * Returns the atomic parts of conditions of instructions with the variables that they refer to; a condition is null if there is none.
 */
export const collectVariables = (
  instructions: ReadonlyArray<Instruction>,
  conditions: ReadonlyArray<Condition | null>,
): { readonly variables: ReadonlyArray<AnalyzedVariable>; readonly parts: ReadonlyArray<VariablePart> } => {
  const sources = getSources(instructions)
  const drafts = new Map<string, VariableDraft>()
  const getDraft = ({ key, reference }: KeyedReference): VariableDraft => {
    const existing = drafts.get(key)
    if (existing !== undefined) return existing
    const draft = {
      index: drafts.size,
      reference,
      ...findSource(reference, instructions, sources),
      ownAtoms: [],
      isCompared: false,
    }
    drafts.set(key, draft)
    return draft
  }
  const known = new Map<string, VariableAtom>()
  const parts = conditions
    .flatMap((condition) => (condition === null ? [] : listAtomicParts(condition)))
    .map(({ of }): VariablePart => {
      const keyed = getKeyedPart(of)
      const { key } = keyed
      const part = (key === null ? undefined : known.get(key)) ?? createVariableAtom(keyed, getDraft)
      if (key !== null) known.set(key, part)
      return { of, atom: part.atom, about: part.about, isSingleton: part.isSingleton }
    })
  return { variables: [...drafts.values()].map(toVariable), parts }
}

/** The places of names, whether no outcome of an action can bring new CRM data, and what was found to be possible for scores, by place. */
type Sources = {
  readonly nameIndex: NameIndex
  readonly isCrmFixed: boolean
  readonly scores: Map<number, Extract<PossibleAnswers, { readonly _tag: "Score" }>>
}

const sourcesByInstructions = new WeakMap<ReadonlyArray<Instruction>, Sources>()

/** Keeps the sources, since some conditions of the same script are compiled again without the others. */
const getSources = (instructions: ReadonlyArray<Instruction>): Sources => {
  const known = sourcesByInstructions.get(instructions)
  if (known !== undefined) return known
  const sources: Sources = {
    nameIndex: buildNameIndex(instructions),
    isCrmFixed: !instructions.some((_, index) => hasOutcome(instructions, index)),
    scores: new Map(),
  }
  sourcesByInstructions.set(instructions, sources)
  return sources
}

const hasOutcome = (instructions: ReadonlyArray<Instruction>, index: number): boolean => {
  const instruction = instructions[index]
  return instruction?.type === "action" && canHaveOutcome(instruction, instructions.slice(0, index))
}

type Source = {
  readonly sourceIndex: number
  readonly possible: PossibleAnswers
  readonly canBeUnanswered: boolean
  readonly isStable: boolean
}
type VariableDraft = Source & {
  readonly index: number
  readonly reference: Reference
  readonly ownAtoms: Array<KeyedAtom>
  isCompared: boolean
}

/** The variable with the classes of its answers. */
const toVariable = (draft: VariableDraft): AnalyzedVariable => {
  const { reference, possible, sourceIndex, ownAtoms } = draft
  const { outcomes, ...classes } = classifyAnswers(draft)
  return {
    reference,
    possible,
    sourceIndex,
    ...classes,
    truthTables: new Map(
      outcomes.flatMap((table, i) => (ownAtoms[i] === undefined || table === null ? [] : [[ownAtoms[i].atom.of, table] as const])),
    ),
  }
}

/**
 * `representatives` has one answer per class; null if the answers cannot be divided into classes. `givenAnswers` has the first answer of
 * each class that a respondent can give, null if there is only "no answer". `truthTables` lists,
 * for each part about this variable alone, in which classes it is true. `classify` returns the class of any answer, null if it is unknown.
 * `isExhaustive`: each possible answer is a class of its own.
 */
export type AnalyzedVariable = Variable & {
  readonly reference: Reference
  readonly possible: PossibleAnswers
  readonly representatives: ReadonlyArray<AnswerFacets> | null
  readonly givenAnswers: ReadonlyArray<AnswerFacets | null>
  readonly truthTables: ReadonlyMap<Atom["of"], ReadonlyArray<boolean>>
  readonly classify: (answer: AnswerFacets) => number | null
  readonly isExhaustive: boolean
}

/**
 * An atomic part with the indexes of its variables; `isSingleton` if it can be decided by the answer classes of one
 * variable.
 */
export type VariableAtom = { readonly atom: Atom; readonly about: ReadonlyArray<number>; readonly isSingleton: boolean }

/** An atomic part of a condition as it is written there; parts that say the same share their atom. */
export type VariablePart = VariableAtom & { readonly of: Comparison | TruthTest }

type KeyedReference = { readonly key: string; readonly reference: Reference }

/** A part with its key and the variables that it refers to. */
type KeyedPart = KeyedAtom & { readonly references: ReadonlyArray<KeyedReference> }

const keyedParts = new WeakMap<Comparison | TruthTest, KeyedPart>()

/** Keeps the part as long as the condition: an edit leaves all other conditions as they are. */
const getKeyedPart = (of: Comparison | TruthTest): KeyedPart => {
  const known = keyedParts.get(of)
  if (known !== undefined) return known
  const references = listConditionReferences(of).map((reference) => ({ key: getReferenceKey(reference), reference }))
  const part = { atom: createAtom(of), key: getAtomKey(of), references }
  keyedParts.set(of, part)
  return part
}

/** Returns a key that is equal for parts that say the same, null if the part is too complex to tell. */
const getAtomKey = (of: Comparison | TruthTest): string | null => {
  if (of._tag === "Holds") return getOperandKey(of.operand)
  const [left, right] = [getOperandKey(of.left), getOperandKey(of.right)]
  return left === null || right === null ? null : `${left} ${of.by} ${right}`
}

const getOperandKey = (operand: Operand): string | null => {
  switch (operand._tag) {
    case "Literal":
      return JSON.stringify(operand.value)
    case "Count": {
      const key = getOperandKey(operand.of)
      return key === null ? null : `count ${key}`
    }
    case "Answer":
      return JSON.stringify([getReferenceKey(operand), operand.facet])
    case "Sum":
    case "Truth":
      return null
    default:
      return JSON.stringify([getReferenceKey(operand)])
  }
}

const findSource = (reference: Reference, instructions: ReadonlyArray<Instruction>, sources: Sources): Source => {
  const { nameIndex, isCrmFixed } = sources
  if (reference._tag === "Metadata") return { sourceIndex: -1, possible: possibleMetadata, canBeUnanswered: true, isStable: true }
  if (reference._tag === "Crm") return { sourceIndex: -1, possible: anyPossibleAnswer, canBeUnanswered: true, isStable: isCrmFixed }
  const sourceIndex = nameIndex.get(toNameKey(reference.name)) ?? -1
  const instruction = instructions[sourceIndex]
  const sourceType = instruction === undefined || getInstructionKind(instruction) === "empty" ? "nothing" : instruction.type
  const isAnswered = sourceType === "question" || (instruction !== undefined && getInstructionKind(instruction) === "score")
  if (reference._tag === "Answer" && isAnswered && instruction !== undefined) {
    const answers = sources.scores.get(sourceIndex) ?? getPossibleAnswers(instruction, instructions.slice(0, sourceIndex))
    if (answers._tag === "Score") sources.scores.set(sourceIndex, answers)
    if (answers._tag !== "Score")
      return { sourceIndex, possible: answers, canBeUnanswered: instruction.question?.skipable === true, isStable: true }
    const results = listPossibleScores(instructions, sourceIndex)
    // [C15] A score of which nothing was answered has no value, which its results contain.
    return {
      sourceIndex,
      possible: { ...answers, results },
      canBeUnanswered: results === null && answers.count.least === 0,
      isStable: true,
    }
  }
  const isOutcome = reference._tag === "Action" && hasOutcome(instructions, sourceIndex)
  return { sourceIndex, possible: isOutcome ? anyPossibleAnswer : noPossibleAnswer, canBeUnanswered: true, isStable: true }
}

const createVariableAtom = ({ atom, key, references }: KeyedPart, getDraft: (reference: KeyedReference) => VariableDraft): VariableAtom => {
  const variables = [...new Set(references.map(getDraft))]
  const isSingleton = variables.length === 1 && atom.about !== null
  for (const variable of variables) {
    if (!isSingleton) variable.isCompared = true
    else if (isDecidable(atom, variable.possible) && isCovered(atom, variable.possible)) variable.ownAtoms.push({ atom, key })
  }
  return { atom, about: variables.map(({ index }) => index), isSingleton }
}

/** Returns the references of a condition. */
export const listConditionReferences = (condition: Condition): ReadonlyArray<Reference> => {
  switch (condition._tag) {
    case "All":
    case "Any":
      return condition.terms.flatMap(listConditionReferences)
    case "Not":
      return listConditionReferences(condition.term)
    case "Compare":
      return [...listOperandReferences(condition.left), ...listOperandReferences(condition.right)]
    case "Holds":
      return listOperandReferences(condition.operand)
  }
}

const listOperandReferences = (operand: Operand): ReadonlyArray<Reference> => {
  if (operand._tag === "Literal") return []
  if (operand._tag === "Truth") return listConditionReferences(operand.of)
  if (operand._tag === "Sum") return operand.terms
  return [operand._tag === "Count" ? operand.of : operand]
}

/** For free values, representative answers cover every combination of comparisons only if those test equality or numeric order. */
const isCovered = ({ of, constants }: Atom, { _tag }: PossibleAnswers): boolean => {
  if (_tag !== "Anything" || of._tag === "Holds") return true
  const isText = constants.some((constant) => typeof constant === "string")
  if (of.by === "==" || of.by === "!=") return !constants.some((constant) => typeof constant === "string" && toNumber(constant) !== null)
  return !isText && of.by !== "contains" && of.by !== "!contains"
}
