// Whether a condition can ever hold. Says no only where no possible answers make it hold; where it cannot tell, it says yes.
import { type Atom, atom, isNested, referencesOf, subjectOf, unwrapped } from "./atom.ts"
import type { Compare, Condition, Holds, Reference } from "./condition.ts"
import type { Possible } from "./possible.ts"
import { type Budget, canHoldTogether, nothingKnown, spend } from "./possible-together.ts"

export type PossibleOf = (reference: Reference) => Possible

/** Whether some possible answers make the condition hold (or, with `holds` false, fail). Costs at most what is left of the budget. */
export const canHold = (condition: Condition, possibleOf: PossibleOf, budget: Budget, holds = true): boolean =>
  search({ condition, holds, rest: null }, null, new Map(), possibleOf, budget)

/**
 * Every comparison or bare operand of a condition, with whether it must hold for the condition's sake; nested ones are left out.
 * `isNeeded` says that without it the condition cannot hold: there is no other way around it.
 */
export const partsOf = (condition: Condition): ReadonlyArray<Part> => {
  const found: Array<Part> = []
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
        const within = unwrapped(one)
        if (within !== null) return visit(within.condition, within.holds === holds, isNeeded)
        if (!isNested(one)) found.push({ of: one, holds, isNeeded })
        return
      }
      case "Holds":
        found.push({ of: one, holds, isNeeded })
    }
  }
  visit(condition, true, true)
  return found
}

export type Part = { readonly of: Compare | Holds; readonly holds: boolean; readonly isNeeded: boolean }

type Pending = { readonly condition: Condition; readonly holds: boolean; readonly rest: Pending } | null

/** `pending` must all come true; of `choices` one term each, tried one after the other once nothing else is pending. */
const search = (
  pending: Pending,
  choices: Pending,
  groups: ReadonlyMap<string, ReadonlyArray<Atom>>,
  possibleOf: PossibleOf,
  budget: Budget,
): boolean => {
  let [todo, later, known] = [pending, choices, groups]
  while (todo !== null) {
    if (!spend(budget, 1)) return true
    const { condition, holds, rest }: Exclude<Pending, null> = todo
    todo = rest
    switch (condition._tag) {
      case "Not":
        todo = { condition: condition.term, holds: !holds, rest: todo }
        break
      case "All":
      case "Any":
        if ((condition._tag === "All") === holds) for (const term of condition.terms) todo = { condition: term, holds, rest: todo }
        else later = { condition, holds, rest: later }
        break
      default: {
        const within = condition._tag === "Compare" ? unwrapped(condition) : null
        if (within !== null) {
          todo = { condition: within.condition, holds: within.holds === holds, rest: todo }
          break
        }
        const joined = join(known, condition, holds, possibleOf, budget)
        if (joined === null) return false
        known = joined
      }
    }
  }
  if (later === null || (later.condition._tag !== "All" && later.condition._tag !== "Any")) return true
  const { holds, rest } = later
  return later.condition.terms.some((term) => search({ condition: term, holds, rest: null }, rest, known, possibleOf, budget))
}

/** The atoms known so far and one more, or null where they cannot all come true. Atoms about several things at once claim nothing. */
const join = (
  groups: ReadonlyMap<string, ReadonlyArray<Atom>>,
  of: Compare | Holds,
  holds: boolean,
  possibleOf: PossibleOf,
  budget: Budget,
): ReadonlyMap<string, ReadonlyArray<Atom>> | null => {
  const [reference, ...others] = referencesOf(of)
  if (isNested(of)) return groups
  const added = atom(of, holds)
  if (reference === undefined) return added.test(nothingKnown) ? groups : null
  const subject = subjectOf(reference)
  if (others.some((other) => subjectOf(other) !== subject)) return groups
  const atoms = [...(groups.get(subject) ?? []), added]
  return canHoldTogether(atoms, reference, possibleOf(reference), budget) ? new Map(groups).set(subject, atoms) : null
}
