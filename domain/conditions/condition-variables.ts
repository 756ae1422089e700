// What the conditions of a script ask about (answers, outcomes, what is known of a respondent), and of each the few answers that its
// conditions tell apart, so that conditions can be judged together and not each for itself.
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { buildNameIndex, nameKey } from "../script/instruction-name.ts"
import { type Atom, createAtom, getReferenceKey } from "./atomic-condition.ts"
import type { Comparison, Condition, Operand, Reference, TruthTest } from "./condition.ts"
import { type AnswerFacets, noAnswer, toNumber } from "./condition-value.ts"
import {
  anyPossibleAnswer,
  findDistinguishedChoices,
  getPossibleAnswers,
  maxDistinguishedChoices,
  noPossibleAnswer,
  type PossibleAnswers,
  representativeAnswers,
} from "./possible-answers.ts"
import { collectConstants, createEnvironmentBuilder, isDecidable, listAtomicParts } from "./satisfiability.ts"

/**
 * One thing that conditions ask about. Its answers fall into classes, numbered from 0: conditions tell no answers of a class apart.
 * `born` is the place of the instruction that brings the answer, -1 for what is known from the start; until then, and where that
 * instruction is not shown, the answer is of the class `none`. `shown` are the classes that it can have where it is shown, with how large a
 * share of the answers each is.
 */
export type Variable = {
  readonly sourceIndex: number
  readonly unansweredClass: number
  readonly answerClasses: ReadonlyArray<{ readonly of: number; readonly share: number }>
}

/** So many answers of one thing are looked at, in so many comparisons; of what has more, nothing is known. */
const maxTrials = 20_000

/**
 * The parts of conditions, each with the things that it asks about, which share their numbers. `conditions` stand at the places of their
 * instructions, null where there is none.
 */
export const collectVariables = (
  instructions: ReadonlyArray<Instruction>,
  conditions: ReadonlyArray<Condition | null>,
): { readonly things: ReadonlyArray<AnalyzedVariable>; readonly parts: ReadonlyArray<VariableAtom> } => {
  const places = buildNameIndex(instructions)
  const isCrmFixed = !instructions.some(({ type }) => type === "action") // an outcome can bring new data
  const subjects = new Map<string, VariableDraft>()
  const subjectFor = (reference: Reference): VariableDraft => {
    const key = getReferenceKey(reference)
    const known = subjects.get(key)
    if (known !== undefined) return known
    const made = {
      index: subjects.size,
      reference,
      ...sourceOf(reference, instructions, places, isCrmFixed),
      alone: [],
      isCompared: false,
    }
    subjects.set(key, made)
    return made
  }
  const parts = conditions
    .flatMap((condition) => (condition === null ? [] : listAtomicParts(condition)))
    .map(({ of }) => partOf(of, subjectFor))
  return { things: [...subjects.values()].map(analyzeVariable), parts }
}

type Source = { readonly born: number; readonly possible: PossibleAnswers; readonly canBeUnanswered: boolean; readonly isFixed: boolean }
type VariableDraft = Source & { readonly index: number; readonly reference: Reference; readonly alone: Array<Atom>; isCompared: boolean }

/** A comparison or a bare operand, and the numbers of the things that it asks about; `isAlone` where that is one in a way that it can be told. */
export type VariableAtom = { readonly atom: Atom; readonly about: ReadonlyArray<number>; readonly isSingleton: boolean }

const sourceOf = (
  reference: Reference,
  instructions: ReadonlyArray<Instruction>,
  places: ReadonlyMap<string, number>,
  isCrmFixed: boolean,
): Source => {
  if (reference._tag === "Metadata" || reference._tag === "Crm")
    return { born: -1, possible: anyPossibleAnswer, canBeUnanswered: true, isFixed: reference._tag === "Metadata" || isCrmFixed }
  const born = places.get(nameKey(reference.name)) ?? -1
  const instruction = instructions[born]
  const from = instruction === undefined || getInstructionKind(instruction) === "empty" ? "nothing" : instruction.type
  if (reference._tag === "Answer" && from === "question" && instruction !== undefined)
    return { born, possible: getPossibleAnswers(instruction), canBeUnanswered: instruction.question?.skipable === true, isFixed: true }
  const isOutcome = reference._tag === "Action" && from === "action"
  return { born, possible: isOutcome ? anyPossibleAnswer : noPossibleAnswer, canBeUnanswered: true, isFixed: true }
}

