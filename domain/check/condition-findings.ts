// What a check says of the conditions of a script (contract, rule names `condition-…` and `unreachable-instruction`).

import type { ConditionSyntaxError } from "../conditions/condition.ts"
import {
  analyzeConditions,
  type ConditionIssue,
  findReferenceIssue,
  findSyntaxIssues,
  type ReferenceIssue,
} from "../conditions/condition-analysis.ts"
import { printLiteral } from "../conditions/condition-syntax.ts"
import { referenceRoots } from "../conditions/reference-parser.ts"
import { splitRecalls, type TextSegment } from "../recall/recall.ts"
import { listRecallTexts } from "../recall/recall-texts.ts"
import type { Instruction } from "../script/instruction.ts"
import { buildNameIndex, getInstructionName, type NameIndex, nameKey } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"
import { nearestName } from "../text/name-search.ts"
import type { Finding } from "./finding.ts"
import { createFinding } from "./finding-builder.ts"

/** All findings about conditions, by place; each said once for each condition. Pointers are into the authored script. */
export const conditionFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const suggest = createNameSuggester(instructions)
  return analyzeConditions(instructions).flatMap(({ issues, unreachable }, place) => {
    const at = `/instructions/${place}`
    const said = wordFaults(issues, at, suggest)
    if (unreachable === null) return said
    if (unreachable === "condition") return [...said, createFinding("unreachable-instruction", at, "condition.unreachable")]
    const end = instructions[unreachable.afterEnd]
    const name = end === undefined ? "" : getInstructionName(end)
    return [...said, createFinding("unreachable-instruction", at, "condition.after-end", { name })]
  })
}

/** Those of them that are about how conditions are written, found in a fraction of the time. */
export const conditionSyntaxFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const suggest = createNameSuggester(instructions)
  return findSyntaxIssues(instructions).flatMap((faults, place) => wordFaults(faults, `/instructions/${place}`, suggest))
}

const wordFaults = (faults: ReadonlyArray<ConditionIssue>, at: string, suggest: SuggestName): ReadonlyArray<Finding> =>
  unique(faults.map((fault) => issueFinding(fault, `${at}/condition`, suggest)))

/** Finds the instruction that was meant by a name that none has. */
export type SuggestName = (name: string) => string | null

/** In a script without one right name, searching all for each would take long: only so many are searched for. */
const maxSuggestions = 200

export const createNameSuggester = (instructions: ReadonlyArray<Instruction>): SuggestName => {
  const names = instructions.map(getInstructionName)
  const known = new Map<string, string | null>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined || known.size >= maxSuggestions) return before ?? null
    const nearest = nearestName(name, names)
    known.set(name, nearest)
    return nearest
  }
}

/** Words a fault of a name; `pointer` is that of the text it stands in. */
export const referenceIssueFinding = ({ _tag, name }: ReferenceIssue, pointer: string, suggest: SuggestName): Finding => {
  const shown = truncateQuote(name)
  if (_tag === "Forward") return createFinding("condition-forward-reference", pointer, "condition.forward", { name: shown })
  if (_tag === "Itself") return createFinding("condition-forward-reference", pointer, "condition.itself", { name: shown })
  const nearest = suggest(name)
  return nearest === null
    ? createFinding("condition-unknown-reference", pointer, "condition.unknown", { name: shown })
    : createFinding("condition-unknown-reference", pointer, "condition.unknown.nearest", { name: shown, nearest })
}

const issueFinding = (fault: ConditionIssue, pointer: string, suggest: SuggestName): Finding => {
  switch (fault._tag) {
    case "Syntax":
      return wordSyntax(fault.error, pointer)
    case "Unknown":
    case "Forward":
    case "Itself":
      return referenceIssueFinding(fault, pointer, suggest)
    case "NoChoice": {
      const { reference, suggestion } = fault.unknownValue
      const value = truncateQuote(printLiteral({ _tag: "Literal", value: fault.unknownValue.value }))
      const { name } = reference
      return suggestion === null
        ? createFinding("condition-never-true", pointer, "condition.no-choice", { value, name })
        : createFinding("condition-never-true", pointer, "condition.no-choice.nearest", {
            value,
            name,
            nearest: suggestion.value,
            text: suggestion.text,
          })
    }
    case "PartNeverTrue":
      return createFinding("condition-never-true", pointer, "condition.part-never-true", { part: truncateQuote(fault.part) })
    case "NeverTrue":
      return createFinding("condition-never-true", pointer, "condition.never-true")
  }
}

const wordSyntax = ({ line, column, found: met, reason }: ConditionSyntaxError, pointer: string): Finding => {
  const rule = "condition-syntax"
  if (reason === "bytes" || reason === "levels") return createFinding(rule, pointer, `condition.syntax.${reason}`, { line, column })
  const isToken = reason === "quote" || reason === "escape" || reason === "number"
  const isAfter = reason === "after-operand" || reason === "after-comparison"
  if (met !== "" || isToken || isAfter) return createFinding(rule, pointer, `condition.syntax.${reason}`, { line, column, found: met })
  return createFinding(rule, pointer, `condition.end.${reason}`, { line, column })
}

/** What an author wrote can be long; a finding is read at a glance. */
export const truncateQuote = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

const unique = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((finding) => [finding.message, finding])).values(),
]

// What a check says of recalls: they are checked like conditions (decisions C11).

/** All findings about recalls, by place. Pointers are into the authored script. */
export const recallFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const places = buildNameIndex(instructions)
  const suggest = createNameSuggester(instructions)
  return instructions.flatMap((instruction, place) =>
    listRecallTexts(instruction).flatMap(({ path, text, markup }) =>
      uniqueByMessage(
        splitRecalls(text, markup).flatMap((piece) => recallFinding(piece, place, `/instructions/${place}${path}`, places, suggest) ?? []),
      ),
    ),
  )
}

/** The findings of one text without those that say the same again. */
const uniqueByMessage = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((finding) => [finding.message, finding])).values(),
]

const recallFinding = (piece: TextSegment, place: number, pointer: string, places: NameIndex, suggest: SuggestName): Finding | null => {
  switch (piece._tag) {
    case "Text":
      return null
    case "Recall": {
      const fault = findReferenceIssue(piece.reference, place, places)
      return fault === null ? null : referenceIssueFinding(fault, pointer, suggest)
    }
    case "Rootless": {
      const recall = truncateQuote(piece.source)
      const { root } = piece
      const nearest = places.has(nameKey(root)) ? `answers.${root}` : nearestName(root, referenceRoots)
      return nearest === null
        ? createFinding("condition-unknown-reference", pointer, "recall.rootless", { recall })
        : createFinding("condition-unknown-reference", pointer, "recall.rootless.nearest", { recall, nearest })
    }
    case "Broken": {
      const recall = truncateQuote(piece.source)
      const { name } = piece
      if (name === null) return createFinding("condition-syntax", pointer, "recall.syntax", { recall })
      // Double braces around anything else are the author's own.
      return places.has(nameKey(name)) ? createFinding("condition-unknown-reference", pointer, "recall.simple", { recall, name }) : null
    }
  }
}
