// Nodes and edges of the flow diagram. A node is the start, the end, an instruction or a joint of edges.
import { VisuallyHidden } from "@mantine/core"
import { IconAlertTriangle } from "@tabler/icons-react"
import { BaseEdge, type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position } from "@xyflow/react"
import type { createSuccessorLookup, FlowNode, Unreached } from "../../../../domain/flow/flow-graph.ts"
import { getInstructionKind } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../../../domain/script/script.ts"
import { useFindingSentence, useTranslate } from "../../../kit/i18n.tsx"
import { useEditorState } from "../editor-context.tsx"
import { KindIcon } from "../KindIcon.tsx"
import classes from "./FlowPane.module.css"
import type { Lane } from "./flow-layout.ts"

export type FlowGraphNode = Node<{
  readonly node: FlowNode
  readonly findSuccessors: ReturnType<typeof createSuccessorLookup>
  readonly script: AuthoredScript
  /** Whether the Tab key reaches this node. */
  readonly isCurrent: boolean
  readonly takesFocus: boolean
  /** Whether the node is asked about together with the selected one. */
  readonly isOther: boolean
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

const Card = ({ node, findSuccessors, script, isCurrent, takesFocus, isOther }: CardProps) => {
  const t = useTranslate()
  const formatReason = useUnreachedText()
  const instruction = script.instructions[node.place]
  const isSelected = useEditorState(({ selected }) => selected !== null && selected === instruction?.uuid)
  if (instruction === undefined) return null
  const name = getInstructionName(instruction)
  const condition = (instruction.condition ?? "").trim()
  const names = findSuccessors(node.id).map((successor) => {
    const nextInstruction = successor.as === "instruction" ? script.instructions[successor.place] : undefined
    return nextInstruction === undefined ? t("editor.flow.end") : getInstructionName(nextInstruction)
  })
  const reason = node.unreached === null ? null : formatReason(node.unreached)
  const kind = t(`editor.kind.${getInstructionKind(instruction)}`)
  const description = reason ?? t("editor.flow.node.then", { names: names.join(", ") })
  return (
    <button
      type="button"
      className={classes["card"]}
      aria-current={isSelected}
      title={[condition, description].filter((it) => it !== "").join("\n")}
      data-unreached={reason !== null}
      data-other={isOther}
      tabIndex={isCurrent ? 0 : -1}
      ref={takesFocus ? focusNow : undefined}
    >
      {reason === null ? (
        <KindIcon kind={getInstructionKind(instruction)} />
      ) : (
        <IconAlertTriangle size={18} className={classes["warning"]} aria-hidden="true" />
      )}
      <span className={classes["text"]}>
        <span className={classes["name"]}>{name}</span>
        <span className={classes["condition"]}>{condition === "" ? kind : t("editor.flow.node.if", { condition })}</span>
        <VisuallyHidden>
          {condition !== "" && `${kind}, `}
          {description}
        </VisuallyHidden>
      </span>
    </button>
  )
}

/** Says why an instruction is unreachable, in the words of the check. */
const useUnreachedText = (): ((unreached: Unreached) => string) => {
  const t = useTranslate()
  const formatSentence = useFindingSentence()
  return ({ reason, explanation }) => {
    if (explanation !== null) return formatSentence({ key: explanation.key, values: explanation.values, message: explanation.key })
    return t(reason === "empty" ? "editor.flow.why.empty" : "editor.flow.why.unreadable")
  }
}

const focusNow = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

/** Corner radius of an edge, in pixels. */
const cornerRadius = 6

/** An edge that bypasses other nodes: out to its lane, down, and back. */
export const FlowLaneEdge = ({ sourceX, sourceY, targetX, targetY, markerEnd, data }: EdgeProps<Edge<Lane>>) => {
  if (data === undefined) return null
  const { x, exitY, entryY } = data
  const path = [
    `M${sourceX},${sourceY} V${exitY - cornerRadius} q0,${cornerRadius} ${cornerRadius},${cornerRadius}`,
    `H${x - cornerRadius} q${cornerRadius},0 ${cornerRadius},${cornerRadius}`,
    `V${entryY - cornerRadius} q0,${cornerRadius} ${-cornerRadius},${cornerRadius}`,
    `H${targetX + cornerRadius} q${-cornerRadius},0 ${-cornerRadius},${cornerRadius} V${targetY}`,
  ].join(" ")
  return <BaseEdge path={path} {...(markerEnd !== undefined && { markerEnd })} />
}
