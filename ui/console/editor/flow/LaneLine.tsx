// A line that passes other nodes by: out to its lane, down, and back.
import { BaseEdge, type Edge, type EdgeProps } from "@xyflow/react"
import type { Lane } from "../../../../domain/script/flow-places.ts"

/** Pixels that a corner is rounded by. */
const round = 6

export const LaneLine = ({ sourceX, sourceY, targetX, targetY, markerEnd, data }: EdgeProps<Edge<Lane>>) => {
  if (data === undefined) return null
  const { x, leaves, enters } = data
  const path = [
    `M${sourceX},${sourceY} V${leaves - round} q0,${round} ${round},${round}`,
    `H${x - round} q${round},0 ${round},${round}`,
    `V${enters - round} q0,${round} ${-round},${round}`,
    `H${targetX + round} q${-round},0 ${-round},${round} V${targetY}`,
  ].join(" ")
  return <BaseEdge path={path} {...(markerEnd !== undefined && { markerEnd })} />
}
