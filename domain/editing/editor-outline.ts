// The outline of a script in the editor: filter, collapsed blocks, excerpts, and targets of moves [I14].

import { nameRecalls } from "../recall/recall-filling.ts"
import { findPicture } from "../rich-text/message-media.ts"
import { toPlainText, toPlainTextWithAlt } from "../rich-text/plain-text.ts"
import { getInstructionKind, type Instruction, type InstructionKind } from "../script/instruction.ts"
import { getInstructionName, toNameKey } from "../script/instruction-name.ts"
import { listInstructionTexts } from "../script/instruction-texts.ts"
import { getScoreParams } from "../script/score-ranges.ts"
import { getIndexBeside } from "./instruction-list.ts"

/** `text` is searched in names and all texts, ignoring case; a `kind` of null means any. */
export type InstructionFilter = { readonly text: string; readonly kind: InstructionKind | null }

/** Returns whether a filter filters anything. */
export const isFilterActive = ({ text, kind }: InstructionFilter): boolean => text.trim() !== "" || kind !== null

/** Returns whether an instruction matches a filter. */
export const matchesFilter = (instruction: Instruction, { text, kind }: InstructionFilter): boolean => {
  if (kind !== null && getInstructionKind(instruction) !== kind) return false
  const query = toNameKey(text.trim())
  return query === "" || toNameKey(getInstructionName(instruction)).includes(query) || getSearchText(instruction).includes(query)
}

/** Cache: searching needs the texts of the same instructions at every keystroke. */
const searchTexts = new WeakMap<Instruction, string>()

const getSearchText = (instruction: Instruction): string => {
  const cached = searchTexts.get(instruction)
  if (cached !== undefined) return cached
  const texts = listInstructionTexts(instruction).map((text) => (text.of === "message" ? toPlainTextWithAlt(text.content) : text.content))
  const rangeLabels = (getScoreParams(instruction)?.ranges ?? []).map(({ label }) => label ?? "")
  const searchText = toNameKey([...texts, ...rangeLabels, instruction.condition ?? ""].join("\n"))
  searchTexts.set(instruction, searchText)
  return searchText
}

/**
 * Finds blocks: two or more consecutive instructions with the same condition. Returns the first and the last index of the block for the
 * index of each of its instructions.
 */
export const findBlocks = (
  instructions: ReadonlyArray<Instruction>,
): ReadonlyMap<number, { readonly first: number; readonly last: number }> => {
  const blocks = new Map<number, { readonly first: number; readonly last: number }>()
  let first = 0
  for (let index = 1; index <= instructions.length; index++) {
    const condition = getTrimmedCondition(instructions[first])
    if (condition !== "" && condition === getTrimmedCondition(instructions[index])) continue
    if (index - first > 1) for (let blockIndex = first; blockIndex < index; blockIndex++) blocks.set(blockIndex, { first, last: index - 1 })
    first = index
  }
  return blocks
}

const getTrimmedCondition = (instruction: Instruction | undefined): string => (instruction?.condition ?? "").trim()

type List = ReadonlyArray<Instruction>

type Blocks = ReturnType<typeof findBlocks>

/** Returns the indexes that are rows: a collapsed block is one row, at its first instruction. `closed` are collapsed blocks by their first UUID. */
export const listRowIndexes = (list: List, blocks: Blocks, closed: ReadonlySet<string>): ReadonlyArray<number> =>
  list.flatMap((_, index) => {
    const first = blocks.get(index)?.first
    return first === undefined || first === index || !closed.has(list[first]?.uuid ?? "") ? [index] : []
  })

/** Returns the UUIDs of a row: all of its block if that is collapsed, else its own instruction. */
export const getRowUuids = (list: List, blocks: Blocks, closed: ReadonlySet<string>, index: number): ReadonlySet<string> => {
  const block = blocks.get(index)
  const first = block?.first ?? index
  const isClosed = closed.has(list[first]?.uuid ?? "")
  return new Set(list.slice(isClosed ? first : index, (isClosed ? (block?.last ?? index) : index) + 1).map(({ uuid }) => uuid))
}

/**
 * Returns the target index (as in `moveInstructionsTo`) that makes these instructions the row `row`, counted without them and limited to
 * the rows. `rows` are the indexes of the visible rows.
 */
export const getIndexAtRow = (list: List, rows: ReadonlyArray<number>, uuids: ReadonlySet<string>, row: number): number => {
  const otherRows = rows.flatMap((index) => (uuids.has(list[index]?.uuid ?? "") ? [] : [index]))
  const next = otherRows[Math.max(0, row)] ?? list.length
  return list.slice(0, next).filter(({ uuid }) => !uuids.has(uuid)).length
}

