// Editing the choices of a question [Q2] [Q8].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { replaceChoices } from "../../domain/questions/choice-question.ts"
import {
  addChoice,
  addChoiceLines,
  assignFreeValue,
  type Choices,
  changeChoice,
  findDuplicateValues,
  findFreeValue,
  isChoiceListFull,
  isChoiceValue,
  listSharedValues,
  moveChoice,
  parseChoiceValue,
  pasteChoiceLines,
  removeChoice,
} from "../../domain/questions/choices.ts"
import type { Choice } from "../../domain/questions/question.ts"

const making = () => {
  let n = 0
  return { fresh: () => `c${n++}`, locale: "nl" as const }
}
const choice = (value: number, order: number): Choice => ({
  uuid: `old${order}`,
  value,
  order,
  translation: { locale: "nl", content: `${value}` },
})
const choices: fc.Arbitrary<Choices> = fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 6 }).map((values) => values.map(choice))

type Edit = (list: Choices, make: ReturnType<typeof making>) => Choices
const at = (list: Choices, n: number) => list[n % Math.max(1, list.length)]?.uuid ?? "none"
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.string().map(
    (text): Edit =>
      (list, make) =>
        addChoice(list, text, make),
  ),
  fc.array(fc.string(), { maxLength: 4 }).map(
    (lines): Edit =>
      (list, make) =>
        addChoiceLines(list, lines.join("\n"), make).choices,
  ),
  fc.nat(9).map(
    (n): Edit =>
      (list) =>
        removeChoice(list, at(list, n)),
  ),
  fc.tuple(fc.nat(9), fc.integer()).map(
    ([n, to]): Edit =>
      (list) =>
        moveChoice(list, at(list, n), to),
  ),
  fc.nat(9).map(
    (n): Edit =>
      (list) =>
        changeChoice(list, at(list, n), { single: true }),
  ),
)

describe("choices", () => {
  test("[Q2] keep an order without gaps, and unique uuids and values, through any edits", () => {
    fc.assert(
      fc.property(choices, fc.array(edit, { maxLength: 12 }), (start, edits) => {
        const make = making()
        const list = edits.reduce((current, applyEdit) => applyEdit(current, make), start)
        expect(list.map(({ order }) => order)).toEqual(list.map((_, place) => place))
        expect(new Set(list.map(({ uuid }) => uuid)).size).toBe(list.length)
        expect(findDuplicateValues(list)).toEqual([])
        expect(list.every(({ value }) => isChoiceValue(value))).toBe(true)
      }),
    )
  })

  test("[Q2] give a new choice the smallest free value from 1", () => {
    fc.assert(
      fc.property(choices, (list) => {
        const values = list.map(({ value }) => value)
        const free = findFreeValue(list) ?? 0
        expect(values).not.toContain(free)
        expect(Array.from({ length: free - 1 }, (_, i) => i + 1).every((smaller) => values.includes(smaller))).toBe(true)
        expect(addChoice(list, "x", making()).at(-1)?.value).toBe(free)
      }),
    )
  })

  test("[Q2] do not reuse the value of a removed choice that may have been answered", () => {
    const [one, two, three] = [choice(1, 0), choice(2, 1), choice(3, 2)]
    const answered = [one, two, three]
    expect(addChoice([one, three], "x", { ...making(), answered }).at(-1)?.value).toBe(4)
    expect(addChoiceLines([one], "x\ny", { ...making(), answered }).choices.map(({ value }) => value)).toEqual([1, 4, 5])
  })

  test("[Q2] replace a value by one that no other choice was answered with", () => {
    fc.assert(
      fc.property(choices, choices, fc.nat(9), (list, answered, n) => {
        fc.pre(list.length > 0)
        const uuid = at(list, n)
        const next = assignFreeValue(list, uuid, answered) ?? []
        const others = [...list, ...answered.filter((it) => it.uuid !== uuid)]
        expect(others.map(({ value }) => value)).not.toContain(next.find((it) => it.uuid === uuid)?.value)
        expect(next.filter((it) => it.uuid !== uuid)).toEqual(list.filter((it) => it.uuid !== uuid))
      }),
    )
    const [one, two, three] = [choice(1, 0), choice(2, 1), choice(3, 2)]
    expect(assignFreeValue([one, { ...two, value: 1 }], two.uuid, [one, two, three])?.at(-1)?.value).toBe(2)
    expect(assignFreeValue([one, { ...three, value: 1 }], three.uuid, [one, two])?.at(-1)?.value).toBe(3)
  })

  test("[Q2] are full where every remaining value was answered with", () => {
    const full = Array.from({ length: 999 }, (_, i) => choice(i + 1, i))
    expect([isChoiceListFull(full.slice(0, 5)), isChoiceListFull(full.slice(0, 5), full), isChoiceListFull(full)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test("[Q2] are full when all values of up to 3 digits are taken", () => {
    const full = Array.from({ length: 999 }, (_, i) => choice(i + 1, i))
    expect(findFreeValue(full)).toBeUndefined()
    expect(findFreeValue(full.slice(0, -1))).toBe(999)
    expect([0, 999, 1000, -1, 0.5].map(isChoiceValue)).toEqual([true, true, false, false, false])
    expect(addChoice(full, "one more", making())).toBe(full)
  })

  test("keep their order when one of them is removed, or moved to the requested index", () => {
    fc.assert(
      fc.property(choices, fc.nat(9), fc.nat(9), (list, n, to) => {
        const uuid = at(list, n)
        const others = list.filter((it) => it.uuid !== uuid).map((it) => it.uuid)
        expect(removeChoice(list, uuid).map((it) => it.uuid)).toEqual(others)
        const moved = moveChoice(list, uuid, to).map((it) => it.uuid)
        expect(moved.filter((it) => it !== uuid)).toEqual(others)
        if (list.length > 0) expect(moved.indexOf(uuid)).toBe(Math.min(to, list.length - 1))
      }),
    )
  })

  test("[Q8] are added from each line that is not blank, and lines that are too long are returned", () => {
    const line = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom("", "  ", "x".repeat(257), "🙂".repeat(256)))
    fc.assert(
      fc.property(choices, fc.array(line, { maxLength: 8 }), fc.constantFrom("\n", "\r\n", "\r"), (list, lines, end) => {
        const nonBlankLines = lines
          .flatMap((it) => it.split(/\r\n?|\n/))
          .map((it) => it.trim())
          .filter((it) => it !== "")
        const { choices: longer, left } = addChoiceLines(list, lines.join(end), making())
        const tooLong = "x".repeat(257)
        expect(longer.slice(list.length).map(({ translation }) => translation.content)).toEqual(
          nonBlankLines.filter((it) => it !== tooLong),
        )
        expect(left).toEqual(nonBlankLines.filter((it) => it === tooLong))
        expect(longer.slice(0, list.length)).toEqual(list)
      }),
    )
  })

  test("[Q8] are pasted from lines, of which the first fills a blank choice and the others come after it", () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 4 }),
      fc.constantFrom("😀".repeat(256), "😀".repeat(257), "  spaced  ", ""),
    )
    fc.assert(
      fc.property(choices, fc.array(line, { minLength: 2, maxLength: 5 }), fc.boolean(), (list, lines, isBlank) => {
        const own: Choice = { uuid: "own", value: 100, order: list.length, translation: { locale: "ar", content: isBlank ? "" : "Yes" } }
        const nonBlankLines = lines.flatMap((it) => it.split(/\r\n?|\n/)).flatMap((it) => (it.trim() === "" ? [] : [it.trim()]))
        const fits = (text: string) => Array.from(text).length <= 256
        const { choices: after, left } = pasteChoiceLines([...list, own], "own", lines.join("\n"), making())
        const [first] = nonBlankLines
        const begins = isBlank && first !== undefined && fits(first)
        expect(after[list.length]?.translation).toEqual({ locale: "ar", content: begins ? first : own.translation.content })
        const added = after.slice(list.length + 1).map(({ translation }) => translation.content)
        expect(added).toEqual(nonBlankLines.slice(begins ? 1 : 0).filter(fits))
        expect(left).toEqual(nonBlankLines.filter((it) => !fits(it)))
        expect(after.slice(0, list.length)).toEqual(list)
      }),
    )
  })

  test("have values of 1 to 3 digits", () => {
    fc.assert(
      fc.property(fc.nat(999), (value) => {
        expect(parseChoiceValue(String(value))).toBe(value)
      }),
    )
    for (const typed of ["", "1000", "-1", "1.5", " 1", "1e2", "٣", "a", "0x1"]) expect(parseChoiceValue(typed)).toBeUndefined()
    expect(parseChoiceValue("007")).toBe(7)
  })
})

