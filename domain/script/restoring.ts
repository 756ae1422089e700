// What restoring a version would do to the script as it is, for those who look at it (decisions V5).
import { byUuid } from "./by-uuid.ts"
import { compare, type Touched, touched } from "./compare.ts"
import { isUnchanged } from "./delta.ts"
import { authoredOf } from "./draft.ts"
import type { Instruction } from "./instruction.ts"
import { lockBreaches } from "./lock.ts"
import type { Authored, Script } from "./script.ts"

/** Fields beside the instructions that would be others: what they are now, and what they were. */
export type FieldChange = { readonly field: "name" | "public_name" | "language"; readonly now: string; readonly was: string }

export type Restoring = {
  readonly fields: ReadonlyArray<FieldChange>
  /** Instructions that would come back, and that would go. */
  readonly returns: ReadonlyArray<Instruction>
  readonly goes: ReadonlyArray<Instruction>
  readonly moves: ReadonlyArray<Instruction>
  readonly changes: ReadonlyArray<{ readonly instruction: Instruction; readonly fields: ReadonlyArray<string> }>
  /** [V2] Questions whose answers would no longer mean what they mean now. */
  readonly touched: ReadonlyArray<Touched>
}

const named = ["name", "public_name", "language"] as const

/** [V5] From the script as it is now to what it said then. */
export const restoring = (now: Authored, earlier: Authored): Restoring => {
  const { added, removed, moved, changed } = compare(now, earlier)
  const [is, was] = [byUuid(now), byUuid(earlier)]
  const of = (from: ReadonlyMap<string, Instruction>, uuids: ReadonlyArray<string>) => uuids.flatMap((uuid) => from.get(uuid) ?? [])
  return {
    fields: named.flatMap((field) => (now[field] === earlier[field] ? [] : [{ field, now: now[field], was: earlier[field] }])),
    returns: of(was, added),
    goes: of(is, removed),
    moves: of(was, moved),
    changes: changed.flatMap(({ uuid, fields }) => of(was, [uuid]).map((instruction) => ({ instruction, fields }))),
    touched: touched(now, earlier),
  }
}

/** [V5] Whether a version can be restored: it says something else, and nothing else in what is locked. */
export const mayRestore = (now: Script, earlier: Authored): boolean => {
  const authored = authoredOf(now)
  return !isAsNow(now, earlier) && lockBreaches(authored, earlier, now.status, { allowChanges: false }).length === 0
}

/** Whether a version says just what the script says now. */
export const isAsNow = (now: Script, earlier: Authored): boolean => isUnchanged(authoredOf(now), earlier)
