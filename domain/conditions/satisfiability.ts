// Whether a condition can ever hold. Says no only where no possible answers make it hold; where it cannot tell, it says yes.
import { nameKey } from "../script/instruction-name.ts"
import { type Atom, type Constant, createAtomPair, isConstant, unwrapComparison } from "./atomic-condition.ts"
import type { Comparison, Condition, Reference, TruthTest } from "./condition.ts"
import { type AnswerFacets, type Environment, noAnswer, toNumber } from "./condition-value.ts"
import { findDistinguishedChoices, maxDistinguishedChoices, type PossibleAnswers, representativeAnswers } from "./possible-answers.ts"

// Whether comparisons about one and the same thing can all come true for one of its possible answers.

/** How much looking is left; when it is used up, nothing more is claimed. */
export type Budget = { remaining: number }

/** Takes a cost off the budget: whether it could still be paid. */
export const spendBudget = (budget: Budget, cost: number): boolean => {
  budget.remaining -= cost
  return budget.remaining >= 0
}

/** Whether some answer to `reference`, or none, makes every atom come true; true where that cannot be told. */
export const areJointlySatisfiable = (
  atoms: ReadonlyArray<Atom>,
  reference: Reference,
  possible: PossibleAnswers,
  budget: Budget,
): boolean => {
  const told = atoms.filter((one) => isDecidable(one, possible))
  if (told.length === 0) return true
  const seeing = createEnvironmentBuilder(reference)
  const tests = (answered: AnswerFacets, some: ReadonlyArray<Atom>): boolean => {
    const environment = seeing(answered)
    return !spendBudget(budget, 1 + some.length) || some.every(({ test }) => test(environment))
  }
  const tried = (some: ReadonlyArray<Atom>, all = some): boolean => {
    for (const answered of representativeAnswers(possible, collectConstants(some))) if (tests(answered, all)) return true
    return false
  }
  if (tests(noAnswer, told)) return true
  switch (possible._tag) {
    case "Several":
      return findDistinguishedChoices(possible.choices, collectConstants(told)).length <= maxDistinguishedChoices
        ? tried(told)
        : told.every((one) => tried([one]))
    case "Text":
    case "Anything": {
      const pinned = told.filter(isTextEquality)
      if (pinned.length > 0) return tried(pinned, told)
      return told.every(isNumeric) ? tried(told) : told.every((one) => tried([one]))
    }
    default:
      return tried(told)
  }
}

export const collectConstants = (atoms: ReadonlyArray<Atom>): ReadonlyArray<Constant> => atoms.flatMap(({ constants }) => constants)

/** Whether the candidates of this kind tell apart what the comparison tells apart. */
export const isDecidable = (one: Atom, possible: PossibleAnswers): boolean => {
  const { facets } = one
  switch (possible._tag) {
    case "OneOf":
      return !(possible.recalls && facets.includes("text"))
    case "Several":
      if (possible.recalls && facets.includes("text")) return false
      return !facets.includes("score") && !facets.includes("amount") && !isWithinText(one)
    case "Number":
    case "Day":
      return !facets.includes("text") && !isContaining(one)
    case "Anything":
      return facets.length === 0 && !hasCount(one)
    default:
      return true
  }
}

const isContaining = ({ of }: Atom): boolean => of._tag === "Compare" && (of.by === "contains" || of.by === "!contains")

const hasCount = ({ of }: Atom): boolean =>
  of._tag === "Holds" ? of.operand._tag === "Count" : of.left._tag === "Count" || of.right._tag === "Count"

/** `"2024" contains count(q)` looks for a number's digits, which no size stands for. */
const isWithinText = (one: Atom): boolean =>
  one.of._tag === "Compare" && isContaining(one) && one.of.right._tag === "Count" && one.of.left._tag === "Literal"

/** `q == "a text"`: then the answer is that text and no other. A text that is a number could be written in other ways. */
const isTextEquality = (one: Atom): boolean =>
  one.mustHold &&
  one.of._tag === "Compare" &&
  one.of.by === "==" &&
  !hasCount(one) &&
  one.constants.some((written) => typeof written === "string" && toNumber(written) === null)

const isNumeric = (one: Atom): boolean => !isContaining(one) && one.constants.every((written) => typeof written !== "string")

/** Makes environments in which a reference sees one answer; each lasts until the next is made. */
export const createEnvironmentBuilder = (reference: Reference): ((answered: AnswerFacets) => Environment) => {
  switch (reference._tag) {
    case "Answer": {
      const [name, answers] = [nameKey(reference.name), new Map<string, AnswerFacets>()]
      const environment = { ...emptyEnvironment, answers }
      return (answered) => {
        answers.set(name, answered)
        return environment
      }
    }
    case "Metadata":
      return ({ value }) => ({ ...emptyEnvironment, metadata: new Map([[reference.key, value]]) })
    case "Action": {
      const [name, key] = [nameKey(reference.name), reference.key ?? ""]
      return ({ value }) => ({ ...emptyEnvironment, actions: new Map([[name, new Map([[key, value]])]]) })
    }
    case "Crm":
      return ({ value }) => ({ ...emptyEnvironment, crm: new Map([[reference.key, value]]) })
  }
}

export const emptyEnvironment: Environment = { answers: new Map(), metadata: new Map(), actions: new Map(), crm: new Map() }

export type GetPossibleAnswers = (reference: Reference) => PossibleAnswers

