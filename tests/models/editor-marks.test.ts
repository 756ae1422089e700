// Several instructions at once, fixes, and what the steps of undo are called.
import { describe, expect, test } from "vitest"
import { createActor } from "xstate"
import { scriptFindings } from "../../domain/script/check.ts"
import { authoredOf } from "../../domain/script/draft.ts"
import { aboutOne } from "../../machines/editor/history.ts"
import type { EditorEvent } from "../../machines/editor/setup.ts"
import { editorOn, input, message, script } from "./editor-stand-ins.ts"

const four = ["a", "b", "c", "d"].map((uuid) => ({ ...message(uuid, uuid), label: `n_${uuid}` }))
const editing = (list = four, status = 1) => {
  const actor = createActor(editorOn({}), { input: input(script(list, { status })) })
  actor.start()
  const uuids = () => actor.getSnapshot().context.draft.instructions.map(({ uuid }) => uuid)
  const send = (...events: ReadonlyArray<EditorEvent>) => events.forEach((event) => actor.send(event))
  return { actor, send, uuids, context: () => actor.getSnapshot().context }
}
const mark = (uuid: string, upTo = false): EditorEvent => ({ type: "instruction.mark", uuid, upTo })

describe("marks", () => {
  test("are set and taken one by one, or from the selected one on", () => {
    const { send, context } = editing()
    send(mark("b"), mark("d"), mark("b"))
    expect([...context().marked]).toEqual(["d"])
    send({ type: "instruction.select", uuid: "c" }, mark("a", true))
    expect([...context().marked]).toEqual(["a", "b", "c"])
    send({ type: "marks.clear" })
    expect(context().marked.size).toBe(0)
  })

  test("move, copy and delete together, each as one step of undo", () => {
    const { send, uuids, context } = editing()
    send(mark("b"), mark("c"), { type: "marked.move", by: -1 })
    expect(uuids()).toEqual(["b", "c", "a", "d"])
    send({ type: "marked.copy" })
    expect(uuids()).toEqual(["b", "c", "new 1", "new 3", "a", "d"])
    expect([...context().marked]).toEqual(["new 1", "new 3"])
    send({ type: "marked.delete" }, { type: "edit.undo" }, { type: "edit.undo" }, { type: "edit.undo" })
    expect(uuids()).toEqual(["a", "b", "c", "d"])
    expect(context().history.past).toEqual([])
  })

  test("are asked about before they go where another refers to them, and not where only they do", () => {
    const list = four.map((it) => (it.uuid === "c" ? { ...it, condition: "n_a == 1" } : it))
    const { actor, send, uuids } = editing(list)
    send(mark("a"), { type: "marked.delete" })
    expect(actor.getSnapshot().matches({ open: { editing: "askingDeletion" } })).toBe(true)
    send({ type: "deletion.refuse" }, mark("c"), { type: "marked.delete" })
    expect(uuids()).toEqual(["b", "d"])
    send({ type: "edit.undo" }, { type: "marks.clear" }, mark("a"), { type: "marked.delete" }, { type: "deletion.give" })
    expect(uuids()).toEqual(["b", "c", "d"])
  })

  test("[S5] change nothing in a live script", () => {
    const { send, uuids } = editing(four, 2)
    send(mark("b"), { type: "marked.move", by: -1 }, { type: "marked.copy" }, { type: "marked.delete" })
    expect(uuids()).toEqual(["a", "b", "c", "d"])
  })
})

describe("a fix", () => {
  test("changes what its finding is about, as one step of undo, and selects it", () => {
    const list = four.map((it) => (it.uuid === "c" ? { ...it, typing_delay: -3 } : it))
    const { send, context } = editing(list)
    const [finding] = scriptFindings(authoredOf(script(list)))
    if (finding === undefined) throw new Error("nothing found")
    send({ type: "finding.fix", finding })
    expect(context().draft.instructions[2]?.typing_delay).toBeGreaterThanOrEqual(0)
    expect(context().selected).toBe("c")
    expect(context().history.past.map(({ deed }) => deed)).toEqual(["fix"])
  })
})

test("a step of undo is called by the one instruction that it is about", () => {
  const { send, context } = editing()
  const last = () => {
    const step = context().history.past.at(-1)
    return step === undefined ? null : [step.deed, aboutOne(step)]
  }
  send({ type: "instruction.delete", uuid: "b" })
  expect(last()).toEqual(["delete", "n_b"])
  send({ type: "instruction.copy", uuid: "c" })
  expect(last()).toEqual(["copy", "n_c_2"])
  send({ type: "instruction.write", uuid: "a", field: null, change: { typing_delay: 9 } })
  expect(last()).toEqual(["set", "n_a"])
  send({ type: "title.type", text: "Other" })
  expect(last()).toEqual(["type", null])
})
