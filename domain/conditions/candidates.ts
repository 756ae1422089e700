// For a thing that comparisons ask about: a few answers that stand for all that are possible. Comparisons tell no others apart.
import type { Choice } from "../questions/question.ts"
import { chosenTogether, nothing, numerically, plainly } from "./answered.ts"
import { type Atom, constantsOf } from "./atom.ts"
import { dateOf, dayNumber } from "./iso-date.ts"
import type { Possible } from "./possible.ts"
import { type Answered, asNumber, type Value } from "./value.ts"

type Constant = Exclude<Value, ReadonlyArray<unknown>>

/** Answers to try, beside none: where some answer makes one of the atoms hold or fail, one of these does. */
export const candidates = (possible: Possible, atoms: ReadonlyArray<Atom>): ReadonlyArray<Answered> => {
  const constants = atoms.flatMap(({ of }) => constantsOf(of))
  switch (possible._tag) {
    case "Nothing":
      return []
    case "OneOf":
      return possible.answers
    case "Several":
      return subsets(possible, constants)
    case "Number":
      return numbers(possible, constants).map((value) => numerically(value, String(value)))
    case "Day":
      return days(possible, constants).map(plainly)
    case "Text":
      return texts(constants).map(plainly)
    case "Anything":
      return [...texts(constants), ...constants, true, false, ...lists(constants), ...numeric(constants).flatMap(around)].map(everyFacet)
  }
}

export const noAnswer = nothing

/** Which of several choices are told apart by the constants; so many at most are tried in every combination. */
export const mostToldApart = 6
export const toldApart = (choices: ReadonlyArray<Choice>, constants: ReadonlyArray<Constant>): ReadonlyArray<Choice> =>
  choices.filter(({ value, translation }) =>
    constants.some((one) => one === translation.content || (one !== null && asNumber(one) === value)),
  )

type Several = Extract<Possible, { readonly _tag: "Several" }>

/** Every combination of the choices told apart, each with the others needed for every size that a count could tell apart. */
const subsets = ({ choices, fewest, most }: Several, constants: ReadonlyArray<Constant>): ReadonlyArray<Answered> => {
  const apart = toldApart(choices, constants).slice(0, mostToldApart)
  const others = choices.filter((choice) => !apart.includes(choice))
  const counts = numeric(constants).flatMap((count) => [Math.floor(count) - 1, Math.floor(count), Math.floor(count) + 1])
  const sizes = new Set([fewest, most, ...counts].filter((size) => size >= fewest && size <= most))
  const found: Array<Answered> = []
  for (let mask = 0; mask < 2 ** apart.length; mask++) {
    const picked = apart.filter((_, i) => (mask >> i) % 2 === 1)
    const own = [...sizes, picked.length, picked.length + others.length]
    for (const size of new Set(own)) {
      const missing = size - picked.length
      if (size < fewest || size > most || missing < 0 || missing > others.length) continue
      found.push(chosenTogether([...picked, ...others.slice(0, missing)], null))
    }
  }
  return found
}

const numeric = (constants: ReadonlyArray<Constant>): ReadonlyArray<number> => constants.flatMap((one) => asNumber(one) ?? [])

/** The bounds, each constant, and a number next to each constant on both sides: those allowed by bounds and decimals. */
const numbers = ({ least, most, decimals }: Extract<Possible, { readonly _tag: "Number" }>, constants: ReadonlyArray<Constant>) => {
  const marks = [...numeric(constants), ...[least, most].flatMap((bound) => bound ?? [])]
  const near = marks.flatMap((mark) => onGrid(mark, 10 ** decimals))
  const allowed = [0, ...near].filter((one) => (least === null || one >= least) && (most === null || one <= most))
  return [...new Set(allowed)]
}

const onGrid = (mark: number, scale: number): ReadonlyArray<number> => {
  const [below, above] = [Math.floor(mark * scale), Math.ceil(mark * scale)]
  return [below - 1, below, above, above + 1, 2 * below, 2 * above].map((steps) => steps / scale)
}

/** A number and others on both sides of it, also where it is so big that one more makes no difference. */
const around = (number: number): ReadonlyArray<number> => [number - 1, number, number + 1, 2 * number - 1, 1, -1]

/** The day before, the day, and the day after. */
const daysAround = (day: number): ReadonlyArray<number> => [day - 1, day, day + 1]

const days = (limits: Extract<Possible, { readonly _tag: "Day" }>, constants: ReadonlyArray<Constant>): ReadonlyArray<string> => {
  const day = (text: Constant) => (typeof text === "string" ? dayNumber(text) : null)
  const [first, last] = [day(limits.first), day(limits.last)]
  const marks = [...constants.map(day), first, last].flatMap((mark) => mark ?? [])
  const allowed = [0, ...marks.flatMap(daysAround)].filter((one) => (first === null || one >= first) && (last === null || one <= last))
  return [...new Set(allowed)].map(dateOf)
}

/** A text as written, one that no constant is part of, and numbers and dates around those that are written. */
const texts = (constants: ReadonlyArray<Constant>): ReadonlyArray<string> => {
  const written = constants.flatMap((one) => (typeof one === "string" ? [one] : typeof one === "number" ? [String(one)] : []))
  const longest = written.reduce((most, { length }) => Math.max(most, length), 0)
  const dates = written.flatMap((one) => dayNumber(one) ?? []).flatMap(daysAround)
  const found = [
    unlike(written),
    "x".repeat(longest + 1),
    ...written,
    ...numeric(constants).flatMap(around).map(String),
    ...dates.map(dateOf),
  ]
  return [...new Set(found)].filter((one) => one !== "")
}

/** A text in which none of the written ones is found, save the empty one. */
const unlike = (written: ReadonlyArray<string>): string => {
  for (let code = 0x4e00; ; code++) {
    const sign = String.fromCodePoint(code)
    if (!written.some((one) => one.includes(sign))) return sign
  }
}

const lists = (constants: ReadonlyArray<Constant>): ReadonlyArray<ReadonlyArray<number | string>> => {
  const members = constants.flatMap((one) => (typeof one === "string" || typeof one === "number" ? [one] : []))
  return [...members.map((one) => [one]), members, [unlike(members.map(String))]]
}

const everyFacet = (value: Value): Answered => ({ value, text: value, score: value, amount: value })
