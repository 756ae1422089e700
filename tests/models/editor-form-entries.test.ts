// Form entries of a question that are invalid or unreadable: they are kept outside the script, and are never lost silently.
import { describe, expect, test } from "vitest"
import { createActor } from "xstate"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { Script } from "../../domain/script/script.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { findPendingForm, listPendingForms } from "../../machines/editor/unsaved-work.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

type Numeric = Extract<Question, { readonly type: "numeric" }>
const numeric = (options: NonNullable<Numeric["options"]>): Numeric => ({ uuid: "n", type: "numeric", options })
const asking = (uuid: string, question: Question): Instruction => ({ ...message(uuid), type: "question", question })
const right = numeric({ minimum: 1, maximum: 5 })
const wrong = numeric({ minimum: 9, maximum: 5 })
const first = script([asking("a", right), message("b"), asking("c", right)])
const put = (question: Question, unread = {}, uuid = "a"): EditorEvent => ({
  type: "options.update",
  uuid,
  field: "minimum",
  question,
  unread,
})
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

const working = (of: Script = first) => {
  const server = fakeServerAndDevice(of)
  const warned = { now: false }
  const actor = createActor(
    editorWithPorts({
      saveScript: async (it) => server.save(it),
      keepDraft: async (it) => server.keep(it),
      forgetDraft: async () => server.forget(),
      warnBeforeUnload: () => {
        warned.now = true
        return () => {
          warned.now = false
        }
      },
    }),
    { input: editorInput(of) },
  ).start()
  const send = (...events: ReadonlyArray<EditorEvent>) => {
    for (const event of events) actor.send(event)
  }
  const context = () => actor.getSnapshot().context
  const held = (uuid: string) => findPendingForm(context(), uuid)
  const asked = (uuid: string) => context().draft.instructions.find((it) => it.uuid === uuid)?.question
  return { actor, server, warned, send, context, held, asked }
}

describe("[Q6] options that break a rule", () => {
  test("are kept outside the script until they are valid, also while another instruction is shown", () => {
    const { send, held, asked } = working()
    send(put(wrong), { type: "instruction.select", uuid: "b" }, { type: "instruction.select", uuid: "a" })
    expect(asked("a")).toEqual(right)
    expect(held("a")).toMatchObject({ question: wrong, unparsed: {} })
    const fixed = numeric({ minimum: 2, maximum: 5 })
    send(put(fixed))
    expect(asked("a")).toEqual(fixed)
    expect(held("a")).toBeNull()
  })

  test("are dropped once they equal those of the script, even if those are invalid, without an undo step", () => {
    const { send, held, actor } = working(script([asking("a", wrong)]))
    send(put(numeric({ minimum: 8, maximum: 5 })))
    expect(held("a")).not.toBeNull()
    send(put(wrong))
    expect(held("a")).toBeNull()
    expect(actor.getSnapshot().context.history.past).toEqual([])
  })

  test("are dropped when the script's options change, and are deleted and restored together with their instruction", () => {
    const { send, held, context } = working()
    send({ type: "instruction.update", uuid: "a", field: null, change: { question: numeric({ minimum: 3, maximum: 5 }) } }, put(wrong))
    expect(held("a")).not.toBeNull()
    send({ type: "edit.undo" })
    expect(held("a")).toBeNull()
    send(put(wrong), { type: "instruction.delete", uuid: "a" })
    expect(listPendingForms(context())).toEqual([])
    send({ type: "edit.undo" })
    expect(listPendingForms(context()).map(({ uuid }) => uuid)).toEqual(["a"])
  })

  test("of a multiple choice are kept when another setting changes, and dropped when the number of choices changes", () => {
    const choices = [1, 2, 3, 4].map((value) => ({
      uuid: `${value}`,
      value,
      order: value,
      translation: { locale: "nl", content: `${value}` },
    }))
    const multiple = { uuid: "m", type: "multiple", choices, options: { minimum: 1, maximum: 4 } } as const
    const { send, held } = working(script([asking("a", multiple)]))
    send(put({ ...multiple, options: { minimum: 9, maximum: 4 } }))
    const columns = { ...multiple, options: { ...multiple.options, columns: 2 } }
    send({ type: "instruction.update", uuid: "a", field: null, change: { question: columns } })
    expect(held("a")).not.toBeNull()
    send({ type: "choices.update", uuid: "a", field: null, choices: choices.slice(1), minimum: null })
    expect(held("a")).toBeNull()
    // Also if the maximum already equals that number.
    const narrow = { ...multiple, options: { minimum: 1, maximum: 3 } }
    const other = working(script([asking("a", narrow)]))
    other.send(put({ ...narrow, options: { minimum: 9, maximum: 3 } }))
    expect(other.held("a")).not.toBeNull()
    other.send({ type: "choices.update", uuid: "a", field: null, choices: choices.slice(1), minimum: null })
    expect(other.held("a")).toBeNull()
  })
})

