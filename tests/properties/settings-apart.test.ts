// What two versions of an instruction set differently.
import { describe, expect, test } from "vitest"
import { settingName, settingValue } from "../../domain/catalog/setting-labels.ts"
import { settingsApart } from "../../domain/script/instruction-diff.ts"
import { asked, choicesOf, instruction } from "../arbitraries/answerable.ts"

const number = (maximum: number, rest: object = {}) =>
  asked(0, "age", { uuid: "q", type: "numeric", options: { minimum: 0, maximum }, ...rest })

describe("settings that stand apart", () => {
  test("are those that differ, each side with its own, and what one side lacks is undefined", () => {
    expect(settingsApart(number(50, { placeholder: "Age" }), number(60))).toEqual([
      { field: "placeholder", choice: null, value: "Age" },
      { field: "maximum", choice: null, value: 50 },
    ])
    expect(settingsApart(number(60), number(50, { placeholder: "Age" }))).toEqual([
      { field: "maximum", choice: null, value: 60 },
      { field: "placeholder", choice: null, value: undefined },
    ])
  })

  test("name choices by their values, actions by their params, and an instruction by its name", () => {
    const choice = (score: number | null) =>
      asked(0, "tea", { uuid: "q", type: "choice", choices: choicesOf("Green").map((it) => ({ ...it, score })) })
    expect(settingsApart(choice(2), choice(null))).toEqual([{ field: "score", choice: 1, value: 2 }])
    const end = (url: string) => instruction(0, { type: "end", label: "bye", action: { type: "end", params: { url } } })
    expect(settingsApart(end("https://a.example"), end("https://b.example"))).toEqual([
      { field: "url", choice: null, value: "https://a.example" },
    ])
    expect(settingsApart({ ...number(1), label: "years" }, number(1))).toEqual([{ field: "name", choice: null, value: "years" }])
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
    expect(settingsApart(one, two)).toEqual([])
    expect(settingsApart(two, one)).toEqual([{ field: "fixed", choice: 2, value: true }])
  })

  test("are none of two that are set alike, whatever else they say, and of one alone", () => {
    expect(settingsApart(number(50), { ...number(50, { placeholder: null }), condition: "x == 1", typing_delay: 9 })).toEqual([])
    expect(settingsApart(number(50), undefined)).toEqual([])
  })
})

describe("what settings are called", () => {
  test("is what their panels call them, and of a choice what its row calls them", () => {
    expect([settingName("hasSlider", false), settingName("score", true)]).toEqual(["editor.slider", "editor.choice.score.short"])
    expect([settingName("score", false), settingName("toString", false), settingName("newer", true)]).toEqual([null, null, null])
  })

  test("values that are yes or no, or one of a few, have words, too", () => {
    expect([settingValue("hasSlider", true), settingValue("skipable", false)]).toEqual(["editor.conflict.yes", "editor.conflict.no"])
    expect([settingValue("endType", "screenout"), settingValue("increment", 0.5)]).toEqual([
      "editor.end.type.screenout",
      "editor.conflict.yes",
    ])
    expect([settingValue("maximum", 3), settingValue("endType", "newer"), settingValue("url", "toString")]).toEqual([null, null, null])
  })
})
