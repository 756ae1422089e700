// Undo without limit: the first step of a long session can be undone, and a step stores only what it changed.
import fc from "fast-check"
import { expect, test } from "vitest"
import { applyPatch } from "../../domain/revisions/script-patch.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { emptyHistory, endTyping, type History, recordStep, redo, undo } from "../../machines/editor/undo-history.ts"
import { message } from "./editor-fixtures.ts"

const blank: AuthoredScript = {
  name: "",
  public_name: "",
  language: "nl",
  instructions: Array.from({ length: 200 }, (_, place) => ({ ...message(`i${place}`), order: place })),
}
const typed = (draft: AuthoredScript, place: number, text: string): AuthoredScript => {
  const instruction = draft.instructions[place]
  if (instruction === undefined) throw new Error("no such place")
  return { ...draft, instructions: draft.instructions.with(place, { ...instruction, label: text }) }
}
const edits = 5000

const session = (): { readonly history: History; readonly draft: AuthoredScript } => {
  let [history, draft] = [emptyHistory, blank]
  for (let i = 0; i < edits; i++) {
    const next = typed(draft, i % blank.instructions.length, `n${i}`)
    history = recordStep(history, "set", draft, next, null)
    draft = next
  }
  return { history, draft }
}

test("undoes five thousand steps back to the first, and redoes all of them", () => {
  const { history, draft } = session()
  let at = { history, draft }
  for (let turn = undo(at.history, at.draft); turn !== null; turn = undo(at.history, at.draft)) at = turn
  expect(at.draft).toEqual(blank)
  for (let turn = redo(at.history, at.draft); turn !== null; turn = redo(at.history, at.draft)) at = turn
  expect(at.draft).toEqual(draft)
  expect(at.history.past).toHaveLength(edits)
})

test("stores only the changed instruction in a step, and shares it with the scripts before and after", () => {
  const { history, draft } = session()
  for (const { delta } of history.past) expect([delta.fields, delta.removed.length, delta.inserted.length]).toEqual([null, 1, 1])
  for (const { delta } of history.past.slice(-blank.instructions.length)) expect(draft.instructions[delta.at]).toBe(delta.inserted[0])
  for (const [i, { delta }] of history.past.entries())
    expect(history.past[i - blank.instructions.length]?.delta.inserted[0] ?? delta.removed[0]).toBe(delta.removed[0])
})

test("has steps that lead from the original script to the draft, whatever is typed, undone and redone", () => {
  const few: AuthoredScript = { ...blank, instructions: blank.instructions.slice(0, 2) }
  const typing = fc.record({ place: fc.nat(1), text: fc.constantFrom("", "a", "ab") })
  const action = fc.oneof({ weight: 4, arbitrary: typing }, fc.constantFrom("pause" as const, "undo" as const, "redo" as const))
  fc.assert(
    fc.property(fc.array(action, { maxLength: 14 }), (actions) => {
      let at: { readonly history: History; readonly draft: AuthoredScript } = { history: emptyHistory, draft: few }
      for (const it of actions) {
        const { history, draft } = at
        if (it === "pause") at = { history: endTyping(history), draft }
        else if (it === "undo") at = undo(history, draft) ?? at
        else if (it === "redo") at = redo(history, draft) ?? at
        else {
          const next = typed(draft, it.place, it.text)
          at = { history: recordStep(history, "type", draft, next, `i${it.place} text`), draft: next }
        }
        expect(at.history.past.reduce((script, { delta }) => applyPatch(delta, script), few)).toEqual(at.draft)
      }
    }),
  )
})

test("records typing after an undo or redo as a new step, even in the field of the previous step", () => {
  const [one, two] = [typed(blank, 0, "a"), typed(typed(blank, 0, "a"), 1, "b")]
  const history = recordStep(recordStep(emptyHistory, "type", blank, one, "i0 text"), "type", one, two, "i1 text")
  const back = undo(history, two)
  const again = back && redo(back.history, back.draft)
  if (!back || !again) throw new Error("there were two steps")
  expect(recordStep(back.history, "type", back.draft, typed(back.draft, 0, "ab"), "i0 text").past).toHaveLength(2)
  expect(recordStep(again.history, "type", again.draft, typed(again.draft, 1, "bc"), "i1 text").past).toHaveLength(3)
})
