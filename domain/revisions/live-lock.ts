// The live lock: which parts of a script its status locks, in the editor and on the server [S4–S6].

import { deepEqual, getOwnField, isRecord, toJsonPointer } from "../json/json-value.ts"
import { choiceExtras } from "../questions/choice-question.ts"
import type { Choices } from "../questions/choices.ts"
import { uploadButtons } from "../questions/file-question.ts"
import type { Choice } from "../questions/question.ts"
import type { ScoreRange } from "../script/action.ts"
import type { Instruction } from "../script/instruction.ts"
import { getScoreParams } from "../script/score-ranges.ts"
import type { AuthoredScript } from "../script/script.ts"
import { changeScriptLanguage } from "../script/script-language-change.ts"
import { isLocked, type Status } from "../script/status.ts"
import type { TranslationPart } from "../script/translatable-texts.ts"

/** `allowChanges`: choices of a live script may be edited. */
export type LockFlags = { readonly allowChanges: boolean }

/** The lockable parts of a script, an instruction and a question; `other` is everything without a control in the editor. */
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

/** [S6] Question options that stay editable while live. */
export const unlockedOptions = ["randomize", "hasSlider", "increment", "lowerBoundLabel", "upperBoundLabel"] as const

/** [S5] Returns the locked parts. A deleted script is locked as a whole; `allowChanges` unlocks the choices of a live one. */
export const getLockedParts = (status: Status, { allowChanges }: LockFlags): ReadonlySet<LockablePart> => {
  if (status === "preparation") return new Set()
  return new Set(lockableParts.filter((part) => !(part === "choices" && allowChanges && isLocked(status))))
}

/** Returns whether nothing may be edited. */
export const isViewOnly = (status: Status): boolean => status === "deleted"

/** A locked field that an edit changed: a JSON pointer (RFC 6901) into the authored script, and its part. */
export type LockViolation = { readonly pointer: string; readonly part: LockablePart }

/** Returns each locked field in which `after` differs from `before`. */
export const findLockViolations = (
  before: AuthoredScript,
  after: AuthoredScript,
  status: Status,
  flags: LockFlags,
): ReadonlyArray<LockViolation> => {
  if (isViewOnly(status)) return deepEqual(before, after) ? [] : [{ pointer: "", part: "other" }]
  const locked = getLockedParts(status, flags)
  if (locked.size === 0) return []
  const violations: Array<LockViolation> = listChangedFields(before, after, unlockedScriptFields).map((field) => ({
    pointer: toJsonPointer(field),
    part: "other",
  }))
  if (before.name !== after.name) violations.push({ pointer: "/name", part: "title" })
  if (!deepEqual(uuids(before), uuids(after))) violations.push({ pointer: "/instructions", part: "sequence" })
  const beforeByUuid = new Map(before.instructions.map((instruction) => [instruction.uuid, instruction]))
  const relabeledByUuid =
    before.language === after.language
      ? beforeByUuid
      : new Map(changeScriptLanguage(before, after.language).instructions.map((instruction) => [instruction.uuid, instruction]))
  for (const [index, current] of after.instructions.entries()) {
    const previous = beforeByUuid.get(current.uuid)
    if (previous === undefined || previous === current) continue
    const changes = listInstructionChanges(previous, current)
    // [S6] The language is not locked, and neither is what changes with it.
    if (changes.length > 0 && listInstructionChanges(relabeledByUuid.get(current.uuid) ?? previous, current).length === 0) continue
    for (const { path: at, part } of changes) violations.push({ pointer: `/instructions/${index}${at}`, part })
  }
  return violations.filter(({ part }) => locked.has(part))
}

const uuids = ({ instructions }: AuthoredScript): ReadonlyArray<string> => instructions.map(({ uuid }) => uuid)

type LockedChange = { readonly path: string; readonly part: LockablePart }
type Fields = Readonly<Record<string, unknown>>

