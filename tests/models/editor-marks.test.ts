// Several instructions at once, fixes, and what the steps of undo are called.
import { describe, expect, test } from "vitest"
import { createActor, waitFor } from "xstate"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { toAuthoredScript } from "../../domain/script/local-draft.ts"
import { describeUndoStep } from "../../domain/script/script-patch.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { choicesOf } from "../arbitraries/answerable.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-stand-ins.ts"

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
  test("are set and taken one by one, or from the selected one on", () => {
    const { send, context } = editing()
    send(mark("b"), mark("d"), mark("b"))
    expect([...context().marked]).toEqual(["d"])
    send({ type: "instruction.select", uuid: "c" }, mark("a", true))
    expect([...context().marked]).toEqual(["a", "b", "c"])
    send({ type: "marks.clear" })
    expect(context().marked.size).toBe(0)
  })

  test("up to one, are set on what is sought alone", () => {
    const { send, context } = editing()
    send({ type: "instruction.select", uuid: "a" }, { type: "instruction.mark", uuid: "d", isRange: true, among: new Set(["a", "c"]) })
    expect([...context().marked]).toEqual(["a", "c"])
  })

  test("reach on to a neighbour, and draw back on the way back", () => {
    const { send, context } = editing()
    const stretch = (from: string, to: string): EditorEvent => ({ type: "marks.extend", from: new Set(from), to: new Set(to) })
    send(stretch("b", "c"), stretch("c", "d"))
    expect([...context().marked]).toEqual(["b", "c", "d"])
    send(stretch("d", "c"))
    expect([...context().marked]).toEqual(["b", "c"])
    // A closed block goes with its row.
    send(stretch("bc", "d"))
    expect([...context().marked]).toEqual(["b", "c", "d"])
    send(stretch("d", "bc"))
    expect([...context().marked]).toEqual(["b", "c"])
  })

  test("are set and taken on all of a closed block, and reach to its end or from its beginning", () => {
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

  test("are put together at a far place, as one step of undo; what is not there moves nothing", () => {
    const { send, uuids, context } = editing()
    send(mark("a"), mark("c"))
    send({ type: "instructions.move", uuids: context().marked, to: 2 })
    expect(uuids()).toEqual(["b", "d", "a", "c"])
    expect([...context().marked]).toEqual(["a", "c"])
    send({ type: "instructions.move", uuids: new Set(["gone"]), to: 0 })
    expect(context().history.past.map(({ deed }) => deed)).toEqual(["move"])
    send({ type: "edit.undo" })
    expect(uuids()).toEqual(["a", "b", "c", "d"])
  })

  test("are not on what is gone: what Undo takes back, what a file takes the place of, what another deleted", () => {
    const { send, context } = editing()
    send(mark("b"), mark("c"), { type: "marked.copy" }, { type: "edit.undo" })
    expect([...context().marked]).toEqual([])
    send(mark("b"), { type: "edit.undo" })
    expect([...context().marked]).toEqual(["b"])
  })

  test("are not on what another's save took out, however the author goes on with that; on what is left they are", async () => {
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

  test("are asked about before they go where another refers to them, and not where only they do", () => {
    const list = four.map((it) => (it.uuid === "c" ? { ...it, condition: "n_a == 1" } : it))
    const { actor, send, uuids } = editing(list)
    send(mark("a"), { type: "marked.delete" })
    expect(actor.getSnapshot().matches({ open: { editing: "confirmingDeletion" } })).toBe(true)
    send({ type: "deletion.cancel" }, mark("c"), { type: "marked.delete" })
    expect(uuids()).toEqual(["b", "d"])
    send({ type: "edit.undo" }, { type: "marks.clear" }, mark("a"), { type: "marked.delete" }, { type: "deletion.confirm" })
    expect(uuids()).toEqual(["b", "c", "d"])
  })

  test("[S5] change nothing in a live script", () => {
    const { send, uuids } = editing(four, 2)
    send(mark("b"), { type: "marked.move", by: -1 }, { type: "marked.copy" }, { type: "marked.delete" })
    send({ type: "instructions.move", uuids: new Set(["b"]), to: 0 })
    expect(uuids()).toEqual(["a", "b", "c", "d"])
  })
})

describe("[I14] a closed block", () => {
  const blocked = four.map((it) => (it.uuid === "b" || it.uuid === "c" ? { ...it, condition: "metadata.x == 1" } : it))
  const rows = new Set(["b", "c"])
  const fold = (uuid: string): EditorEvent => ({ type: "block.toggle", uuid })

  test("is deleted whole, as one step of undo that says how many", () => {
    const { send, uuids, context } = editing(blocked)
    send(fold("b"), { type: "instruction.delete", uuid: "b", rows })
    expect(uuids()).toEqual(["a", "d"])
    expect(context().history.past.map((step) => [step.deed, describeUndoStep(step)])).toEqual([["delete", { part: null, count: 2 }]])
    send({ type: "edit.undo" })
    expect(uuids()).toEqual(["a", "b", "c", "d"])
    expect([...context().closed]).toEqual(["b"])
  })

  test("is asked about where others name any of it, and then goes whole", () => {
    const { actor, send, uuids } = editing(blocked.map((it) => (it.uuid === "d" ? { ...it, condition: "n_c == 1" } : it)))
    send(fold("b"), { type: "instruction.delete", uuid: "b", rows })
    expect(actor.getSnapshot().matches({ open: { editing: "confirmingDeletion" } })).toBe(true)
    expect(uuids()).toEqual(["a", "b", "c", "d"])
    send({ type: "deletion.confirm" })
    expect(uuids()).toEqual(["a", "d"])
  })

  test("is copied whole, and opens so that its copy is seen, as one step of undo; the copies name one another", () => {
    const asking = blocked.map((it) =>
      it.uuid === "c" ? { ...it, messages: [{ uuid: "m", locale: "nl", content: "{{answers.n_b}}" }] } : it,
    )
    const { send, uuids, context } = editing(asking)
    send(fold("b"), { type: "instruction.copy", uuid: "b", rows })
    const [, , , first, second] = context().draft.instructions
    expect(uuids()).toEqual(["a", "b", "c", first?.uuid, second?.uuid, "d"])
    expect([first?.label, second?.label, second?.messages[0]?.content]).toEqual(["n_b_2", "n_c_2", "{{answers.n_b_2}}"])
    expect([context().selected, context().closed.size, context().marked.size]).toEqual([first?.uuid, 0, 0])
    expect(context().history.past.map((step) => [step.deed, describeUndoStep(step)])).toEqual([["copy", { part: null, count: 2 }]])
  })

  test("is not parted by what is added to it; an open one is", () => {
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

  test("opens for what its author comes to in it, or brings into it, and stays closed over what its author closed it over", () => {
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

  test("opens for the one that comes to stand in it because what was before it is deleted", () => {
    const e = { ...message("e"), label: "n_e", condition: "metadata.x == 1" }
    const { send, context } = editing([...blocked, e])
    send(fold("b"), { type: "instruction.select", uuid: "d" }, { type: "instruction.delete", uuid: "d" })
    expect([context().selected, context().closed.size]).toEqual(["e", 0])
  })
})

describe("a fix", () => {
  test("changes what its finding is about, as one step of undo, and selects it", () => {
    const list = four.map((it) => (it.uuid === "c" ? { ...it, typing_delay: -3 } : it))
    const { send, context } = editing(list)
    const [finding] = scriptFindings(toAuthoredScript(script(list)))
    if (finding === undefined) throw new Error("nothing found")
    send({ type: "finding.fix", finding })
    expect(context().draft.instructions[2]?.typing_delay).toBeGreaterThanOrEqual(0)
    expect(context().selected).toBe("c")
    expect(context().history.past.map(({ deed }) => deed)).toEqual(["fix"])
  })
})

test("a step of undo is called by what it changed, and of which instruction; once taken back, it is known which", () => {
  const list = four.map((it) => (it.uuid === "d" ? { ...it, condition: "n_a == 1 && n_b == 2" } : it))
  const question = (content: string, columns = 1) => ({
    question: { uuid: "q", type: "choice" as const, choices: choicesOf(content), options: { columns } },
  })
  const { send, context } = editing(list)
  const last = () => {
    const step = context().history.past.at(-1)
    return step === undefined ? null : [step.deed, describeUndoStep(step)]
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
    // What refers to it follows, and the step is still about the name.
    [write("a", { label: "first" }, "label"), "type", { part: "name", name: "first" }],
    [{ type: "title.type", text: "Other" }, "type", { part: "title", name: null }],
    [{ type: "public-title.type", text: "Other" }, "type", { part: "public-title", name: null }],
    [{ type: "language.pick", language: "fr" }, "set", { part: "language", name: null }],
  ] as const
  for (const [event, deed, subject] of steps) {
    send(event)
    expect(last()).toEqual([deed, subject])
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

test("a step that moves is called by what was moved, wherever that went, and Undo selects it", () => {
  const { send, context } = editing(
    four.map((it) => (it.uuid === "b" ? { ...it, condition: "q3 == 1" } : it.uuid === "c" ? { ...it, label: "" } : it)),
  )
  const last = () => {
    const step = context().history.past.at(-1)
    return step === undefined ? null : [step.deed, describeUndoStep(step)]
  }
  send({ type: "instructions.move", uuids: new Set(["a"]), to: 1 })
  expect(last()).toEqual(["move", { part: null, name: "n_a" }])
  send({ type: "edit.undo" }, { type: "instructions.move", uuids: new Set(["b"]), to: 0 })
  expect(last()).toEqual(["move", { part: null, name: "n_b" }])
  send({ type: "edit.undo" })
  expect(context().selected).toBe("b")
  send({ type: "edit.redo" }, { type: "instructions.move", uuids: new Set(["d", "gone"]), to: 0 })
  expect(last()).toEqual(["move", { part: null, name: "n_d" }])
  // Without a name it is called by its number there.
  send({ type: "instructions.move", uuids: new Set(["c"]), to: 0 })
  expect(last()).toEqual(["move", { part: null, name: "q1" }])
  send(mark("a"), mark("b"), { type: "marked.move", by: -1 })
  expect(last()).toEqual(["move", { part: null, count: 2 }])
  send({ type: "marked.copy" })
  expect(last()).toEqual(["copy", { part: null, count: 2 }])
})

test("a step is called by what was deleted or added, not by what follows it in the conditions", () => {
  const list = four.map((it) =>
    it.uuid === "d" ? { ...it, condition: "q3 == 1" } : { ...it, label: it.uuid === "c" ? "" : `n_${it.uuid}` },
  )
  const { send, context } = editing(list)
  const last = () => {
    const step = context().history.past.at(-1)
    return step === undefined ? null : [step.deed, describeUndoStep(step), context().draft.instructions.at(-1)?.condition]
  }
  send({ type: "instruction.delete", uuid: "a" })
  expect(last()).toEqual(["delete", { part: null, name: "n_a" }, "q2 == 1"])
  send({ type: "instruction.copy", uuid: "b" })
  expect(last()).toEqual(["copy", { part: null, name: "n_b_2" }, "q3 == 1"])
})
