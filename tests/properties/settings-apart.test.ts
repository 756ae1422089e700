// What two versions of an instruction set differently.
import { describe, expect, test } from "vitest"
import { getSettingLabel, getSettingValueLabel } from "../../domain/catalog/setting-labels.ts"
import { diffSettings } from "../../domain/script/instruction-diff.ts"
import { asked, choicesOf, instruction } from "../arbitraries/answerable.ts"

const number = (maximum: number, rest: object = {}) =>
  asked(0, "age", { uuid: "q", type: "numeric", options: { minimum: 0, maximum }, ...rest })

describe("settings that stand apart", () => {
  test("are those that differ, each side with its own, and what one side lacks is undefined", () => {
    expect(diffSettings(number(50, { placeholder: "Age" }), number(60))).toEqual([
      { field: "placeholder", choice: null, value: "Age" },
      { field: "maximum", choice: null, value: 50 },
    ])
    expect(diffSettings(number(60), number(50, { placeholder: "Age" }))).toEqual([
      { field: "maximum", choice: null, value: 60 },
      { field: "placeholder", choice: null, value: undefined },
    ])
  })

  test("name choices by their values, actions by their params, and an instruction by its name", () => {
    const choice = (score: number | null) =>
      asked(0, "tea", { uuid: "q", type: "choice", choices: choicesOf("Green").map((it) => ({ ...it, score })) })
    expect(diffSettings(choice(2), choice(null))).toEqual([{ field: "score", choice: 1, value: 2 }])
    const end = (url: string) => instruction(0, { type: "end", label: "bye", action: { type: "end", params: { url } } })
    expect(diffSettings(end("https://a.example"), end("https://b.example"))).toEqual([
      { field: "url", choice: null, value: "https://a.example" },
    ])
    expect(diffSettings({ ...number(1), label: "years" }, number(1))).toEqual([{ field: "name", choice: null, value: "years" }])
  })

  test("of a choice that one of the two lacks are what is set of it, and nothing on the side that lacks it", () => {
    const drinks = (...choices: ReadonlyArray<object>) =>
      asked(0, "tea", {
        uuid: "q",
        type: "choice",
        choices: choicesOf("Green", "Black")
          .map((it, i) => ({ ...it, ...choices[i] }))
          .slice(0, choices.length),
      })
    const [one, two] = [drinks({}), drinks({}, { single: false, fixed: true, translations: [{ locale: "fr", content: "Noir" }] })]
    expect(diffSettings(one, two)).toEqual([])
    expect(diffSettings(two, one)).toEqual([{ field: "fixed", choice: 2, value: true }])
  })

  test("are none of two that are set alike, whatever else they say, and of one alone", () => {
    expect(diffSettings(number(50), { ...number(50, { placeholder: null }), condition: "x == 1", typing_delay: 9 })).toEqual([])
    expect(diffSettings(number(50), undefined)).toEqual([])
  })
})

describe("what settings are called", () => {
  test("is what their panels call them, and of a choice what its row calls them", () => {
    expect([getSettingLabel("hasSlider", false), getSettingLabel("score", true)]).toEqual(["editor.slider", "editor.choice.score.short"])
    expect([getSettingLabel("score", false), getSettingLabel("toString", false), getSettingLabel("newer", true)]).toEqual([
      null,
      null,
      null,
    ])
  })

  test("values that are yes or no, or one of a few, have words, too", () => {
    expect([getSettingValueLabel("hasSlider", true), getSettingValueLabel("skipable", false)]).toEqual([
      "editor.conflict.yes",
      "editor.conflict.no",
    ])
    expect([getSettingValueLabel("endType", "screenout"), getSettingValueLabel("increment", 0.5)]).toEqual([
      "editor.end.type.screenout",
      "editor.conflict.yes",
    ])
    expect([getSettingValueLabel("maximum", 3), getSettingValueLabel("endType", "newer"), getSettingValueLabel("url", "toString")]).toEqual(
      [null, null, null],
    )
  })
})
