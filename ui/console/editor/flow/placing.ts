// Where the nodes of a graph stand: from above to below, in layers, with as few lines crossing as can be had.
import { Graph, layout } from "@dagrejs/dagre"
import type { Flow, FlowNode } from "../../../../domain/script/flow.ts"

/** Pixels. */
const sizes = {
  instruction: { width: 208, height: 64 },
  start: { width: 96, height: 32 },
  end: { width: 96, height: 32 },
  joint: { width: 12, height: 12 },
} as const satisfies Record<FlowNode["as"], { readonly width: number; readonly height: number }>

export type Placed = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Between what no line leads to. */
const gap = 20

/** The upper left corner and the size of each node, by its id. What nothing can reach stands in a column of its own beside the graph. */
export const placed = ({ nodes, edges }: Flow): ReadonlyMap<string, Placed> => {
  const graph = new Graph()
  graph.setGraph({ rankdir: "TB", nodesep: 28, ranksep: 36 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const node of nodes) if (!isAlone(node)) graph.setNode(node.id, { ...sizes[node.as] })
  for (const { from, to } of edges) graph.setEdge(from, to)
  layout(graph)
  let [right, below] = [0, 0]
  const places = new Map<string, Placed>()
  for (const { id, as } of nodes.filter((node) => !isAlone(node))) {
    const { width, height } = sizes[as]
    const { x = 0, y = 0 } = graph.node(id)
    places.set(id, { x: x - width / 2, y: y - height / 2, width, height })
    right = Math.max(right, x + width / 2)
  }
  for (const { id, as } of nodes.filter(isAlone)) {
    places.set(id, { x: right + 3 * gap, y: below, ...sizes[as] })
    below += sizes[as].height + gap
  }
  return places
}

const isAlone = (node: FlowNode): boolean => node.as === "instruction" && node.unreached !== null
