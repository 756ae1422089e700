// Texts that respondents can give, and representatives such that given comparisons distinguish no others.

import { fromEpochDay, toEpochDay } from "../date/calendar-date.ts"
import { countCodePoints, stripBidiControls } from "../text/text-input.ts"
import type { Atom, Constant } from "./atomic-condition.ts"
import { listSubsets } from "./combinations.ts"
import { toNumber } from "./condition-value.ts"

/** Which texts are accepted: typed ones of a permitted length in code points, email addresses, or any text that is stored. */
export type AcceptedTexts =
  | { readonly _tag: "Typed"; readonly fewest: number; readonly most: number }
  | { readonly _tag: "Address" }
  | { readonly _tag: "Stored" }

/** Any text, as metadata have it. */
export const storedTexts: AcceptedTexts = { _tag: "Stored" }

/** A written number is never longer than this. */
const maxNumberLength = 40
/** At most this many parts of texts are distinguished, in every combination. */
const maxContainedTexts = 6

/**
 * The constants as text, a text that contains none of them, numbers in different notations, dates around the constants, and every
 * combination of the texts in `contained`.
 */
export const listTexts = (
  constants: ReadonlyArray<Constant>,
  accepted: AcceptedTexts,
  contained: ReadonlyArray<string> = [],
): ReadonlyArray<string> => {
  const constantTexts = constants.flatMap((constant) =>
    typeof constant === "string" ? [constant] : typeof constant === "number" ? [String(constant)] : [],
  )
  if (accepted._tag === "Address") return [...constantTexts.filter(isCommonAddress), findUnusedAddress(constantTexts)]
  const unused = findUnusedText(constantTexts)
  const maxLength = constantTexts.reduce((max, { length }) => Math.max(max, length), 0)
  const numbers = [...new Set([...constantTexts.filter((it) => toNumber(it) !== null), ...listNearbyNumbers(constants).map(String)])]
  const dates = constantTexts.flatMap((text) => toEpochDay(text) ?? []).flatMap((day) => [day - 1, day, day + 1])
  const found = [
    unused,
    unused.repeat(maxLength + 1),
    ...constantTexts,
    ...numbers,
    ...numbers.map((number) => findOtherNotation(number, constantTexts)),
    ...dates.map(fromEpochDay),
    ...listSubsets(contained).map((texts) => [...texts, ""].join(unused)),
  ]
  return [...new Set(accepted._tag === "Stored" ? found : lengthen(found, accepted, unused))].filter(
    (text) => text !== "" && isAccepted(text, accepted),
  )
}

/** Whether a typed text is stored exactly as it is. */
const isAccepted = (text: string, accepted: AcceptedTexts): boolean => {
  if (accepted._tag !== "Typed") return true
  const length = countCodePoints(text)
  return length >= accepted.fewest && length <= accepted.most && /[^\s\p{Cf}]/u.test(text) && stripBidiControls(text) === text
}

/** The texts themselves, and the short ones with as much added as is required: zeros before a number, an unused character after a text. */
const lengthen = (
  texts: ReadonlyArray<string>,
  { fewest }: Extract<AcceptedTexts, { readonly _tag: "Typed" }>,
  unused: string,
): ReadonlyArray<string> =>
  texts.flatMap((text) => {
    const missing = fewest - countCodePoints(text)
    if (missing <= 0) return [text]
    return toNumber(text) === null ? [text + unused.repeat(missing)] : [text.replace(/\d/, (digit) => "0".repeat(missing) + digit)]
  })

/** Writes a number in another way than any of the constants. */
const findOtherNotation = (number: string, constantTexts: ReadonlyArray<string>): string => {
  const [digits = "", exponent] = number.split("e")
  let mantissa = digits.includes(".") ? `${digits}0` : `${digits}.0`
  const write = (): string => (exponent === undefined ? mantissa : `${mantissa}e${exponent}`)
  while (constantTexts.includes(write())) mantissa += "0"
  return write()
}