/** [S6] The public title with its translations and the language stay editable; title and instructions are checked separately. */
const unlockedScriptFields: ReadonlySet<string> = new Set(["name", "public_name", "public_name_translations", "language", "instructions"])
/** [S6] The fields of an instruction that stay editable; a changed position is a change of the sequence. */
const unlockedFields: ReadonlySet<string> = new Set(["messages", "typing_delay", "order"])
/** Translations of a question's fields stay editable like those of its message. */
const unlockedQuestionFields: ReadonlySet<string> = new Set(["placeholder", "translations"])
const unlockedOptionFields: ReadonlySet<string> = new Set(unlockedOptions)

const parts: Readonly<Record<string, LockablePart>> = { type: "type", label: "name", condition: "condition", action: "action" }
const questionParts: Readonly<Record<string, LockablePart>> = {
  type: "type",
  skipable: "skipable",
  choices: "choices",
  presentation: "options",
}

/** [S5] The maximum of a multiple choice that follows the number of choices is part of the choices. */
const followsChoices = (previous: Instruction, current: Instruction, option: string): boolean => {
  const [before, after] = [previous.question, current.question]
  const count = after?.choices?.length
  return (
    option === "maximum" &&
    after?.type === "multiple" &&
    !deepEqual(before?.choices, after.choices) &&
    toFields(after.options)["maximum"] === count
  )
}

/** [S5] Every difference is locked unless it is listed as unlocked, including fields of newer versions. */
const listInstructionChanges = (previous: Instruction, edited: Instruction): ReadonlyArray<LockedChange> => {
  const current = revertUnlockedTexts(previous, edited)
  return listChangedFields(previous, current, unlockedFields).flatMap((field): ReadonlyArray<LockedChange> => {
    if (field !== "question") return [{ path: toJsonPointer(field), part: getOwnField(parts, field) ?? "other" }]
    const [before, after] = [toFields(previous.question), toFields(current.question)]
    return listChangedFields(before, after, unlockedQuestionFields, normalizeQuestionField).flatMap(
      (key): ReadonlyArray<LockedChange> =>
        key === "options"
          ? listChangedFields(
              toFields(previous.question?.options),
              toFields(current.question?.options),
              unlockedOptionFields,
              normalizeOption,
            ).map((option) => ({
              path: toJsonPointer("question", "options", option),
              part: followsChoices(previous, current, option) ? ("choices" as const) : ("options" as const),
            }))
          : [{ path: toJsonPointer("question", key), part: getOwnField(questionParts, key) ?? "other" }],
    )
  })
}

/** [S6] Returns the instruction with those translations of its choices, closing text and score ranges that may be edited as they were before. */
const revertUnlockedTexts = (previous: Instruction, current: Instruction): Instruction => {
  const [before, after] = [previous.action, current.action]
  const action =
    before?.type === "end" && after?.type === "end"
      ? { ...after, params: revertField(after.params, before.params, "translations") }
      : before?.type === "score" && after?.type === "score" && after.params.ranges
        ? { ...after, params: { ...after.params, ranges: revertRanges(before.params.ranges ?? [], after.params.ranges) } }
        : after
  const { question } = current
  const choices = previous.question?.choices ?? []
  return {
    ...current,
    ...(action && { action }),
    ...(question &&
      Array.isArray(question.choices) && {
        question: { ...question, choices: question.choices.map((choice) => revertAddedTexts(choices, choice)) },
      }),
  }
}

const revertRanges = (before: ReadonlyArray<ScoreRange>, after: ReadonlyArray<ScoreRange>): ReadonlyArray<ScoreRange> =>
  after.map((range) => {
    const previous = before.find(({ uuid }) => uuid === range.uuid)
    return previous === undefined ? range : revertField(revertField(range, previous, "labels"), previous, "translations")
  })

