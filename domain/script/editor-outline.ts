// Finding one's way in a long script: which instructions a search and a filter leave, and which stand in one block.
import { listChoiceTexts } from "../questions/choices.ts"
import { findPicture } from "../rich-text/message-media.ts"
import { plainText } from "../rich-text/plain-text.ts"
import { getInstructionKind, type Instruction, type InstructionKind } from "./instruction.ts"
import { getIndexBeside } from "./instruction-list.ts"
import { getInstructionName, nameKey } from "./instruction-name.ts"

/** `text` is sought in names and in all texts, whatever the case; `kind` null is any. */
export type InstructionFilter = { readonly text: string; readonly kind: InstructionKind | null }

export const isFilterActive = ({ text, kind }: InstructionFilter): boolean => text.trim() !== "" || kind !== null

/** Whether an instruction is among those sought. */
export const matchesFilter = (instruction: Instruction, { text, kind }: InstructionFilter): boolean => {
  if (kind !== null && getInstructionKind(instruction) !== kind) return false
  const sought = nameKey(text.trim())
  return sought === "" || nameKey(getInstructionName(instruction)).includes(sought) || getSearchText(instruction).includes(sought)
}

/** Searching asks for the same instructions at every key press. */
const known = new WeakMap<Instruction, string>()

const getSearchText = (instruction: Instruction): string => {
  const before = known.get(instruction)
  if (before !== undefined) return before
  const { messages, question, condition } = instruction
  const texts = [
    ...messages.map(({ content }) => plainText(content)),
    ...(question?.choices ?? []).flatMap(listChoiceTexts).map((it) => it.content),
  ]
  const words = nameKey([...texts, condition ?? ""].join("\n"))
  known.set(instruction, words)
  return words
}

/**
 * The blocks of a script: runs of two and more instructions that are shown on one and the same condition. Given are, by the place of each
 * instruction of a block, the places at which the block begins and ends.
 */
