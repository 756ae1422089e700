// An import replaces the titles of the chat; the author chooses whether those of the chat or of the file stay [A9].
import { expect, test } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import { toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { findReplacedTitles } from "../../machines/editor/editor-files-region.ts"
import { editorInput, editorWithPorts, message, script } from "./editor-fixtures.ts"

type Titles = Partial<Pick<AuthoredScript, "name" | "public_name" | "public_name_translations" | "language">>

const french = [{ locale: "fr", content: "Votre visite" }]
const ofChat = { name: "Of the chat", public_name: "Your visit", public_name_translations: french } as const

/** Imports a file with other titles into an empty chat. */
const importInto = async (chat: Titles, file: Titles) => {
  const opened = { ...toAuthoredScript(script([message("x"), message("y")])), ...file }
  const machine = editorWithPorts({ openFile: async () => ({ _tag: "Opened", script: opened }) })
  const actor = createActor(machine, { input: editorInput({ ...script([]), ...chat }), clock: new SimulatedClock() }).start()
  actor.send({ type: "file.import", files: [{ name: "a.json", text: async () => "" }] })
  await expect.poll(() => actor.getSnapshot().matches({ open: { importing: { idle: "completed" } } })).toBe(true)
  const context = () => actor.getSnapshot().context
  const titles = () => {
    const { name, public_name, public_name_translations } = context().draft
    return { name, public_name, public_name_translations }
  }
  return { actor, context, titles, replaced: () => findReplacedTitles(context()) }
}

test("the titles of the chat and their translations are restored together, as one undo step", async () => {
  const { actor, context, titles, replaced } = await importInto(ofChat, { name: "From a file", public_name: "A file" })
  expect(titles()).toEqual({ name: "From a file", public_name: "A file", public_name_translations: undefined })
  expect(replaced()).toMatchObject(ofChat)
  const steps = context().history.past.length
  actor.send({ type: "imported-titles.restore" })
  expect(titles()).toEqual(ofChat)
  expect([replaced(), context().draft.instructions.length, context().history.past.length]).toEqual([null, 2, steps + 1])
  actor.send({ type: "edit.undo" })
  expect(titles()).toEqual({ name: "From a file", public_name: "A file", public_name_translations: undefined })
  expect(replaced()).toMatchObject(ofChat)
})

test("a chat without translations gets rid of those of the file", async () => {
  const { actor, context, titles } = await importInto({ name: "Of the chat" }, { name: "From a file", public_name_translations: french })
  expect(titles().public_name_translations).toEqual(french)
  actor.send({ type: "imported-titles.restore" })
  expect("public_name_translations" in context().draft).toBe(false)
})

test.each<readonly [string, Titles, Titles, boolean]>([
  ["only the public title differs", { public_name: "Your visit" }, { public_name: "A file" }, true],
  ["only a translation differs", { public_name_translations: french }, { public_name_translations: [] }, true],
  ["all titles are equal", ofChat, ofChat, false],
  ["missing translations equal none", { public_name_translations: null }, { public_name_translations: [] }, false],
  ["the chat has no titles", { name: " ", public_name: "" }, { name: "From a file", public_name: "A file" }, false],
])("the choice is offered if there is anything to restore: %s", async (_, chat, file, isOffered) => {
  const { replaced } = await importInto(chat, file)
  expect(replaced() !== null).toBe(isOffered)
})

test("the choice ends when the author accepts the titles of the file, or changes one of them", async () => {
  const [taken, changed] = [await importInto(ofChat, { name: "From a file" }), await importInto(ofChat, { name: "From a file" })]
  taken.actor.send({ type: "imported-titles.accept" })
  expect([taken.replaced(), taken.titles().name]).toEqual([null, "From a file"])
  changed.actor.send({ type: "public-title.type", text: "Another" })
  expect(changed.replaced()).toBeNull()
  changed.actor.send({ type: "imported-titles.restore" })
  expect(changed.titles().public_name).toBe("Another")
})

test("restored titles are those in the language of the file if the chat has them", async () => {
  const { actor, titles } = await importInto({ ...ofChat, language: "nl" }, { name: "From a file", language: "fr" })
  actor.send({ type: "imported-titles.restore" })
  expect(titles()).toEqual({
    name: "Of the chat",
    public_name: "Votre visite",
    public_name_translations: [{ locale: "nl", content: "Your visit" }],
  })
})
