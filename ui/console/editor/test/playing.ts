// The running test, for the parts of its pane. It lives with the editor, not with the pane: whoever looks at the findings in between, or
// makes room for a moment, finds the conversation and what was typed in advance as they were.
import { type ActorRefFrom, createActor } from "xstate"
import { playingMachine } from "../../../../machines/editor/playing.ts"
import type { EditorActor } from "../editing.tsx"

export type PlayingActor = ActorRefFrom<typeof playingMachine>

const running = new WeakMap<EditorActor, PlayingActor>()

/** The test of an editor. */
export const playingOf = (editor: EditorActor): PlayingActor => {
  const { draft, fresh } = editor.getSnapshot().context
  const before = running.get(editor)
  if (before === undefined) {
    const begun = createActor(playingMachine, { input: { script: draft, fresh, from: null } }).start()
    running.set(editor, begun)
    return begun
  }
  before.send({ type: "play.resume", script: draft })
  return before
}
