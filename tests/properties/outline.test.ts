import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseCondition, printCondition } from "../../domain/conditions/condition-syntax.ts"
import { getExcerpt, needsText } from "../../domain/script/editor-outline.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import { buildTextOutline } from "../../domain/script/text-outline.ts"
import { condition } from "../arbitraries/conditions.ts"
import { script } from "../arbitraries/scripts.ts"

describe("the outline of a script", () => {
  test("has each instruction once, in order, by the name that conditions call it by", () => {
    fc.assert(
      fc.property(script, (it) => {
        expect(buildTextOutline(it).map(({ number, name }) => [number, name])).toEqual(
          it.instructions.map((at, place) => [place + 1, getInstructionName(at)]),
        )
      }),
    )
  })

  test("says every condition so that it can be read again, also one that cannot be read now", () => {
    fc.assert(
      fc.property(condition, fc.constantFrom("", " ||", "("), (tree, broken) => {
        const text = `  ${printCondition(tree)}${broken}`
        const [entry] = buildTextOutline({
          name: "",
          public_name: "",
          language: "nl",
          instructions: [{ uuid: "i", order: 0, type: "message", typing_delay: 1, messages: [], condition: text }],
        })
        if (broken === "") expect(parseCondition(entry?.condition ?? "")).toMatchObject({ condition: tree })
        else expect(entry?.condition).toBe(text.trim())
      }),
    )
  })

  test("a question with its choices, text in the script's language, settings that are set", () => {
    expect(
      buildTextOutline({
        name: "",
        public_name: "",
        language: "nl",
        instructions: [
          {
            uuid: "i",
            order: 0,
            type: "question",
            label: "",
            condition: " ",
            typing_delay: 1,
            messages: [
              { uuid: "m", locale: "en", content: "<p>Hi</p>" },
              { uuid: "n", locale: "nl", content: "<p>Hoi &amp; welkom</p><p>Zeg het <em>maar</em></p>" },
            ],
            question: {
              uuid: "q",
              type: "multiple",
              choices: [{ uuid: "c", value: 4, order: 0, translation: { locale: "nl", content: "Ja" } }],
              options: { minimum: 1, randomize: true, dropdown: false, charttype: "", searchPattern: null },
            },
          },
        ],
      }),
    ).toEqual([
      {
        number: 1,
        name: "q1",
        kind: "multiple",
        condition: null,
        text: "Hoi & welkom\nZeg het maar",
        choices: [{ value: 4, text: "Ja" }],
        settings: [
          ["minimum", 1],
          ["randomize", true],
        ],
      },
    ])
  })

  test("an image with its words for those who do not see it, a question for files with the kinds that it takes", () => {
    const content = '<img src="https://x.org/a.png" alt="Een  &lt;b&gt; hond"><p>Zo <img src="b.png"> is <img alt="het"></p>'
    const question = { uuid: "q", type: "file" as const, options: { extensions: ["png", "jpg"], fileUploadCameraText: "Foto" } }
    const told = buildTextOutline({
      name: "",
      public_name: "",
      language: "nl",
      instructions: [
        { uuid: "i", order: 0, type: "image", typing_delay: 1, messages: [{ uuid: "m", locale: "nl", content }] },
        { uuid: "j", order: 1, type: "question", typing_delay: 1, messages: [], question },
      ],
    })
    expect(told[0]?.text).toBe("[Een <b> hond]\nZo is [het]")
    expect(told[1]?.settings).toEqual([
      ["extensions", ["png", "jpg"]],
      ["fileUploadCameraText", "Foto"],
    ])
  })

  test("settings of an action that are texts are told; what has no condition and no text has none", () => {
    const action = { type: "end" as const, params: { endAction: "redirect" as const, url: "https://x.org", text: "" } }
    const instructions = [{ uuid: "i", order: 0, type: "end" as const, label: "bye", typing_delay: 1, messages: [], action }]
    expect(buildTextOutline({ name: "", public_name: "", language: "nl", instructions })).toMatchObject([
      {
        kind: "end",
        condition: null,
        text: "",
        choices: [],
        settings: [
          ["endAction", "redirect"],
          ["url", "https://x.org"],
        ],
      },
    ])
  })
})

describe("what an instruction is known by in a list", () => {
  const said = (content: string, locale = "nl") => [{ uuid: locale, locale, content }]

  test("is its first words in the script's language, an image's words, and no more of them than fit", () => {
    expect(getExcerpt({ type: "message", messages: [...said("<p>One</p>", "en"), ...said("<p>Een</p>")] }, "nl")).toBe("Een")
    expect(getExcerpt({ type: "image", messages: said('<img src="https://a.example/b.png" alt="A cat">') }, "nl")).toBe("A cat")
    expect(getExcerpt({ type: "message", messages: said("x".repeat(300)) }, "nl")).toBe("x".repeat(120))
  })

  test("is where it leads, where it acts and says nothing; only what is there to be read lacks a text", () => {
    const endpoint = "https://api.example/v1"
    for (const type of ["send2api", "getFromAPI", "askAI"] as const) {
      expect(getExcerpt({ type: "action", messages: said(""), action: { type, params: { endpoint } } }, "nl")).toBe(endpoint)
      expect(getExcerpt({ type: "action", messages: said("Wait"), action: { type, params: { endpoint } } }, "nl")).toBe("Wait")
    }
    expect(getExcerpt({ type: "end", messages: [], action: { type: "end", params: { message: "Bye", url: "" } } }, "nl")).toBe("Bye")
    expect(getExcerpt({ type: "action", messages: [], action: { type: "crmApi", params: {} } }, "nl")).toBe("")
    expect((["message", "image", "video", "question", "empty"] as const).every((type) => needsText({ type }))).toBe(true)
    expect((["action", "end", "score"] as const).some((type) => needsText({ type }))).toBe(false)
  })
})