test("changes only the choice with the given uuid", () => {
  fc.assert(
    fc.property(choices, fc.nat(9), (list, n) => {
      const changed = changeChoice(list, at(list, n), { single: true })
      expect(changed).toEqual(list.map((it) => (it.uuid === at(list, n) ? { ...it, single: true } : it)))
      expect(changeChoice(list, "none", { single: true })).toEqual(list)
    }),
  )
})

describe("replacing the choices of a question", () => {
  const multiple = (list: Choices, maximum: number) => ({
    uuid: "q",
    type: "multiple" as const,
    choices: list,
    options: { minimum: 1, maximum, columns: 2 },
  })

  test("sets the maximum of a multiple choice to the number of choices when that changes", () => {
    fc.assert(
      fc.property(choices, choices, fc.nat(9), (before, after, maximum) => {
        const { question, warning } = replaceChoices(multiple(before, maximum), after)
        expect(question.choices).toEqual(after)
        expect(question.options).toEqual({ minimum: 1, maximum: before.length === after.length ? maximum : after.length, columns: 2 })
        expect(warning).toBe(
          after.length > before.length
            ? "WARNING.MULTIPLE_CHOICE_COUNT_INCREASE"
            : after.length < before.length
              ? "WARNING.MULTIPLE_CHOICE_COUNT_DECREASE"
              : null,
        )
      }),
    )
  })

  test("applies a pending minimum when the new choices allow it", () => {
    const [one, two, three, four] = [1, 2, 3, 4].map(choice)
    const three_ = [one, two, three].flatMap((it) => it ?? [])
    const all = [...three_, ...(four ? [four] : [])]
    expect(replaceChoices(multiple(three_, 3), all, 3).question.options).toEqual({ minimum: 3, maximum: 4, columns: 2 })
    expect(replaceChoices(multiple(three_, 3), all, 4).question.options).toEqual({ minimum: 1, maximum: 4, columns: 2 })
    expect(replaceChoices(multiple(three_, 3), three_, 2).question.options).toEqual({ minimum: 1, maximum: 3, columns: 2 })
  })

  test("lists the values that several choices share", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 8 }), (values) => {
        const list = values.map(choice)
        const several = values.filter((value, index) => values.some((other, otherIndex) => otherIndex !== index && other === value))
        expect(listSharedValues(list)).toEqual(new Set(several))
      }),
    )
  })

  test("sets no maximum of a single choice", () => {
    fc.assert(
      fc.property(choices, (after) => {
        const { question, warning } = replaceChoices({ uuid: "q", type: "choice" as const, choices: [], options: { columns: 1 } }, after)
        expect(question).toEqual({ uuid: "q", type: "choice", choices: after, options: { columns: 1 } })
        expect(warning).toBeNull()
      }),
    )
  })
})