/** Returns the row, counted without the moved instructions, that they become when the row `from` is dropped at the place of the row `to`. */
export const getRowOfDrop = (list: List, rows: ReadonlyArray<number>, uuids: ReadonlySet<string>, from: number, to: number): number =>
  rows.slice(0, to > from ? to + 1 : to).filter((index) => !uuids.has(list[index]?.uuid ?? "")).length

/** Returns `closed` without the block that hides the instruction: selecting an instruction expands its block. */
export const expandBlockAround = (list: List, closed: ReadonlySet<string>, uuid: string | null): ReadonlySet<string> => {
  if (closed.size === 0 || uuid === null) return closed
  const index = list.findIndex((instruction) => instruction.uuid === uuid)
  const first = list[findBlocks(list).get(index)?.first ?? -1]?.uuid
  return first === undefined || first === uuid || !closed.has(first)
    ? closed
    : new Set([...closed].filter((blockUuid) => blockUuid !== first))
}

/** Returns the index after which a new instruction is inserted: the end of a collapsed block, which is never split. */
export const getLastIndexOfRow = (list: List, closed: ReadonlySet<string>, index: number): number => {
  const block = closed.size === 0 ? undefined : findBlocks(list).get(index)
  return block !== undefined && closed.has(list[block.first]?.uuid ?? "") ? block.last : index
}

/** The maximum number of characters that are read for an excerpt, and its maximum length. */
const [maxReadLength, maxExcerptLength] = [400, 120]

type ExcerptSource = Pick<Instruction, "type" | "messages" | "action">

/** Returns an excerpt that identifies an instruction in a list: its first words in the script's language, or its action's target. */
export const getExcerpt = ({ messages, action }: ExcerptSource, language: string): string => {
  const content = (messages.find(({ locale }) => locale === language) ?? messages[0])?.content ?? ""
  return (findPicture(content)?.alt || toPlainText(nameRecalls(content.slice(0, maxReadLength), "rich")) || getActionTarget(action)).slice(
    0,
    maxExcerptLength,
  )
}

const getActionTarget = (action: ExcerptSource["action"]): string => {
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

const typesWithoutText: ReadonlySet<Instruction["type"]> = new Set(["action", "end", "score"])

/** Returns whether an instruction without text is incomplete. */
export const needsText = ({ type }: Pick<Instruction, "type">): boolean => !typesWithoutText.has(type)

/** Whether to move before or after an instruction. */
export type RelativePosition = "before" | "after"

/**
 * Returns the instructions beside which these can be moved, that match the text: exact names first, then names that start with it, then
 * names that contain it, then other matches; each group in script order.
 */
export const findNeighbors = (list: List, uuids: ReadonlySet<string>, text: string): List => {
  const matches = list.filter((instruction) => !uuids.has(instruction.uuid) && matchesFilter(instruction, { text, kind: null }))
  const query = toNameKey(text.trim())
  if (query === "") return matches
  const ranks = new Map(matches.map((match) => [match, rankMatch(toNameKey(getInstructionName(match)), query)]))
  return matches.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
}

const rankMatch = (name: string, query: string): number => (name === query ? 0 : name.startsWith(query) ? 1 : name.includes(query) ? 2 : 3)

/** Parses a typed position from 1; returns its index, or undefined if it is not a number or there is no such position. */
export const parsePosition = (text: string, count: number): number | undefined => {
  if (!/^\s*\d+\s*$/.test(text)) return undefined
  const index = Number(text) - 1
  return index >= 0 && index < count ? index : undefined
}

/** The target of a move, as in `moveInstructionsTo`; `beside` is null if a position was typed. */
export type MoveTarget = { readonly to: number; readonly beside: Instruction | null }

/** Returns the target for a typed position, or beside the first instruction that matches the text; undefined if there is none. */
export const findMoveTarget = (list: List, uuids: ReadonlySet<string>, text: string, side: RelativePosition): MoveTarget | undefined => {
  const movedCount = list.filter(({ uuid }) => uuids.has(uuid)).length
  // Positions are those before the move; near the end the moved instructions become the last ones.
  const position = parsePosition(text, list.length)
  if (position !== undefined) return { to: Math.min(position, list.length - movedCount), beside: null }
  if (text.trim() === "") return undefined
  const [beside] = findNeighbors(list, uuids, text)
  const to = beside && getIndexBeside(list, uuids, beside.uuid, side)
  return beside === undefined || to === undefined ? undefined : { to, beside }
}
