// Editing the choices of a question [Q2] [Q8].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { replaceChoices } from "../../domain/questions/choice-question.ts"
import {
  addChoice,
  assignFreeValue,
  type Choices,
  changeChoice,
  findDuplicateValues,
  findFreeValue,
  isChoiceListFull,
  isChoiceValue,
  listSharedValues,
  moveChoice,
  parseChoiceLines,
  parseChoiceValue,
  pasteChoiceLines,
  removeChoice,
} from "../../domain/questions/choices.ts"
import type { Choice } from "../../domain/questions/question.ts"

const making = () => {
  let n = 0
  return { newUuid: () => `c${n++}`, locale: "nl" as const }
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
  fc.tuple(fc.nat(9), fc.array(fc.string(), { maxLength: 4 })).map(
    ([n, lines]): Edit =>
      (list, make) =>
        pasteChoiceLines(list, at(list, n), lines.join("\n"), make).choices,
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
    expect(pasteChoiceLines([one], "old0", "x\ny", { ...making(), answered }).choices.map(({ value }) => value)).toEqual([1, 4, 5])
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

  const contents = (list: Choices) => list.map(({ translation }) => translation.content)
  const textList = (...texts: ReadonlyArray<string>): Choices =>
    texts.map((content, order) => ({ ...choice(order + 1, order), translation: { locale: "nl", content } }))
  const paste = (list: Choices, index: number, ...lines: ReadonlyArray<string>) =>
    pasteChoiceLines(list, list[index]?.uuid ?? "none", lines.join("\n"), making())

  test("[Q8] are pasted after the choice with the focus, in the order of the lines, and push the rest down", () => {
    const line = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 4 }),
      fc.constantFrom("😀".repeat(256), "😀".repeat(257), "  spaced  ", ""),
    )
    fc.assert(
      fc.property(choices, fc.nat(9), fc.array(line, { maxLength: 5 }), fc.constantFrom("\n", "\r\n", "\r"), (list, n, lines, end) => {
        const uuid = at(list, n)
        const index = list.findIndex((it) => it.uuid === uuid)
        const { choices: after, unusedLines: left, last } = pasteChoiceLines(list, uuid, lines.join(end), making())
        const fits = (text: string) => Array.from(text).length <= 256
        const pasted = parseChoiceLines(lines.join(end))
        const added = pasted.filter(fits)
        expect(contents(after)).toEqual(contents(list).toSpliced(index + 1, 0, ...added))
        expect(left).toEqual(pasted.filter((it) => !fits(it)))
        expect(last).toEqual(added.length === 0 ? undefined : after[index + added.length])
        expect(after.filter((it) => list.some((before) => before.uuid === it.uuid)).map(({ value }) => value)).toEqual(
          list.map(({ value }) => value),
        )
      }),
    )
  })

  test.each<[string, ReadonlyArray<string>, number, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["fill both choices of a new question", ["", ""], 0, ["a", "b", "c"], ["a", "b", "c"]],
    ["fill both choices from the second one", ["", ""], 1, ["a", "b", "c"], ["a", "b", "c"]],
    ["fill the blank choice that comes next", ["a", "", "z"], 0, ["b", "c"], ["a", "b", "c", "z"]],
    ["go in before the choices that follow a blank one", ["a", "", "z"], 1, ["b", "c"], ["a", "b", "c", "z"]],
    ["remove blank choices that they do not fill", ["", "z", "", "", ""], 1, ["b", "c"], ["z", "b", "c"]],
    ["leave blank choices alone if no line fits", ["", ""], 0, ["x".repeat(257)], ["", ""]],
    ["are appended if no choice has the focus", ["a", "z"], 9, ["b", "c"], ["a", "z", "b", "c"]],
  ])("[Q8] pasted lines %s", (_, before, index, lines, after) => {
    expect(contents(paste(textList(...before), index, ...lines).choices)).toEqual(after)
  })

  test("[Q2] [Q8] a paste neither fills nor removes a blank choice that has settings, a translation or answers", () => {
    const [blank = choice(1, 0)] = textList("")
    const kept: ReadonlyArray<Partial<Choice>> = [
      { score: 0 },
      { amount: 2 },
      { single: true },
      { fixed: true },
      { translations: [{ locale: "en", content: "Yes" }] },
    ]
    for (const settings of kept) {
      const list = [choice(1, 0), { ...blank, ...settings, uuid: "kept", value: 2, order: 1 }]
      expect(contents(paste(list, 0, "b", "c").choices)).toEqual(["1", "b", "c", ""])
    }
    const list = [choice(1, 0), { ...blank, uuid: "used", value: 2, order: 1 }]
    const pasted = pasteChoiceLines(list, "old0", "b\nc", { ...making(), answered: list })
    expect(pasted.choices.map(({ value, translation }) => [value, translation.content])).toEqual([
      [1, "1"],
      [3, "b"],
      [4, "c"],
      [2, ""],
    ])
    const own = { ...blank, translation: { locale: "ar" as const, content: " " }, score: 3 }
    expect(paste([own], 0, "b", "c").choices[0]).toEqual({ ...own, translation: { locale: "nl", content: "b" } })
  })

  test("[Q2] [Q8] a paste returns the lines for which no value is free, and uses the values of blank choices", () => {
    const full = Array.from({ length: 999 }, (_, i) => choice(i + 1, i))
    const list = full.with(4, { ...choice(5, 4), translation: { locale: "nl", content: "" } })
    const { choices: after, unusedLines: left } = paste(list, 998, "b", "c")
    expect([after.length, after.at(-1)?.value, after.at(-1)?.translation.content, left]).toEqual([999, 5, "b", ["c"]])
  })

  test.each<[string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["bullets", ["• Tea", "•\tCoffee", "·  Milk"], ["Tea", "Coffee", "Milk"]],
    ["dashes", ["- Tea", "", "– Coffee", "  * Milk"], ["Tea", "Coffee", "Milk"]],
    ["numbers", ["1. Tea", "2.\tCoffee", "3.  Milk"], ["Tea", "Coffee", "Milk"]],
    ["numbers with a point and no white space", ["1.Tea", "2.Écrit", "3.Milk"], ["Tea", "Écrit", "Milk"]],
    ["numbers in brackets", ["(1) Tea", "(2)Coffee"], ["Tea", "Coffee"]],
    ["numbers of the rest of a list", ["9. Tea", "10. Coffee", "11. Milk"], ["Tea", "Coffee", "Milk"]],
    ["numbers from 0", ["0. Never", "1. Once", "2. Often"], ["Never", "Once", "Often"]],
    ["twelve numbers", Array.from({ length: 12 }, (_, i) => `${i + 1}. t${i}`), Array.from({ length: 12 }, (_, i) => `t${i}`)],
    ["small circles", ["o Tea", "o\tCoffee"], ["Tea", "Coffee"]],
    ["check boxes", ["☐ Tea", "☐Coffee", "☑ Milk", "[ ] Water", "- [x] Juice"], ["Tea", "Coffee", "Milk", "Water", "Juice"]],
    ["capitals with a point", ["A. Tea", "B. Coffee", "C. Milk"], ["Tea", "Coffee", "Milk"]],
    ["capitals with a bracket", ["A) Tea", "B) Coffee"], ["Tea", "Coffee"]],
    ["Roman numerals with a point", ["i. Tea", "ii. Coffee", "iii. Milk", "iv. Water"], ["Tea", "Coffee", "Milk", "Water"]],
    ["Roman numerals with a bracket", ["I) Tea", "II) Coffee"], ["Tea", "Coffee"]],
    ["letters", ["(a) Tea", "(b) Coffee", "(c) Milk"], ["Tea", "Coffee", "Milk"]],
    ["bullets and brackets without white space", ["•Tea", "►Coffee", "✓ Milk"], ["Tea", "Coffee", "Milk"]],
    ["numbers with a bracket", ["1)Tea", "2)Coffee"], ["Tea", "Coffee"]],
    ["letters with a point", ["a. Tea", " b.\tCoffee", "c.  Milk"], ["Tea", "Coffee", "Milk"]],
  ])("[Q8] %s before every pasted line are left out", (_, lines, texts) => {
    expect(parseChoiceLines(lines.join("\n"))).toEqual(texts)
  })

  test.each<[string, ReadonlyArray<string>]>([
    ["one line without a bullet", ["- Tea", "Coffee"]],
    ["negative numbers", ["-5", "-10"]],
    ["decimals", ["1.5 liters", "2.5 liters"]],
    ["versions", ["1.x", "3.x"]],
    ["abbreviations", ["a.m.", "b.c.", "c.o.d."]],
    ["initials", ["A. Smith", "B. Jones"]],
    ["small initials", ["j. smith", "m. jones"]],
    ["the same letter before each line", ["a. smith", "a. jones"]],
    ["only one letter with a point", ["a. smith"]],
    ["letters and numbers with a point", ["a. Tea", "1. Coffee"]],
    ["bullets without a text", ["-", "•"]],
    ["lines that begin with a letter or a pronoun", ["A little", "A lot"]],
    ["lines that begin with I", ["I think so", "I don't think so", "I.e. never"]],
    ["numbers that count something else", ["1. Tea", "3. Coffee"]],
    ["different punctuation", ["1. Tea", "2) Coffee"]],
    ["numbers and letters", ["1) Tea", "b) Coffee"]],
    ["days", ["1. Mai", "2. Mai"]],
    ["two days", ["3. Oktober", "4. Dezember"]],
    ["words that begin with o", ["often", "once"]],
    ["words with a bracket", ["no) never", "yes) always"]],
    ["years", ["2024) before", "2025) after"]],
  ])("[Q8] pasted lines stay as they are with %s", (_, lines) => {
    expect(parseChoiceLines(lines.join("\n"))).toEqual(lines)
  })

  test("[Q8] markers of any kind are left out if they count the lines, and stay if one line has none", () => {
    const markers: ReadonlyArray<(index: number) => string> = [
      () => "•",
      () => "– ",
      () => "o ",
      (i) => `${i + 1}. `,
      (i) => `(${i + 1})`,
      (i) => `${"abcdefgh"[i] ?? ""}) `,
      (i) => `${"ABCDEFGH"[i] ?? ""}. `,
      (i) => `${["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"][i] ?? ""}) `,
    ]
    const words = fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z]{1,6}( [a-z]{2,5})?$/), { minLength: 3, maxLength: 8 })
    fc.assert(
      fc.property(words, fc.constantFrom(...markers), fc.nat(7), (texts, marker, n) => {
        const lines = texts.map((text, i) => marker(i) + text)
        expect(parseChoiceLines(lines.join("\n"))).toEqual(texts)
        const oneWithout = lines.with(n % texts.length, texts[n % texts.length] ?? "")
        expect(parseChoiceLines(oneWithout.join("\n"))).toEqual(oneWithout)
        expect(parseChoiceLines(texts.join("\n"))).toEqual(texts)
      }),
    )
  })

  test("[Q8] the first pasted line replaces the selected part of a choice, which keeps everything else", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 9 }).filter((it) => it.trim() !== ""),
        fc.nat(9),
        fc.nat(9),
        (text, a, b) => {
          const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)]
          const before: Choices = [
            { ...choice(4, 0), score: 2, translation: { locale: "nl", content: text } },
            { ...choice(7, 1), translation: { locale: "nl", content: "last" } },
          ]
          const { choices: after, unusedLines: left, last } = pasteChoiceLines(before, "old0", "one\ntwo", making(), { start, end })
          const isSelected = end > start
          const expected = isSelected ? [text.slice(0, start) + "one" + text.slice(end), "two", "last"] : [text, "one", "two", "last"]
          expect(contents(after)).toEqual(expected)
          expect(after[0]).toMatchObject({ uuid: "old0", value: 4, score: 2 })
          expect([left, last?.translation.content]).toEqual([[], "two"])
        },
      ),
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

  test("applies a minimum that was waiting for more choices, once the number of choices changes and allows it", () => {
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
