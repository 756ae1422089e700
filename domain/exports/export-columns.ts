// A column of the answers table, as headings, codebook and SPSS syntax describe it (spec/3-community §9; decisions X1–X4).
import type { QuestionType } from "../questions/question.ts"
import { nameKey } from "../script/instruction-name.ts"

/** What stands in the cells: text, a number, a coded answer, whether a choice was chosen (1 or 0), a day, an instant. */
export type ColumnKind = "text" | "number" | "coded" | "flag" | "date" | "instant"

export type Code = { readonly value: number; readonly label: string }

/**
 * `wish` is what a statistics program should call it; `label` says it in full. `width` is that of texts at most, in bytes of UTF-8, and
 * `decimals` those of numbers. `source` names the question and the revisions that have it; null for what is known of every conversation.
 */
export type Column = {
  readonly heading: string
  readonly wish: string
  readonly label: string
  readonly kind: ColumnKind
  readonly width: number
  readonly decimals: number
  readonly codes: ReadonlyArray<Code>
  readonly source: ColumnSource | null
}

export type ColumnSource = {
  readonly instruction: string
  readonly type: QuestionType
  readonly revisions: ReadonlyArray<number>
}

/** Bytes of UTF-8 that a character has at most. */
export const maxBytesPerCharacter = 4

/** The length of a text in bytes of UTF-8. */
export const utf8ByteLength = (text: string): number => {
  let bytes = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** The beginning of a text that fits into so many bytes of UTF-8, cut between code points. */
export const truncateToBytes = (text: string, most: number): string => {
  let bytes = 0
  let kept = ""
  for (const sign of text) {
    bytes += utf8ByteLength(sign)
    if (bytes > most) return kept
    kept += sign
  }
  return kept
}

// Names of columns that statistics programs take (decisions X7).

/** [X7] The longest name that SPSS takes, in bytes. */
const longest = 64
/** Words that SPSS keeps for itself. */
const reserved: ReadonlySet<string> = new Set("all and by eq ge gt le lt ne not or to with".split(" "))

/** [X7] A name for each column: begins with a letter, holds letters, digits and underscores, 64 bytes at most, one of a kind. */
export const variableNames = (columns: ReadonlyArray<Pick<Column, "wish">>): ReadonlyArray<string> => {
  const taken = new Set(reserved)
  const next = new Map<string, number>()
  return columns.map(({ wish }) => {
    const stem = stemOf(wish)
    let name = stem
    for (let n = next.get(nameKey(stem)) ?? 2; taken.has(nameKey(name)); n++) {
      name = `${truncateToBytes(stem, longest - utf8ByteLength(`_${n}`))}_${n}`
      next.set(nameKey(stem), n + 1)
    }
    taken.add(nameKey(name))
    return name
  })
}

const stemOf = (wish: string): string => {
  const letters = wish.normalize("NFC").replace(/[^\p{L}\p{N}_]+/gu, "_")
  const named = /^\p{L}/u.test(letters) ? letters : `v_${letters}`
  return truncateToBytes(named, longest).replace(/_+$/, "") || "v"
}
