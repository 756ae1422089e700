// Translations typed in the editor: of the public title, and of texts that belong to the message, the question or the action [I10].
import { describe, expect, test } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { TranslationPart } from "../../domain/script/translatable-texts.ts"
import { editorInput, editorWithPorts, message, script } from "./editor-fixtures.ts"

const closing: Instruction = { ...message("end"), type: "end", action: { type: "end", params: { endType: "finished", message: "Dag" } } }
const range = { uuid: "r", minimum: 0, maximum: 3, label: "low", translation: { locale: "nl", content: "Laag" } }
const score: Instruction = { ...message("score"), type: "score", action: { type: "score", params: { ranges: [range] } } }
const question: Instruction = {
  ...message("ask", "Waar?"),
  type: "question",
  question: { uuid: "q", type: "open", placeholder: "Uw stad" },
}

const edit = (status = 1) => {
  const of = script([message("hello", "<p>Hallo</p>"), question, score, closing], { status })
  const clock = new SimulatedClock()
  const actor = createActor(editorWithPorts({}), { input: editorInput(of), clock }).start()
  const context = () => actor.getSnapshot().context
  const find = (uuid: string) => context().draft.instructions.find((it) => it.uuid === uuid)
  const type = (uuid: string, part: TranslationPart, text: string, locale = "fr") =>
    actor.send({ type: "translation.type", uuid, part, locale, text })
  return { actor, clock, context, find, type }
}

describe("the public title in another language", () => {
  test("is written and removed, and consecutive keystrokes in one language are one undo step", () => {
    const { actor, clock, context } = edit()
    const translations = () => context().draft.public_name_translations
    for (const text of ["Vot", "Votre visite"]) actor.send({ type: "title-translation.type", locale: "fr", text })
    expect([translations(), context().history.past.length]).toEqual([[{ locale: "fr", content: "Votre visite" }], 1])
    actor.send({ type: "title-translation.type", locale: "de", text: "Ihr Besuch" })
    expect([translations()?.length, context().history.past.length]).toEqual([2, 2])
    actor.send({ type: "edit.undo" })
    expect(translations()).toEqual([{ locale: "fr", content: "Votre visite" }])
    clock.increment(1000)
    actor.send({ type: "title-translation.type", locale: "fr", text: "" })
    expect("public_name_translations" in context().draft).toBe(false)
  })

  test("can change while the chat is live, as the public title can, but not once it is deleted", () => {
    const written = [2, 4].map((status) => {
      const { actor, context } = edit(status)
      actor.send({ type: "title-translation.type", locale: "fr", text: "Votre visite" })
      return context().draft.public_name_translations !== undefined
    })
    expect(written).toEqual([true, false])
  })
})

describe("a translation of an instruction", () => {
  test("goes to its owner: the message, the question, or the action", () => {
    const { find, type } = edit()
    type("hello", { of: "message" }, "<p>Bonjour</p>")
    type("ask", { of: "placeholder" }, "Votre ville")
    type("score", { of: "range", range: "r" }, "Bas")
    type("end", { of: "closing" }, "Au revoir")
    expect(find("hello")?.messages.at(-1)).toMatchObject({ locale: "fr", content: "<p>Bonjour</p>" })
    expect(find("ask")?.question?.translations).toEqual([{ field: "placeholder", locale: "fr", content: "Votre ville" }])
    expect(find("score")?.action?.params).toEqual({ ranges: [{ ...range, translations: [{ locale: "fr", content: "Bas" }] }] })
    expect(find("end")?.action?.params).toEqual({
      endType: "finished",
      message: "Dag",
      translations: [{ locale: "fr", content: "Au revoir" }],
    })
  })

  test("is one undo step for each text and language", () => {
    const { context, find, type } = edit()
    for (const text of ["A", "Au", "Au revoir"]) type("end", { of: "closing" }, text)
    expect(context().history.past.length).toBe(1)
    type("end", { of: "closing" }, "Tschüss", "de")
    type("score", { of: "range", range: "r" }, "Bas")
    expect(context().history.past.length).toBe(3)
    type("end", { of: "closing" }, "", "de")
    expect(find("end")?.action?.params).toMatchObject({ translations: [{ locale: "fr", content: "Au revoir" }] })
  })

  test("changes nothing in the script's own language, or in an instruction that does not exist", () => {
    const { context, type } = edit()
    const { draft } = context()
    type("end", { of: "closing" }, "Doei", "nl")
    type("gone", { of: "closing" }, "Au revoir")
    expect(context().draft).toBe(draft)
  })
})