/** A choice may get texts in languages in which it had none; what respondents have chosen stays as it was. */
const revertAddedTexts = (before: Choices, choice: Choice): Choice => {
  const previous = before.find(({ uuid }) => uuid === choice.uuid)
  if (previous === undefined) return choice
  const taken = listTakenLocales(previous)
  const listLockedTexts = ({ translations }: Choice) => (translations ?? []).filter(({ locale }) => taken.has(locale))
  return deepEqual(listLockedTexts(previous), listLockedTexts(choice)) ? revertField(choice, previous, "translations") : choice
}

const listTakenLocales = (choice: Choice): ReadonlySet<string> =>
  new Set([
    choice.translation.locale,
    ...(choice.translations ?? []).flatMap(({ locale, content }) => (content.trim() === "" ? [] : [locale])),
  ])

/** Returns `owner` with the field of `previous`, without the field if that has none. */
const revertField = <Owner extends object, Field extends keyof Owner>(owner: Owner, previous: Owner, field: Field): Owner => {
  if (Object.hasOwn(previous, field)) return { ...owner, [field]: previous[field] }
  const { ...rest } = owner
  delete rest[field]
  return rest
}

/** [S6] Returns whether a translation may not be edited: `saved` is the script as the server has it. */
export const isTranslationLocked = (
  { status, flags, saved }: { readonly status: Status; readonly flags: LockFlags; readonly saved: Pick<AuthoredScript, "instructions"> },
  { uuid, part, locale }: { readonly uuid: string; readonly part: TranslationPart; readonly locale: string },
): boolean => {
  if (isViewOnly(status)) return true
  const locked = getLockedParts(status, flags)
  const instruction = saved.instructions.find((it) => it.uuid === uuid)
  if (instruction === undefined) return false
  if (part.of === "choice") {
    const choice = instruction.question?.choices?.find((it) => it.uuid === part.choice)
    return locked.has("choices") && choice !== undefined && listTakenLocales(choice).has(locale)
  }
  if (part.of !== "range" || !locked.has("action")) return false
  return getScoreParams(instruction)?.ranges?.find((it) => it.uuid === part.range)?.translation.locale === locale
}

/** Returns the names of fields that differ and are not unlocked. */
const listChangedFields = (
  previous: Fields,
  current: Fields,
  unlocked: ReadonlySet<string>,
  normalize: Normalize = normalizeEmpty,
): ReadonlyArray<string> =>
  [...new Set([...Object.keys(previous), ...Object.keys(current)])].filter(
    (key) => !unlocked.has(key) && !deepEqual(normalize(getOwnField(previous, key), key), normalize(getOwnField(current, key), key)),
  )

type Normalize = (value: unknown, field: string) => unknown

/** Treats missing, null, empty and false as equal. */
const normalizeEmpty: Normalize = (value) =>
  value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0) ? null : value

/** Also ignores empty fields of the choices. */
const normalizeQuestionField: Normalize = (value, field) =>
  field === "choices" && Array.isArray(value) && value.length > 0
    ? value.map((choice: unknown) =>
        isRecord(choice) ? Object.fromEntries(Object.entries(choice).filter(([key, item]) => normalizeEmpty(item, key) !== null)) : choice,
      )
    : normalizeEmpty(value, field)

/** Options that default to on or follow from the choices: for these, false differs from missing. */
const onByDefault: ReadonlySet<string> = new Set([...Object.keys(choiceExtras), ...Object.values(uploadButtons).map(({ isOn }) => isOn)])
const normalizeOption: Normalize = (value, option) => (value === false && onByDefault.has(option) ? false : normalizeEmpty(value, option))

const toFields = (value: unknown): Fields => (isRecord(value) ? value : {})

const noChoices: Choices = []

/** [Q2] Returns the choices of the instruction `uuid` that respondents may have chosen, in the saved script. */
export const listChoicesInUse = (status: Status, { instructions }: Pick<AuthoredScript, "instructions">, uuid: string): Choices =>
  isLocked(status) ? (instructions.find((instruction) => instruction.uuid === uuid)?.question?.choices ?? noChoices) : noChoices
