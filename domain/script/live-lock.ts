// What a script that counts as live still lets be edited (spec/2-editor §4, decisions S4–S6). The editor and the server both ask here.

import { deepEqual } from "../json/json-equality.ts"
import { isRecord, toJsonPointer } from "../json/json-parser.ts"
import { getOwnField } from "../json/json-value.ts"
import { choiceExtras } from "../questions/choice-question.ts"
import type { Choices } from "../questions/choices.ts"
import { uploadButtons } from "../questions/file-question.ts"
import type { Instruction } from "./instruction.ts"
import type { AuthoredScript } from "./script.ts"
import { isLocked, type Status } from "./status.ts"
import { changeScriptLanguage } from "./translations.ts"

export type LockFlags = { readonly allowChanges: boolean }

/** What can be locked: parts of a script, of an instruction, of a question; `other` is what has no control in the editor. */
export const lockableParts = [
  "title",
  "sequence",
  "type",
  "name",
  "condition",
  "choices",
  "options",
  "action",
  "skipable",
  "other",
] as const
export type LockablePart = (typeof lockableParts)[number]

/** [S6] Question options that stay open while live. */
export const unlockedOptions = ["randomize", "hasSlider", "increment", "lowerBoundLabel", "upperBoundLabel"] as const

/** [S5] What is locked in a script of this status. A deleted script is view-only as a whole; `allowChanges` opens the choices of a live one. */
export const lockedParts = (status: Status, { allowChanges }: LockFlags): ReadonlySet<LockablePart> => {
  if (status === "preparation") return new Set()
  return new Set(lockableParts.filter((part) => !(part === "choices" && allowChanges && isLocked(status))))
}

/** Whether nothing at all may be edited. */
export const isViewOnly = (status: Status): boolean => status === "deleted"

/** A locked field that an edit changed: an RFC 6901 pointer into the authored script, and the part it belongs to. */
export type LockViolation = { readonly pointer: string; readonly part: LockablePart }

/** Each locked field in which `after` differs from `before`. */
export const findLockViolations = (
  before: AuthoredScript,
  after: AuthoredScript,
  status: Status,
  flags: LockFlags,
): ReadonlyArray<LockViolation> => {
  if (isViewOnly(status)) return deepEqual(before, after) ? [] : [{ pointer: "", part: "other" }]
  const locked = lockedParts(status, flags)
  if (locked.size === 0) return []
  const found: Array<LockViolation> = differing(before, after, openScriptFields).map((field) => ({
    pointer: toJsonPointer(field),
    part: "other",
  }))
  if (before.name !== after.name) found.push({ pointer: "/name", part: "title" })
  if (!deepEqual(uuids(before), uuids(after))) found.push({ pointer: "/instructions", part: "sequence" })
  const earlier = new Map(before.instructions.map((it) => [it.uuid, it]))
  const spoken =
    before.language === after.language
      ? earlier
      : new Map(changeScriptLanguage(before, after.language).instructions.map((it) => [it.uuid, it]))
  for (const [place, now] of after.instructions.entries()) {
    const was = earlier.get(now.uuid)
    if (was === undefined || was === now) continue
    const breaches = changed(was, now)
    // [S6] The language is open, and what goes along with it is.
    if (breaches.length > 0 && changed(spoken.get(now.uuid) ?? was, now).length === 0) continue
    for (const { at, part } of breaches) found.push({ pointer: `/instructions/${place}${at}`, part })
  }
  return found.filter(({ part }) => locked.has(part))
}

const uuids = ({ instructions }: AuthoredScript): ReadonlyArray<string> => instructions.map(({ uuid }) => uuid)

type Breach = { readonly at: string; readonly part: LockablePart }
type Fields = Readonly<Record<string, unknown>>

