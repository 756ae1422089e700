// Editing: every event of the author's hand. What each does stands in edits.ts.
import { assign } from "xstate"
import { shownOn } from "./edits.ts"
import { styling } from "./setup.ts"

const write = { actions: ["edit", "tellChanged"] } as const

export const editing = styling.createStateConfig({
  on: {
    "value.set": write,
    "toggle.set": write,
    "shape.pick": write,
    "family.pick": write,
    "font.remove": write,
    "palette.pick": write,
    "defaults.restore": write,
    "edit.undo": { ...write, guard: "canUndo" },
    "edit.redo": { ...write, guard: "canRedo" },
    "tab.pick": { actions: assign(({ context, event }) => shownOn(context, event) ?? {}) },
    "wizard.continue": { guard: "isGoingOn", actions: assign(({ context, event }) => shownOn(context, event) ?? {}) },
    "format.pick": { actions: assign({ format: ({ event }) => event.format }) },
    "scenario.show": { actions: assign({ scenario: ({ event }) => event.scenario }) },
  },
  initial: "still",
  states: {
    still: { on: { "style.changed": "busy" } },
    busy: {
      after: { quiet: { target: "still", actions: "pause" } },
      on: { "style.changed": { target: "busy", reenter: true } },
    },
  },
})
