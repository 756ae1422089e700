// Whether comparisons about one and the same thing can all come true for one of its possible answers.

import { nameKey } from "../script/name.ts"
import { nothing } from "./answered.ts"
import type { Atom, Constant } from "./atom.ts"
import { candidates, mostToldApart, toldApart } from "./candidates.ts"
import type { Reference } from "./condition.ts"
import type { Possible } from "./possible.ts"
import { type Answered, asNumber, type Environment } from "./value.ts"

/** How much looking is left; when it is used up, nothing more is claimed. */
export type Budget = { left: number }

/** Takes a cost off the budget: whether it could still be paid. */
export const spend = (budget: Budget, cost: number): boolean => {
  budget.left -= cost
  return budget.left >= 0
}

/** Whether some answer to `reference`, or none, makes every atom come true; true where that cannot be told. */
export const canHoldTogether = (atoms: ReadonlyArray<Atom>, reference: Reference, possible: Possible, budget: Budget): boolean => {
  const told = atoms.filter((one) => isTold(one, possible))
  if (told.length === 0) return true
  const seeing = environmentsOf(reference)
  const tests = (answered: Answered, some: ReadonlyArray<Atom>): boolean => {
    const environment = seeing(answered)
    return !spend(budget, 1 + some.length) || some.every(({ test }) => test(environment))
  }
  const tried = (some: ReadonlyArray<Atom>, all = some): boolean => {
    for (const answered of candidates(possible, constantsOf(some))) if (tests(answered, all)) return true
    return false
  }
  if (tests(nothing, told)) return true
  switch (possible._tag) {
    case "Several":
      return toldApart(possible.choices, constantsOf(told)).length <= mostToldApart ? tried(told) : told.every((one) => tried([one]))
    case "Text":
    case "Anything": {
      const pinned = told.filter(isPin)
      if (pinned.length > 0) return tried(pinned, told)
      return told.every(isNumeric) ? tried(told) : told.every((one) => tried([one]))
    }
    default:
      return tried(told)
  }
}

export const constantsOf = (atoms: ReadonlyArray<Atom>): ReadonlyArray<Constant> => atoms.flatMap(({ constants }) => constants)

/** Whether the candidates of this kind tell apart what the comparison tells apart. */
export const isTold = (one: Atom, possible: Possible): boolean => {
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
const isPin = (one: Atom): boolean =>
  one.holds &&
  one.of._tag === "Compare" &&
  one.of.by === "==" &&
  !hasCount(one) &&
  one.constants.some((written) => typeof written === "string" && asNumber(written) === null)

const isNumeric = (one: Atom): boolean => !isContaining(one) && one.constants.every((written) => typeof written !== "string")

/** Makes environments in which a reference sees one answer; each lasts until the next is made. */
export const environmentsOf = (reference: Reference): ((answered: Answered) => Environment) => {
  switch (reference._tag) {
    case "Answer": {
      const [name, answers] = [nameKey(reference.name), new Map<string, Answered>()]
      const environment = { ...nothingKnown, answers }
      return (answered) => {
        answers.set(name, answered)
        return environment
      }
    }
    case "Metadata":
      return ({ value }) => ({ ...nothingKnown, metadata: new Map([[reference.key, value]]) })
    case "Action": {
      const [name, key] = [nameKey(reference.name), reference.key ?? ""]
      return ({ value }) => ({ ...nothingKnown, actions: new Map([[name, new Map([[key, value]])]]) })
    }
    case "Crm":
      return ({ value }) => ({ ...nothingKnown, crm: new Map([[reference.key, value]]) })
  }
}

export const nothingKnown: Environment = { answers: new Map(), metadata: new Map(), actions: new Map(), crm: new Map() }
