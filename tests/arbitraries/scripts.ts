// Whole scripts with every kind of instruction that the picker offers. tests/properties/script-file.test.ts checks that
// they decode.
import fc from "fast-check"
import { developerEntries, newInstruction, type PickerEntry, pickerGroups } from "../../domain/editing/new-instruction.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { languages } from "../../domain/text/language.ts"

export const entries: ReadonlyArray<PickerEntry> = [...pickerGroups.show, ...pickerGroups.questions, ...pickerGroups.control]
export const entry = fc.constantFrom(...entries, ...developerEntries)

/** Text as people type it: any well-formed Unicode. */
export const text = fc.string({ unit: "grapheme", maxLength: 20 })
const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/)

/** JSON values without -0, which JSON cannot express, and without `__proto__`, which files must not contain [F7]. */
export const json: fc.Arbitrary<unknown> = fc
  .jsonValue({ noUnicodeString: false })
  .map((it) => JSON.stringify(it))
  .filter((it) => !it.includes('"__proto__"'))
  .map((it): unknown => JSON.parse(it))

/** Fields unknown to this version. */
const unknown = fc.dictionary(fc.stringMatching(/^future[A-Za-z]{1,6}$/), json, { maxKeys: 2 })

const instruction = (index: number): fc.Arbitrary<Instruction> =>
  fc.record({ entry, label: fc.oneof(fc.constant(""), name), content: text, delay: fc.nat(90), more: unknown }).map((it) => {
    let count = 0
    const newUuid = () => `i${index}-${count++}`
    const plain = newInstruction(it.entry, { newUuid, locale: "nl" })
    return {
      ...it.more,
      ...plain,
      order: index,
      label: it.label,
      typing_delay: it.delay / 10,
      messages: plain.messages.map((message) => ({ ...message, content: it.content })),
    }
  })

export const script: fc.Arbitrary<AuthoredScript> = fc.nat(8).chain((length) =>
  fc
    .record({
      name: text,
      public_name: text,
      language: fc.constantFrom(...languages),
      instructions: fc.tuple(...Array.from({ length }, (_, index) => instruction(index))),
      more: unknown,
    })
    .map(({ more, ...it }) => ({ ...more, ...it })),
)

/** A list of instructions with `order` 0…n-1. */
export const instructions = script.map((it) => it.instructions)
