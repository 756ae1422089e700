// [I12] The paths through the script as a graph. Unreachable instructions are marked; a click selects an instruction.
import { ActionIcon, Button, UnstyledButton } from "@mantine/core"
import { IconMaximize, IconRoute, IconZoomIn, IconZoomOut } from "@tabler/icons-react"
import { type Edge, type EdgeTypes, MarkerType, type NodeTypes, Position, ReactFlow, useReactFlow, useStoreApi } from "@xyflow/react"
import "@xyflow/react/dist/base.css"
import { type KeyboardEvent, useCallback, useMemo, useState } from "react"
import { createSuccessorLookup, type Flow, getNodeId, listUnreached } from "../../../../domain/flow/flow-graph.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../../../domain/script/script.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor, useEditorState } from "../editor-context.tsx"
import { useTestRun } from "../test/test-run.ts"
import { type FlowGraphNode, FlowLaneEdge, FlowNodeCard } from "./FlowNodeCard.tsx"
import classes from "./FlowPane.module.css"
import { centerOn, type FlowNodeSizes, getEdgeId, layoutFlow, resizeViewport } from "./flow-layout.ts"

/** Node sizes in pixels. */
const nodeSizes: FlowNodeSizes = {
  instruction: { width: 208, height: 64 },
  start: { width: 96, height: 32 },
  end: { width: 96, height: 32 },
  joint: { width: 12, height: 12 },
}
const nodeTypes = { card: FlowNodeCard } satisfies NodeTypes
const edgeTypes = { lane: FlowLaneEdge } satisfies EdgeTypes
/** Larger graphs render only the visible nodes. */
const maxRenderedNodes = 150

type Props = {
  readonly onNavigate: () => void
  /** Shows the Test pane. */
  readonly onTest: () => void
  readonly script: AuthoredScript
  readonly flow: Flow
  /** Whether the script has changed since, in more than its texts. */
  readonly isOutdated: boolean
}

