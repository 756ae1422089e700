// Lays out a flow graph in layers. Edges that skip layers run in lanes beside the nodes, so that no node hides them.
import type { Flow, FlowNode } from "../../../../domain/flow/flow-graph.ts"

/** The size of a node; all lengths of a layout share one unit. */
export type NodeSize = { readonly width: number; readonly height: number }
export type FlowNodeSizes = Readonly<Record<FlowNode["as"], NodeSize>>
/** The upper left corner of a node and its size. */
export type NodePosition = NodeSize & { readonly x: number; readonly y: number }
/** Where an edge that skips layers runs down, and the heights at which it enters and leaves its lane. */
export type Lane = { readonly x: number; readonly exitY: number; readonly entryY: number }
/** The positions of nodes by id, and the lanes of edges that skip layers by `getEdgeId`. */
export type FlowLayout = { readonly nodes: ReadonlyMap<string, NodePosition>; readonly lanes: ReadonlyMap<string, Lane> }

/** The gaps between layers, between nodes of a layer, and between lanes. */
export const flowSpacing = { layer: 36, node: 28, lane: 12 } as const

/** Returns the id of an edge; two nodes have at most one. */
export const getEdgeId = ({ from, to }: Flow["edges"][number]): string => `${from} ${to}`

/** Returns positions and lanes of a graph. Unreachable nodes form a separate column on the right. */
export const layoutFlow = (flow: Flow, sizes: FlowNodeSizes): FlowLayout => {
  const layers = computeLayers(flow)
  const { nodes, right, bottoms } = placeNodes(flow, layers, sizes)
  const assigned = assignLanes(flow, layers, right + flowSpacing.node)
  const lanes = new Map<string, Lane>()
  for (const { id, x, top, to } of assigned.lanes)
    lanes.set(id, { x, exitY: (bottoms[top] ?? 0) + flowSpacing.layer / 3, entryY: (nodes.get(to)?.y ?? 0) - flowSpacing.layer / 3 })
  const columnX = assigned.last + 2 * flowSpacing.node
  let nextY = 0
  for (const { id, as } of flow.nodes) {
    if (layers.has(id)) continue
    nodes.set(id, { x: columnX, y: nextY, ...sizes[as] })
    nextY += sizes[as].height + flowSpacing.node
  }
  return { nodes, lanes }
}

type Layers = ReadonlyMap<string, number>

/** The layer of each node that is reachable from the start: one below its lowest predecessor. */
const computeLayers = ({ edges }: Flow): Layers => {
  const successors = new Map<string, Array<string>>()
  const pendingCounts = new Map<string, number>()
  for (const { from, to } of edges) {
    const list = successors.get(from)
    if (list === undefined) successors.set(from, [to])
    else list.push(to)
    pendingCounts.set(to, (pendingCounts.get(to) ?? 0) + 1)
  }
  const layers = new Map([["start", 0]])
  const ready = ["start"]
  for (const id of ready) {
    const layer = (layers.get(id) ?? 0) + 1
    for (const to of successors.get(id) ?? []) {
      layers.set(to, Math.max(layer, layers.get(to) ?? 0))
      const pending = (pendingCounts.get(to) ?? 0) - 1
      pendingCounts.set(to, pending)
      if (pending === 0) ready.push(to)
    }
  }
  return layers
}

/** Centers each layer and orders its nodes by the centers of their predecessors. */
const placeNodes = ({ nodes, edges }: Flow, layers: Layers, sizes: FlowNodeSizes) => {
  const rows: Array<Array<FlowNode>> = []
  for (const node of nodes) {
    const layer = layers.get(node.id)
    if (layer === undefined) continue
    const row = rows[layer]
    if (row === undefined) rows[layer] = [node]
    else row.push(node)
  }
  const predecessors = new Map<string, Array<string>>()
  for (const { from, to } of edges) {
    const list = predecessors.get(to)
    if (list === undefined) predecessors.set(to, [from])
    else list.push(from)
  }
  const positions = new Map<string, NodePosition>()
  const getPredecessorCenter = (id: string): number => {
    const centers = (predecessors.get(id) ?? []).flatMap((from) => {
      const position = positions.get(from)
      return position === undefined ? [] : [position.x + position.width / 2]
    })
    return centers.length === 0 ? 0 : centers.reduce((sum, center) => sum + center, 0) / centers.length
  }
  let [y, right] = [0, 0]
  const bottoms: Array<number> = []
  for (const row of rows) {
    const ordered = row.map((node) => ({ node, center: getPredecessorCenter(node.id) })).toSorted((a, b) => a.center - b.center)
    const width = row.reduce((sum, { as }) => sum + sizes[as].width + flowSpacing.node, -flowSpacing.node)
    let x = -width / 2
    for (const { node } of ordered) {
      const size = sizes[node.as]
      positions.set(node.id, { x, y, ...size })
      x += size.width + flowSpacing.node
    }
    right = Math.max(right, width / 2)
    bottoms.push(y + Math.max(...row.map(({ as }) => sizes[as].height)))
    y = (bottoms.at(-1) ?? y) + flowSpacing.layer
  }
  return { nodes: positions, right, bottoms }
}

/** Gives each edge that skips layers the innermost free lane; edges that share a lane do not overlap. */
const assignLanes = ({ edges }: Flow, layers: Layers, first: number) => {
  const longEdges = edges
    .map((edge) => ({ id: getEdgeId(edge), to: edge.to, top: layers.get(edge.from) ?? 0, end: layers.get(edge.to) ?? 0 }))
    .filter(({ top, end }) => end - top > 1)
    .toSorted((a, b) => a.top - b.top || a.end - b.end)
  const laneEnds: Array<number> = []
  const lanes = longEdges.map(({ id, to, top, end }) => {
    const freeLane = laneEnds.findIndex((from) => from <= top)
    const lane = freeLane === -1 ? laneEnds.length : freeLane
    laneEnds[lane] = end
    return { id, to, top, x: first + lane * flowSpacing.lane }
  })
  return { lanes, last: first + laneEnds.length * flowSpacing.lane }
}

/** The position of the graph's origin in the pane, in pixels, and the pixels per unit of the graph. */
export type FlowViewport = { readonly x: number; readonly y: number; readonly zoom: number }

/** Returns the viewport that centers a node, without blank space above the first layer (y = 0). Pane in pixels. */
export const centerOn = (position: NodePosition, pane: NodeSize, zoom: number): FlowViewport => ({
  x: pane.width / 2 - (position.x + position.width / 2) * zoom,
  y: Math.min(flowSpacing.node, pane.height / 2 - (position.y + position.height / 2) * zoom),
  zoom,
})

/** Returns the viewport after the width of the pane changed by some pixels; the center stays the same. */
export const resizeViewport = ({ x, y, zoom }: FlowViewport, widthChange: number): FlowViewport => ({ x: x + widthChange / 2, y, zoom })
