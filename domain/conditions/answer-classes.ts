// Classes of the answers to one variable: answers that none of its comparisons distinguish (I9).
import { roundSum } from "../script/score-bounds.ts"
import type { Atom } from "./atomic-condition.ts"
import type { Reference } from "./condition.ts"
import { type AnswerFacets, noAnswer, numericAnswer } from "./condition-value.ts"
import {
  findDistinguishedChoices,
  generateRepresentativeAnswers,
  maxDistinguishedChoices,
  type PossibleAnswers,
} from "./possible-answers.ts"
import { listCoveredTextAtoms } from "./possible-texts.ts"
import { collectConstants, createEnvironmentBuilder } from "./satisfiability.ts"

/** An atom with a key that is equal for atoms that say the same; null if it is too complex to tell. */
export type KeyedAtom = { readonly atom: Atom; readonly key: string | null }

/**
 * What is to be classified. `isStable`: the answer does not change once it is known. `isCompared`: it is also compared with other
 * variables, so that each answer is a class of its own.
 */
type Classified = {
  readonly reference: Reference
  readonly possible: PossibleAnswers
  readonly canBeUnanswered: boolean
  readonly isStable: boolean
  readonly isCompared: boolean
  readonly ownAtoms: ReadonlyArray<KeyedAtom>
}

/**
 * `outcomes` lists for each atom in which classes it is true, null if the classes do not decide it. `classify` returns the class of an
 * answer, null if it is unknown. `isExhaustive`: each possible answer is a class of its own. See `AnalyzedVariable` for the others.
 */
type AnswerClasses = {
  readonly unansweredClass: number
  readonly answerClasses: ReadonlyArray<{ readonly of: number; readonly share: number }>
  readonly representatives: ReadonlyArray<AnswerFacets> | null
  readonly givenAnswers: ReadonlyArray<AnswerFacets | null>
  readonly outcomes: ReadonlyArray<ReadonlyArray<boolean> | null>
  readonly classify: (answer: AnswerFacets) => number | null
  readonly isExhaustive: boolean
}

/**
 * Maximum number of answers times comparisons that are tried for one variable; beyond that, its answers count as
 * unknown.
 */
const maxTrials = 20_000

const unclassified: AnswerClasses = {
  unansweredClass: 0,
  answerClasses: [],
  representatives: null,
  givenAnswers: [],
  outcomes: [],
  classify: () => null,
  isExhaustive: false,
}

/** The classes found for the answers of a question, by what they depend on besides. */
const classesByAnswers = new WeakMap<PossibleAnswers, Map<string, AnswerClasses>>()

/** At most this many are kept for the same answers. */
const maxKept = 50

/** Divides the answers to a variable into classes; keeps them, since an edit of one condition concerns few variables. */
export const classifyAnswers = (variable: Classified): AnswerClasses => {
  const { possible, canBeUnanswered, isStable, isCompared, ownAtoms } = variable
  if (!isStable) return unclassified
  if (ownAtoms.some(({ key }) => key === null)) return computeClasses(variable)
  const key = `${canBeUnanswered} ${isCompared} ${ownAtoms.map((it) => it.key).join("\n")}`
  const kept = classesByAnswers.get(possible) ?? new Map<string, AnswerClasses>()
  const known = kept.get(key)
  if (known !== undefined) return known
  const classes = computeClasses(variable)
  if (kept.size >= maxKept) kept.clear()
  kept.set(key, classes)
  classesByAnswers.set(possible, kept)
  return classes
}

