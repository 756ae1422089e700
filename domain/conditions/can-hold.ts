// Whether a condition can ever hold. Says no only where no possible answers make it hold; where it cannot tell, it says yes.
import { type Atom, atomAndItsOpposite, isWritten, unwrapped } from "./atom.ts"
import type { Compare, Condition, Holds, Reference } from "./condition.ts"
import type { Possible } from "./possible.ts"
import { type Budget, canHoldTogether, nothingKnown, spend } from "./possible-together.ts"

export type PossibleOf = (reference: Reference) => Possible

/** What is asked about the parts of one condition again and again: as atoms, and whether each can come true alone. */
export type Asked = {
  readonly atoms: Map<Compare | Holds, { readonly is: Atom; readonly isNot: Atom }>
  readonly alone: Map<Atom, boolean>
}
export const nothingAsked = (): Asked => ({ atoms: new Map(), alone: new Map() })

/**
 * Whether some possible answers make the condition hold (or, with `holds` false, fail). Costs at most what is left of the budget. Who asks
 * about the same condition or its parts again, and of the same possible answers, hands in the same `asked`.
 */
export const canHold = (
  condition: Condition,
  possibleOf: PossibleOf,
  budget: Budget,
  holds = true,
  asked: Asked = nothingAsked(),
): boolean => search({ pending: { condition, holds, rest: null }, choices: null, taken: null }, { possibleOf, budget, asked })

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

type Looking = { readonly possibleOf: PossibleOf; readonly budget: Budget; readonly asked: Asked }

/** Tries one way after the other, depth first. Ways are kept in a list and not in calls: a condition can have thousands of choices. */
const search = (start: Way, looking: Looking): boolean => {
  const { budget } = looking
  const ways = [start]
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const settled = settle(way, looking)
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
const settle = (way: Way, looking: Looking): Way | null => {
  let { pending, choices, taken } = way
  while (pending !== null) {
    if (!spend(looking.budget, 1)) return { pending: null, choices: null, taken }
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
        const added = atomOf(condition, holds, looking.asked)
        if (!canJoin(taken, added, looking)) return null
        if (added.about !== null) taken = { atom: added, rest: taken, size: (taken?.size ?? 0) + 1 }
      }
    }
  }
  return { pending, choices, taken }
}

const atomOf = (of: Compare | Holds, holds: boolean, { atoms }: Asked): Atom => {
  let both = atoms.get(of)
  if (both === undefined) {
    both = atomAndItsOpposite(of)
    atoms.set(of, both)
  }
  return holds ? both.is : both.isNot
}

/** Whether an atom can come true together with those about the same thing. Atoms about several things at once claim nothing. */
const canJoin = (taken: Atoms, added: Atom, { possibleOf, budget, asked }: Looking): boolean => {
  const { about } = added
  if (about === null) return !isWritten(added) || added.test(nothingKnown)
  if (!spend(budget, (taken?.size ?? 0) >> 3)) return true
  const atoms = [added]
  for (let other = taken; other !== null; other = other.rest) if (other.atom.about?.subject === about.subject) atoms.push(other.atom)
  if (atoms.length > 1) return canHoldTogether(atoms, about.reference, possibleOf(about.reference), budget)
  const known = asked.alone.get(added) ?? canHoldTogether(atoms, about.reference, possibleOf(about.reference), budget)
  asked.alone.set(added, known)
  return known
}
