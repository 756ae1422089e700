// What a step of undo is called after.
import { expect, test } from "vitest"
import type { Authored } from "../../domain/script/script.ts"
import { difference, stepSubject } from "../../domain/script/script-patch.ts"
import { inLanguage } from "../../domain/script/translations.ts"

const script = (language: "nl" | "en", texts: ReadonlyArray<string>): Authored => ({
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
const subject = (before: Authored, after: Authored) => stepSubject({ delta: difference(before, after), about: [] })

test("another language is one step with the texts that go along; a file that brings instructions and a language is the whole", () => {
  const said = script("nl", ["<p>Hallo</p>", "<p>Dag</p>"])
  expect(subject(said, inLanguage(said, "en"))).toEqual({ part: "language", name: null })
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
    stepSubject({
      delta: { fields: null, at: 0, removed: [one, two], inserted: [slower, { ...two, order: 7 }] },
      about: [],
    }),
  ).toEqual({ part: "delay", name: "q1" })
})
