// Guards cells against being run as formulas when a spreadsheet opens the file (X12).

/**
 * [X12] Returns the text with an apostrophe before each place where a spreadsheet would start a formula: at the start of
 * the cell, and after each character at which it may split the cell. Numbers and phone numbers stay as they are.
 */
export const guardFormulas = (text: string): string => {
  // From the end, because a number that is followed by a guarded part of the same cell is no longer a number.
  const parts: Array<string> = []
  let nextGuard = text.length + 1
  for (const { index } of [...text.matchAll(possibleStarts)].reverse())
    if (startsFormula(text, index, nextGuard)) {
      parts.push(text.slice(index, nextGuard), "'")
      nextGuard = index
    }
  return parts.length === 0 ? text : text.slice(0, nextGuard) + parts.reverse().join("")
}

const possibleStarts = /(?<=^|[;,\t])(?=[=@+\-\t\r])/g

const startsFormula = (text: string, at: number, nextGuard: number): boolean => {
  switch (text[at]) {
    case "=":
    case "@":
      return true
    case "+":
    case "-": {
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

/** Within a cell, blanks matter only before a formula: lines may end with a comma. */
const formulaAfterBlanks = /[\t\r]*[=@+-]/y
const formulaAfterReturns = /\r*[=@+-]/y

/** A spreadsheet that splits the cell before this place also splits it at the next character of that kind. */
const findCellEnd = (text: string, at: number): number => {
  const end = at === 0 ? -1 : text.indexOf(text[at - 1] ?? "", at)
  return end === -1 ? text.length : end
}

/** Whether each part into which the cell may be split is a number or a phone number. */
const isNumeric = (cell: string): boolean =>
  cell
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
