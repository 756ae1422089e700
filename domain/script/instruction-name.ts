// Names of instructions: what conditions, recalls and exports call them by (spec/2-editor §5, decisions I3–I5).
import { countCodePoints } from "../questions/answer-bounds.ts"
import type { Instruction } from "./instruction.ts"

type Named = Pick<Instruction, "uuid" | "label" | "order">

/** [I3] Letters (of any script), digits and underscore. */
const syntax = /^[\p{L}\p{M}\p{N}_]+$/u

/** [I3] Characters that a name has at most: it stands in conditions, texts and headings of columns. */
export const maxNameLength = 255

type NameProblem = "name-syntax" | "name-too-long" | "name-not-unique"

/** [I5] What stands in for a blank name. */
export const getDefaultName = (order: number): string => `q${order + 1}`

/** The name of an instruction: its label, or what stands in for it. */
export const getInstructionName = ({ label, order }: Pick<Instruction, "label" | "order">): string =>
  isBlank(label) ? getDefaultName(order) : (label ?? "")

/** What a typed name turns into: a space becomes an underscore. */
export const normalizeTypedName = (text: string): string => text.replace(/\s/gu, "_")

/** [I4] The form in which names are compared: case says nothing. */
export const nameKey = (name: string): string => (/^[a-z\d_]*$/.test(name) ? name : name.normalize("NFC").toLowerCase())

/** What is wrong with giving the instruction `uuid` the name `label`, or null. A blank name is never wrong. */
export const nameProblem = (instructions: ReadonlyArray<Named>, uuid: string, label: string): NameProblem | null => {
  if (isBlank(label)) return null
  const problem = spellingProblem(label)
  if (problem !== null) return problem
  const key = nameKey(label)
  return instructions.some((it) => it.uuid !== uuid && nameKey(getInstructionName(it)) === key) ? "name-not-unique" : null
}

/** Each instruction whose label has a problem, in one pass over the list. */
export const nameProblems = (instructions: ReadonlyArray<Named>): ReadonlyMap<Named, NameProblem> => {
  const times = new Map<string, number>()
  for (const it of instructions) times.set(nameKey(getInstructionName(it)), (times.get(nameKey(getInstructionName(it))) ?? 0) + 1)
  const problems = new Map<Named, NameProblem>()
  for (const it of instructions) {
    if (isBlank(it.label)) continue
    const problem = spellingProblem(it.label ?? "")
    if (problem !== null) problems.set(it, problem)
    else if ((times.get(nameKey(getInstructionName(it))) ?? 0) > 1) problems.set(it, "name-not-unique")
  }
  return problems
}

const spellingProblem = (label: string): "name-syntax" | "name-too-long" | null => {
  if (!syntax.test(label)) return "name-syntax"
  return countCodePoints(label) > maxNameLength ? "name-too-long" : null
}

/** A name like `wish` that no instruction has: `wish_2`, `wish_3` … where it is taken. */
export const createUniqueName = (instructions: ReadonlyArray<Named>, wish: string): string => createNameGenerator(instructions)(wish)

/**
 * The same for any number of names, for a list that is gone through once: a name that was given is taken from then on. A blank
 * wish is none, and stays.
 */
export const createNameGenerator = (instructions: ReadonlyArray<Named>): ((wish: string) => string) => {
  const taken = new Set(instructions.map((it) => nameKey(getInstructionName(it))))
  // By their stems: below these all numbers are taken, and stay so.
  const next = new Map<string, number>()
  return (wish) => {
    if (isBlank(wish)) return wish
    let name = wish
    if (taken.has(nameKey(wish))) {
      const stem = wish.replace(/_\d+$/u, "")
      let n = next.get(nameKey(stem)) ?? 2
      while (taken.has(nameKey(`${stem}_${n}`))) n++
      next.set(nameKey(stem), n)
      name = `${stem}_${n}`
    }
    taken.add(nameKey(name))
    return name
  }
}

const isBlank = (label: string | null | undefined): boolean => (label ?? "").trim() === ""

// Which instruction a name stands for (decisions "Instruction names"): without regard to case, and of several the first.

/** The places of instructions by the keys of their names. */
export type NameIndex = ReadonlyMap<string, number>

export const buildNameIndex = (instructions: ReadonlyArray<Pick<Instruction, "label" | "order">>): NameIndex => {
  const places = new Map<string, number>()
  for (const [place, instruction] of instructions.entries()) {
    const key = nameKey(getInstructionName(instruction))
    if (!places.has(key)) places.set(key, place)
  }
  return places
}
