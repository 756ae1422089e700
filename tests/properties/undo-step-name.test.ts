// Names of undo steps.
import { expect, test } from "vitest"
import { createPatch, describeUndoStep } from "../../domain/revisions/script-patch.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { changeScriptLanguage } from "../../domain/script/script-language-change.ts"

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

test("a language change is one step with its texts; a change that also adds instructions has no name", () => {
  const base = script("nl", ["<p>Hallo</p>", "<p>Dag</p>"])
  expect(subject(base, changeScriptLanguage(base, "en"))).toEqual({ part: "language", name: null })
  expect(subject(script("nl", []), script("en", ["<p>Hello</p>", "<p>Bye</p>"]))).toBeNull()
})

test("a step that changes both titles has no name; one that also shifts instructions is named by its change", () => {
  const base = script("nl", ["<p>Hallo</p>", "<p>Dag</p>"])
  expect(subject(base, { ...base, name: "Stay" })).toEqual({ part: "title", name: null })
  expect(subject(base, { ...base, public_name: "Your stay" })).toEqual({ part: "public-title", name: null })
  expect(subject(base, { ...base, name: "Stay", public_name: "Your stay" })).toEqual({ part: null, name: null })
  const [first, second] = base.instructions
  if (!first || !second) throw new Error("there are two")
  const slower = { ...first, typing_delay: 5 }
  expect(
    describeUndoStep({
      delta: { fields: null, at: 0, removed: [first, second], inserted: [slower, { ...second, order: 7 }] },
      about: [],
    }),
  ).toEqual({ part: "delay", name: "q1" })
})
