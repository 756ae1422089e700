// Columns of the answers table, as described by headings, codebook and SPSS syntax (X1–X4, X7).

import type { QuestionType } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { toNameKey } from "../script/instruction-name.ts"
import { normalizeText } from "../text/normalization.ts"
import { utf8ByteLength } from "../text/text-input.ts"

/** A revision of a script that has conversations. */
export type Revision = { readonly revision: number; readonly language: string; readonly instructions: ReadonlyArray<Instruction> }

/** The kind of a column's cells: text, number, code of a choice, 1 or 0 for a selected choice, date, instant. */
export type ColumnKind = "text" | "number" | "coded" | "flag" | "date" | "instant"

/** A code of an answer, what it means, and its score if it has one. */
export type Code = { readonly value: number; readonly label: string; readonly score?: number }

/**
 * A column. `preferredName` is the preferred SPSS variable name; `label` describes the column in full. `width` is the maximum
 * number of UTF-8 bytes of a text, `decimals` the number of decimals. `codes` are the answers that can be chosen: the
 * cells contain their labels if the kind is text, else their values. `source` names the question and the revisions that
 * contain it; null for the columns that every conversation has.
 */
export type Column = {
  readonly heading: string
  readonly preferredName: string
  readonly label: string
  readonly kind: ColumnKind
  readonly width: number
  readonly decimals: number
  readonly codes: ReadonlyArray<Code>
  readonly source: ColumnSource | null
}

export type ColumnSource = {
  readonly instruction: string
  readonly type: QuestionType | "score"
  readonly revisions: ReadonlyArray<number>
}

/** Maximum number of UTF-8 bytes per character. */
export const maxBytesPerCharacter = 4

/** Truncates a text to a maximum number of UTF-8 bytes, between code points. */
export const truncateToBytes = (text: string, maxBytes: number): string => {
  let bytes = 0
  let truncated = ""
  for (const character of text) {
    bytes += utf8ByteLength(character)
    if (bytes > maxBytes) return truncated
    truncated += character
  }
  return truncated
}

/** [X7] Maximum length of an SPSS variable name, in bytes. */
const maxNameBytes = 64
/** Reserved words of SPSS. */
const reservedWords: ReadonlySet<string> = new Set("all and by eq ge gt le lt ne not or to with".split(" "))

/**
 * [X7] Returns a unique variable name for each column: it begins with a letter, consists of letters, digits and
 * underscores, and has up to 64 bytes.
 */
export const createVariableNames = (columns: ReadonlyArray<Pick<Column, "preferredName">>): ReadonlyArray<string> => {
  const taken = new Set(reservedWords)
  const next = new Map<string, number>()
  return columns.map(({ preferredName }) => {
    const stem = buildStem(preferredName)
    let name = stem
    for (let n = next.get(toNameKey(stem)) ?? 2; taken.has(toNameKey(name)); n++) {
      name = `${truncateToBytes(stem, maxNameBytes - utf8ByteLength(`_${n}`))}_${n}`
      next.set(toNameKey(stem), n + 1)
    }
    taken.add(toNameKey(name))
    return name
  })
}

const buildStem = (preferredName: string): string => {
  const sanitized = normalizeText(preferredName, "NFC").replace(/[^\p{L}\p{N}_]+/gu, "_")
  const prefixed = /^\p{L}/u.test(sanitized) ? sanitized : `v_${sanitized}`
  return truncateToBytes(prefixed, maxNameBytes).replace(/_+$/, "") || "v"
}
