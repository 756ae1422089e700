// What two versions of an instruction say, told apart.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { diffInstructionTexts, diffText } from "../../domain/script/instruction-diff.ts"
import { asked, choicesOf, instruction } from "../arbitraries/answerable.ts"

const words = fc.array(fc.constantFrom("tea", "or", "coffee", "für", "alle?"), { maxLength: 7 }).map((all) => all.join(" "))
const saying = (content: string, more: object = {}) => instruction(0, { messages: [{ uuid: "m", locale: "en", content }], ...more })

describe("two texts side by side", () => {
  test("are whole where they are short, and both have the same words before and after what differs", () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [here, there] = [diffText(one, other), diffText(other, one)]
        expect(here.before + here.changed + here.after).toBe(one)
        expect([here.before, here.after]).toEqual([there.before, there.after])
        if (one === other) expect(here.changed).toBe("")
        else expect(here.changed).not.toBe(there.changed)
      }),
    )
  })

  test("show a difference at the end of a long text, and a few words beside it", () => {
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

describe("two versions of an instruction", () => {
  test("lay their messages, conditions and choices side by side, each in its language", () => {
    const one = { ...asked(0, "tea", { uuid: "q", type: "choice", choices: choicesOf("Green", "Black") }), condition: "x == 1" }
    const other = { ...asked(0, "tea", { uuid: "q", type: "choice", choices: choicesOf("Green", "White") }), condition: "x == 2" }
    expect(diffInstructionTexts(one, other)).toEqual([
      { part: "condition", before: "x ==", changed: " 1", after: "" },
      { part: "choices nl", before: "1 Green · 2", changed: " Black", after: "" },
    ])
    const translated = choicesOf("Groen").map((it) => ({ ...it, translations: [{ locale: "fr", content: "Vert" }] }))
    const [first, second] = diffInstructionTexts(asked(0, "tea", { uuid: "q", type: "choice", choices: translated }), undefined)
    expect([first, second]).toMatchObject([
      { part: "choices nl", changed: "1 Groen" },
      { part: "choices fr", changed: "1 Vert" },
    ])
  })

  test("that differ in the markup alone are shown as their sources, others as they are read", () => {
    expect(diffInstructionTexts(saying("<p><b>plain</b> words</p>"), saying("<p><i>plain</i> words</p>"))).toEqual([
      { part: "message en", before: "", changed: "<p><b>plain</b>", after: " words</p>" },
    ])
    expect(diffInstructionTexts(saying("<p>one <b>word</b></p>"), saying("<p>two words</p>"))).toMatchObject([{ changed: "one word" }])
  })
})
