// What a script that counts as live still lets be edited (spec/2-editor §4, decisions S4–S6). The editor and the server both ask here.
import { same } from "../same.ts"
import type { Instruction } from "./instruction.ts"
import type { Authored } from "./script.ts"
import { isLocked, type Status } from "./status.ts"

export type LockFlags = { readonly allowChanges: boolean }

/** What can be locked: parts of a script, of an instruction, of a question. */
export const lockable = ["title", "sequence", "type", "name", "condition", "choices", "options", "action", "skipable"] as const
export type Lockable = (typeof lockable)[number]

/** [S6] Question options that stay open while live. */
export const openOptions = ["randomize", "hasSlider", "increment", "lowerBoundLabel", "upperBoundLabel"] as const

/** [S5] What is locked in a script of this status. A deleted script is view-only as a whole; `allowChanges` opens the choices of a live one. */
export const lockedParts = (status: Status, { allowChanges }: LockFlags): ReadonlySet<Lockable> => {
  if (status === "preparation") return new Set()
  return new Set(lockable.filter((part) => !(part === "choices" && allowChanges && isLocked(status))))
}

/** Whether nothing at all may be edited. */
export const isViewOnly = (status: Status): boolean => status === "deleted"

/** A locked field that an edit changed: an RFC 6901 pointer into the authored script, and the part it belongs to. */
export type LockBreach = { readonly pointer: string; readonly part: Lockable }

/** Each locked field in which `after` differs from `before`. */
export const lockBreaches = (before: Authored, after: Authored, status: Status, flags: LockFlags): ReadonlyArray<LockBreach> => {
  if (isViewOnly(status)) return same(before, after) ? [] : [{ pointer: "", part: "sequence" }]
  const locked = lockedParts(status, flags)
  if (locked.size === 0) return []
  const found: Array<LockBreach> = []
  if (before.name !== after.name) found.push({ pointer: "/name", part: "title" })
  if (!same(uuids(before), uuids(after))) found.push({ pointer: "/instructions", part: "sequence" })
  const earlier = new Map(before.instructions.map((it) => [it.uuid, it]))
  for (const [place, now] of after.instructions.entries()) {
    const was = earlier.get(now.uuid)
    if (was !== undefined && was !== now)
      found.push(...changed(was, now).map(({ at, part }) => ({ pointer: `/instructions/${place}${at}`, part })))
  }
  return found.filter(({ part }) => locked.has(part))
}

const uuids = ({ instructions }: Authored): ReadonlyArray<string> => instructions.map(({ uuid }) => uuid)

const changed = (was: Instruction, now: Instruction): ReadonlyArray<{ readonly at: string; readonly part: Lockable }> => {
  const differs = (part: Lockable, at: string, one: unknown, other: unknown) => (same(one ?? null, other ?? null) ? [] : [{ at, part }])
  return [
    ...differs("type", "/type", was.type, now.type),
    ...differs("name", "/label", was.label || null, now.label || null),
    ...differs("condition", "/condition", was.condition || null, now.condition || null),
    ...differs("type", "/question/type", was.question?.type, now.question?.type),
    ...differs("skipable", "/question/skipable", was.question?.skipable ?? false, now.question?.skipable ?? false),
    ...differs("choices", "/question/choices", was.question?.choices ?? [], now.question?.choices ?? []),
    ...differs("options", "/question/options", limits(was), limits(now)),
    ...differs("action", "/action", was.action, now.action),
  ]
}

/** A question's options without those that stay open. */
const limits = ({ question }: Instruction): unknown =>
  Object.fromEntries(
    Object.entries(question?.options ?? {}).filter(([key, value]) => value !== null && !openOptions.some((open) => open === key)),
  )
