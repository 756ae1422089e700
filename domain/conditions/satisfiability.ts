// Satisfiability of conditions (C10): false only if no possible answers make one true; true if it cannot tell.
import { toNameKey } from "../script/instruction-name.ts"
import { type Atom, type Constant, createAtomPair, isConstant, unwrapComparison } from "./atomic-condition.ts"
import type { Comparison, Condition, Reference, TruthTest } from "./condition.ts"
import { type AnswerFacets, type Environment, noAnswer, toNumber } from "./condition-value.ts"
import {
  findDistinguishedChoices,
  generateRepresentativeAnswers,
  maxDistinguishedChoices,
  type PossibleAnswers,
} from "./possible-answers.ts"
import { isDecidableText } from "./possible-texts.ts"
import { isSumPossible } from "./sum-bounds.ts"

/** Remaining search budget. Once it is spent, everything counts as satisfiable. */
export type Budget = { remaining: number }

/** Spends a cost from the budget; returns whether the budget covered it. */
export const spendBudget = (budget: Budget, cost: number): boolean => {
  budget.remaining -= cost
  return budget.remaining >= 0
}

/**
 * Returns whether all atoms are true for at least one possible answer to `reference`, or for no answer; true if it
 * cannot tell.
 */
export const areJointlySatisfiable = (
  atoms: ReadonlyArray<Atom>,
  reference: Reference,
  possible: PossibleAnswers,
  budget: Budget,
): boolean => {
  const decidable = atoms.filter((atom) => isDecidable(atom, possible))
  if (decidable.length === 0) return true
  const buildEnvironment = createEnvironmentBuilder(reference)
  const passes = (answer: AnswerFacets, tested: ReadonlyArray<Atom>): boolean => {
    const environment = buildEnvironment(answer)
    return !spendBudget(budget, 1 + tested.length) || tested.every(({ test }) => test(environment))
  }
  const tryAnswers = (tested: ReadonlyArray<Atom>, all = tested): boolean => {
    for (const answer of generateRepresentativeAnswers(possible, collectConstants(tested))) if (passes(answer, all)) return true
    return false
  }
  if (passes(noAnswer, decidable)) return true
  switch (possible._tag) {
    case "Several":
      return findDistinguishedChoices(possible.choices, collectConstants(decidable)).length <= maxDistinguishedChoices
        ? tryAnswers(decidable)
        : decidable.every((atom) => tryAnswers([atom]))
    case "Text":
    case "Anything": {
      const textEqualities = decidable.filter(isTextEquality)
      if (textEqualities.length > 0) return tryAnswers(textEqualities, decidable)
      return decidable.every(isNumeric) ? tryAnswers(decidable) : decidable.every((atom) => tryAnswers([atom]))
    }
    default:
      return tryAnswers(decidable)
  }
}

/** Returns the constants of all atoms. */
export const collectConstants = (atoms: ReadonlyArray<Atom>): ReadonlyArray<Constant> => atoms.flatMap(({ constants }) => constants)

/** Whether the representative answers are sufficient to decide this atom. */
export const isDecidable = (atom: Atom, possible: PossibleAnswers): boolean => {
  const { facets } = atom
  switch (possible._tag) {
    case "OneOf":
      return !(possible.recalls && facets.includes("text"))
    case "Several":
      if (possible.recalls && facets.includes("text")) return false
      return !facets.includes("score") && !facets.includes("amount") && !isWithinText(atom)
    case "Score":
      if (possible.results !== null) return !facets.includes("text")
      // The representatives of one facet say nothing about the others.
      return (
        (possible.facet === "total"
          ? facets.every((facet) => facet === "total" || facet === "value")
          : facets.length === countReferences(atom) && facets.every((facet) => facet === possible.facet)) &&
        !hasCount(atom) &&
        !isContaining(atom)
      )
    case "Number":
    case "Day":
      return !facets.includes("text") && !isContaining(atom)
    case "Text":
      return isDecidableText(atom, possible.accepted)
    case "File":
      return atom.of._tag === "Holds" || (isComparedWithNull(atom) && !hasCount(atom))
    case "Anything":
      return facets.length === 0 && !hasCount(atom)
    default:
      return true
  }
}

