// Nodes and edges of the flow diagram. A node is the start, the end, an instruction or a joint of edges.
import { IconAlertTriangle } from "@tabler/icons-react"
import { BaseEdge, type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position } from "@xyflow/react"
import type { createSuccessorLookup, FlowNode } from "../../../../domain/flow/flow-graph.ts"
import { getInstructionKind } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../../../domain/script/script.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditorState } from "../editor-context.tsx"
import { KindIcon } from "../KindIcon.tsx"
import classes from "./FlowPane.module.css"
import type { Lane } from "./flow-layout.ts"

export type FlowGraphNode = Node<{
  readonly node: FlowNode
  readonly leadsTo: ReturnType<typeof createSuccessorLookup>
  readonly script: AuthoredScript
  /** Whether the Tab key reaches this node. */
  readonly isHere: boolean
  readonly takesFocus: boolean
}>

export const FlowNodeCard = ({ data }: NodeProps<FlowGraphNode>) => {
  const t = useTranslate()
  const { node } = data
  return (
    <>
      {node.as !== "start" && <Handle type="target" position={Position.Top} isConnectable={false} className={classes["handle"] ?? ""} />}
      {node.as === "instruction" ? (
        <Card {...data} node={node} />
      ) : (
        <span className={classes[node.as]}>{node.as !== "joint" && t(`editor.flow.${node.as}`)}</span>
      )}
      {node.as !== "end" && <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes["handle"] ?? ""} />}
    </>
  )
}

type CardProps = FlowGraphNode["data"] & { readonly node: Extract<FlowNode, { readonly as: "instruction" }> }

const Card = ({ node, leadsTo, script, isHere, takesFocus }: CardProps) => {
  const t = useTranslate()
  const instruction = script.instructions[node.place]
  const isSelected = useEditorState(({ selected }) => selected !== null && selected === instruction?.uuid)
  if (instruction === undefined) return null
  const name = getInstructionName(instruction)
  const condition = (instruction.condition ?? "").trim()
  const names = leadsTo(node.id).map((one) => {
    const behind = one.as === "instruction" ? script.instructions[one.place] : undefined
    return behind === undefined ? t("editor.flow.end") : getInstructionName(behind)
  })
  const why = node.unreached === null ? null : t(`editor.flow.why.${node.unreached}`)
  const kind = t(`editor.kind.${getInstructionKind(instruction)}`)
  const more = why ?? t("editor.flow.node.then", { names: names.join(", ") })
  return (
    <button
      type="button"
      className={classes["card"]}
      aria-current={isSelected}
      title={[condition, more].filter((it) => it !== "").join("\n")}
      data-unreached={why !== null}
      tabIndex={isHere ? 0 : -1}
      ref={takesFocus ? focusNow : undefined}
    >
      {why === null ? (
        <KindIcon kind={getInstructionKind(instruction)} />
      ) : (
        <IconAlertTriangle size={18} className={classes["warning"]} aria-hidden="true" />
      )}
      <span className={classes["text"]}>
        <span className={classes["name"]}>{name}</span>
        <span className={classes["condition"]}>{condition === "" ? kind : t("editor.flow.node.if", { condition })}</span>
        <span className="unseen">
          {condition !== "" && `${kind}, `}
          {more}
        </span>
      </span>
    </button>
  )
}

const focusNow = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

/** Corner radius of an edge, in pixels. */
const round = 6

/** An edge that bypasses other nodes: out to its lane, down, and back. */
export const FlowLaneEdge = ({ sourceX, sourceY, targetX, targetY, markerEnd, data }: EdgeProps<Edge<Lane>>) => {
  if (data === undefined) return null
  const { x, exitY, entryY } = data
  const path = [
    `M${sourceX},${sourceY} V${exitY - round} q0,${round} ${round},${round}`,
    `H${x - round} q${round},0 ${round},${round}`,
    `V${entryY - round} q0,${round} ${-round},${round}`,
    `H${targetX + round} q${-round},0 ${-round},${round} V${targetY}`,
  ].join(" ")
  return <BaseEdge path={path} {...(markerEnd !== undefined && { markerEnd })} />
}
