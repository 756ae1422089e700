// Two savings of one script, brought together instruction by instruction (decisions "Two people saving the same script").

import { deepEqual } from "../json/json-equality.ts"
import { getOwnField } from "../json/json-value.ts"
import { updateReferences } from "../recall/reference-renaming.ts"
import type { Instruction } from "./instruction.ts"
import { createInstructionCopy, indexByUuid } from "./instruction-list.ts"
import { createNameGenerator } from "./instruction-name.ts"
import type { AuthoredScript } from "./script.ts"
import { findMoved } from "./script-diff.ts"
import { areInstructionsEqual, setOrder } from "./script-patch.ts"
import { changeScriptLanguage } from "./translations.ts"

export type MergeSide = "mine" | "theirs"
/** Of a field or an instruction that both changed: whose is kept, by its key. What is not named stays mine. [V6] Of an instruction both can be. */
export type MergeChoices = Readonly<Record<string, MergeSide | "both">>

/** What one side or both changed since they parted, how it was before and how either says it now (undefined: not there). */
type DifferenceBetween<Kind extends string, Value> = {
  readonly kind: Kind
  readonly key: string
  readonly by: MergeSide | "both"
  readonly base: Value | undefined
  readonly mine: Value | undefined
  readonly theirs: Value | undefined
}
/** The key of an instruction is its uuid, of a field its name, of the order `order`; of that it is told which instructions a side moved. */
export type MergeDifference =
  | DifferenceBetween<"instruction", Instruction>
  | DifferenceBetween<"field", unknown>
  | DifferenceBetween<"order", List>

type List = ReadonlyArray<Instruction>
type Versions = { readonly base: AuthoredScript; readonly mine: AuthoredScript; readonly theirs: AuthoredScript }

/** All that mine and theirs say differently: fields, then the order, then instructions. Where both changed it, merging needs a pick. */
export const listMergeDifferences = (versions: Versions): ReadonlyArray<MergeDifference> => [
  ...fields(versions),
  ...order(versions),
  ...instructions(inOneLanguage(versions)),
]

/**
 * All in the language that the script will have: texts go along with it, and each instruction would else seem to be changed by whoever gave the
 * script another one.
 */
const inOneLanguage = ({ base, mine, theirs }: Versions, picks: MergeChoices = {}): Versions => {
  const by = findChangedSide(Object.is, base.language, mine.language, theirs.language)
  const { language } = (by === "both" ? getOwnField(picks, "language") : by) === "theirs" ? theirs : mine
  return {
    base: changeScriptLanguage(base, language),
    mine: changeScriptLanguage(mine, language),
    theirs: changeScriptLanguage(theirs, language),
  }
}

/** [V6] Whether both versions can be kept, one beside the other: neither side deleted it. */
export const canKeepBoth = ({ kind, by, mine, theirs }: MergeDifference): boolean =>
  kind === "instruction" && by === "both" && mine !== undefined && theirs !== undefined

/**
 * One script of both: what one side changed is as that side has it, what both changed is as `picks` has it. Where one side changed
 * nothing it is the other side's script. `fresh` gives uuids to what is kept beside the other; without it nothing is, and mine stays.
 */
export const mergeScripts = (versions: Versions, picks: MergeChoices = {}, fresh?: () => string): AuthoredScript => {
  const { mine, theirs } = versions
  const all = listMergeDifferences(versions)
  const sides = new Map(all.map(({ kind, key, by }) => [`${kind} ${key}`, by === "both" ? (getOwnField(picks, key) ?? "mine") : by]))
  const of = (kind: MergeDifference["kind"], key: string) => (sides.get(`${kind} ${key}`) === "theirs" ? theirs : mine)
  const alike = inOneLanguage(versions, picks)
  const parts = { mine: indexByUuid(alike.mine), theirs: indexByUuid(alike.theirs) }
  const instruction = (uuid: string) => (of("instruction", uuid) === theirs ? parts.theirs : parts.mine).get(uuid) ?? []
  const doubled = new Set(all.filter((it) => canKeepBoth(it) && getOwnField(picks, it.key) === "both").map(({ key }) => key))
  const led = of("order", "order") === theirs ? weaveOrder(theirs, mine) : weaveOrder(mine, theirs)
  const mixed = setOrder(led.flatMap(instruction))
  const { list, copies } =
    fresh === undefined ? { list: mixed, copies: new Set<string>() } : addTheirCopies(mixed, doubled, parts.theirs, fresh)
  const from = (uuid: string): MergeSide => (copies.has(uuid) || of("instruction", uuid) === theirs ? "theirs" : "mine")
  return {
    ...Object.fromEntries(
      fieldNames(versions).flatMap((key) => (Object.hasOwn(of("field", key), key) ? [[key, of("field", key)[key]]] : [])),
    ),
    name: of("field", "name").name,
    public_name: of("field", "public_name").public_name,
    language: of("field", "language").language,
    instructions: updateMergedReferences(from, alike, list),
  }
}