export const findBlocks = (
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

// Moving in a list in which blocks are closed: a closed block is one row, goes as one, and is passed as one.

type List = ReadonlyArray<Instruction>

type Blocks = ReturnType<typeof findBlocks>

/** The places that are rows: of a closed block that of its first. Closed are blocks by the uuid of their first. */
export const listRowIndexes = (list: List, blocks: Blocks, closed: ReadonlySet<string>): ReadonlyArray<number> =>
  list.flatMap((_, place) => {
    const first = blocks.get(place)?.first
    return first === undefined || first === place || !closed.has(list[first]?.uuid ?? "") ? [place] : []
  })

/** The uuids of what goes with the row of an instruction: of all its block where that is closed, else its own. */
export const getRowUuids = (list: List, blocks: Blocks, closed: ReadonlySet<string>, place: number): ReadonlySet<string> => {
  const block = blocks.get(place)
  const first = block?.first ?? place
  const isClosed = closed.has(list[first]?.uuid ?? "")
  return new Set(list.slice(isClosed ? first : place, (isClosed ? (block?.last ?? place) : place) + 1).map(({ uuid }) => uuid))
}

/**
 * Where the instructions of these uuids go (as `moveTo` counts it) so that they are the row `row` of those that are shown, counted without
 * theirs; kept within the rows. `rows` are the places of what is shown.
 */
export const getIndexAtRow = (list: List, rows: ReadonlyArray<number>, uuids: ReadonlySet<string>, row: number): number => {
  const shown = rows.flatMap((place) => (uuids.has(list[place]?.uuid ?? "") ? [] : [place]))
  const next = shown[Math.max(0, row)] ?? list.length
  return list.slice(0, next).filter(({ uuid }) => !uuids.has(uuid)).length
}

/** The same without those that would hide the instruction of this uuid: whoever comes to it sees it. */
export const expandBlockAround = (list: List, closed: ReadonlySet<string>, uuid: string | null): ReadonlySet<string> => {
  if (closed.size === 0 || uuid === null) return closed
  const place = list.findIndex((it) => it.uuid === uuid)
  const first = list[findBlocks(list).get(place)?.first ?? -1]?.uuid
  return first === undefined || first === uuid || !closed.has(first) ? closed : new Set([...closed].filter((one) => one !== first))
}

/** Behind which instruction that comes which follows on this one: behind all of a closed block, which is not parted. */
export const getLastIndexOfRow = (list: List, closed: ReadonlySet<string>, place: number): number => {
  const block = closed.size === 0 ? undefined : findBlocks(list).get(place)
  return block !== undefined && closed.has(list[block.first]?.uuid ?? "") ? block.last : place
}

// What an instruction is known by in a list, beside its name: its first words; where it need not say anything, where it leads.

/** Characters that are read of a text, for the first words of it, and that these have at most. */
const [read, most] = [400, 120]

type Said = Pick<Instruction, "type" | "messages" | "action">

/** In the language of the script where it is said in it; "" where there is nothing to be known by. */
export const getExcerpt = ({ messages, action }: Said, language: string): string => {
  const content = (messages.find(({ locale }) => locale === language) ?? messages[0])?.content ?? ""
  return (findPicture(content)?.alt || plainText(content.slice(0, read)) || getActionTarget(action)).slice(0, most)
}

const getActionTarget = (action: Said["action"]): string => {
  switch (action?.type) {
    case "send2api":
    case "getFromAPI":
    case "askAI":
      return action.params.endpoint ?? ""
    case "end":
      return action.params.message || action.params.url || ""
    default:
      return ""
  }
}

const silent: ReadonlySet<Instruction["type"]> = new Set(["action", "end", "score"])

/** Whether an instruction is there to say something: one that acts need not. */
export const needsText = ({ type }: Pick<Instruction, "type">): boolean => !silent.has(type)

// Where instructions go that are moved without dragging: what is typed is a number, or words of the one beside which they are to stand.

export type RelativePosition = "before" | "after"

/**
 * Beside which those of these uuids can stand, of what the words leave: what is called so first, then what is called something that begins
 * so, then what has them in its name, then the others; those alike in the order of the script.
 */
export const findNeighbors = (list: List, uuids: ReadonlySet<string>, text: string): List => {
  const found = list.filter((it) => !uuids.has(it.uuid) && matchesFilter(it, { text, kind: null }))
  const sought = nameKey(text.trim())
  if (sought === "") return found
  const ranks = new Map(found.map((it) => [it, rank(nameKey(getInstructionName(it)), sought)]))
  return found.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
}

const rank = (name: string, sought: string): number => (name === sought ? 0 : name.startsWith(sought) ? 1 : name.includes(sought) ? 2 : 3)

/** What a typed number says of so many places, counted from 0; undefined where it is none of them, or no number. */
export const parsePosition = (text: string, places: number): number | undefined => {
  if (!/^\s*\d+\s*$/.test(text)) return undefined
  const place = Number(text) - 1
  return place >= 0 && place < places ? place : undefined
}

/** `to` as `moveTo` counts it; `beside` is null where a number says it. */
export type MoveTarget = { readonly to: number; readonly beside: Instruction | null }

/** What is taken of what is typed: its number, else the first that its words leave; undefined where nothing is typed, or found. */
export const findMoveTarget = (list: List, uuids: ReadonlySet<string>, text: string, side: RelativePosition): MoveTarget | undefined => {
  const moved = list.filter(({ uuid }) => uuids.has(uuid)).length
  // The numbers are those that the instructions have; where not all that move fit from one on, they are the last.
  const typed = parsePosition(text, list.length)
  if (typed !== undefined) return { to: Math.min(typed, list.length - moved), beside: null }
  if (text.trim() === "") return undefined
  const [beside] = findNeighbors(list, uuids, text)
  const to = beside && getIndexBeside(list, uuids, beside.uuid, side)
  return beside === undefined || to === undefined ? undefined : { to, beside }
}
