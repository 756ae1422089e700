// Findings about recalls (C11).
import { isScoreFacet, listTerms, type Reference } from "../conditions/condition.ts"
import { findReferenceIssue } from "../conditions/condition-analysis.ts"
import { referenceRoots } from "../conditions/reference-parser.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { TextSegment } from "../recall/recall.ts"
import { listSplitTexts } from "../recall/recalls-in-instruction.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { buildNameIndex, type NameIndex, toNameKey } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"
import { nearestName } from "../text/name-search.ts"
import { truncateQuote } from "../text/quote.ts"
import { createNameSuggester, referenceIssueFinding, type SuggestName, uniqueByMessage } from "./reference-findings.ts"

/** [C11] Returns all findings about recalls in script order. Pointers are relative to the authored script. */
export const recallFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const nameIndex = buildNameIndex(instructions)
  const suggest = createNameSuggester(instructions)
  return instructions.flatMap((instruction, index) =>
    listSplitTexts(instruction).flatMap(({ path, segments }) =>
      uniqueByMessage(
        segments.flatMap(
          (segment) => recallFinding(segment, { index, pointer: `/instructions/${index}${path}`, instructions, nameIndex, suggest }) ?? [],
        ),
      ),
    ),
  )
}

/** Where a recall stands: in the text at `pointer`, of the instruction at `index`. */
type RecallPlace = {
  readonly index: number
  readonly pointer: string
  readonly instructions: ReadonlyArray<Instruction>
  readonly nameIndex: NameIndex
  readonly suggest: SuggestName
}

const recalledReferenceFinding = (
  reference: Reference,
  source: string,
  { index, pointer, instructions, nameIndex, suggest }: RecallPlace,
): Finding | null => {
  const issue = findReferenceIssue(reference, index, nameIndex)
  const isScore = (place: number | undefined) => {
    const instruction = instructions[place ?? -1]
    return instruction !== undefined && getInstructionKind(instruction) === "score"
  }
  // [C15] The text of a score can show the score itself.
  if (issue !== null && !(issue._tag === "Itself" && isScore(index))) return referenceIssueFinding(issue, pointer, suggest)
  if (reference._tag !== "Answer" || !isScoreFacet(reference.facet) || isScore(nameIndex.get(toNameKey(reference.name)))) return null
  return createFinding("condition-unknown-reference", pointer, "recall.no-score", {
    recall: truncateQuote(source),
    name: truncateQuote(reference.name),
  })
}

const recallFinding = (segment: TextSegment, place: RecallPlace): Finding | null => {
  const { pointer, nameIndex } = place
  switch (segment._tag) {
    case "Text":
      return null
    case "Recall":
      for (const reference of listTerms(segment.reference)) {
        const finding = recalledReferenceFinding(reference, segment.source, place)
        if (finding !== null) return finding
      }
      return null
    case "Rootless": {
      const recall = truncateQuote(segment.source)
      const { root } = segment
      const nearest = nameIndex.has(toNameKey(root)) ? `answers.${root}` : nearestName(root, referenceRoots)
      return nearest === null
        ? createFinding("condition-unknown-reference", pointer, "recall.rootless", { recall })
        : createFinding("condition-unknown-reference", pointer, "recall.rootless.nearest", { recall, nearest })
    }
    case "Broken": {
      const recall = truncateQuote(segment.source)
      const { name } = segment
      if (name === null) return createFinding("condition-syntax", pointer, "recall.syntax", { recall })
      // Double braces around anything else are the author's own text.
      return nameIndex.has(toNameKey(name))
        ? createFinding("condition-unknown-reference", pointer, "recall.simple", { recall, name })
        : null
    }
  }
}
