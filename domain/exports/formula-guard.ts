// Guards cells against being run as formulas when a spreadsheet opens the file (X12).
import { normalizeText } from "../text/normalization.ts"

/**
 * [X12] Returns the text with an apostrophe before each place where a spreadsheet would start a formula: at the start of
 * the cell, and after each character at which it may split the cell. Numbers and phone numbers stay as they are.
 */
export const guardFormulas = (text: string): string => {
  const hidden = new Set(listHiddenFormulas(text))
  const starts = [...text.matchAll(possibleStarts)].map(({ index }) => index)
  // From the end, because a number that is followed by a guarded part of the same cell is no longer a number.
  const parts: Array<string> = []
  let nextGuard = text.length + 1
  for (const index of [...new Set([...starts, ...hidden])].toSorted((a, b) => b - a))
    if (hidden.has(index) || startsFormula(text, index, nextGuard)) {
      parts.push(text.slice(index, nextGuard), "'")
      nextGuard = index
    }
  return parts.length === 0 ? text : text.slice(0, nextGuard) + parts.reverse().join("")
}

/** [X12] Returns the text that the guard changed into this one; the same text if the guard did not write it. */
export const removeFormulaGuard = (text: string): string => {
  if (!text.includes("'")) return text
  const original = text.replace(/'(?=[=@+\-＝＠＋－\t\r])/g, "")
  return original !== text && guardFormulas(original) === text ? original : text
}

const possibleStarts = /(?<=^|[;,\t])(?=[=@+\-＝＠＋－\t\r])/g

const startsFormula = (text: string, at: number, nextGuard: number): boolean => {
  switch (text[at]) {
    case "=":
    case "@":
    case "＝":
    case "＠":
      return true
    case "+":
    case "-":
    case "＋":
    case "－": {
      if (isPrice(text, at)) return false
      const end = findCellEnd(text, at)
      return nextGuard <= end || !isNumeric(text.slice(at, end))
    }
    default: {
      if (at === 0) return true
      // A spreadsheet that splits at a tab leaves none in the cell.
      const blankFormula = text[at - 1] === "\t" ? formulaAfterReturns : formulaAfterBlanks
      blankFormula.lastIndex = at
      return blankFormula.test(text)
    }
  }
}

/** Whether the sign belongs to a price without cents before it: `€ 3,- each`. */
const isPrice = (text: string, at: number): boolean => /^\d,-[\p{Zs}]$/u.test(text.slice(Math.max(0, at - 2), at + 2))

/** Within a cell, blanks matter only before a formula: lines may end with a comma. */
const formulaAfterBlanks = /[\t\r]*[=@+\-＝＠＋－]/y
const formulaAfterReturns = /\r*[=@+\-＝＠＋－]/y

/** A spreadsheet that splits the cell before this place also splits it at the next character of that kind. */
const findCellEnd = (text: string, at: number): number => {
  const end = at === 0 ? -1 : text.indexOf(text[at - 1] ?? "", at)
  return end === -1 ? text.length : end
}

/** Whether each part into which the cell may be split is a number or a phone number. */
const isNumeric = (cell: string): boolean =>
  normalizeText(cell, "NFKC")
    .split(/[;,\t]/)
    .map((part) => part.trim())
    .every((part) => part === "" || part === "+" || part === "-" || number.test(part) || isPhoneNumber(part))

/** Digits with separators of thousands and decimals (commas separate parts), an exponent, a percent sign or a currency. */
const number = /^[+-]?\p{Zs}?(?:\p{Sc}\p{Zs}?)?(?:\d+(?:[.'’\p{Zs}]\d+)*\.?|\.\d+)(?:[eE][+-]?\d+)?(?:\p{Zs}?[%\p{Sc}])?$/u

/** International phone numbers have up to 15 digits (E.164); the shortest in use have seven. */
const isPhoneNumber = (text: string): boolean => {
  const digits = text.replace(/\D+/g, "").length
  return digits >= 7 && digits <= 15 && phoneNumber.test(text)
}
const phoneNumber = /^[+-]?\p{Zs}?\(?\d(?:[()./\p{Zs}\p{Pd}]*\d)*\)?$/u

/**
 * Returns the places of signs that are not where a cell may start, but become so in some programs: after characters that
 * they drop there, and at the start of a line, because a program that splits the cell no longer knows that it is quoted.
 * Lists and sentences often have such signs, so only those count that start a formula: `=` with something to calculate,
 * and the other signs with a function or a command.
 */
const listHiddenFormulas = (text: string): ReadonlyArray<number> => {
  const effects = [...text.matchAll(effectOrLineEnd)]
  let next = 0
  return [...text.matchAll(hiddenStarts)].flatMap(({ 0: dropped, index }) => {
    const at = index + dropped.length
    if (dropped === "" && !isLineEnd(text[at - 1]) && !isPrice(text, at)) return []
    while (next < effects.length && (effects[next]?.index ?? 0) < at) next++
    const effect = effects[next]
    if (text[at] === "=" || text[at] === "＝") return isCalculated(text, at + 1) ? [at] : []
    return effect !== undefined && !isLineEnd(effect[0]) && effect.index < findCellEnd(text, index) ? [at] : []
  })
}

/** What programs drop: blanks and invisible characters, and, where they have split the cell, quotation marks. */
const hiddenStarts = /(?:^(?:(?![\t\r\n])[\p{Z}\p{Cc}\p{Cf}])*|(?<=[;,\t\r\n])(?:(?![\t\r\n])[\p{Z}\p{Cc}\p{Cf}"])*)(?=[=@+\-＝＠＋－])/gu

/** A call of a function, a command (DDE), or the end of the line. */
const effectOrLineEnd = /(?<=[\p{L}\p{N}_.])\(|[|\r\n]/gu

const isLineEnd = (character: string | undefined): boolean => character === "\r" || character === "\n"

/** Whether something to calculate follows: `=)` and `=>` are ordinary text. */
const isCalculated = (text: string, at: number): boolean => {
  calculated.lastIndex = at
  return calculated.test(text)
}
const calculated = /\p{Zs}*[\p{L}\p{N}"'({[$#.+\-@_\\]/uy
