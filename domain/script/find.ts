// Finding one's way in a long script: which instructions a search and a filter leave, and which stand in one block.
import { textsOf } from "../questions/choice-text.ts"
import { plainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "./instruction.ts"
import { type Kind, kindOf } from "./kind.ts"
import { nameKey, nameOf } from "./name.ts"

/** `text` is sought in names and in all texts, whatever the case; `kind` null is any. */
export type Sought = { readonly text: string; readonly kind: Kind | null }

export const isSought = ({ text, kind }: Sought): boolean => text.trim() !== "" || kind !== null

/** Whether an instruction is among those sought. */
export const isFound = (instruction: Instruction, { text, kind }: Sought): boolean => {
  if (kind !== null && kindOf(instruction) !== kind) return false
  const sought = nameKey(text.trim())
  return sought === "" || nameKey(nameOf(instruction)).includes(sought) || wordsOf(instruction).includes(sought)
}

/** Searching asks for the same instructions at every key press. */
const known = new WeakMap<Instruction, string>()

const wordsOf = (instruction: Instruction): string => {
  const before = known.get(instruction)
  if (before !== undefined) return before
  const { messages, question, condition } = instruction
  const texts = [
    ...messages.map(({ content }) => plainText(content)),
    ...(question?.choices ?? []).flatMap(textsOf).map((it) => it.content),
  ]
  const words = nameKey([...texts, condition ?? ""].join("\n"))
  known.set(instruction, words)
  return words
}

/**
 * The blocks of a script: runs of two and more instructions that are shown on one and the same condition. Given are, by the place of each
 * instruction of a block, the places at which the block begins and ends.
 */
export const blocksOf = (
  instructions: ReadonlyArray<Instruction>,
): ReadonlyMap<number, { readonly first: number; readonly last: number }> => {
  const blocks = new Map<number, { readonly first: number; readonly last: number }>()
  let first = 0
  for (let place = 1; place <= instructions.length; place++) {
    const condition = conditionOf(instructions[first])
    if (condition !== "" && condition === conditionOf(instructions[place])) continue
    if (place - first > 1) for (let at = first; at < place; at++) blocks.set(at, { first, last: place - 1 })
    first = place
  }
  return blocks
}

const conditionOf = (instruction: Instruction | undefined): string => (instruction?.condition ?? "").trim()
