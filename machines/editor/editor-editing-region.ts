// Editing: every event of the author's hand, and whether the script's status lets it be. What each does stands in editor-edits.ts.
import { assign } from "xstate"
import { countWarning, selecting } from "./editor-edits.ts"
import { folded, placeOf, remarked, stretched } from "./editor-selection.ts"
import { aimedAt, editor } from "./editor-setup.ts"

const title = { guard: "mayRetitle", actions: ["edit", "tellChanged"] } as const
const rearrange = { guard: "mayRearrange", actions: ["edit", "tellChanged"] } as const
const touch = { guard: "mayTouch", actions: ["edit", "tellChanged"] } as const
const write = { guard: "mayWrite", actions: ["edit", "tellChanged"] } as const

export const editing = editor.createStateConfig({
  on: {
    "title.type": title,
    "public-title.type": touch,
    "language.pick": touch,
    "instruction.add": rearrange,
    "instruction.copy": rearrange,
    "instruction.delete": [
      { guard: "isUsed", target: ".askingDeletion", actions: assign({ deleting: ({ context, event }) => aimedAt(context, event) }) },
      rearrange,
    ],
    "marked.delete": [
      { guard: "isUsed", target: ".askingDeletion", actions: assign({ deleting: ({ context, event }) => aimedAt(context, event) }) },
      rearrange,
    ],
    "marked.copy": rearrange,
    "marked.move": rearrange,
    "finding.fix": { ...write, guard: "mayFix" },
    "instruction.mark": { actions: assign({ marked: ({ context, event }) => remarked(context, event) }) },
    "marks.stretch": { actions: assign({ marked: ({ context, event }) => stretched(context, event.from, event.to) }) },
    "marks.clear": { actions: assign({ marked: new Set<string>() }) },
    "instructions.move": rearrange,
    "instruction.write": write,
    "choices.write": [
      {
        guard: "tellsCount",
        // Told of the list as it was: before it is another one.
        actions: [
          { type: "tellCount", params: ({ context, event }) => countWarning(context, event) },
          "noteCountTold",
          "edit",
          "tellChanged",
        ],
      },
      write,
    ],
    "options.write": write,
    "translation.type": write,
    "edit.undo": { ...touch, guard: "canUndo" },
    "edit.redo": { ...touch, guard: "canRedo" },
    "instruction.select": {
      guard: ({ context, event }) => placeOf(context, event.uuid) !== undefined,
      actions: assign(({ context, event }) => selecting(context, event.uuid)),
    },
    "block.fold": { actions: assign({ closed: ({ context, event }) => folded(context, event.uuid) }) },
    "blocks.open": { actions: assign({ closed: new Set<string>() }) },
    "picker.open": { actions: assign({ picking: true }) },
    "picker.close": { actions: assign({ picking: false }) },
    "failure.dismiss": { actions: "forgetFailure" },
  },
  initial: "writing",
  states: {
    writing: {},
    askingDeletion: {
      on: {
        "deletion.give": { target: "writing", actions: ["editDeletion", "tellChanged"] },
        "deletion.refuse": { target: "writing", actions: "dropDeletion" },
      },
    },
  },
})
