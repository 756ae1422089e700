// Whether comparisons about one and the same thing can all come true for one of its possible answers.

import { nameKey } from "../script/name.ts"
import { nothing } from "./answered.ts"
import { type Atom, constantsOf, operandsOf, referencesOf } from "./atom.ts"
import { candidates, mostToldApart, toldApart } from "./candidates.ts"
import type { Compare, Holds, Reference } from "./condition.ts"
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
  const told = atoms.filter(({ of }) => isTold(of, possible))
  const seeing = environmentsOf(reference)
  const tests = (answered: Answered, some: ReadonlyArray<Atom>): boolean => {
    const environment = seeing(answered)
    return !spend(budget, 1 + some.length) || some.every(({ test }) => test(environment))
  }
  if (tests(nothing, told)) return true
  const tried = (some: ReadonlyArray<Atom>) => candidates(possible, some).some((answered) => tests(answered, some))
  switch (possible._tag) {
    case "Several":
      return isFew(
        possible.choices.length,
        toldApart(
          possible.choices,
          told.flatMap(({ of }) => constantsOf(of)),
        ).length,
      )
        ? tried(told)
        : told.every((one) => tried([one]))
    case "Text":
    case "Anything": {
      const pinned = told.filter(isPin)
      if (pinned.length > 0) return candidates(possible, pinned).some((answered) => tests(answered, pinned) && tests(answered, told))
      return told.every(({ of }) => isNumeric(of)) ? tried(told) : told.every((one) => tried([one]))
    }
    default:
      return tried(told)
  }
}

const isFew = (choices: number, apart: number): boolean => apart <= mostToldApart && choices <= 10_000

/** Whether the candidates of this kind tell apart what the comparison tells apart. */
const isTold = (of: Compare | Holds, possible: Possible): boolean => {
  const references = referencesOf(of)
  const facets = references.flatMap((reference) => (reference._tag === "Answer" && reference.facet !== null ? [reference.facet] : []))
  switch (possible._tag) {
    case "OneOf":
      return !(possible.recalls && facets.includes("text"))
    case "Several":
      if (possible.recalls && facets.includes("text")) return false
      return !facets.includes("score") && !facets.includes("amount") && !isWithinText(of)
    case "Number":
    case "Day":
      return !facets.includes("text") && !isContaining(of)
    case "Anything":
      return facets.length === 0 && operandsOf(of).every(({ _tag }) => _tag !== "Count")
    default:
      return true
  }
}

const isContaining = (of: Compare | Holds): boolean => of._tag === "Compare" && (of.by === "contains" || of.by === "!contains")

/** `"2024" contains count(q)` looks for a number's digits, which no size stands for. */
const isWithinText = (of: Compare | Holds): boolean =>
  of._tag === "Compare" && isContaining(of) && of.right._tag === "Count" && of.left._tag === "Literal"

/** `q == "a text"`: then the answer is that text and no other. A text that is a number could be written in other ways. */
const isPin = ({ of, holds }: Atom): boolean =>
  holds &&
  of._tag === "Compare" &&
  of.by === "==" &&
  constantsOf(of).some((one) => typeof one === "string" && asNumber(one) === null) &&
  operandsOf(of).some(({ _tag }) => _tag === "Answer" || _tag === "Metadata" || _tag === "Action" || _tag === "Crm")

const isNumeric = (of: Compare | Holds): boolean => !isContaining(of) && constantsOf(of).every((one) => typeof one !== "string")

/** Makes environments in which a reference sees one answer; each lasts until the next is made. */
const environmentsOf = (reference: Reference): ((answered: Answered) => Environment) => {
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
