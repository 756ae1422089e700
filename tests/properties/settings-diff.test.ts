// Differences of settings between two versions of an instruction, and their labels.
import { describe, expect, test } from "vitest"
import { getSettingLabel, getSettingValueLabel } from "../../domain/catalog/instruction-setting-labels.ts"
import { diffSettings } from "../../domain/revisions/instruction-diff.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const number = (maximum: number, rest: object = {}) =>
  questionInstruction(0, "age", { uuid: "q", type: "numeric", options: { minimum: 0, maximum }, ...rest })

describe("the settings diff", () => {
  test("lists settings that differ with the value of the first version, which is undefined where only the other one has it", () => {
    expect(diffSettings(number(50, { placeholder: "Age" }), number(60))).toEqual([
      { field: "placeholder", choice: null, value: "Age" },
      { field: "maximum", choice: null, value: 50 },
    ])
    expect(diffSettings(number(60), number(50, { placeholder: "Age" }))).toEqual([
      { field: "maximum", choice: null, value: 60 },
      { field: "placeholder", choice: null, value: undefined },
    ])
  })

  test("identifies choices by value, and covers action parameters and the instruction's name", () => {
    const choice = (score: number | null) =>
      questionInstruction(0, "tea", { uuid: "q", type: "choice", choices: createChoices("Green").map((choice) => ({ ...choice, score })) })
    expect(diffSettings(choice(2), choice(null))).toEqual([{ field: "score", choice: 1, value: 2 }])
    const end = (url: string) => instruction(0, { type: "end", label: "bye", action: { type: "end", params: { url } } })
    expect(diffSettings(end("https://a.example"), end("https://b.example"))).toEqual([
      { field: "url", choice: null, value: "https://a.example" },
    ])
    expect(diffSettings({ ...number(1), label: "years" }, number(1))).toEqual([{ field: "name", choice: null, value: "years" }])
  })

  test("lists the settings of a choice that only the first version has, and nothing of one that it lacks", () => {
    const drinks = (...choices: ReadonlyArray<object>) =>
      questionInstruction(0, "tea", {
        uuid: "q",
        type: "choice",
        choices: createChoices("Green", "Black")
          .map((choice, i) => ({ ...choice, ...choices[i] }))
          .slice(0, choices.length),
      })
    const [withOne, withTwo] = [drinks({}), drinks({}, { single: false, fixed: true, translations: [{ locale: "fr", content: "Noir" }] })]
    expect(diffSettings(withOne, withTwo)).toEqual([])
    expect(diffSettings(withTwo, withOne)).toEqual([{ field: "fixed", choice: 2, value: true }])
  })

  test("leaves out translations and score ranges, which are compared as texts", () => {
    const placeholder = (content: string) =>
      number(1, { placeholder: "Age", translations: [{ field: "placeholder", locale: "fr", content }] })
    expect(diffSettings(placeholder("Âge"), placeholder("Ans"))).toEqual([])
    const end = (content: string) =>
      instruction(0, { type: "end", action: { type: "end", params: { message: "Bye", translations: [{ locale: "fr", content }] } } })
    expect(diffSettings(end("Salut"), end("Adieu"))).toEqual([])
    const score = (minimum: number) =>
      instruction(0, {
        type: "score",
        action: { type: "score", params: { ranges: [{ uuid: "r", minimum, translation: { locale: "nl", content: "Laag" } }] } },
      })
    expect(diffSettings(score(1), score(2))).toEqual([])
  })

  test("is empty for equal settings, whatever else differs, and without a second version", () => {
    expect(diffSettings(number(50), { ...number(50, { placeholder: null }), condition: "x == 1", typing_delay: 9 })).toEqual([])
    expect(diffSettings(number(50), undefined)).toEqual([])
  })
})

describe("labels of settings", () => {
  test("are those of the panels, and for a choice those of its row", () => {
    expect([getSettingLabel("hasSlider", false), getSettingLabel("score", true)]).toEqual(["editor.slider", "editor.choice.score.short"])
    expect(["fileUploadCameraText", "fileUploadLibraryText"].map((field) => getSettingLabel(field, false))).toEqual([
      "editor.file.camera",
      "editor.file.library",
    ])
    expect([getSettingLabel("score", false), getSettingLabel("toString", false), getSettingLabel("newer", true)]).toEqual([
      null,
      null,
      null,
    ])
  })

  test("exist also for boolean and enumerated values", () => {
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
