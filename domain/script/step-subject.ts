// What a step of undo is about, as an author would call it: which text or setting, and of which instruction.
import { same } from "../same.ts"
import type { Delta } from "./delta.ts"
import type { Instruction } from "./instruction.ts"
import { nameOf } from "./name.ts"

export type StepPart = "title" | "public-title" | "language" | "name" | "condition" | "delay" | "text" | "choices" | "settings"
/** `part` is null where it is the whole, or several parts; `name` that of the one instruction; null for the script's own. `count` where it is known that several are meant. */
export type StepSubject = { readonly part: StepPart | null; readonly name: string | null } | { readonly part: null; readonly count: number }

/** `about`: what was moved, added or taken away; its neighbours make room, and conditions follow. Empty where what the step changed says it. */
type Step = { readonly delta: Delta; readonly about: ReadonlyArray<string> }

/** Null where a step is about several instructions that nobody chose, or about the script and instructions. */
export const stepSubject = ({ delta, about }: Step): StepSubject | null => {
  const { fields, removed, inserted } = delta
  const meant = about.flatMap((uuid) => [...inserted, ...removed].find((it) => it.uuid === uuid) ?? [])
  const [single] = meant
  if (single !== undefined) return meant.length === 1 ? { part: null, name: nameOf(single) } : { part: null, count: meant.length }
  const before = new Map(removed.map((it) => [it.uuid, it]))
  const after = new Set(inserted.map(({ uuid }) => uuid))
  const touched = [
    ...inserted.flatMap((now) => (isSameButPlace(before.get(now.uuid), now) ? [] : [{ was: before.get(now.uuid), now }])),
    ...removed.flatMap((was) => (after.has(was.uuid) ? [] : [{ was, now: undefined }])),
  ]
  // Where the script's language changes, its texts go along; where a name does, what refers to it. A file brings a language and more.
  if (fields !== null) {
    const part = fieldChanged(fields)
    const isOfTexts = part === "language" && touched.every(({ was, now }) => was !== undefined && now !== undefined)
    return isOfTexts || touched.length === 0 ? { part, name: null } : null
  }
  const renamed = touched.filter(({ was, now }) => was !== undefined && now !== undefined && (was.label ?? "") !== (now.label ?? ""))
  const [one, ...others] = renamed.length === 1 ? renamed : touched
  const named = one?.now ?? one?.was
  if (one === undefined || named === undefined || others.length > 0) return null
  return { part: one.was === undefined || one.now === undefined ? null : partChanged(one.was, one.now), name: nameOf(named) }
}

const isSameButPlace = (was: Instruction | undefined, now: Instruction): boolean =>
  was !== undefined && same({ ...was, order: 0 }, { ...now, order: 0 })

const fieldChanged = ({ before, after }: NonNullable<Delta["fields"]>): StepPart | null => {
  if (before.language !== after.language) return "language"
  const [title, publicTitle] = [before.name !== after.name, before.public_name !== after.public_name]
  return title === publicTitle ? null : title ? "title" : "public-title"
}

/** The reading delay goes along with the text. */
const partChanged = (was: Instruction, now: Instruction): StepPart | null => {
  if ((was.label ?? "") !== (now.label ?? "")) return "name"
  const differs = (field: keyof Instruction): boolean => !same(was[field], now[field])
  const parts: ReadonlyArray<StepPart> = [
    ...(differs("condition") ? (["condition"] as const) : []),
    ...(differs("messages") ? (["text"] as const) : differs("typing_delay") ? (["delay"] as const) : []),
    ...(differs("question") ? [same(was.question?.choices, now.question?.choices) ? ("settings" as const) : ("choices" as const)] : []),
    ...(differs("action") ? (["settings"] as const) : []),
  ]
  return parts.length === 1 ? (parts[0] ?? null) : null
}