export const FlowDiagram = ({ script, flow, isOutdated, onNavigate, onTest }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const view = useReactFlow<FlowGraphNode>()
  const pane = useStoreApi<FlowGraphNode>()
  /** Ref callback: keeps the graph centered when the width of the pane changes. */
  const keepCentered = useCallback(
    (graph: HTMLElement | null) => {
      if (graph === null) return undefined
      let width = graph.clientWidth
      const observer = new ResizeObserver(() => {
        const widthChange = graph.clientWidth - width
        width += widthChange
        if (widthChange !== 0) void view.setViewport(resizeViewport(view.getViewport(), widthChange))
      })
      observer.observe(graph)
      return () => observer.disconnect()
    },
    [view],
  )
  const selected = useEditorState((context) => context.selected)
  const count = script.instructions.length
  const [currentIndex, setCurrentIndex] = useState(() =>
    Math.max(
      0,
      script.instructions.findIndex(({ uuid }) => uuid === selected),
    ),
  )
  const [takesFocus, setTakesFocus] = useState(false)
  /** The instruction that is asked about together with the selected one. */
  const [otherUuid, setOtherUuid] = useState<string | null>(null)
  /** Whether a click chooses that instruction, as a click with Shift always does. */
  const [isPairing, setIsPairing] = useState(false)
  const { nodes: positions, lanes } = useMemo(() => layoutFlow(flow, nodeSizes), [flow])
  const findSuccessors = useMemo(() => createSuccessorLookup(flow), [flow])
  const index = Math.min(currentIndex, count - 1)
  const nodes = useMemo(
    () =>
      flow.nodes.map((node): FlowGraphNode => {
        const { x = 0, y = 0, width = 0, height = 0 } = positions.get(node.id) ?? {}
        const instructionIndex = node.as === "instruction" ? node.place : null
        return {
          id: node.id,
          type: "card",
          position: { x, y },
          width,
          height,
          // Given explicitly, because React Flow would render all nodes to measure them.
          measured: { width, height },
          handles: [
            { type: "target", position: Position.Top, x: width / 2, y: 0, width: 1, height: 1 },
            { type: "source", position: Position.Bottom, x: width / 2, y: height, width: 1, height: 1 },
          ],
          sourcePosition: Position.Bottom,
          targetPosition: Position.Top,
          data: {
            node,
            findSuccessors,
            script,
            isCurrent: instructionIndex === index,
            takesFocus: instructionIndex === index && takesFocus,
            isOther: instructionIndex !== null && script.instructions[instructionIndex]?.uuid === otherUuid,
          },
        }
      }),
    [flow, positions, findSuccessors, script, index, takesFocus, otherUuid],
  )
  const edges = useMemo(
    () =>
      flow.edges.map((edge): Edge => {
        const { from, to } = edge
        const lane = lanes.get(getEdgeId(edge))
        return {
          id: getEdgeId(edge),
          source: from,
          target: to,
          ...(lane === undefined ? { type: "smoothstep" } : { type: "lane", data: lane }),
          domAttributes: { "aria-hidden": true },
          ...(!to.startsWith("joint") && { markerEnd: { type: MarkerType.ArrowClosed } }),
        }
      }),
    [flow, lanes],
  )
  const { unreached, undecided } = useMemo(() => listUnreached(flow), [flow])
  const scrollToInstruction = (instructionIndex: number) => {
    const position = positions.get(getNodeId(instructionIndex))
    if (position !== undefined) void view.setViewport(centerOn(position, pane.getState(), Math.max(view.getZoom(), 0.75)))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowDown: index + 1, ArrowRight: index + 1, ArrowUp: index - 1, ArrowLeft: index - 1, Home: 0, End: count - 1 }[
      event.key
    ]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = Math.min(Math.max(target, 0), count - 1)
    setCurrentIndex(next)
    setTakesFocus(true)
    scrollToInstruction(next)
  }
  /** Selects the first of these instructions after the current one, or the first of all. */
  const openNext = (places: ReadonlyArray<number>) => {
    const next = places.find((place) => place > index) ?? places[0]
    const uuid = script.instructions[next ?? -1]?.uuid
    if (next === undefined || uuid === undefined) return
    setCurrentIndex(next)
    setOtherUuid(null)
    scrollToInstruction(next)
    actor.send({ type: "instruction.select", uuid })
    onNavigate()
  }
  return (
    <>
      <div className={classes["about"]}>
        <output className={classes["result"]} data-outdated={isOutdated}>
          <span>
            {unreached.length === 0 && undecided.length === 0 && t("editor.flow.all-reached")}
            {unreached.length > 0 && (
              <UnstyledButton className={classes["count"]} data-unreached onClick={() => openNext(unreached)}>
                {t("editor.flow.unreached", { count: unreached.length })}
              </UnstyledButton>
            )}
            {unreached.length > 0 && undecided.length > 0 && " "}
            {undecided.length > 0 && (
              <UnstyledButton className={classes["count"]} onClick={() => openNext(undecided)}>
                {t("editor.flow.undecided", { count: undecided.length })}
              </UnstyledButton>
            )}
          </span>
          {isOutdated && <span className={classes["progress"]}>{t("editor.flow.finding", { count })}</span>}
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
      {selected !== null && (
        <Button
          className={classes["pair"] ?? ""}
          size="xs"
          variant={isPairing ? "filled" : "default"}
          aria-pressed={isPairing}
          onClick={() => {
            setIsPairing(!isPairing)
            setOtherUuid(null)
          }}
        >
          {t("editor.flow.pair")}
        </Button>
      )}
      <PairQuestion script={script} uuids={[selected, otherUuid]} onTest={onTest} />
      <p className={classes["hint"]} id="flow-hint">
        {t(isPairing ? "editor.flow.pair.hint" : "editor.flow.hint")}
      </p>
      <div className={classes["graph"]} ref={keepCentered}>
        <ReactFlow
          // The arrow keys move between nodes, which hold the focus; their key events bubble up to the graph.
          onKeyDown={handleKeyDown}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          aria-label={t("editor.flow.graph")}
          aria-describedby="flow-hint"
          fitView={count <= 12}
          defaultViewport={{ x: 0, y: 0, zoom: 0.8 }}
          onInit={() => (count <= 12 ? undefined : scrollToInstruction(index))}
          minZoom={0.05}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          onlyRenderVisibleElements={flow.nodes.length > maxRenderedNodes}
          onNodeClick={({ shiftKey }, { data: { node } }) => {
            if (node.as !== "instruction") return
            setCurrentIndex(node.place)
            const uuid = script.instructions[node.place]?.uuid
            if (uuid === undefined) return
            if (shiftKey || isPairing) return setOtherUuid(uuid)
            setOtherUuid(null)
            actor.send({ type: "instruction.select", uuid })
            onNavigate()
          }}
        />
      </div>
    </>
  )
}

type PairQuestionProps = Pick<Props, "onTest"> & { readonly script: AuthoredScript; readonly uuids: ReadonlyArray<string | null> }

/** Asks whether one conversation can show both instructions; the test answers. */
const PairQuestion = ({ script, uuids, onTest }: PairQuestionProps) => {
  const t = useTranslate()
  const getTestRun = useTestRun()
  const [first, second] = script.instructions.filter(({ uuid }) => uuids.includes(uuid))
  if (first === undefined || second === undefined) return null
  return (
    <Button
      className={classes["pair"] ?? ""}
      size="xs"
      variant="light"
      leftSection={<IconRoute size={16} aria-hidden="true" />}
      onClick={() => {
        getTestRun().send({ type: "instructions.reach", script, uuids: [first.uuid, second.uuid] })
        onTest()
      }}
    >
      {t("editor.flow.both", { name: getInstructionName(first), other: getInstructionName(second) })}
    </Button>
  )
}