const computeClasses = ({ possible, canBeUnanswered, reference, ownAtoms, isCompared }: Classified): AnswerClasses => {
  const { covered, contained } =
    possible._tag === "Text" ? listCoveredTextAtoms(ownAtoms, possible.accepted) : { covered: ownAtoms, contained: [] }
  const atoms = covered.map(({ atom }) => atom)
  const all = isCompared ? listAllAnswers(possible) : null
  const answers = all ?? listRepresentatives(possible, atoms, contained)
  if (answers === null) return unclassified
  const buildEnvironment = createEnvironmentBuilder(reference)
  const evaluate = (answer: AnswerFacets): ReadonlyArray<boolean> => {
    const environment = buildEnvironment(answer)
    return atoms.map(({ test }) => test(environment))
  }
  const toKey = (outcomes: ReadonlyArray<boolean>, answer: AnswerFacets): string =>
    isCompared ? JSON.stringify(answer) : outcomes.map(Number).join("")
  const classes = new Map<string, { readonly index: number; readonly answer: AnswerFacets; readonly outcomes: ReadonlyArray<boolean> }>()
  const classFor = (answer: AnswerFacets): number => {
    const outcomes = evaluate(answer)
    const key = toKey(outcomes, answer)
    const existing = classes.get(key) ?? { index: classes.size, answer, outcomes }
    classes.set(key, existing)
    return existing.index
  }
  const unansweredClass = classFor(noAnswer)
  const answeredClasses = answers.map(classFor)
  const allClasses = canBeUnanswered || answeredClasses.length === 0 ? [unansweredClass, ...answeredClasses] : answeredClasses
  // Answers of a finite list are equally likely; of infinitely many answers, the classes are.
  const weighted = possible._tag === "OneOf" ? allClasses : [...new Set(allClasses)]
  const shares = new Map<number, number>()
  for (const answerClass of weighted) shares.set(answerClass, (shares.get(answerClass) ?? 0) + 1 / weighted.length)
  const classList = [...classes.values()]
  return {
    unansweredClass,
    answerClasses: [...shares].map(([answerClass, share]) => ({ of: answerClass, share })),
    representatives: classList.map(({ answer }) => answer),
    givenAnswers: classList.map(({ index }) => answers[answeredClasses.indexOf(index)] ?? null),
    outcomes: ownAtoms.map((own) => {
      const i = covered.indexOf(own)
      return i === -1 ? null : classList.map(({ outcomes }) => outcomes[i] ?? false)
    }),
    isExhaustive: all !== null,
    classify: (answer) => classes.get(toKey(evaluate(answer), answer))?.index ?? null,
  }
}

/** Of more numbers than this, not each is tried. */
const maxListedNumbers = 40

/** All answers besides "no answer"; null if there are too many. */
const listAllAnswers = (possible: PossibleAnswers): ReadonlyArray<AnswerFacets> | null => {
  switch (possible._tag) {
    case "Nothing":
      return []
    case "OneOf":
      return possible.answers
    case "Score":
      return possible.results
    case "Number":
      return listAllNumbers(possible)
    default:
      return null
  }
}

const listAllNumbers = ({
  least,
  most,
  decimals,
  slider = null,
}: Extract<PossibleAnswers, { readonly _tag: "Number" }>): ReadonlyArray<AnswerFacets> | null => {
  if (least === null || most === null) return null
  const [from, step] = slider === null ? [least, 10 ** -decimals] : [slider.from, slider.step]
  const count = Math.floor(roundSum((most - from) / step)) + 1
  if (count > maxListedNumbers) return null
  return Array.from({ length: Math.max(count, 0) }, (_, i) => roundSum(from + i * step)).map((value) => numericAnswer(value, String(value)))
}

/** Representative answers for all that the comparisons distinguish, except "no answer"; null if there are too many. */
const listRepresentatives = (
  possible: PossibleAnswers,
  ownAtoms: ReadonlyArray<Atom>,
  contained: ReadonlyArray<string>,
): ReadonlyArray<AnswerFacets> | null => {
  const constants = collectConstants(ownAtoms)
  if (possible._tag === "Several" && findDistinguishedChoices(possible.choices, constants).length > maxDistinguishedChoices) return null
  const answers: Array<AnswerFacets> = []
  for (const answer of generateRepresentativeAnswers(possible, constants, contained)) {
    answers.push(answer)
    if (answers.length * (ownAtoms.length + 1) > maxTrials) return null
  }
  return answers
}