/** [V6] The list with theirs behind mine as its copy would be, and what the copies are known by. */
const addTheirCopies = (list: List, doubled: ReadonlySet<string>, theirs: ReadonlyMap<string, Instruction>, fresh: () => string) => {
  const named = createNameGenerator(list)
  const copies = new Set<string>()
  const beside = (it: Instruction): List => {
    const other = doubled.has(it.uuid) ? theirs.get(it.uuid) : undefined
    if (other === undefined) return [it]
    const copy = createInstructionCopy(other, named, fresh)
    copies.add(copy.uuid)
    return [it, copy]
  }
  return { list: setOrder(list.flatMap(beside)), copies }
}

/** [C12] What one side wrote names what it named there, whatever the other side calls it. */
const updateMergedReferences = (
  from: (uuid: string) => MergeSide,
  { mine, theirs }: Versions,
  merged: AuthoredScript["instructions"],
): AuthoredScript["instructions"] => {
  const followed = { mine: updateReferences(mine.instructions, merged), theirs: updateReferences(theirs.instructions, merged) }
  return merged.map((it, place) => followed[from(it.uuid)][place] ?? it)
}

const findChangedSide = <Value>(
  is: (one: Value, other: Value) => boolean,
  base: Value,
  mine: Value,
  theirs: Value,
): MergeSide | "both" | null => {
  if (is(mine, theirs)) return null
  if (is(base, mine)) return "theirs"
  return is(base, theirs) ? "mine" : "both"
}

const fieldNames = ({ base, mine, theirs }: Versions): ReadonlyArray<string> =>
  [...new Set([base, mine, theirs].flatMap((version) => Object.keys(version)))].filter((key) => key !== "instructions")

const fields = (versions: Versions): ReadonlyArray<MergeDifference> =>
  fieldNames(versions).flatMap((key) => {
    const [base, mine, theirs] = [getOwnField(versions.base, key), getOwnField(versions.mine, key), getOwnField(versions.theirs, key)]
    const by = findChangedSide(deepEqual, base, mine, theirs)
    return by ? [{ kind: "field", key, by, base, mine, theirs }] : []
  })

const instructions = (versions: Versions): ReadonlyArray<MergeDifference> => {
  const [before, ours, others] = [indexByUuid(versions.base), indexByUuid(versions.mine), indexByUuid(versions.theirs)]
  return [...new Set([...ours.keys(), ...others.keys()])].flatMap((key) => {
    const [was, mine, theirs] = [before.get(key), ours.get(key), others.get(key)]
    const by = findChangedSide(areInstructionsEqual, was, mine, theirs)
    return by ? [{ kind: "instruction", key, by, base: was, mine, theirs }] : []
  })
}

/** The order is a difference where those that all three versions have stand in different orders. */
const order = ({ base, mine, theirs }: Versions): ReadonlyArray<MergeDifference> => {
  const [inBase, inMine, inTheirs] = [indexByUuid(base), indexByUuid(mine), indexByUuid(theirs)]
  const shared = (version: AuthoredScript) => uuids(version).filter((uuid) => inBase.has(uuid) && inMine.has(uuid) && inTheirs.has(uuid))
  const by = findChangedSide(deepEqual, shared(base), shared(mine), shared(theirs))
  if (by === null) return []
  const moved = (side: AuthoredScript, of: ReadonlyMap<string, Instruction>) =>
    findMoved(shared(base), shared(side)).flatMap((uuid) => of.get(uuid) ?? [])
  return [{ kind: "order", key: "order", by, base: [], mine: moved(mine, inMine), theirs: moved(theirs, inTheirs) }]
}

/** The uuids of `leading` as they stand, those that only `other` has behind the one they follow there. */
const weaveOrder = (leading: AuthoredScript, other: AuthoredScript): ReadonlyArray<string> => {
  const led = indexByUuid(leading)
  const following = new Map<string | null, Array<string>>()
  let anchor: string | null = null
  for (const uuid of uuids(other)) {
    const run = following.get(anchor)
    if (led.has(uuid)) anchor = uuid
    else if (run) run.push(uuid)
    else following.set(anchor, [uuid])
  }
  return [...(following.get(null) ?? []), ...uuids(leading).flatMap((uuid) => [uuid, ...(following.get(uuid) ?? [])])]
}

const uuids = ({ instructions }: AuthoredScript): ReadonlyArray<string> => instructions.map(({ uuid }) => uuid)