const countReferences = ({ of, constants }: Atom): number => (of._tag === "Holds" ? 1 : 2) - constants.length

const isComparedWithNull = ({ of, constants }: Atom): boolean =>
  of._tag === "Compare" && (of.by === "==" || of.by === "!=") && constants.every((it) => it === null)

const isContaining = ({ of }: Atom): boolean => of._tag === "Compare" && (of.by === "contains" || of.by === "!contains")

const hasCount = ({ of }: Atom): boolean =>
  of._tag === "Holds" ? of.operand._tag === "Count" : of.left._tag === "Count" || of.right._tag === "Count"

/** `"2024" contains count(q)` compares digits, which representative counts do not cover. */
const isWithinText = (atom: Atom): boolean =>
  atom.of._tag === "Compare" && isContaining(atom) && atom.of.right._tag === "Count" && atom.of.left._tag === "Literal"

/**
 * `q == "a text"`: the answer must be exactly that text. A numeric text is excluded, as it can be written in other
 * ways.
 */
const isTextEquality = (atom: Atom): boolean =>
  atom.mustHold &&
  atom.of._tag === "Compare" &&
  atom.of.by === "==" &&
  !hasCount(atom) &&
  atom.constants.some((constant) => typeof constant === "string" && toNumber(constant) === null)

const isNumeric = (atom: Atom): boolean => !isContaining(atom) && atom.constants.every((constant) => typeof constant !== "string")

/** Returns a builder of environments in which `reference` has a given answer; each is valid until the next one is built. */
export const createEnvironmentBuilder = (reference: Reference): ((answer: AnswerFacets) => Environment) => {
  switch (reference._tag) {
    case "Answer": {
      const [name, answers] = [toNameKey(reference.name), new Map<string, AnswerFacets>()]
      const environment = { ...emptyEnvironment, answers }
      return (answer) => {
        answers.set(name, answer)
        return environment
      }
    }
    case "Metadata":
      return ({ value }) => ({ ...emptyEnvironment, metadata: new Map([[reference.key, value]]) })
    case "Action": {
      const [name, key] = [toNameKey(reference.name), reference.key ?? ""]
      return ({ value }) => ({ ...emptyEnvironment, actions: new Map([[name, new Map([[key, value]])]]) })
    }
    case "Crm":
      return ({ value }) => ({ ...emptyEnvironment, crm: new Map([[reference.key, value]]) })
  }
}

/** An environment in which everything is unanswered. */
export const emptyEnvironment: Environment = { answers: new Map(), metadata: new Map(), actions: new Map(), crm: new Map() }

/** Returns the possible answers to a reference. */
export type GetPossibleAnswers = (reference: Reference) => PossibleAnswers

/** Cache for repeated satisfiability checks of one condition: its atoms, and whether each is satisfiable alone. */
export type SatisfiabilityCache = {
  readonly atoms: Map<Comparison | TruthTest, { readonly is: Atom; readonly isNot: Atom }>
  readonly satisfiableAlone: Map<Atom, boolean>
}
/** Creates an empty cache for one condition. */
export const createSatisfiabilityCache = (): SatisfiabilityCache => ({ atoms: new Map(), satisfiableAlone: new Map() })

/**
 * Returns whether some possible answers make the condition true (or false, with `holds` false), within the budget. Pass
 * the same cache for repeated checks of one condition or its parts with the same possible answers.
 */
export const isSatisfiable = (
  condition: Condition,
  getPossible: GetPossibleAnswers,
  budget: Budget,
  holds = true,
  cache: SatisfiabilityCache = createSatisfiabilityCache(),
): boolean => search({ pending: { condition, holds, rest: null }, choices: null, taken: null }, { getPossible, budget, cache })

/**
 * Returns every atomic part of a condition with its required outcome. `isRequired`: the condition cannot be true
 * without it.
 */
