// The Flow pane: the diagram of the paths through the script, computed again whenever they change [I12].
import { Button } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import { ReactFlowProvider } from "@xyflow/react"
import { haveSameFlow } from "../../../../domain/flow/flow-graph.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor, useEditorState, usePaneMachines } from "../editor-context.tsx"
import { SidePane } from "../SidePane.tsx"
import { FlowDiagram } from "./FlowDiagram.tsx"
import classes from "./FlowPane.module.css"

type Props = {
  readonly onNavigate: () => void
  /** Shows the Test pane. */
  readonly onTest: () => void
  readonly onClose: () => void
}

export const FlowPane = ({ onNavigate, onTest, onClose }: Props) => {
  const t = useTranslate()
  const editor = useEditor()
  const count = useEditorState((context) => context.checkedDraft.instructions.length)
  const { flowDiagram } = usePaneMachines()
  const actor = useActorRef(flowDiagram, {
    input: {
      script: editor.getSnapshot().context.checkedDraft,
      watch: (onChange) => {
        const subscription = editor.subscribe(({ context }) => onChange(context.checkedDraft))
        return () => subscription.unsubscribe()
      },
    },
  })
  const isComputing = useSelector(actor, (state) => state.matches("computing"))
  const diagram = useSelector(actor, ({ context }) => context.drawn)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const hasChanged = useEditorState(({ draft }) => diagram !== null && !haveSameFlow(draft, diagram.script))
  return (
    <SidePane heading={t("editor.flow.heading")} height="fill" onClose={onClose}>
      {count === 0 ? (
        <p className={classes["hint"]}>{t("editor.flow.none")}</p>
      ) : (
        <>
          {diagram === null && <output className={classes["started"]}>{isComputing && t("editor.flow.finding", { count })}</output>}
          {failure !== null && !isComputing && (
            <div className={classes["failure"]}>
              <FailureNotice failure={failure} />
              <Button size="xs" variant="default" onClick={() => actor.send({ type: "flow.retry" })}>
                {t("retry")}
              </Button>
            </div>
          )}
          {diagram !== null && diagram.script.instructions.length > 0 && (
            <ReactFlowProvider>
              <FlowDiagram
                {...diagram}
                isOutdated={failure === null && (isComputing || hasChanged)}
                onNavigate={onNavigate}
                onTest={onTest}
              />
            </ReactFlowProvider>
          )}
        </>
      )}
    </SidePane>
  )
}
