// What a form holds of a question that breaks a rule, or cannot be read: it is in no script, and yet goes nowhere without a word.
import { describe, expect, test } from "vitest"
import { createActor } from "xstate"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { Script } from "../../domain/script/script.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { findPendingForm, listPendingForms } from "../../machines/editor/unsaved-work.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-stand-ins.ts"

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
  test("are held beside the script until they are right, also while another instruction is shown", () => {
    const { send, held, asked } = working()
    send(put(wrong), { type: "instruction.select", uuid: "b" }, { type: "instruction.select", uuid: "a" })
    expect(asked("a")).toEqual(right)
    expect(held("a")).toMatchObject({ question: wrong, unparsed: {} })
    const mended = numeric({ minimum: 2, maximum: 5 })
    send(put(mended))
    expect(asked("a")).toEqual(mended)
    expect(held("a")).toBeNull()
  })

  test("are held no longer once they say what the script says, and what the script says of itself is nobody's entry", () => {
    const { send, held, actor } = working(script([asking("a", wrong)]))
    send(put(numeric({ minimum: 8, maximum: 5 })))
    expect(held("a")).not.toBeNull()
    send(put(wrong))
    expect(held("a")).toBeNull()
    expect(actor.getSnapshot().context.history.past).toEqual([])
  })

  test("give way to options that came into the script meanwhile, and go with their instruction; Undo brings them back with it", () => {
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

  test("of a multiple choice are held beside its number of choices, whatever else of it is set", () => {
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
    // Also where the maximum is that number already.
    const narrow = { ...multiple, options: { minimum: 1, maximum: 3 } }
    const other = working(script([asking("a", narrow)]))
    other.send(put({ ...narrow, options: { minimum: 9, maximum: 3 } }))
    expect(other.held("a")).not.toBeNull()
    other.send({ type: "choices.update", uuid: "a", field: null, choices: choices.slice(1), minimum: null })
    expect(other.held("a")).toBeNull()
  })
})

test("a text that cannot be read is held while the other options go into the script", () => {
  const { send, held, asked } = working()
  const other = numeric({ minimum: 1, maximum: 7 })
  send(put(right, { minimum: "x" }), put(other, { minimum: "x" }))
  expect(asked("a")).toEqual(other)
  expect(held("a")).toMatchObject({ unparsed: { minimum: "x" } })
  send(put(other))
  expect(held("a")).toBeNull()
})

test("what of an open option of a live chat cannot be read is held as well; what is locked is neither written nor held", () => {
  const { send, held, asked } = working(script([asking("a", right)], { status: 2 }))
  send(put(numeric({ minimum: 2, maximum: 5 })))
  expect([asked("a"), held("a")]).toEqual([right, null])
  send(put(right, { lowerBoundLabel: "x" }))
  expect([asked("a"), held("a")?.unparsed]).toEqual([right, { lowerBoundLabel: "x" }])
})

test("a step that cannot be read is no one's concern once there is no slider: nobody sees its field", () => {
  const { send, held, asked } = working()
  const slid = numeric({ minimum: 1, maximum: 5, hasSlider: true })
  const still = numeric({ minimum: 1, maximum: 5, hasSlider: false })
  send(put(slid), put(slid, { stepSize: "x" }))
  expect(held("a")).not.toBeNull()
  send(put(still, { stepSize: "x" }))
  expect(held("a")).toBeNull()
  expect(asked("a")).toEqual(still)
})

describe("while something is held that is not in the script", () => {
  test("that is no hindrance before somebody saves", () => {
    const { send, context } = working()
    send(put(wrong), put(wrong, {}, "c"))
    expect(context().isBlockedByForms).toBe(false)
    send({ type: "script.save" }, put(right))
    expect(context().isBlockedByForms).toBe(true)
  })

  test("Save does not save, and shows it: where the author is, else the first", async () => {
    const { actor, server, send, context } = working()
    send({ type: "title.type", text: "Anew" }, put(wrong), put(wrong, {}, "c"), { type: "instruction.select", uuid: "b" })
    send({ type: "script.save" })
    await settled()
    expect(server.saves).toHaveLength(1)
    expect(context()).toMatchObject({ selected: "a", isBlockedByForms: true })
    send({ type: "instruction.select", uuid: "c" }, { type: "script.save" })
    expect(context().selected).toBe("c")
    send(put(right), put(right, {}, "c"))
    expect(context().isBlockedByForms).toBe(false)
    send({ type: "script.save" })
    await settled()
    await settled()
    expect([server.saves.length, actor.getSnapshot().status]).toEqual([2, "done"])
  })

  test("an editor that is being saved stays open for it", async () => {
    const { actor, server, send } = working()
    send({ type: "title.type", text: "Anew" }, { type: "script.save" }, put(wrong))
    await settled()
    await settled()
    expect([server.saves.length, actor.getSnapshot().status]).toEqual([2, "active"])
    expect(actor.getSnapshot().matches({ open: { saving: "idle" } })).toBe(true)
  })

  test("leaving asks, and so does closing the page", () => {
    const { actor, send, warned } = working()
    send(put(wrong))
    expect(warned.now).toBe(true)
    send({ type: "editor.leave" })
    expect(actor.getSnapshot().hasTag("confirming-leave")).toBe(true)
    send({ type: "leave.cancel" }, put(right))
    expect(warned.now).toBe(false)
  })
})
