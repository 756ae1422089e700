// Editing: every event of the author's hand, and whether the script's status lets it be. What each does stands in editor-edits.ts.
import { assign } from "xstate"
import { choiceCountWarning, selectInstruction } from "./editor-edits.ts"
import { extendMarks, findPlace, toggleBlock, toggleMark } from "./editor-selection.ts"
import { deletionTargets, editorSetup } from "./editor-setup.ts"

const title = { guard: "mayRetitle", actions: ["edit", "tellChanged"] } as const
const reorder = { guard: "mayRearrange", actions: ["edit", "tellChanged"] } as const
const whileEditable = { guard: "mayTouch", actions: ["edit", "tellChanged"] } as const
const write = { guard: "mayWrite", actions: ["edit", "tellChanged"] } as const

export const editingRegion = editorSetup.createStateConfig({
  on: {
    "title.type": title,
    "public-title.type": whileEditable,
    "language.pick": whileEditable,
    "instruction.add": reorder,
    "instruction.copy": reorder,
    "instruction.delete": [
      {
        guard: "isUsed",
        target: ".askingDeletion",
        actions: assign({ pendingDeletion: ({ context, event }) => deletionTargets(context, event) }),
      },
      reorder,
    ],
    "marked.delete": [
      {
        guard: "isUsed",
        target: ".askingDeletion",
        actions: assign({ pendingDeletion: ({ context, event }) => deletionTargets(context, event) }),
      },
      reorder,
    ],
    "marked.copy": reorder,
    "marked.move": reorder,
    "finding.fix": { ...write, guard: "mayFix" },
    "instruction.mark": { actions: assign({ marked: ({ context, event }) => toggleMark(context, event) }) },
    "marks.stretch": { actions: assign({ marked: ({ context, event }) => extendMarks(context, event.from, event.to) }) },
    "marks.clear": { actions: assign({ marked: new Set<string>() }) },
    "instructions.move": reorder,
    "instruction.write": write,
    "choices.write": [
      {
        guard: "tellsCount",
        // Told of the list as it was: before it is another one.
        actions: [
          { type: "tellCount", params: ({ context, event }) => choiceCountWarning(context, event) },
          "noteCountTold",
          "edit",
          "tellChanged",
        ],
      },
      write,
    ],
    "options.write": write,
    "translation.type": write,
    "edit.undo": { ...whileEditable, guard: "canUndo" },
    "edit.redo": { ...whileEditable, guard: "canRedo" },
    "instruction.select": {
      guard: ({ context, event }) => findPlace(context, event.uuid) !== undefined,
      actions: assign(({ context, event }) => selectInstruction(context, event.uuid)),
    },
    "block.fold": { actions: assign({ closed: ({ context, event }) => toggleBlock(context, event.uuid) }) },
    "blocks.open": { actions: assign({ closed: new Set<string>() }) },
    "picker.open": { actions: assign({ isPickerOpen: true }) },
    "picker.close": { actions: assign({ isPickerOpen: false }) },
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
