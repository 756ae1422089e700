// Whether a condition can ever hold. Says no only where no possible answers make it hold; where it cannot tell, it says yes.
import { type Atom, atom, isWritten, unwrapped } from "./atom.ts"
import type { Compare, Condition, Holds, Reference } from "./condition.ts"
import type { Possible } from "./possible.ts"
import { type Budget, canHoldTogether, nothingKnown, spend } from "./possible-together.ts"

export type PossibleOf = (reference: Reference) => Possible

/** Whether some possible answers make the condition hold (or, with `holds` false, fail). Costs at most what is left of the budget. */
export const canHold = (condition: Condition, possibleOf: PossibleOf, budget: Budget, holds = true): boolean =>
  search({ pending: { condition, holds, rest: null }, choices: null, taken: null }, possibleOf, budget)

/**
 * Every comparison or bare operand of a condition, with whether it must hold for the condition's sake.
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
        found.push({ of: one, holds, isNeeded })
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

/** Atoms that can come true together, newest first. */
type Atoms = { readonly atom: Atom; readonly rest: Atoms; readonly size: number } | null

/** `pending` must all come true, and so must one term of each of `choices`; `taken` was taken in. */
type Way = { readonly pending: Pending; readonly choices: Pending; readonly taken: Atoms }

/** Tries one way after the other, depth first. Ways are kept in a list and not in calls: a condition can have thousands of choices. */
const search = (start: Way, possibleOf: PossibleOf, budget: Budget): boolean => {
  const ways = [start]
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const settled = settle(way, possibleOf, budget)
    if (settled === null) continue
    const { choices, taken } = settled
    if (choices === null || !spend(budget, 1)) return true
    const { condition, holds, rest } = choices
    if (condition._tag !== "All" && condition._tag !== "Any") return true
    for (const term of condition.terms.toReversed()) ways.push({ pending: { condition: term, holds, rest: null }, choices: rest, taken })
  }
  return false
}

/** Takes in all that is pending: what is left to choose, or null where it cannot come true. */
const settle = (way: Way, possibleOf: PossibleOf, budget: Budget): Way | null => {
  let { pending, choices, taken } = way
  while (pending !== null) {
    if (!spend(budget, 1)) return { pending: null, choices: null, taken }
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
        const within = condition._tag === "Compare" ? unwrapped(condition) : null
        if (within !== null) {
          pending = { condition: within.condition, holds: within.holds === holds, rest: pending }
          break
        }
        const added = atom(condition, holds)
        if (!canJoin(taken, added, possibleOf, budget)) return null
        if (added.about !== null) taken = { atom: added, rest: taken, size: (taken?.size ?? 0) + 1 }
      }
    }
  }
  return { pending, choices, taken }
}

/** Whether an atom can come true together with those about the same thing. Atoms about several things at once claim nothing. */
const canJoin = (taken: Atoms, added: Atom, possibleOf: PossibleOf, budget: Budget): boolean => {
  const { about } = added
  if (about === null) return !isWritten(added) || added.test(nothingKnown)
  if (!spend(budget, (taken?.size ?? 0) >> 3)) return true
  const atoms = [added]
  for (let other = taken; other !== null; other = other.rest) if (other.atom.about?.subject === about.subject) atoms.push(other.atom)
  return canHoldTogether(atoms, about.reference, possibleOf(about.reference), budget)
}
