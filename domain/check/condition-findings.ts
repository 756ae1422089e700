// What a check says of the conditions of a script (contract, rule names `condition-…` and `unreachable-instruction`).

import type { ConditionSyntaxError } from "../conditions/condition.ts"
import { type Fault, type NameFault, nameFault, study, writingFaults } from "../conditions/condition-analysis.ts"
import { printLiteral } from "../conditions/condition-syntax.ts"
import { roots } from "../conditions/reference-parser.ts"
import { type Piece, pieces } from "../recall/recall.ts"
import { recallTexts } from "../recall/recall-texts.ts"
import type { Instruction } from "../script/instruction.ts"
import { nameKey, nameOf, type Places, placesOf } from "../script/instruction-name.ts"
import type { Authored } from "../script/script.ts"
import { nearestName } from "../text/name-search.ts"
import type { Finding } from "./finding.ts"
import { found } from "./finding-builder.ts"

/** All findings about conditions, by place; each said once for each condition. Pointers are into the authored script. */
export const conditionFindings = ({ instructions }: Authored): ReadonlyArray<Finding> => {
  const suggest = suggesting(instructions)
  return study(instructions).flatMap(({ faults, unreachable }, place) => {
    const at = `/instructions/${place}`
    const said = wordFaults(faults, at, suggest)
    if (unreachable === null) return said
    if (unreachable === "condition") return [...said, found("unreachable-instruction", at, "condition.unreachable")]
    const end = instructions[unreachable.afterEnd]
    const name = end === undefined ? "" : nameOf(end)
    return [...said, found("unreachable-instruction", at, "condition.after-end", { name })]
  })
}

/** Those of them that are about how conditions are written, found in a fraction of the time. */
export const conditionWritingFindings = ({ instructions }: Authored): ReadonlyArray<Finding> => {
  const suggest = suggesting(instructions)
  return writingFaults(instructions).flatMap((faults, place) => wordFaults(faults, `/instructions/${place}`, suggest))
}

const wordFaults = (faults: ReadonlyArray<Fault>, at: string, suggest: Suggest): ReadonlyArray<Finding> =>
  unique(faults.map((fault) => wordFault(fault, `${at}/condition`, suggest)))

/** Finds the instruction that was meant by a name that none has. */
export type Suggest = (name: string) => string | null

/** In a script without one right name, searching all for each would take long: only so many are searched for. */
const mostSuggestions = 200

export const suggesting = (instructions: ReadonlyArray<Instruction>): Suggest => {
  const names = instructions.map(nameOf)
  const known = new Map<string, string | null>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined || known.size >= mostSuggestions) return before ?? null
    const nearest = nearestName(name, names)
    known.set(name, nearest)
    return nearest
  }
}

/** Words a fault of a name; `pointer` is that of the text it stands in. */
export const wordNameFault = ({ _tag, name }: NameFault, pointer: string, suggest: Suggest): Finding => {
  const shown = clipped(name)
  if (_tag === "Forward") return found("condition-forward-reference", pointer, "condition.forward", { name: shown })
  if (_tag === "Itself") return found("condition-forward-reference", pointer, "condition.itself", { name: shown })
  const nearest = suggest(name)
  return nearest === null
    ? found("condition-unknown-reference", pointer, "condition.unknown", { name: shown })
    : found("condition-unknown-reference", pointer, "condition.unknown.nearest", { name: shown, nearest })
}

const wordFault = (fault: Fault, pointer: string, suggest: Suggest): Finding => {
  switch (fault._tag) {
    case "Syntax":
      return wordSyntax(fault.error, pointer)
    case "Unknown":
    case "Forward":
    case "Itself":
      return wordNameFault(fault, pointer, suggest)
    case "NoChoice": {
      const { reference, meant } = fault.wrong
      const value = clipped(printLiteral({ _tag: "Literal", value: fault.wrong.value }))
      const { name } = reference
      return meant === null
        ? found("condition-never-true", pointer, "condition.no-choice", { value, name })
        : found("condition-never-true", pointer, "condition.no-choice.nearest", { value, name, nearest: meant.value, text: meant.text })
    }
    case "PartNeverTrue":
      return found("condition-never-true", pointer, "condition.part-never-true", { part: clipped(fault.part) })
    case "NeverTrue":
      return found("condition-never-true", pointer, "condition.never-true")
  }
}

const wordSyntax = ({ line, column, found: met, lack }: ConditionSyntaxError, pointer: string): Finding => {
  const rule = "condition-syntax"
  if (lack === "bytes" || lack === "levels") return found(rule, pointer, `condition.syntax.${lack}`, { line, column })
  const isToken = lack === "quote" || lack === "escape" || lack === "number"
  const isAfter = lack === "after-operand" || lack === "after-comparison"
  if (met !== "" || isToken || isAfter) return found(rule, pointer, `condition.syntax.${lack}`, { line, column, found: met })
  return found(rule, pointer, `condition.end.${lack}`, { line, column })
}

/** What an author wrote can be long; a finding is read at a glance. */
export const clipped = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

const unique = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((finding) => [finding.message, finding])).values(),
]

// What a check says of recalls: they are checked like conditions (decisions C11).

/** All findings about recalls, by place. Pointers are into the authored script. */
export const recallFindings = ({ instructions }: Authored): ReadonlyArray<Finding> => {
  const places = placesOf(instructions)
  const suggest = suggesting(instructions)
  return instructions.flatMap((instruction, place) =>
    recallTexts(instruction).flatMap(({ path, text, markup }) =>
      saidOnce(pieces(text, markup).flatMap((piece) => pieceFinding(piece, place, `/instructions/${place}${path}`, places, suggest) ?? [])),
    ),
  )
}

/** The findings of one text without those that say the same again. */
const saidOnce = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((finding) => [finding.message, finding])).values(),
]

const pieceFinding = (piece: Piece, place: number, pointer: string, places: Places, suggest: Suggest): Finding | null => {
  switch (piece._tag) {
    case "Text":
      return null
    case "Recall": {
      const fault = nameFault(piece.reference, place, places)
      return fault === null ? null : wordNameFault(fault, pointer, suggest)
    }
    case "Rootless": {
      const recall = clipped(piece.source)
      const { root } = piece
      const nearest = places.has(nameKey(root)) ? `answers.${root}` : nearestName(root, roots)
      return nearest === null
        ? found("condition-unknown-reference", pointer, "recall.rootless", { recall })
        : found("condition-unknown-reference", pointer, "recall.rootless.nearest", { recall, nearest })
    }
    case "Broken": {
      const recall = clipped(piece.source)
      const { name } = piece
      if (name === null) return found("condition-syntax", pointer, "recall.syntax", { recall })
      // Double braces around anything else are the author's own.
      return places.has(nameKey(name)) ? found("condition-unknown-reference", pointer, "recall.simple", { recall, name }) : null
    }
  }
}
