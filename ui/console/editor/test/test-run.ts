// The test run of an editor, which the Test pane shows and a finding can start.
import { createActor } from "xstate"
import type { Example } from "../../../../domain/findings/finding.ts"
import { rehearsalMachine, type TestRunActor } from "../../../../machines/editor/rehearsal-machine.ts"
import type { EditorActor } from "../editor-context.tsx"

const testRuns = new WeakMap<EditorActor, TestRunActor>()

/** The test run of an editor. It lives as long as the editor: closing the pane keeps the conversation and the inputs. */
export const getTestRun = (editor: EditorActor): TestRunActor => {
  const { draft, fresh: newUuid } = editor.getSnapshot().context
  const existing = testRuns.get(editor)
  if (existing === undefined) {
    const started = createActor(rehearsalMachine, { input: { script: draft, fresh: newUuid, from: null } }).start()
    testRuns.set(editor, started)
    return started
  }
  existing.send({ type: "rehearsal.resume", script: draft })
  return existing
}

/** Plays the answers of an example in the test run. */
export const playExample = (editor: EditorActor, example: Example): void =>
  getTestRun(editor).send({ type: "example.play", script: editor.getSnapshot().context.draft, example })
