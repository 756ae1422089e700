// Names of instructions, by which conditions, recalls and exports refer to them [I3–I5].

import { normalizeText } from "../text/normalization.ts"
import { countCodePoints } from "../text/text-input.ts"
import type { Instruction } from "./instruction.ts"

type Named = Pick<Instruction, "uuid" | "label" | "order">

/** [I3] Letters (of any script), digits and underscore. */
const nameSyntax = /^[\p{L}\p{M}\p{N}_]+$/u

/** [I3] The maximum number of code points of a name, which is used in conditions, texts and column headings. */
export const maxNameLength = 255

type NameProblem = "name-syntax" | "name-too-long" | "name-not-unique"

/** [I5] Returns the default name of an instruction without one. */
export const getDefaultName = (order: number): string => `q${order + 1}`

/** Returns the name of an instruction: its label, or the default name. */
export const getInstructionName = ({ label, order }: Pick<Instruction, "label" | "order">): string =>
  isBlank(label) ? getDefaultName(order) : (label ?? "")

/** Normalizes a name while it is typed: white space becomes an underscore. */
export const normalizeTypedName = (text: string): string => text.replace(/\s/gu, "_")

/** [I4] Returns the form in which names are compared: ignoring case. */
export const toNameKey = (name: string): string => (/^[a-z\d_]*$/.test(name) ? name : normalizeText(name, "NFC").toLowerCase())

/** Returns what is wrong with naming the instruction `uuid` `label`; null if nothing is. A blank name is always valid. */
export const findNameProblem = (instructions: ReadonlyArray<Named>, uuid: string, label: string): NameProblem | null => {
  if (isBlank(label)) return null
  const problem = findSpellingProblem(label)
  if (problem !== null) return problem
  const key = toNameKey(label)
  return instructions.some((instruction) => instruction.uuid !== uuid && toNameKey(getInstructionName(instruction)) === key)
    ? "name-not-unique"
    : null
}

/** Returns the problem of each instruction whose label has one, in linear time. */
export const findNameProblems = (instructions: ReadonlyArray<Named>): ReadonlyMap<Named, NameProblem> => {
  const counts = new Map<string, number>()
  for (const instruction of instructions)
    counts.set(toNameKey(getInstructionName(instruction)), (counts.get(toNameKey(getInstructionName(instruction))) ?? 0) + 1)
  const problems = new Map<Named, NameProblem>()
  for (const instruction of instructions) {
    if (isBlank(instruction.label)) continue
    const problem = findSpellingProblem(instruction.label ?? "")
    if (problem !== null) problems.set(instruction, problem)
    else if ((counts.get(toNameKey(getInstructionName(instruction))) ?? 0) > 1) problems.set(instruction, "name-not-unique")
  }
  return problems
}

const findSpellingProblem = (label: string): "name-syntax" | "name-too-long" | null => {
  if (!nameSyntax.test(label)) return "name-syntax"
  return countCodePoints(label) > maxNameLength ? "name-too-long" : null
}

/** Returns a name like `preferredName` that no instruction has: with a number appended (`_2`, `_3` …) if it is taken. */
export const createUniqueName = (instructions: ReadonlyArray<Named>, preferredName: string): string =>
  createNameGenerator(instructions)(preferredName)

/** Returns a function for any number of unique names, which indexes the list once; returned names count as taken. A blank name stays blank. */
export const createNameGenerator = (instructions: ReadonlyArray<Named>): ((preferredName: string) => string) => {
  const taken = new Set(instructions.map((instruction) => toNameKey(getInstructionName(instruction))))
  // By stem: all numbers below are taken, and stay so.
  const nextNumbers = new Map<string, number>()
  return (preferredName) => {
    if (isBlank(preferredName)) return preferredName
    let name = preferredName
    if (taken.has(toNameKey(preferredName))) {
      const stem = preferredName.replace(/_\d+$/u, "")
      let number = nextNumbers.get(toNameKey(stem)) ?? 2
      while (taken.has(toNameKey(`${stem}_${number}`))) number++
      nextNumbers.set(toNameKey(stem), number)
      name = `${stem}_${number}`
    }
    taken.add(toNameKey(name))
    return name
  }
}

const isBlank = (label: string | null | undefined): boolean => (label ?? "").trim() === ""

/** The indexes of instructions by name key. */
export type NameIndex = ReadonlyMap<string, number>

/** Indexes instructions by name; of several with the same name the first counts. */
export const buildNameIndex = (instructions: ReadonlyArray<Pick<Instruction, "label" | "order">>): NameIndex => {
  const indexes = new Map<string, number>()
  for (const [index, instruction] of instructions.entries()) {
    const key = toNameKey(getInstructionName(instruction))
    if (!indexes.has(key)) indexes.set(key, index)
  }
  return indexes
}