/** [S6] The public title and the language stay open; title and instructions are looked at by themselves. */
const openScriptFields: ReadonlySet<string> = new Set(["name", "public_name", "language", "instructions"])
/** [S6] An instruction's fields that stay open; where it stands is the sequence's matter. */
const openFields: ReadonlySet<string> = new Set(["messages", "typing_delay", "order"])
const openQuestionFields: ReadonlySet<string> = new Set(["placeholder"])
const openOptionFields: ReadonlySet<string> = new Set(unlockedOptions)

const parts: Readonly<Record<string, LockablePart>> = { type: "type", label: "name", condition: "condition", action: "action" }
const questionParts: Readonly<Record<string, LockablePart>> = {
  type: "type",
  skipable: "skipable",
  choices: "choices",
  presentation: "options",
}

/** [S5] The maximum of a multiple choice that came to be the number of its choices, as it does when they change, goes with them. */
const followsChoices = (was: Instruction, now: Instruction, option: string): boolean => {
  const [before, after] = [was.question, now.question]
  const count = after?.choices?.length
  return (
    option === "maximum" &&
    after?.type === "multiple" &&
    !deepEqual(before?.choices, after.choices) &&
    fieldsOf(after.options)["maximum"] === count
  )
}

/** [S5] Whatever differs and is not open is locked, also what a newer version added. */
const changed = (was: Instruction, now: Instruction): ReadonlyArray<Breach> =>
  differing(was, now, openFields).flatMap((field): ReadonlyArray<Breach> => {
    if (field !== "question") return [{ at: toJsonPointer(field), part: getOwnField(parts, field) ?? "other" }]
    const [before, after] = [fieldsOf(was.question), fieldsOf(now.question)]
    return differing(before, after, openQuestionFields, saidOfQuestion).flatMap(
      (key): ReadonlyArray<Breach> =>
        key === "options"
          ? differing(fieldsOf(was.question?.options), fieldsOf(now.question?.options), openOptionFields, saidOption).map((option) => ({
              at: toJsonPointer("question", "options", option),
              part: followsChoices(was, now, option) ? ("choices" as const) : ("options" as const),
            }))
          : [{ at: toJsonPointer("question", key), part: getOwnField(questionParts, key) ?? "other" }],
    )
  })

/** The names of the fields that are not open and differ. */
const differing = (was: Fields, now: Fields, open: ReadonlySet<string>, saying: Saying = normalizeEmpty): ReadonlyArray<string> =>
  [...new Set([...Object.keys(was), ...Object.keys(now)])].filter(
    (key) => !open.has(key) && !deepEqual(saying(getOwnField(was, key), key), saying(getOwnField(now, key), key)),
  )

type Saying = (value: unknown, field: string) => unknown

/** Missing, null, empty and off say the same. */
const normalizeEmpty: Saying = (value) =>
  value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0) ? null : value

/** Of choices, each says what its fields say. */
const saidOfQuestion: Saying = (value, field) =>
  field === "choices" && Array.isArray(value) && value.length > 0
    ? value.map((choice: unknown) =>
        isRecord(choice) ? Object.fromEntries(Object.entries(choice).filter(([key, it]) => normalizeEmpty(it, key) !== null)) : choice,
      )
    : normalizeEmpty(value, field)

/** Options that are on, or follow from the choices, where nothing is said of them: off says something else. */
const onByDefault: ReadonlySet<string> = new Set([...Object.keys(choiceExtras), ...Object.values(uploadButtons).map(({ isOn }) => isOn)])
const saidOption: Saying = (value, option) => (value === false && onByDefault.has(option) ? false : normalizeEmpty(value, option))

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

// Which choices answers may stand for, whatever becomes of them in the script.

const none: Choices = []

/** [Q2] The choices of the instruction `uuid` that respondents may have answered with, in a script of this status as it was saved last. */
export const listChoicesInUse = (status: Status, { instructions }: Pick<AuthoredScript, "instructions">, uuid: string): Choices =>
  isLocked(status) ? (instructions.find((it) => it.uuid === uuid)?.question?.choices ?? none) : none
