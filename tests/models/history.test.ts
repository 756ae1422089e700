// Undo without limit: how long a session is, its first step can be taken back, and a step costs what it changed.
import { expect, test } from "vitest"
import type { Authored } from "../../domain/script/script.ts"
import { type History, nothingYet, recorded, redone, undone } from "../../machines/editor/history.ts"
import { message } from "./editor-stand-ins.ts"

const blank: Authored = {
  name: "",
  public_name: "",
  language: "nl",
  instructions: Array.from({ length: 200 }, (_, place) => ({ ...message(`i${place}`), order: place })),
}
const typed = (draft: Authored, place: number, text: string): Authored => {
  const instruction = draft.instructions[place]
  if (instruction === undefined) throw new Error("no such place")
  return { ...draft, instructions: draft.instructions.with(place, { ...instruction, label: text }) }
}
const edits = 5000

const session = (): { readonly history: History; readonly draft: Authored } => {
  let [history, draft] = [nothingYet, blank]
  for (let i = 0; i < edits; i++) {
    const next = typed(draft, i % blank.instructions.length, `n${i}`)
    history = recorded(history, "set", draft, next, null)
    draft = next
  }
  return { history, draft }
}

test("the first of five thousand steps is taken back, and all of them are done again", () => {
  const { history, draft } = session()
  let at = { history, draft }
  for (let turn = undone(at.history, at.draft); turn !== null; turn = undone(at.history, at.draft)) at = turn
  expect(at.draft).toEqual(blank)
  for (let turn = redone(at.history, at.draft); turn !== null; turn = redone(at.history, at.draft)) at = turn
  expect(at.draft).toEqual(draft)
  expect(at.history.past).toHaveLength(edits)
})

test("a step holds the instruction that it changed and no other, and shares it with the scripts before and after", () => {
  const { history, draft } = session()
  for (const { delta } of history.past) expect([delta.fields, delta.removed.length, delta.inserted.length]).toEqual([null, 1, 1])
  for (const { delta } of history.past.slice(-blank.instructions.length)) expect(draft.instructions[delta.at]).toBe(delta.inserted[0])
  for (const [i, { delta }] of history.past.entries())
    expect(history.past[i - blank.instructions.length]?.delta.inserted[0] ?? delta.removed[0]).toBe(delta.removed[0])
})
