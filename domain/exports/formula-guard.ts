// Guards cells against being run as formulas when a spreadsheet opens the file (X12).

/**
 * [X12] Returns the text with an apostrophe before each place where a spreadsheet would start a formula: at the start of
 * the cell, and after each character at which it may split the cell. Numbers and phone numbers stay as they are.
 */
export const guardFormulas = (text: string): string => text.replace(possibleStarts, (_, at: number) => (startsFormula(text, at) ? "'" : ""))

const possibleStarts = /(?<=^|[;,\t])(?=[=@+\-\t\r])/g

const startsFormula = (text: string, at: number): boolean => {
  switch (text[at]) {
    case "=":
    case "@":
      return true
    case "+":
    case "-":
      return !isNumeric(text, at)
    default:
      if (at === 0) return true
      blankFormula.lastIndex = at
      return blankFormula.test(text)
  }
}

/** Within a cell, a blank matters only before a formula: lines may end with a comma. */
const blankFormula = /\t?\r*[=@+-]/y

/**
 * Whether everything that may become the cell that starts here is a number or a phone number. A spreadsheet that splits
 * the cell before this place also splits it at the next character of that kind.
 */
const isNumeric = (text: string, at: number): boolean => {
  const end = at === 0 ? -1 : text.indexOf(text[at - 1] ?? "", at)
  return text
    .slice(at, end === -1 ? undefined : end)
    .split(/[;,\t]/)
    .map((part) => (part.includes("\r") ? part : part.trim()))
    .every((part) => part === "" || part === "+" || part === "-" || number.test(part) || isPhoneNumber(part))
}

/** Digits with separators of thousands and decimals (commas separate parts), an exponent, a percent sign or a currency. */
const number = /^[+-]?\p{Zs}?(?:\p{Sc}\p{Zs}?)?(?:\d+(?:[.'’\p{Zs}]\d+)*\.?|\.\d+)(?:[eE][+-]?\d+)?(?:\p{Zs}?[%\p{Sc}])?$/u

/** International phone numbers have up to 15 digits (E.164); the shortest in use have seven. */
const isPhoneNumber = (text: string): boolean => {
  const digits = text.replace(/\D+/g, "").length
  return digits >= 7 && digits <= 15 && phoneNumber.test(text)
}
const phoneNumber = /^[+-]?\p{Zs}?\(?\d(?:[()./\p{Zs}\p{Pd}]*\d)*\)?$/u
