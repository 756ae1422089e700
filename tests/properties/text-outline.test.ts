// The text outline of a script and the excerpts in the editor's outline.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseCondition, printCondition } from "../../domain/conditions/condition-syntax.ts"
import { getExcerpt, needsText } from "../../domain/editing/editor-outline.ts"
import { buildTextOutline } from "../../domain/editing/text-outline.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import { condition } from "../arbitraries/conditions.ts"
import { script } from "../arbitraries/scripts.ts"

describe("the outline of a script", () => {
  test("lists each instruction once, in order, by the name that conditions use", () => {
    fc.assert(
      fc.property(script, (script) => {
        expect(buildTextOutline(script).map(({ number, name }) => [number, name])).toEqual(
          script.instructions.map((instruction, place) => [place + 1, getInstructionName(instruction)]),
        )
      }),
    )
  })

  test("prints a condition so that it parses again, and an invalid condition unchanged", () => {
    fc.assert(
      fc.property(condition, fc.constantFrom("", " ||", "("), (tree, suffix) => {
        const text = `  ${printCondition(tree)}${suffix}`
        const [entry] = buildTextOutline({
          name: "",
          public_name: "",
          language: "nl",
          instructions: [{ uuid: "i", order: 0, type: "message", typing_delay: 1, messages: [], condition: text }],
        })
        if (suffix === "") expect(parseCondition(entry?.condition ?? "")).toMatchObject({ condition: tree })
        else expect(entry?.condition).toBe(text.trim())
      }),
    )
  })

  test("shows a question's choices, its text in the script's language, and the settings that are set", () => {
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
        neverShown: null,
        text: "Hoi & welkom\nZeg het maar",
        choices: [{ value: 4, text: "Ja" }],
        settings: [
          ["minimum", 1],
          ["randomize", true],
        ],
      },
    ])
  })

  test("[C10] says why no conversation shows an instruction, as the check does", () => {
    const asked = (order: number, label: string, condition: string | null): Instruction => ({
      uuid: `i${order}`,
      order,
      type: "question",
      label,
      condition,
      typing_delay: 1,
      messages: [],
      question: { uuid: `q${order}`, type: "starRating" },
    })
    const instructions = [asked(0, "a", null), asked(1, "b", "a < 3"), asked(2, "c", "b && a > 3")]
    const outline = buildTextOutline({ name: "", public_name: "", language: "nl", instructions })
    expect(outline.map(({ neverShown }) => neverShown)).toEqual([
      null,
      null,
      { key: "condition.conflict", values: { names: "“b”" }, because: [1, 2] },
    ])
  })

  test("shows the alternative text of images, and the accepted extensions of a file question", () => {
    const content = '<img src="https://x.org/a.png" alt="Een  &lt;b&gt; hond"><p>Zo <img src="b.png"> is <img alt="het"></p>'
    const question = { uuid: "q", type: "file" as const, options: { extensions: ["png", "jpg"], fileUploadCameraText: "Foto" } }
    const outline = buildTextOutline({
      name: "",
      public_name: "",
      language: "nl",
      instructions: [
        { uuid: "i", order: 0, type: "image", typing_delay: 1, messages: [{ uuid: "m", locale: "nl", content }] },
        { uuid: "j", order: 1, type: "question", typing_delay: 1, messages: [], question },
      ],
    })
    expect(outline[0]?.text).toBe("[Een <b> hond]\nZo is [het]")
    expect(outline[1]?.settings).toEqual([
      ["extensions", ["png", "jpg"]],
      ["fileUploadCameraText", "Foto"],
    ])
  })

  test("shows the text settings of an action; an action without condition and text has none", () => {
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

describe("the excerpt of an instruction", () => {
  const messages = (content: string, locale = "nl") => [{ uuid: locale, locale, content }]

  test("is the start of its text in the script's language, or an image's alternative text, up to 120 characters", () => {
    expect(getExcerpt({ type: "message", messages: [...messages("<p>One</p>", "en"), ...messages("<p>Een</p>")] }, "nl")).toBe("Een")
    expect(getExcerpt({ type: "image", messages: messages('<img src="https://a.example/b.png" alt="A cat">') }, "nl")).toBe("A cat")
    expect(getExcerpt({ type: "message", messages: messages("x".repeat(300)) }, "nl")).toBe("x".repeat(120))
  })

  test("[X14] shows a recall as the name of what it recalls", () => {
    expect(getExcerpt({ type: "message", messages: messages("<p>Dag {{answers.name|daar}}!</p>") }, "nl")).toBe("Dag [name]!")
  })

  test("is the endpoint of an action without text; only instructions that are read need a text", () => {
    const endpoint = "https://api.example/v1"
    for (const type of ["send2api", "getFromAPI", "askAI"] as const) {
      expect(getExcerpt({ type: "action", messages: messages(""), action: { type, params: { endpoint } } }, "nl")).toBe(endpoint)
      expect(getExcerpt({ type: "action", messages: messages("Wait"), action: { type, params: { endpoint } } }, "nl")).toBe("Wait")
    }
    expect(getExcerpt({ type: "end", messages: [], action: { type: "end", params: { message: "Bye", url: "" } } }, "nl")).toBe("Bye")
    expect(getExcerpt({ type: "action", messages: [], action: { type: "crmApi", params: {} } }, "nl")).toBe("")
    expect((["message", "image", "video", "question", "empty"] as const).every((type) => needsText({ type }))).toBe(true)
    expect((["action", "end", "score"] as const).some((type) => needsText({ type }))).toBe(false)
  })
})