/** A character that none of the constants contains. */
export const findUnusedText = (constantTexts: ReadonlyArray<string>): string => {
  const folded = constantTexts.map((text) => text.toLowerCase())
  for (const character of "xyzqvw") if (!folded.some((text) => text.includes(character))) return character
  for (let code = 0x4e00; ; code++) {
    const character = String.fromCodePoint(code)
    if (!folded.some((text) => text.includes(character))) return character
  }
}

/** An address that is certainly accepted. */
const isCommonAddress = (text: string): boolean =>
  text.length <= 60 && /^[a-z0-9]+(?:[._-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/i.test(text)

const findUnusedAddress = (constantTexts: ReadonlyArray<string>): string => {
  let address = "respondent@example.org"
  while (constantTexts.includes(address)) address = `x${address}`
  return address
}

/**
 * The constants, numbers on both sides of each, also where a constant is so large that adding 1 makes no difference,
 * and one between neighbors.
 */
export const listNearbyNumbers = (constants: ReadonlyArray<Constant>): ReadonlyArray<number> => {
  const sorted = [...new Set(constants.flatMap((constant) => toNumber(constant) ?? []))].sort((a, b) => a - b)
  const between = sorted.slice(1).map((number, i) => number / 2 + (sorted[i] ?? 0) / 2)
  return [...sorted.flatMap((number) => [number - 1, number, number + 1, 2 * number - 1, 1, -1]), ...between]
}

/** Whether the representative texts are sufficient to decide this atom alone. */
export const isDecidableText = (atom: Atom, accepted: AcceptedTexts): boolean => {
  const { of, constants } = atom
  if (of._tag === "Holds") return true
  switch (accepted._tag) {
    case "Stored":
      return true
    case "Address":
      return !isContaining(atom) && constants.every((it) => typeof it !== "string" || !it.includes("@") || isCommonAddress(it))
    case "Typed":
      // A short text can be a large number in a short notation, and a part of a long one.
      if (isContaining(atom) && of.left._tag === "Literal") return String(of.left.value).length <= accepted.most
      return accepted.most >= maxNumberLength || !comparesNumbers(atom)
  }
}

/** The atoms about one text that its representatives decide together, and the parts of texts that these tell apart. */
export const listCoveredTextAtoms = <Keyed extends { readonly atom: Atom }>(
  keyed: ReadonlyArray<Keyed>,
  accepted: AcceptedTexts,
): { readonly covered: ReadonlyArray<Keyed>; readonly contained: ReadonlyArray<string> } => {
  const others = keyed.filter(({ atom }) => !isContaining(atom))
  const containing = keyed.flatMap((it) => {
    const text = getContainedText(it.atom)
    return text === null ? [] : [{ it, text }]
  })
  const contained = [...new Set(containing.map(({ text }) => text))]
  const length = contained.reduce((sum, text) => sum + countCodePoints(text) + 1, 0)
  const isTooLong = accepted._tag === "Typed" && length > accepted.most
  // Digits are parts of numbers, which can be written in many ways, and of dates.
  const isWithinNumbers =
    contained.some((text) => /^[\d.e+-]*$/.test(text)) && others.some(({ atom }) => comparesNumbers(atom) || isOrdering(atom))
  if (contained.length > maxContainedTexts || isTooLong || isWithinNumbers) return { covered: others, contained: [] }
  return { covered: [...others, ...containing.map(({ it }) => it)], contained }
}

const isContaining = ({ of }: Atom): boolean => of._tag === "Compare" && (of.by === "contains" || of.by === "!contains")

/** Returns the text that the answer is to contain; null if the atom asks something else. */
const getContainedText = (atom: Atom): string | null => {
  const { of } = atom
  if (of._tag !== "Compare" || !isContaining(atom) || of.right._tag !== "Literal") return null
  if (of.left._tag === "Count" || of.left._tag === "Literal") return null
  const { value } = of.right
  return typeof value === "string" || typeof value === "number" ? String(value).toLowerCase() : null
}

const isOrdering = ({ of }: Atom): boolean => of._tag === "Compare" && [">", ">=", "<", "<="].includes(of.by)

const comparesNumbers = (atom: Atom): boolean =>
  atom.of._tag === "Compare" &&
  !isContaining(atom) &&
  atom.constants.some((it) => typeof it === "number" || (isOrdering(atom) && toNumber(it) !== null))
