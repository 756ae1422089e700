// What two versions of an instruction set differently, beside their texts, condition and reading delay: for who has to choose between them.
import { isRecord } from "../json.ts"
import { same } from "../same.ts"
import type { Instruction } from "./instruction.ts"
import { nameOf } from "./name.ts"

/** A setting by the name of its field, `maximum` or `2 score` of the choice of value 2, and what it says as text. */
export type Setting = { readonly field: string; readonly value: string }

/** What `one` says where `other` says something else; nothing where there is no other. */
export const settingsApart = (one: Instruction, other: Instruction | undefined): ReadonlyArray<Setting> => {
  if (other === undefined) return []
  const [here, there] = [settingsOf(one), settingsOf(other)]
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((field) =>
    same(here.get(field), there.get(field)) ? [] : [{ field, value: written(here.get(field)) }],
  )
}

const settingsOf = (instruction: Instruction): ReadonlyMap<string, unknown> => {
  const { question, action } = instruction
  const { uuid: _, choices, options, ...asked } = question ?? {}
  return new Map<string, unknown>([
    ["name", nameOf(instruction)],
    ...fields(asked),
    ...fields(options),
    ...(choices ?? []).flatMap(({ uuid: __, order: ___, value, translation: ____, ...extras }) =>
      fields(extras).map(([field, it]): readonly [string, unknown] => [`${value} ${field}`, it]),
    ),
    ...fields(action?.params),
  ])
}

/** What is not there and what is null say the same. */
const fields = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isRecord(value) ? Object.entries(value).filter(([, it]) => it !== null && it !== undefined) : []

const written = (value: unknown): string => (value === undefined ? "–" : typeof value === "string" ? value : JSON.stringify(value))