const partOf = (of: Comparison | TruthTest, subjectFor: (reference: Reference) => VariableDraft): VariableAtom => {
  const one = createAtom(of)
  const subjects = [...new Set(referencesIn(of).map(subjectFor))]
  const isAlone = subjects.length === 1 && one.about !== null
  for (const subject of subjects) {
    if (!isAlone) subject.isCompared = true
    else if (isDecidable(one, subject.possible) && isPlain(one, subject.possible)) subject.alone.push(one)
  }
  return { atom: one, about: subjects.map(({ index }) => index), isSingleton: isAlone }
}

const referencesIn = (condition: Condition): ReadonlyArray<Reference> => {
  switch (condition._tag) {
    case "All":
    case "Any":
      return condition.terms.flatMap(referencesIn)
    case "Not":
      return referencesIn(condition.term)
    case "Compare":
      return [...referencesOf(condition.left), ...referencesOf(condition.right)]
    case "Holds":
      return referencesOf(condition.operand)
  }
}

const referencesOf = (operand: Operand): ReadonlyArray<Reference> => {
  if (operand._tag === "Literal") return []
  if (operand._tag === "Truth") return referencesIn(operand.of)
  return [operand._tag === "Count" ? operand.of : operand]
}

/** Of what may be any text, candidates stand for every outcome of several comparisons only where these ask for equality or for size. */
const isPlain = ({ of, constants }: Atom, { _tag }: PossibleAnswers): boolean => {
  if ((_tag !== "Text" && _tag !== "Anything") || of._tag === "Holds") return true
  const isText = constants.some((one) => typeof one === "string")
  if (of.by === "==" || of.by === "!=") return !constants.some((one) => typeof one === "string" && toNumber(one) !== null)
  return !isText && of.by !== "contains" && of.by !== "!contains"
}

/**
 * `answers` stand for the classes; null where the answers of the thing cannot be told apart. `truths` says of parts that ask about the thing
 * alone for which classes they hold.
 */
export type AnalyzedVariable = Variable & {
  readonly reference: Reference
  readonly possible: PossibleAnswers
  readonly representatives: ReadonlyArray<AnswerFacets> | null
  readonly truthTables: ReadonlyMap<Atom["of"], ReadonlyArray<boolean>>
}

const analyzeVariable = ({ born, possible, canBeUnanswered, isFixed, reference, alone, isCompared }: VariableDraft): AnalyzedVariable => {
  const tried = isFixed ? answersToTry(possible, alone) : null
  if (tried === null)
    return { reference, possible, sourceIndex: born, unansweredClass: 0, answerClasses: [], representatives: null, truthTables: new Map() }
  const seeing = createEnvironmentBuilder(reference)
  const classes = new Map<string, { readonly index: number; readonly answered: AnswerFacets; readonly outcomes: ReadonlyArray<boolean> }>()
  const classFor = (answered: AnswerFacets, place: number): number => {
    const environment = seeing(answered)
    const outcomes = alone.map(({ test }) => test(environment))
    const key = isCompared ? String(place) : outcomes.map(Number).join("")
    const found = classes.get(key) ?? { index: classes.size, answered, outcomes }
    classes.set(key, found)
    return found.index
  }
  const none = classFor(noAnswer, -1)
  const found = tried.map(classFor)
  const all = canBeUnanswered || found.length === 0 ? [none, ...found] : found
  // Each answer of a list is as likely as the others; of what is endless, each class is.
  const even = possible._tag === "OneOf" ? all : [...new Set(all)]
  const shares = new Map<number, number>()
  for (const of of even) shares.set(of, (shares.get(of) ?? 0) + 1 / even.length)
  const made = [...classes.values()]
  return {
    reference,
    possible,
    sourceIndex: born,
    unansweredClass: none,
    answerClasses: [...shares].map(([of, share]) => ({ of, share })),
    representatives: made.map(({ answered }) => answered),
    truthTables: new Map(alone.map(({ of }, i) => [of, made.map(({ outcomes }) => outcomes[i] ?? false)] as const)),
  }
}

/** Answers that stand for all that comparisons tell apart, beside none; null where they would be too many. */
const answersToTry = (possible: PossibleAnswers, alone: ReadonlyArray<Atom>): ReadonlyArray<AnswerFacets> | null => {
  const constants = collectConstants(alone)
  if (possible._tag === "Several" && findDistinguishedChoices(possible.choices, constants).length > maxDistinguishedChoices) return null
  const tried: Array<AnswerFacets> = []
  for (const answered of representativeAnswers(possible, constants)) {
    tried.push(answered)
    if (tried.length * (alone.length + 1) > maxTrials) return null
  }
  return tried
}
