// Three-way merge of two saved versions of a script, per field and per instruction [V6, C12].

import { createInstructionCopy, indexByUuid } from "../editing/instruction-list.ts"
import { deepEqual, getOwnField, isRecord } from "../json/json-value.ts"
import { updateReferences } from "../recall/reference-renaming.ts"
import { areInstructionsEqual, type Instruction, setOrder } from "../script/instruction.ts"
import { createNameGenerator } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"
import { changeScriptLanguage } from "../script/script-language-change.ts"
import { findMoved } from "./script-diff.ts"

export type MergeSide = "mine" | "theirs"
/** The side to keep, by key of a difference; the default is `mine`. [V6] Of an instruction both sides can be kept. */
export type MergeChoices = Readonly<Record<string, MergeSide | "both">>

/** A difference: who changed it since the base, and its value in each version; undefined if it does not exist there. */
type DifferenceBetween<Kind extends string, Value> = {
  readonly kind: Kind
  readonly key: string
  readonly by: MergeSide | "both"
  readonly base: Value | undefined
  readonly mine: Value | undefined
  readonly theirs: Value | undefined
}
/** The key is an instruction's UUID, a field's name, or `order`; for the order the values are the instructions that a side moved. */
export type MergeDifference =
  | DifferenceBetween<"instruction", Instruction>
  | DifferenceBetween<"field", unknown>
  | DifferenceBetween<"order", List>

type List = ReadonlyArray<Instruction>
type Versions = { readonly base: AuthoredScript; readonly mine: AuthoredScript; readonly theirs: AuthoredScript }

/** Returns all differences between mine and theirs: fields, order, instructions. Those changed by both need a choice. */
export const listMergeDifferences = (versions: Versions): ReadonlyArray<MergeDifference> => {
  const aligned = alignLanguages(versions)
  return [...listFieldDifferences(versions, aligned), ...listOrderDifferences(versions), ...listInstructionDifferences(aligned)]
}

/** Returns the value of a field as one line: translations as `fr: Enquête, de: Umfrage`, "" for none. */
export const formatFieldValue = (value: unknown): string => {
  if (typeof value === "string") return value
  if (value === undefined || value === null) return ""
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value
    .map((item: unknown) => (isRecord(item) ? `${String(item["locale"])}: ${String(item["content"])}` : JSON.stringify(item)))
    .join(", ")
}

/** Converts all versions to the merged language: changing a script's language relabels its texts, so every instruction would seem changed. */
const alignLanguages = ({ base, mine, theirs }: Versions, choices: MergeChoices = {}): Versions => {
  const changedBy = findChangedSide(Object.is, base.language, mine.language, theirs.language)
  const { language } = (changedBy === "both" ? getOwnField(choices, "language") : changedBy) === "theirs" ? theirs : mine
  return {
    base: changeScriptLanguage(base, language),
    mine: changeScriptLanguage(mine, language),
    theirs: changeScriptLanguage(theirs, language),
  }
}

/** [V6] Returns whether both versions of an instruction can be kept: both sides changed it and neither deleted it. */
export const canKeepBoth = ({ kind, by, mine, theirs }: MergeDifference): boolean =>
  kind === "instruction" && by === "both" && mine !== undefined && theirs !== undefined

/**
 * Merges two versions: a change by one side is taken, a change by both is decided by `choices`. `createUuid` returns UUIDs for instructions of
 * which both versions are kept; without it mine is kept.
 */
export const mergeScripts = (versions: Versions, choices: MergeChoices = {}, createUuid?: () => string): AuthoredScript => {
  const { mine, theirs } = versions
  const differences = listMergeDifferences(versions)
  const sides = new Map(
    differences.map(({ kind, key, by }) => [`${kind} ${key}`, by === "both" ? (getOwnField(choices, key) ?? "mine") : by]),
  )
  const getVersion = (kind: MergeDifference["kind"], key: string) => (sides.get(`${kind} ${key}`) === "theirs" ? theirs : mine)
  const aligned = alignLanguages(versions, choices)
  const instructionsByUuid = { mine: indexByUuid(aligned.mine), theirs: indexByUuid(aligned.theirs) }
  const getInstruction = (uuid: string) =>
    (getVersion("instruction", uuid) === theirs ? instructionsByUuid.theirs : instructionsByUuid.mine).get(uuid) ?? []
  const keptTwice = new Set(
    differences.filter((difference) => canKeepBoth(difference) && getOwnField(choices, difference.key) === "both").map(({ key }) => key),
  )
  const orderedUuids = getVersion("order", "order") === theirs ? weaveOrder(theirs, mine) : weaveOrder(mine, theirs)
  const merged = setOrder(orderedUuids.flatMap(getInstruction))
  const { list, copies } =
    createUuid === undefined
      ? { list: merged, copies: new Set<string>() }
      : addTheirCopies(merged, keptTwice, instructionsByUuid.theirs, createUuid)
  const getFieldVersion = (key: string) => (getVersion("field", key) === theirs ? aligned.theirs : aligned.mine)
  const getSide = (uuid: string): MergeSide => (copies.has(uuid) || getVersion("instruction", uuid) === theirs ? "theirs" : "mine")
  return {
    ...Object.fromEntries(
      listFieldNames(versions).flatMap((key) => (Object.hasOwn(getFieldVersion(key), key) ? [[key, getFieldVersion(key)[key]]] : [])),
    ),
    name: getVersion("field", "name").name,
    public_name: getFieldVersion("public_name").public_name,
    language: getVersion("field", "language").language,
    instructions: updateMergedReferences(getSide, aligned, list),
  }
}