test("an unreadable text is kept while the other options are written to the script", () => {
  const { send, held, asked } = working()
  const other = numeric({ minimum: 1, maximum: 7 })
  send(put(right, { minimum: "x" }), put(other, { minimum: "x" }))
  expect(asked("a")).toEqual(other)
  expect(held("a")).toMatchObject({ unparsed: { minimum: "x" } })
  send(put(other))
  expect(held("a")).toBeNull()
})

test("in a live chat, an unreadable text of an editable option is kept, and a locked option is neither written nor kept", () => {
  const { send, held, asked } = working(script([asking("a", right)], { status: 2 }))
  send(put(numeric({ minimum: 2, maximum: 5 })))
  expect([asked("a"), held("a")]).toEqual([right, null])
  send(put(right, { lowerBoundLabel: "x" }))
  expect([asked("a"), held("a")?.unparsed]).toEqual([right, { lowerBoundLabel: "x" }])
})

test("an unreadable step size is dropped when the slider is turned off, which hides its field", () => {
  const { send, held, asked } = working()
  const slid = numeric({ minimum: 1, maximum: 5, hasSlider: true })
  const still = numeric({ minimum: 1, maximum: 5, hasSlider: false })
  send(put(slid), put(slid, { stepSize: "x" }))
  expect(held("a")).not.toBeNull()
  send(put(still, { stepSize: "x" }))
  expect(held("a")).toBeNull()
  expect(asked("a")).toEqual(still)
})

describe("while the form has entries that are not in the script", () => {
  test("the editor is not blocked before the author saves", () => {
    const { send, context } = working()
    send(put(wrong), put(wrong, {}, "c"))
    expect(context().isBlockedByForms).toBe(false)
    send({ type: "script.save" }, put(right))
    expect(context().isBlockedByForms).toBe(true)
  })

  test("Save saves everything else and shows the instruction: the selected one, otherwise the first", async () => {
    const { actor, server, send, context } = working()
    send({ type: "title.type", text: "Anew" }, put(wrong), put(wrong, {}, "c"), { type: "instruction.select", uuid: "b" })
    send({ type: "script.save" })
    await settled()
    await settled()
    expect([server.saves.length, server.latest().name]).toEqual([2, "Anew"])
    expect(server.latest().instructions[0]?.question).toEqual(right)
    expect(context()).toMatchObject({ selected: "a", isBlockedByForms: true })
    send({ type: "instruction.select", uuid: "c" }, { type: "script.save" })
    expect([context().selected, server.saves.length]).toEqual(["c", 2])
    send(put(right), put(right, {}, "c"))
    expect(context().isBlockedByForms).toBe(false)
    send({ type: "script.save" })
    await settled()
    await settled()
    expect([server.saves.length, actor.getSnapshot().status]).toEqual([2, "done"])
  })

  test("the editor stays open after a save that was already under way", async () => {
    const { actor, server, send } = working()
    send({ type: "title.type", text: "Anew" }, { type: "script.save" }, put(wrong))
    await settled()
    await settled()
    expect([server.saves.length, actor.getSnapshot().status]).toEqual([2, "active"])
    expect(actor.getSnapshot().matches({ open: { saving: "idle" } })).toBe(true)
  })

  test("leaving the editor or closing the page asks for confirmation", () => {
    const { actor, send, warned } = working()
    send(put(wrong))
    expect(warned.now).toBe(true)
    send({ type: "editor.leave" })
    expect(actor.getSnapshot().hasTag("confirming-leave")).toBe(true)
    send({ type: "leave.cancel" }, put(right))
    expect(warned.now).toBe(false)
  })
})
