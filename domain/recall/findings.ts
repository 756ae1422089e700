// What a check says of recalls: they are checked like conditions (decisions C11).
import { clipped, type Suggest, suggesting, wordNameFault } from "../conditions/findings.ts"
import { type Places, placesOf } from "../conditions/names.ts"
import { roots } from "../conditions/parse-reference.ts"
import { nameFault } from "../conditions/study.ts"
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import { nearestName } from "../nearest-name.ts"
import { nameKey } from "../script/name.ts"
import type { Authored } from "../script/script.ts"
import { type Piece, pieces } from "./recall.ts"
import { recallTexts } from "./texts.ts"

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