/** What is asked about the parts of one condition again and again: as atoms, and whether each can come true alone. */
export type SatisfiabilityCache = {
  readonly atoms: Map<Comparison | TruthTest, { readonly is: Atom; readonly isNot: Atom }>
  readonly satisfiableAlone: Map<Atom, boolean>
}
export const createSatisfiabilityCache = (): SatisfiabilityCache => ({ atoms: new Map(), satisfiableAlone: new Map() })

/**
 * Whether some possible answers make the condition hold (or, with `holds` false, fail). Costs at most what is left of the budget. Who asks
 * about the same condition or its parts again, and of the same possible answers, hands in the same `asked`.
 */
export const isSatisfiable = (
  condition: Condition,
  possibleOf: GetPossibleAnswers,
  budget: Budget,
  holds = true,
  asked: SatisfiabilityCache = createSatisfiabilityCache(),
): boolean => search({ pending: { condition, holds, rest: null }, choices: null, taken: null }, { possibleOf, budget, asked })

/**
 * Every comparison or bare operand of a condition, with whether it must hold for the condition's sake.
 * `isNeeded` says that without it the condition cannot hold: there is no other way around it.
 */
export const listAtomicParts = (condition: Condition): ReadonlyArray<AtomicPart> => {
  const found: Array<AtomicPart> = []
  const visit = (one: Condition, holds: boolean, isNeeded: boolean): void => {
    switch (one._tag) {
      case "All":
      case "Any": {
        const isEach = (one._tag === "All") === holds
        for (const term of one.terms) visit(term, holds, isNeeded && isEach)
        return
      }
      case "Not":
        return visit(one.term, !holds, isNeeded)
      case "Compare": {
        const within = unwrapComparison(one)
        if (within !== null) return visit(within.condition, within.holds === holds, isNeeded)
        found.push({ of: one, mustHold: holds, isRequired: isNeeded })
        return
      }
      case "Holds":
        found.push({ of: one, mustHold: holds, isRequired: isNeeded })
    }
  }
  visit(condition, true, true)
  return found
}

export type AtomicPart = { readonly of: Comparison | TruthTest; readonly mustHold: boolean; readonly isRequired: boolean }

type Pending = { readonly condition: Condition; readonly holds: boolean; readonly rest: Pending } | null

/** Atoms that can come true together, newest first. */
type Atoms = { readonly atom: Atom; readonly rest: Atoms; readonly size: number } | null

/** `pending` must all come true, and so must one term of each of `choices`; `taken` was taken in. */
type SearchBranch = { readonly pending: Pending; readonly choices: Pending; readonly taken: Atoms }

type SearchContext = { readonly possibleOf: GetPossibleAnswers; readonly budget: Budget; readonly asked: SatisfiabilityCache }

/** Tries one way after the other, depth first. Ways are kept in a list and not in calls: a condition can have thousands of choices. */
const search = (start: SearchBranch, looking: SearchContext): boolean => {
  const { budget } = looking
  const ways = [start]
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const settled = expandBranch(way, looking)
    if (settled === null) continue
    const { choices, taken } = settled
    if (choices === null || !spendBudget(budget, 1)) return true
    const { condition, holds, rest } = choices
    if (condition._tag !== "All" && condition._tag !== "Any") return true
    for (const term of condition.terms.toReversed()) ways.push({ pending: { condition: term, holds, rest: null }, choices: rest, taken })
  }
  return false
}

/** Takes in all that is pending: what is left to choose, or null where it cannot come true. */
const expandBranch = (way: SearchBranch, looking: SearchContext): SearchBranch | null => {
  let { pending, choices, taken } = way
  while (pending !== null) {
    if (!spendBudget(looking.budget, 1)) return { pending: null, choices: null, taken }
    const { condition, holds, rest }: Exclude<Pending, null> = pending
    pending = rest
    switch (condition._tag) {
      case "Not":
        pending = { condition: condition.term, holds: !holds, rest: pending }
        break
      case "All":
      case "Any":
        if ((condition._tag === "All") === holds) for (const term of condition.terms) pending = { condition: term, holds, rest: pending }
        else choices = { condition, holds, rest: choices }
        break
      default: {
        const within = condition._tag === "Compare" ? unwrapComparison(condition) : null
        if (within !== null) {
          pending = { condition: within.condition, holds: within.holds === holds, rest: pending }
          break
        }
        const added = atomOf(condition, holds, looking.asked)
        if (!isConsistent(taken, added, looking)) return null
        if (added.about !== null) taken = { atom: added, rest: taken, size: (taken?.size ?? 0) + 1 }
      }
    }
  }
  return { pending, choices, taken }
}

const atomOf = (of: Comparison | TruthTest, holds: boolean, { atoms }: SatisfiabilityCache): Atom => {
  let both = atoms.get(of)
  if (both === undefined) {
    both = createAtomPair(of)
    atoms.set(of, both)
  }
  return holds ? both.is : both.isNot
}

/** Whether an atom can come true together with those about the same thing. Atoms about several things at once claim nothing. */
const isConsistent = (taken: Atoms, added: Atom, { possibleOf, budget, asked }: SearchContext): boolean => {
  const { about } = added
  if (about === null) return !isConstant(added) || added.test(emptyEnvironment)
  if (!spendBudget(budget, (taken?.size ?? 0) >> 3)) return true
  const atoms = [added]
  for (let other = taken; other !== null; other = other.rest) if (other.atom.about?.subject === about.subject) atoms.push(other.atom)
  if (atoms.length > 1) return areJointlySatisfiable(atoms, about.reference, possibleOf(about.reference), budget)
  const known = asked.satisfiableAlone.get(added) ?? areJointlySatisfiable(atoms, about.reference, possibleOf(about.reference), budget)
  asked.satisfiableAlone.set(added, known)
  return known
}
