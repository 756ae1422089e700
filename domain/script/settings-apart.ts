// What two versions of an instruction set differently, beside their texts, condition and reading delay: for who has to choose between them.
import { isRecord } from "../json.ts"
import { same } from "../same.ts"
import type { Instruction } from "./instruction.ts"
import { nameOf } from "./name.ts"

/** A setting by the name of its field, the value of the choice that it is of (null: of none), and what it says; undefined where it lacks. */
export type Setting = { readonly field: string; readonly choice: number | null; readonly value: unknown }

/**
 * What `one` says where `other` says something else; nothing where there is no other. A choice that only one of them has is told by its text
 * (`saidApart`): of its settings, what is set.
 */
export const settingsApart = (one: Instruction, other: Instruction | undefined): ReadonlyArray<Setting> => {
  if (other === undefined) return []
  const [here, there] = [settingsOf(one), settingsOf(other)]
  return [...new Map([...here, ...there])].flatMap(([key, { field, choice }]) => {
    const value = here.get(key)?.value
    if (same(value, there.get(key)?.value)) return []
    const isOfBoth = choice === null || (hasChoice(one, choice) && hasChoice(other, choice))
    return isOfBoth || (value !== undefined && value !== false) ? [{ field, choice, value }] : []
  })
}

const hasChoice = ({ question }: Instruction, value: number): boolean => (question?.choices ?? []).some((it) => it.value === value)

const settingsOf = (instruction: Instruction): ReadonlyMap<string, Setting> => {
  const { question, action } = instruction
  const { uuid: _, choices, options, ...asked } = question ?? {}
  const all: ReadonlyArray<Setting> = [
    { field: "name", choice: null, value: nameOf(instruction) },
    ...[asked, options, action?.params].flatMap((it) => fields(it, null)),
    ...(choices ?? []).flatMap(({ uuid: __, order: ___, value, translation: ____, translations: _____, ...extras }) =>
      fields(extras, value),
    ),
  ]
  return new Map(all.map((setting) => [`${setting.choice ?? ""} ${setting.field}`, setting]))
}

/** What is not there and what is null say the same. */
const fields = (value: unknown, choice: number | null): ReadonlyArray<Setting> =>
  isRecord(value)
    ? Object.entries(value).flatMap(([field, it]) => (it === null || it === undefined ? [] : [{ field, choice, value: it }]))
    : []
