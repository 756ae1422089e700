// The ways through the script as a graph; what nothing can reach is marked, a click leads to the instruction (decisions I12).
import { ActionIcon } from "@mantine/core"
import { IconMaximize, IconZoomIn, IconZoomOut } from "@tabler/icons-react"
import { type Edge, MarkerType, type NodeTypes, Position, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react"
import "@xyflow/react/dist/base.css"
import { type KeyboardEvent, useMemo, useState } from "react"
import { flowOf, nodeOf } from "../../../../domain/script/flow.ts"
import type { Authored } from "../../../../domain/script/script.ts"
import { useWords } from "../../../kit/words.tsx"
import { useEditing, useEditor } from "../editing.tsx"
import { SidePane } from "../SidePane.tsx"
import { FlowCard, type FlowCardNode } from "./FlowCard.tsx"
import classes from "./flow.module.css"
import { placed } from "./placing.ts"

type Props = { readonly onGo: () => void; readonly onClose: () => void }

export const FlowPane = ({ onGo, onClose }: Props) => {
  const t = useWords()
  const script = useEditing((context) => context.checked)
  return (
    <SidePane heading={t("editor.flow.heading")} height="fill" onClose={onClose}>
      {script.instructions.length === 0 ? (
        <p className={classes["hint"]}>{t("editor.flow.none")}</p>
      ) : (
        <ReactFlowProvider>
          <Drawing script={script} onGo={onGo} />
        </ReactFlowProvider>
      )}
    </SidePane>
  )
}

const types = { card: FlowCard } satisfies NodeTypes
/** Beyond so many nodes only those in sight are in the page. */
const mostInPage = 150

const Drawing = ({ script, onGo }: { readonly script: Authored; readonly onGo: () => void }) => {
  const t = useWords()
  const actor = useEditor()
  const view = useReactFlow<FlowCardNode>()
  const selected = useEditing((context) => context.selected)
  const count = script.instructions.length
  const [at, goTo] = useState(() =>
    Math.max(
      0,
      script.instructions.findIndex(({ uuid }) => uuid === selected),
    ),
  )
  const [asked, ask] = useState(false)
  const flow = useMemo(() => flowOf(script), [script])
  const places = useMemo(() => placed(flow), [flow])
  const here = Math.min(at, count - 1)
  const nodes = useMemo(
    () =>
      flow.nodes.map((node): FlowCardNode => {
        const { x = 0, y = 0, width = 0, height = 0 } = places.get(node.id) ?? {}
        const place = node.as === "instruction" ? node.place : null
        return {
          id: node.id,
          type: "card",
          position: { x, y },
          width,
          height,
          sourcePosition: Position.Bottom,
          targetPosition: Position.Top,
          data: { node, flow, script, isHere: place === here, takesFocus: place === here && asked },
        }
      }),
    [flow, places, script, here, asked],
  )
  const lines = useMemo(
    () =>
      flow.edges.map(({ from, to }): Edge => {
        const isToJoint = to.startsWith("joint")
        return {
          id: `${from} ${to}`,
          source: from,
          target: to,
          type: "smoothstep",
          domAttributes: { "aria-hidden": true },
          ...(!isToJoint && { markerEnd: { type: MarkerType.ArrowClosed } }),
        }
      }),
    [flow],
  )
  const unreached = flow.nodes.filter((node) => node.as === "instruction" && node.unreached !== null).length
  const look = (place: number) => {
    const box = places.get(nodeOf(place))
    if (box !== undefined) void view.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: Math.max(view.getZoom(), 0.75) })
  }
  const keyed = (event: KeyboardEvent) => {
    const to = { ArrowDown: here + 1, ArrowRight: here + 1, ArrowUp: here - 1, ArrowLeft: here - 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = Math.min(Math.max(to, 0), count - 1)
    goTo(next)
    ask(true)
    look(next)
  }
  return (
    <>
      <div className={classes["about"]}>
        <output data-unreached={unreached > 0}>
          {unreached === 0 ? t("editor.flow.all-reached") : t("editor.flow.unreached", { count: unreached })}
        </output>
        <span className={classes["zoom"]}>
          <ActionIcon variant="default" aria-label={t("editor.flow.out")} onClick={() => void view.zoomOut()}>
            <IconZoomOut size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t("editor.flow.in")} onClick={() => void view.zoomIn()}>
            <IconZoomIn size={16} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t("editor.flow.fit")} onClick={() => void view.fitView()}>
            <IconMaximize size={16} aria-hidden="true" />
          </ActionIcon>
        </span>
      </div>
      <p className={classes["hint"]} id="flow-hint">
        {t("editor.flow.hint")}
      </p>
      <div className={classes["graph"]}>
        <ReactFlow
          // The arrow keys go from node to node: the nodes are what is focused, the graph only hears of it.
          onKeyDown={keyed}
          nodes={nodes}
          edges={lines}
          nodeTypes={types}
          aria-label={t("editor.flow.graph")}
          aria-describedby="flow-hint"
          fitView={count <= 12}
          defaultViewport={{ x: 0, y: 0, zoom: 0.8 }}
          onInit={() => (count <= 12 ? undefined : look(here))}
          minZoom={0.05}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          onlyRenderVisibleElements={flow.nodes.length > mostInPage}
          onNodeClick={(_, { data: { node } }) => {
            if (node.as !== "instruction") return
            goTo(node.place)
            const uuid = script.instructions[node.place]?.uuid
            if (uuid === undefined) return
            actor.send({ type: "instruction.select", uuid })
            onGo()
          }}
        />
      </div>
    </>
  )
}