/** [V6] Inserts their version as a copy after mine; returns the list and the UUIDs of the copies. */
const addTheirCopies = (list: List, keptTwice: ReadonlySet<string>, theirs: ReadonlyMap<string, Instruction>, createUuid: () => string) => {
  const getUniqueName = createNameGenerator(list)
  const copies = new Set<string>()
  const withCopy = (instruction: Instruction): List => {
    const theirVersion = keptTwice.has(instruction.uuid) ? theirs.get(instruction.uuid) : undefined
    if (theirVersion === undefined) return [instruction]
    const copy = createInstructionCopy(theirVersion, getUniqueName, createUuid)
    copies.add(copy.uuid)
    return [instruction, copy]
  }
  return { list: setOrder(list.flatMap(withCopy)), copies }
}

/** [C12] References follow the names of the side that wrote them, whatever the other side renamed. */
const updateMergedReferences = (
  getSide: (uuid: string) => MergeSide,
  { mine, theirs }: Versions,
  merged: AuthoredScript["instructions"],
): AuthoredScript["instructions"] => {
  const updated = { mine: updateReferences(mine.instructions, merged), theirs: updateReferences(theirs.instructions, merged) }
  return merged.map((instruction, index) => updated[getSide(instruction.uuid)][index] ?? instruction)
}

const findChangedSide = <Value>(
  areEqual: (a: Value, b: Value) => boolean,
  base: Value,
  mine: Value,
  theirs: Value,
): MergeSide | "both" | null => {
  if (areEqual(mine, theirs)) return null
  if (areEqual(base, mine)) return "theirs"
  return areEqual(base, theirs) ? "mine" : "both"
}

const listFieldNames = ({ base, mine, theirs }: Versions): ReadonlyArray<string> =>
  [...new Set([base, mine, theirs].flatMap((version) => Object.keys(version)))].filter((key) => key !== "instructions")

/** Changing the language swaps the public title with its translation, so all fields but the language itself are compared in one language. */
const listFieldDifferences = (versions: Versions, aligned: Versions): ReadonlyArray<MergeDifference> =>
  listFieldNames(versions).flatMap((key) => {
    const compared = key === "language" ? versions : aligned
    const [base, mine, theirs] = [getOwnField(compared.base, key), getOwnField(compared.mine, key), getOwnField(compared.theirs, key)]
    const changedBy = findChangedSide(deepEqual, base, mine, theirs)
    return changedBy ? [{ kind: "field", key, by: changedBy, base, mine, theirs }] : []
  })

const listInstructionDifferences = (versions: Versions): ReadonlyArray<MergeDifference> => {
  const [baseByUuid, mineByUuid, theirsByUuid] = [indexByUuid(versions.base), indexByUuid(versions.mine), indexByUuid(versions.theirs)]
  return [...new Set([...mineByUuid.keys(), ...theirsByUuid.keys()])].flatMap((key) => {
    const [base, mine, theirs] = [baseByUuid.get(key), mineByUuid.get(key), theirsByUuid.get(key)]
    const changedBy = findChangedSide(areInstructionsEqual, base, mine, theirs)
    return changedBy ? [{ kind: "instruction", key, by: changedBy, base, mine, theirs }] : []
  })
}

/** The order differs if the instructions in all three versions are in different orders. */
const listOrderDifferences = ({ base, mine, theirs }: Versions): ReadonlyArray<MergeDifference> => {
  const [baseByUuid, mineByUuid, theirsByUuid] = [indexByUuid(base), indexByUuid(mine), indexByUuid(theirs)]
  const listSharedUuids = (version: AuthoredScript) =>
    listUuids(version).filter((uuid) => baseByUuid.has(uuid) && mineByUuid.has(uuid) && theirsByUuid.has(uuid))
  const changedBy = findChangedSide(deepEqual, listSharedUuids(base), listSharedUuids(mine), listSharedUuids(theirs))
  if (changedBy === null) return []
  const listMoved = (side: AuthoredScript, byUuid: ReadonlyMap<string, Instruction>) =>
    findMoved(listSharedUuids(base), listSharedUuids(side)).flatMap((uuid) => byUuid.get(uuid) ?? [])
  return [
    { kind: "order", key: "order", by: changedBy, base: [], mine: listMoved(mine, mineByUuid), theirs: listMoved(theirs, theirsByUuid) },
  ]
}

/** Returns the UUIDs of `leading`, with each run that only `other` has inserted after the instruction that it follows there. */
const weaveOrder = (leading: AuthoredScript, other: AuthoredScript): ReadonlyArray<string> => {
  const leadingByUuid = indexByUuid(leading)
  const runsAfter = new Map<string | null, Array<string>>()
  let anchor: string | null = null
  for (const uuid of listUuids(other)) {
    const run = runsAfter.get(anchor)
    if (leadingByUuid.has(uuid)) anchor = uuid
    else if (run) run.push(uuid)
    else runsAfter.set(anchor, [uuid])
  }
  return [...(runsAfter.get(null) ?? []), ...listUuids(leading).flatMap((uuid) => [uuid, ...(runsAfter.get(uuid) ?? [])])]
}

const listUuids = ({ instructions }: AuthoredScript): ReadonlyArray<string> => instructions.map(({ uuid }) => uuid)
