// What a step of undo is called after.
import { expect, test } from "vitest"
import { difference } from "../../domain/script/delta.ts"
import { inLanguage } from "../../domain/script/in-language.ts"
import type { Authored } from "../../domain/script/script.ts"
import { stepSubject } from "../../domain/script/step-subject.ts"

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
