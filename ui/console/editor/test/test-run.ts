// The test run of an editor, which the Test pane shows and a finding can start.
import { useCallback } from "react"
import { createActor } from "xstate"
import type { TestRunActor } from "../../../../machines/editor/rehearsal-machine.ts"
import { type EditorActor, useEditor, usePaneMachines } from "../editor-context.tsx"

const testRuns = new WeakMap<EditorActor, TestRunActor>()

/** Returns a function that returns the test run of the editor. It lives as long as the editor: closing the pane keeps the conversation. */
export const useTestRun = (): (() => TestRunActor) => {
  const editor = useEditor()
  const { testRun: machine } = usePaneMachines()
  return useCallback(() => {
    const { draft, community, savedScript, newUuid } = editor.getSnapshot().context
    const existing = testRuns.get(editor)
    if (existing === undefined) {
      const started = createActor(machine, {
        input: { community, uuid: savedScript.uuid, script: draft, newSeed: newUuid, startAt: null },
      }).start()
      testRuns.set(editor, started)
      return started
    }
    existing.send({ type: "rehearsal.resume", script: draft })
    return existing
  }, [editor, machine])
}