export const listAtomicParts = (condition: Condition): ReadonlyArray<AtomicPart> => {
  const parts: Array<AtomicPart> = []
  const visit = (part: Condition, holds: boolean, isRequired: boolean): void => {
    switch (part._tag) {
      case "All":
      case "Any": {
        const isConjunction = (part._tag === "All") === holds
        for (const term of part.terms) visit(term, holds, isRequired && isConjunction)
        return
      }
      case "Not":
        return visit(part.term, !holds, isRequired)
      case "Compare": {
        const unwrapped = unwrapComparison(part)
        if (unwrapped !== null) return visit(unwrapped.condition, unwrapped.holds === holds, isRequired)
        parts.push({ of: part, mustHold: holds, isRequired })
        return
      }
      case "Holds":
        parts.push({ of: part, mustHold: holds, isRequired })
    }
  }
  visit(condition, true, true)
  return parts
}

export type AtomicPart = { readonly of: Comparison | TruthTest; readonly mustHold: boolean; readonly isRequired: boolean }

type Pending = { readonly condition: Condition; readonly holds: boolean; readonly rest: Pending } | null

/** Atoms that are satisfiable together, newest first. */
type Atoms = { readonly atom: Atom; readonly rest: Atoms; readonly size: number } | null

/** A search branch: all of `pending` and one term of each of `choices` must be true, together with the atoms in `taken`. */
type SearchBranch = { readonly pending: Pending; readonly choices: Pending; readonly taken: Atoms }

type SearchContext = { readonly getPossible: GetPossibleAnswers; readonly budget: Budget; readonly cache: SatisfiabilityCache }

/** Depth-first search with an explicit stack, because a condition can have thousands of choices. */
const search = (start: SearchBranch, context: SearchContext): boolean => {
  const { budget } = context
  const branches = [start]
  for (let branch = branches.pop(); branch !== undefined; branch = branches.pop()) {
    const expanded = expandBranch(branch, context)
    if (expanded === null) continue
    const { choices, taken } = expanded
    if (choices === null || !spendBudget(budget, 1)) return true
    const { condition, holds, rest } = choices
    if (condition._tag !== "All" && condition._tag !== "Any") return true
    for (const term of condition.terms.toReversed())
      branches.push({ pending: { condition: term, holds, rest: null }, choices: rest, taken })
  }
  return false
}

/** Processes everything in `pending`; returns the remaining choices, or null if the branch is unsatisfiable. */
const expandBranch = (branch: SearchBranch, context: SearchContext): SearchBranch | null => {
  let { pending, choices, taken } = branch
  while (pending !== null) {
    if (!spendBudget(context.budget, 1)) return { pending: null, choices: null, taken }
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
        const unwrapped = condition._tag === "Compare" ? unwrapComparison(condition) : null
        if (unwrapped !== null) {
          pending = { condition: unwrapped.condition, holds: unwrapped.holds === holds, rest: pending }
          break
        }
        const atom = getAtom(condition, holds, context.cache)
        if (!isConsistent(taken, atom, context)) return null
        if (atom.about !== null) taken = { atom, rest: taken, size: (taken?.size ?? 0) + 1 }
      }
    }
  }
  return { pending, choices, taken }
}

const getAtom = (of: Comparison | TruthTest, holds: boolean, { atoms }: SatisfiabilityCache): Atom => {
  let pair = atoms.get(of)
  if (pair === undefined) {
    pair = createAtomPair(of)
    atoms.set(of, pair)
  }
  return holds ? pair.is : pair.isNot
}

/**
 * Whether the atom is consistent with the atoms already taken for its variable. Atoms over several variables are never
 * rejected.
 */
const isConsistent = (taken: Atoms, atom: Atom, { getPossible, budget, cache }: SearchContext): boolean => {
  const { about } = atom
  if (about === null) return isConstant(atom) ? atom.test(emptyEnvironment) : isSumPossible(atom, getPossible)
  if (!spendBudget(budget, (taken?.size ?? 0) >> 3)) return true
  const atoms = [atom]
  for (let entry = taken; entry !== null; entry = entry.rest) if (entry.atom.about?.subject === about.subject) atoms.push(entry.atom)
  if (atoms.length > 1) return areJointlySatisfiable(atoms, about.reference, getPossible(about.reference), budget)
  const isSatisfiableAlone =
    cache.satisfiableAlone.get(atom) ?? areJointlySatisfiable(atoms, about.reference, getPossible(about.reference), budget)
  cache.satisfiableAlone.set(atom, isSatisfiableAlone)
  return isSatisfiableAlone
}
