// Marked instructions, collapsed blocks, quick fixes, and the descriptions of undo steps.
import { describe, expect, test } from "vitest"
import { createActor, waitFor } from "xstate"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { describeUndoStep } from "../../domain/revisions/script-patch.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { createChoices } from "../arbitraries/answerable.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

const four = ["a", "b", "c", "d"].map((uuid) => ({ ...message(uuid, uuid), label: `n_${uuid}` }))
const editing = (list: ReadonlyArray<Instruction> = four, status = 1) => {
  const actor = createActor(editorWithPorts({}), { input: editorInput(script(list, { status })) })
  actor.start()
  const uuids = () => actor.getSnapshot().context.draft.instructions.map(({ uuid }) => uuid)
  const send = (...events: ReadonlyArray<EditorEvent>) => events.forEach((event) => actor.send(event))
  return { actor, send, uuids, context: () => actor.getSnapshot().context }
}
const mark = (uuid: string, upTo = false): EditorEvent => ({ type: "instruction.mark", uuid, isRange: upTo })

describe("marks", () => {
  test("are toggled one by one, or set on a range from the selected instruction", () => {
    const { send, context } = editing()
    send(mark("b"), mark("d"), mark("b"))
    expect([...context().marked]).toEqual(["d"])
    send({ type: "instruction.select", uuid: "c" }, mark("a", true))
    expect([...context().marked]).toEqual(["a", "b", "c"])
    send({ type: "marks.clear" })
    expect(context().marked.size).toBe(0)
  })

  test("of a range are set on search results only", () => {
    const { send, context } = editing()
    send({ type: "instruction.select", uuid: "a" }, { type: "instruction.mark", uuid: "d", isRange: true, among: new Set(["a", "c"]) })
    expect([...context().marked]).toEqual(["a", "c"])
  })

  test("extend to a neighbor, and shrink on the way back", () => {
    const { send, context } = editing()
    const stretch = (from: string, to: string): EditorEvent => ({ type: "marks.extend", from: new Set(from), to: new Set(to) })
    send(stretch("b", "c"), stretch("c", "d"))
    expect([...context().marked]).toEqual(["b", "c", "d"])
    send(stretch("d", "c"))
    expect([...context().marked]).toEqual(["b", "c"])
    // A collapsed block is one row.
    send(stretch("bc", "d"))
    expect([...context().marked]).toEqual(["b", "c", "d"])
    send(stretch("d", "bc"))
    expect([...context().marked]).toEqual(["b", "c"])
  })

  test("are toggled on a whole collapsed block, and a range includes the whole block", () => {
    const { send, context } = editing()
    const row = (uuids: string, upTo = false): EditorEvent => ({
      type: "instruction.mark",
      uuid: uuids[0] ?? "",
      isRange: upTo,
      rows: new Set(uuids),
    })
    send(row("bc"))
    expect([...context().marked]).toEqual(["b", "c"])
    send(row("bc"))
    expect([...context().marked]).toEqual([])
    send({ type: "instruction.select", uuid: "a" }, row("bc", true))
    expect([...context().marked]).toEqual(["a", "b", "c"])
    send({ type: "instruction.select", uuid: "b" }, { type: "instruction.mark", uuid: "a", isRange: true, rows: new Set("abc") })
    expect([...context().marked]).toEqual(["a", "b", "c"])
  })

  test("let instructions be moved, copied and deleted together, each as one undo step", () => {
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

  test("let instructions be moved together to another place as one undo step; an unknown instruction moves nothing", () => {
    const { send, uuids, context } = editing()
    send(mark("a"), mark("c"))
    send({ type: "instructions.move", uuids: context().marked, to: 2 })
    expect(uuids()).toEqual(["b", "d", "a", "c"])
    expect([...context().marked]).toEqual(["a", "c"])
    send({ type: "instructions.move", uuids: new Set(["gone"]), to: 0 })
    expect(context().history.past.map(({ kind }) => kind)).toEqual(["move"])
    send({ type: "edit.undo" })
    expect(uuids()).toEqual(["a", "b", "c", "d"])
  })

  test("are removed from instructions that Undo removes, and stay on the others", () => {
    const { send, context } = editing()
    send(mark("b"), mark("c"), { type: "marked.copy" }, { type: "edit.undo" })
    expect([...context().marked]).toEqual([])
    send(mark("b"), { type: "edit.undo" })
    expect([...context().marked]).toEqual(["b"])
  })

  test("are removed from instructions that another save deleted, whether the author merges or discards, and stay on the others", async () => {
    const ways: ReadonlyArray<EditorEvent> = [{ type: "conflict.merge", picks: {} }, { type: "conflict.discard" }]
    for (const way of ways) {
      const server = fakeServerAndDevice(script(four))
      const actor = createActor(editorWithPorts({ saveScript: async (it) => server.save(it), keepDraft: async (it) => server.keep(it) }), {
        input: editorInput(script(four)),
      }).start()
      server.put({ ...toAuthoredScript(server.latest()), instructions: four.filter(({ uuid }) => uuid !== "b") })
      for (const event of [{ type: "title.type", text: "Mine" } as const, mark("b"), mark("c"), { type: "script.save" } as const])
        actor.send(event)
      await waitFor(actor, (snapshot) => snapshot.context.theirs !== null)
      actor.send(way)
      expect(actor.getSnapshot().context.draft.instructions.map(({ uuid }) => uuid)).toEqual(["a", "c", "d"])
      expect([...actor.getSnapshot().context.marked]).toEqual(["c"])
    }
  })

  test("require confirmation to delete an instruction that another refers to, but not one that only refers to others", () => {
    const list = four.map((it) => (it.uuid === "c" ? { ...it, condition: "n_a == 1" } : it))
    const { actor, send, uuids } = editing(list)
    send(mark("a"), { type: "marked.delete" })
    expect(actor.getSnapshot().matches({ open: { editing: "confirmingDeletion" } })).toBe(true)
    send({ type: "deletion.cancel" }, mark("c"), { type: "marked.delete" })
    expect(uuids()).toEqual(["b", "d"])
    send({ type: "edit.undo" }, { type: "marks.clear" }, mark("a"), { type: "marked.delete" }, { type: "deletion.confirm" })
    expect(uuids()).toEqual(["b", "c", "d"])
  })

  test("[S5] let nothing be moved, copied or deleted in a live script", () => {
    const { send, uuids } = editing(four, 2)
    send(mark("b"), { type: "marked.move", by: -1 }, { type: "marked.copy" }, { type: "marked.delete" })
    send({ type: "instructions.move", uuids: new Set(["b"]), to: 0 })
    expect(uuids()).toEqual(["a", "b", "c", "d"])
  })
})

describe("[I14] a collapsed block", () => {
  const blocked = four.map((it) => (it.uuid === "b" || it.uuid === "c" ? { ...it, condition: "metadata.x == 1" } : it))
  const rows = new Set(["b", "c"])
  const fold = (uuid: string): EditorEvent => ({ type: "block.toggle", uuid })

  test("is deleted as a whole, as one undo step that states the number of instructions", () => {
    const { send, uuids, context } = editing(blocked)
    send(fold("b"), { type: "instruction.delete", uuid: "b", rows })
    expect(uuids()).toEqual(["a", "d"])
    expect(context().history.past.map((step) => [step.kind, describeUndoStep(step)])).toEqual([["delete", { part: null, count: 2 }]])
    send({ type: "edit.undo" })
    expect(uuids()).toEqual(["a", "b", "c", "d"])
    expect([...context().closed]).toEqual(["b"])
  })

  test("requires confirmation if others refer to any of it, and is then deleted as a whole", () => {
    const { actor, send, uuids } = editing(blocked.map((it) => (it.uuid === "d" ? { ...it, condition: "n_c == 1" } : it)))
    send(fold("b"), { type: "instruction.delete", uuid: "b", rows })
    expect(actor.getSnapshot().matches({ open: { editing: "confirmingDeletion" } })).toBe(true)
    expect(uuids()).toEqual(["a", "b", "c", "d"])
    send({ type: "deletion.confirm" })
    expect(uuids()).toEqual(["a", "d"])
  })

  test("is copied as a whole in one undo step and expands to show the copies, which refer to one another", () => {
    const asking = blocked.map((it) =>
      it.uuid === "c" ? { ...it, messages: [{ uuid: "m", locale: "nl", content: "{{answers.n_b}}" }] } : it,
    )
    const { send, uuids, context } = editing(asking)
    send(fold("b"), { type: "instruction.copy", uuid: "b", rows })
    const [, , , first, second] = context().draft.instructions
    expect(uuids()).toEqual(["a", "b", "c", first?.uuid, second?.uuid, "d"])
    expect([first?.label, second?.label, second?.messages[0]?.content]).toEqual(["n_b_2", "n_c_2", "{{answers.n_b_2}}"])
    expect([context().selected, context().closed.size, context().marked.size]).toEqual([first?.uuid, 0, 0])
    expect(context().history.past.map((step) => [step.kind, describeUndoStep(step)])).toEqual([["copy", { part: null, count: 2 }]])
  })

  test("gets an added instruction after its end, an expanded one after the selected instruction", () => {
    for (const [events, place] of [
      [[fold("b")], 3],
      [[], 2],
      [[fold("b"), fold("b")], 2],
      [[fold("b"), { type: "blocks.expand" }], 2],
    ] as const) {
      const { send, context } = editing(blocked)
      send(...events, { type: "instruction.select", uuid: "b" }, { type: "instruction.add", entry: "message" })
      expect(context().draft.instructions.findIndex(({ uuid }) => uuid === context().selected)).toBe(place)
    }
  })

  test("expands when the author selects or adds something in it, and stays collapsed over an instruction that was selected before", () => {
    const { send, context } = editing(blocked)
    send(fold("b"), { type: "instruction.select", uuid: "b" })
    expect(context().closed.size).toBe(1)
    send({ type: "instruction.select", uuid: "c" })
    expect(context().closed.size).toBe(0)
    send(fold("b"), { type: "instruction.update", uuid: "c", field: "text", change: { typing_delay: 7 } })
    expect(context().closed.size).toBe(1)
    send({ type: "instruction.select", uuid: "d" })
    send({ type: "instruction.update", uuid: "d", field: "condition", change: { condition: "metadata.x == 1" } })
    expect([context().selected, context().closed.size]).toEqual(["d", 0])
  })

  test("expands for a selected instruction that joins it because the one in between was deleted", () => {
    const e = { ...message("e"), label: "n_e", condition: "metadata.x == 1" }
    const { send, context } = editing([...blocked, e])
    send(fold("b"), { type: "instruction.select", uuid: "d" }, { type: "instruction.delete", uuid: "d" })
    expect([context().selected, context().closed.size]).toEqual(["e", 0])
  })
})

describe("a quick fix", () => {
  test("changes the instruction of its finding as one undo step, and selects it", () => {
    const list = four.map((it) => (it.uuid === "c" ? { ...it, typing_delay: -3 } : it))
    const { send, context } = editing(list)
    const [finding] = scriptFindings(toAuthoredScript(script(list)))
    if (finding === undefined) throw new Error("nothing found")
    send({ type: "finding.fix", finding })
    expect(context().draft.instructions[2]?.typing_delay).toBeGreaterThanOrEqual(0)
    expect(context().selected).toBe("c")
    expect(context().history.past.map(({ kind }) => kind)).toEqual(["fix"])
  })
})

test("an undo step is described by the part and the instruction that it changed, also after it is undone or redone", () => {
  const list = four.map((it) => (it.uuid === "d" ? { ...it, condition: "n_a == 1 && n_b == 2" } : it))
  const question = (content: string, columns = 1) => ({
    question: { uuid: "q", type: "choice" as const, choices: createChoices(content), options: { columns } },
  })
  const { send, context } = editing(list)
  const last = () => {
    const step = context().history.past.at(-1)
    return step === undefined ? null : [step.kind, describeUndoStep(step)]
  }
  const write = (uuid: string, change: Partial<Instruction>, field: string | null = null): EditorEvent => ({
    type: "instruction.update",
    uuid,
    field,
    change,
  })
  send({ type: "instruction.delete", uuid: "c" })
  expect(last()).toEqual(["delete", { part: null, name: "n_c" }])
  send({ type: "instruction.copy", uuid: "b" })
  expect(last()).toEqual(["copy", { part: null, name: "n_b_2" }])
  const steps = [
    [write("a", { typing_delay: 9 }), "set", { part: "delay", name: "n_a" }],
    [write("a", { messages: [{ uuid: "m", locale: "nl", content: "Another text" }] }), "set", { part: "text", name: "n_a" }],
    [write("b", { condition: "metadata.x == 1" }), "set", { part: "condition", name: "n_b" }],
    [write("b", question("Ja")), "set", { part: "choices", name: "n_b" }],
    [write("b", question("Ja", 2)), "set", { part: "settings", name: "n_b" }],
    // References follow, and the step is still described as a change of the name.
    [write("a", { label: "first" }, "label"), "type", { part: "name", name: "first" }],
    [{ type: "title.type", text: "Other" }, "type", { part: "title", name: null }],
    [{ type: "public-title.type", text: "Other" }, "type", { part: "public-title", name: null }],
    [{ type: "language.pick", language: "fr" }, "set", { part: "language", name: null }],
  ] as const
  for (const [event, kind, subject] of steps) {
    send(event)
    expect(last()).toEqual([kind, subject])
  }
  expect(context().lastHistoryMove).toBeNull()
  send({ type: "edit.undo" }, { type: "edit.undo" })
  const { lastHistoryMove } = context()
  expect([lastHistoryMove?.way, lastHistoryMove && describeUndoStep(lastHistoryMove.step)]).toEqual([
    "undo",
    { part: "public-title", name: null },
  ])
  send({ type: "edit.redo" })
  expect(context().lastHistoryMove?.way).toBe("redo")
  send(mark("a"), mark("b"), { type: "marked.delete" }, { type: "deletion.confirm" })
  expect(last()).toEqual(["delete", { part: null, count: 2 }])
})

test("a move is described by the instruction that was moved, which Undo selects", () => {
  const { send, context } = editing(
    four.map((it) => (it.uuid === "b" ? { ...it, condition: "q3 == 1" } : it.uuid === "c" ? { ...it, label: "" } : it)),
  )
  const last = () => {
    const step = context().history.past.at(-1)
    return step === undefined ? null : [step.kind, describeUndoStep(step)]
  }
  send({ type: "instructions.move", uuids: new Set(["a"]), to: 1 })
  expect(last()).toEqual(["move", { part: null, name: "n_a" }])
  send({ type: "edit.undo" }, { type: "instructions.move", uuids: new Set(["b"]), to: 0 })
  expect(last()).toEqual(["move", { part: null, name: "n_b" }])
  send({ type: "edit.undo" })
  expect(context().selected).toBe("b")
  send({ type: "edit.redo" }, { type: "instructions.move", uuids: new Set(["d", "gone"]), to: 0 })
  expect(last()).toEqual(["move", { part: null, name: "n_d" }])
  // An instruction without a name is described by its number in the new order.
  send({ type: "instructions.move", uuids: new Set(["c"]), to: 0 })
  expect(last()).toEqual(["move", { part: null, name: "q1" }])
  send(mark("a"), mark("b"), { type: "marked.move", by: -1 })
  expect(last()).toEqual(["move", { part: null, count: 2 }])
  send({ type: "marked.copy" })
  expect(last()).toEqual(["copy", { part: null, count: 2 }])
})

test("an undo step is described by the deleted or added instruction, not by the conditions that follow", () => {
  const list = four.map((it) =>
    it.uuid === "d" ? { ...it, condition: "q3 == 1" } : { ...it, label: it.uuid === "c" ? "" : `n_${it.uuid}` },
  )
  const { send, context } = editing(list)
  const last = () => {
    const step = context().history.past.at(-1)
    return step === undefined ? null : [step.kind, describeUndoStep(step), context().draft.instructions.at(-1)?.condition]
  }
  send({ type: "instruction.delete", uuid: "a" })
  expect(last()).toEqual(["delete", { part: null, name: "n_a" }, "q2 == 1"])
  send({ type: "instruction.copy", uuid: "b" })
  expect(last()).toEqual(["copy", { part: null, name: "n_b_2" }, "q3 == 1"])
})
