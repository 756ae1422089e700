// Diffs of texts and of instructions, shown side by side.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { diffInstructionTexts, diffText } from "../../domain/revisions/instruction-diff.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const words = fc.array(fc.constantFrom("tea", "or", "coffee", "für", "alle?"), { maxLength: 7 }).map((all) => all.join(" "))
const instructionWith = (content: string, more: object = {}) =>
  instruction(0, { messages: [{ uuid: "m", locale: "en", content }], ...more })

describe("the diff of two texts", () => {
  test("shows short texts in full, with the same words before and after the change on both sides", () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [forward, backward] = [diffText(a, b), diffText(b, a)]
        expect(forward.before + forward.changed + forward.after).toBe(a)
        expect([forward.before, forward.after]).toEqual([backward.before, backward.after])
        if (a === b) expect(forward.changed).toBe("")
        else expect(forward.changed).not.toBe(backward.changed)
      }),
    )
  })

  test("shows a change at the end of a long text with a few words around it", () => {
    const long = "Lorem ipsum dolor sit amet ".repeat(40)
    expect(diffText(`${long}tea.`, `${long}coffee.`)).toEqual({
      before: "… dolor sit amet Lorem ipsum dolor sit amet",
      changed: " tea.",
      after: "",
    })
    expect(diffText(long, long)).toEqual({ before: "Lorem ipsum dolor sit amet Lorem ipsum dolor…", changed: "", after: "" })
    expect(diffText(`tea ${long}`, `coffee ${long}`)).toMatchObject({ before: "", changed: "tea", after: / Lorem ipsum dolor.*…$/ })
  })
})

describe("the diff of two instructions", () => {
  test("compares messages, conditions and choices, each in its language", () => {
    const before = {
      ...questionInstruction(0, "tea", { uuid: "q", type: "choice", choices: createChoices("Green", "Black") }),
      condition: "x == 1",
    }
    const after = {
      ...questionInstruction(0, "tea", { uuid: "q", type: "choice", choices: createChoices("Green", "White") }),
      condition: "x == 2",
    }
    expect(diffInstructionTexts(before, after)).toEqual([
      { part: "condition", before: "x ==", changed: " 1", after: "" },
      { part: "choices nl", before: "1 Green · 2", changed: " Black", after: "" },
    ])
    const translated = createChoices("Groen").map((choice) => ({ ...choice, translations: [{ locale: "fr", content: "Vert" }] }))
    const [first, second] = diffInstructionTexts(
      questionInstruction(0, "tea", { uuid: "q", type: "choice", choices: translated }),
      undefined,
    )
    expect([first, second]).toMatchObject([
      { part: "choices nl", changed: "1 Groen" },
      { part: "choices fr", changed: "1 Vert" },
    ])
  })

  test("compares the translations of a question and of a closing text, each in its language", () => {
    const translations = (content: string) => [
      { field: "placeholder", locale: "fr", content },
      { field: "placeholder", locale: "de", content: "Alter" },
    ]
    const ask = (content: string) =>
      questionInstruction(0, "age", { uuid: "q", type: "open", placeholder: "Age", translations: translations(content) })
    expect(diffInstructionTexts(ask("Votre âge"), ask("Votre ans"))).toEqual([
      { part: "placeholder fr", of: "placeholder", locale: "fr", before: "Votre", changed: " âge", after: "" },
      { part: "placeholder de", of: "placeholder", locale: "de", before: "Alter", changed: "", after: "" },
    ])
    const end = (content: string) =>
      instruction(0, { type: "end", action: { type: "end", params: { message: "Bye", translations: [{ locale: "fr", content }] } } })
    expect(diffInstructionTexts(end("Au revoir"), end("Au soir"))).toContainEqual({
      part: "closing fr",
      of: "closing",
      locale: "fr",
      before: "Au",
      changed: " revoir",
      after: "",
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
    const texts = diffInstructionTexts(score(first, second), score({ ...second, maximum: 8, content: "Haut" }))
    expect(texts.filter(({ part }) => part.startsWith("range"))).toEqual([
      { part: "range a", of: "range", n: 1, locale: null, before: "", changed: "0–3 low", after: "" },
      { part: "range a nl", of: "range", n: 1, locale: "nl", before: "", changed: "Te laag", after: "" },
      { part: "range a fr", of: "range", n: 1, locale: "fr", before: "", changed: "Trop bas", after: "" },
      { part: "range b", of: "range", n: 2, locale: null, before: "", changed: "0–9", after: " low" },
      { part: "range b nl", of: "range", n: 2, locale: "nl", before: "Te laag", changed: "", after: "" },
      { part: "range b fr", of: "range", n: 2, locale: "fr", before: "", changed: "Bas", after: "" },
    ])
  })

  test("shows the markup where only that differs, and otherwise the plain text", () => {
    expect(diffInstructionTexts(instructionWith("<p><b>plain</b> words</p>"), instructionWith("<p><i>plain</i> words</p>"))).toEqual([
      { part: "message en", before: "", changed: "<p><b>plain</b>", after: " words</p>" },
    ])
    expect(diffInstructionTexts(instructionWith("<p>one <b>word</b></p>"), instructionWith("<p>two words</p>"))).toMatchObject([
      { changed: "one word" },
    ])
  })
})
