// Diffs of texts and of instructions, shown side by side.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { pairInstructionTexts } from "../../domain/revisions/instruction-diff.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { diffText, type TextPart } from "../../ui/console/editor/conflict/text-diff.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const words = fc.array(fc.constantFrom("tea", "or", "coffee", "für", "alle?"), { maxLength: 7 }).map((all) => all.join(" "))
const instructionWith = (content: string, more: object = {}) =>
  instruction(0, { messages: [{ uuid: "m", locale: "en", content }], ...more })

describe("the diff of two texts", () => {
  const join = (parts: ReadonlyArray<TextPart>) => parts.map(({ text }) => text).join("")
  const listCommonWords = (parts: ReadonlyArray<TextPart>) => parts.flatMap(({ text, isChanged }) => (isChanged ? [] : text.split(/\s+/)))
  const isSubsequence = (part: ReadonlyArray<string>, whole: ReadonlyArray<string>) => {
    let found = 0
    for (const word of whole) if (word === part[found]) found++
    return found === part.length
  }

  test("shows short texts in full, and marks every word that the other text does not have at that place", () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [forward, backward] = [diffText(a, b), diffText(b, a)]
        expect([join(forward), join(backward)]).toEqual([a, b])
        const common = listCommonWords(forward).filter((word) => word !== "")
        expect(isSubsequence(common, b.split(" "))).toBe(true)
        expect([...forward, ...backward].some(({ isChanged }) => isChanged)).toBe(a !== b)
      }),
    )
  })

  test("marks each of several changes, and no word between them", () => {
    expect(diffText("We like tea in the morning and coffee at night", "We like milk in the morning and water at night")).toEqual([
      { text: "We like ", isChanged: false },
      { text: "tea", isChanged: true },
      { text: " in the morning and ", isChanged: false },
      { text: "coffee", isChanged: true },
      { text: " at night", isChanged: false },
    ])
  })

  test("shows only a few words of a long common text: those next to the changes", () => {
    const long = "Lorem ipsum dolor sit amet ".repeat(40)
    expect(diffText(`${long}tea.`, `${long}coffee.`)).toEqual([
      { text: "… dolor sit amet Lorem ipsum dolor sit amet ", isChanged: false },
      { text: "tea", isChanged: true },
      { text: ".", isChanged: false },
    ])
    expect(diffText(long, long)).toEqual([{ text: "Lorem ipsum dolor sit amet Lorem ipsum dolor…", isChanged: false }])
    expect(diffText(`tea ${long}`, `coffee ${long}`)).toMatchObject([
      { text: "tea" },
      { text: expect.stringMatching(/^ Lorem ipsum dolor.*…$/) },
    ])
    expect(diffText(`a ${long}b`, `c ${long}d`)).toMatchObject([
      { text: "a" },
      { text: expect.stringMatching(/^ Lorem.{30,60}….{30,60} $/) },
      { text: "b" },
    ])
  })

  test("marks the whole of a long text that has hardly anything in common with the other", () => {
    const write = (letter: string) => Array.from({ length: 3000 }, (_, i) => `${letter}${i}`).join(" ")
    expect(diffText(write("a"), write("b"))).toEqual([{ text: write("a"), isChanged: true }])
  })
})

describe("the diff of two instructions", () => {
  /** The differences with changed parts in brackets. */
  const listDifferences = (left: Instruction, right: Instruction | undefined) =>
    pairInstructionTexts(left, right).map(({ counterpart, ...pair }) => ({
      ...pair,
      text:
        counterpart === null
          ? `[${pair.text}]`
          : diffText(pair.text, counterpart)
              .map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))
              .join(""),
    }))

  test("compares messages, conditions and choices, each in its language", () => {
    const before = {
      ...questionInstruction(0, "tea", { uuid: "q", type: "choice", choices: createChoices("Green", "Black") }),
      condition: "x == 1",
    }
    const after = {
      ...questionInstruction(0, "tea", { uuid: "q", type: "choice", choices: createChoices("Green", "White") }),
      condition: "x == 2",
    }
    expect(listDifferences(before, after)).toEqual([
      { key: "condition", text: "x == [1]" },
      { key: "choices nl", text: "1 Green · 2 [Black]" },
    ])
    const translated = createChoices("Groen").map((choice) => ({ ...choice, translations: [{ locale: "fr", content: "Vert" }] }))
    const [first, second] = listDifferences(questionInstruction(0, "tea", { uuid: "q", type: "choice", choices: translated }), undefined)
    expect([first, second]).toMatchObject([
      { key: "choices nl", text: "[1 Groen]" },
      { key: "choices fr", text: "[1 Vert]" },
    ])
  })

  test("compares the translations of a question and of a closing text, each in its language", () => {
    const translations = (content: string) => [
      { field: "placeholder", locale: "fr", content },
      { field: "placeholder", locale: "de", content: "Alter" },
    ]
    const ask = (content: string) =>
      questionInstruction(0, "age", { uuid: "q", type: "open", placeholder: "Age", translations: translations(content) })
    expect(listDifferences(ask("Votre âge"), ask("Votre ans"))).toEqual([
      { key: "placeholder fr", of: "placeholder", locale: "fr", text: "Votre [âge]" },
      { key: "placeholder de", of: "placeholder", locale: "de", text: "Alter" },
    ])
    const end = (content: string) =>
      instruction(0, { type: "end", action: { type: "end", params: { message: "Bye", translations: [{ locale: "fr", content }] } } })
    expect(listDifferences(end("Au revoir"), end("Au soir"))).toContainEqual({
      key: "closing fr",
      of: "closing",
      locale: "fr",
      text: "Au [revoir]",
    })
  })

  test("compares the ends and the label of a score range, and its text in each language", () => {
    const score = (...ranges: ReadonlyArray<{ readonly uuid: string; readonly maximum: number; readonly content: string }>) =>
      instruction(0, {
        type: "score",
        action: {
          type: "score",
          params: {
            ranges: ranges.map(({ uuid, maximum, content }) => ({
              uuid,
              minimum: 0,
              maximum,
              label: "low",
              translation: { locale: "nl", content: "Te laag" },
              translations: [{ locale: "fr", content }],
            })),
          },
        },
      })
    const first = { uuid: "a", maximum: 3, content: "Trop bas" }
    const second = { uuid: "b", maximum: 9, content: "Bas" }
    const texts = listDifferences(score(first, second), score({ ...second, maximum: 8, content: "Haut" }))
    expect(texts.filter(({ key }) => key.startsWith("range"))).toEqual([
      { key: "range a", of: "range", n: 1, locale: null, text: "[0–3 low]" },
      { key: "range a nl", of: "range", n: 1, locale: "nl", text: "[Te laag]" },
      { key: "range a fr", of: "range", n: 1, locale: "fr", text: "[Trop bas]" },
      { key: "range b", of: "range", n: 2, locale: null, text: "0–[9] low" },
      { key: "range b nl", of: "range", n: 2, locale: "nl", text: "Te laag" },
      { key: "range b fr", of: "range", n: 2, locale: "fr", text: "[Bas]" },
    ])
  })

  test("shows the markup where only that differs, and otherwise the plain text", () => {
    expect(listDifferences(instructionWith("<p><b>plain</b> words</p>"), instructionWith("<p><i>plain</i> words</p>"))).toEqual([
      { key: "message en", text: "<p><[b]>plain</[b]> words</p>" },
    ])
    expect(listDifferences(instructionWith("<p>one <b>word</b></p>"), instructionWith("<p>two words</p>"))).toMatchObject([
      { text: "[one word]" },
    ])
  })
})
