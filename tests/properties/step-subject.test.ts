// What a step of undo is called after.
import { expect, test } from "vitest"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { createPatch, describeUndoStep } from "../../domain/script/script-patch.ts"
import { changeScriptLanguage } from "../../domain/script/translations.ts"

const script = (language: "nl" | "en", texts: ReadonlyArray<string>): AuthoredScript => ({
  name: "Visit",
  public_name: "Your visit",
  language,
  instructions: texts.map((content, order) => ({
    uuid: `i${order}`,
    order,
    type: "message",
    typing_delay: 3,
    messages: [{ uuid: `m${order}`, locale: language, content }],
  })),
})
const subject = (before: AuthoredScript, after: AuthoredScript) => describeUndoStep({ delta: createPatch(before, after), about: [] })

test("another language is one step with the texts that go along; a file that brings instructions and a language is the whole", () => {
  const said = script("nl", ["<p>Hallo</p>", "<p>Dag</p>"])
  expect(subject(said, changeScriptLanguage(said, "en"))).toEqual({ part: "language", name: null })
  expect(subject(script("nl", []), script("en", ["<p>Hello</p>", "<p>Bye</p>"]))).toBeNull()
})

test("a step that gave both titles is called by neither; one in which others only moved on is called by what changed", () => {
  const said = script("nl", ["<p>Hallo</p>", "<p>Dag</p>"])
  expect(subject(said, { ...said, name: "Stay" })).toEqual({ part: "title", name: null })
  expect(subject(said, { ...said, public_name: "Your stay" })).toEqual({ part: "public-title", name: null })
  expect(subject(said, { ...said, name: "Stay", public_name: "Your stay" })).toEqual({ part: null, name: null })
  const [one, two] = said.instructions
  if (!one || !two) throw new Error("there are two")
  const slower = { ...one, typing_delay: 5 }
  expect(
    describeUndoStep({
      delta: { fields: null, at: 0, removed: [one, two], inserted: [slower, { ...two, order: 7 }] },
      about: [],
    }),
  ).toEqual({ part: "delay", name: "q1" })
})
