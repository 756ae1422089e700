// The script editor: editing, the local net, saving, checking, files and leaving, side by side, so that none waits for another.
import { Overtaken } from "../../domain/failure.ts"
import { same } from "../../domain/same.ts"
import { authoredOf, draftOf } from "../../domain/script/draft.ts"
import { merge } from "../../domain/script/merge.ts"
import { checking } from "./checking.ts"
import { editing } from "./editing.ts"
import { exporting } from "./exporting.ts"
import { nothingYet, recorded } from "./history.ts"
import { holding } from "./holding.ts"
import { importing } from "./importing.ts"
import { keeping } from "./keeping.ts"
import { knowing } from "./knowing.ts"
import { leaving } from "./leaving.ts"
import { picturing } from "./picturing.ts"
import { saving } from "./saving.ts"
import { type EditorContext, type EditorInput, editor } from "./setup.ts"
import { isUnsaved } from "./unsaved.ts"
import { warning } from "./warning.ts"

export const editorMachine = editor.createMachine({
  id: "editor",
  context: ({ input }) => opened(input),
  output: ({ context }) => ({ saved: !isUnsaved(context) }),
  initial: "open",
  states: {
    open: {
      type: "parallel",
      invoke: { id: "page", src: "page" },
      states: { editing, keeping, saving, checking, importing, exporting, picturing, knowing, leaving, holding, warning },
    },
    closed: { type: "final" },
  },
})

/** What the editor begins with: the script as it was read, with the edits the author wanted back on top; were they made on an older revision, that is told first. Those given up are one step of undo. */
export const opened = ({ script, restored, discarded = null, ...input }: EditorInput): EditorContext => {
  const said = authoredOf(script)
  const base = restored === null || same(restored.base, said) ? said : restored.base
  const draft = restored === null ? said : draftOf(restored)
  const givenUp = discarded === null ? said : merge({ base: discarded.base, mine: draftOf(discarded), theirs: said })
  const history = recorded(nothingYet, "discard", givenUp, said, null)
  return {
    ...input,
    saved: script,
    base,
    draft,
    history: recorded(history, "restore", base, draft, null),
    turned: null,
    turns: 0,
    selected: (draft.instructions[(input.flags.instruction ?? 1) - 1] ?? draft.instructions[0])?.uuid ?? null,
    picking: false,
    closed: new Set(),
    marked: new Set(),
    deleting: null,
    findings: [],
    checked: draft,
    checkProblem: null,
    local: null,
    unanswered: [],
    asked: null,
    failure: null,
    theirs: base === said ? null : new Overtaken({ script, savedBy: null, savedAt: script.updatedAt }),
    importing: null,
    importProblem: null,
    lateFile: null,
    imported: 0,
    exportProblem: null,
    picturing: null,
    pictureProblem: null,
    told: [],
    entries: new Map(),
    isHeldUp: false,
    isCountTold: false,
    dataPoints: [],
  }
}
