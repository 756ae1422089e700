// Lays out a flow graph in layers, top to bottom. Edges that skip layers run in lanes beside the nodes, so none is hidden.
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
  const layers = layersOf(flow)
  const { nodes, right, bottoms } = placed(flow, layers, sizes)
  const lined = lanesOf(flow, layers, right + flowSpacing.node)
  const lanes = new Map<string, Lane>()
  for (const { id, x, top, to } of lined.lanes)
    lanes.set(id, { x, exitY: (bottoms[top] ?? 0) + flowSpacing.layer / 3, entryY: (nodes.get(to)?.y ?? 0) - flowSpacing.layer / 3 })
  const column = lined.last + 2 * flowSpacing.node
  let below = 0
  for (const { id, as } of flow.nodes) {
    if (layers.has(id)) continue
    nodes.set(id, { x: column, y: below, ...sizes[as] })
    below += sizes[as].height + flowSpacing.node
  }
  return { nodes, lanes }
}

type Layers = ReadonlyMap<string, number>

/** The layer of each node that is reachable from the start: one below its lowest predecessor. */
const layersOf = ({ edges }: Flow): Layers => {
  const behind = new Map<string, Array<string>>()
  const waitsFor = new Map<string, number>()
  for (const { from, to } of edges) {
    const list = behind.get(from)
    if (list === undefined) behind.set(from, [to])
    else list.push(to)
    waitsFor.set(to, (waitsFor.get(to) ?? 0) + 1)
  }
  const layers = new Map([["start", 0]])
  const ready = ["start"]
  for (const id of ready) {
    const layer = (layers.get(id) ?? 0) + 1
    for (const to of behind.get(id) ?? []) {
      layers.set(to, Math.max(layer, layers.get(to) ?? 0))
      const rest = (waitsFor.get(to) ?? 0) - 1
      waitsFor.set(to, rest)
      if (rest === 0) ready.push(to)
    }
  }
  return layers
}

/** Centers each layer and orders its nodes by the centers of their predecessors. */
const placed = ({ nodes, edges }: Flow, layers: Layers, sizes: FlowNodeSizes) => {
  const rows: Array<Array<FlowNode>> = []
  for (const node of nodes) {
    const layer = layers.get(node.id)
    if (layer === undefined) continue
    const row = rows[layer]
    if (row === undefined) rows[layer] = [node]
    else row.push(node)
  }
  const above = new Map<string, Array<string>>()
  for (const { from, to } of edges) {
    const list = above.get(to)
    if (list === undefined) above.set(to, [from])
    else list.push(from)
  }
  const places = new Map<string, NodePosition>()
  const middle = (id: string): number => {
    const over = (above.get(id) ?? []).flatMap((from) => {
      const place = places.get(from)
      return place === undefined ? [] : [place.x + place.width / 2]
    })
    return over.length === 0 ? 0 : over.reduce((all, one) => all + one, 0) / over.length
  }
  let [y, right] = [0, 0]
  const bottoms: Array<number> = []
  for (const row of rows) {
    const ordered = row.map((node) => ({ node, at: middle(node.id) })).toSorted((one, other) => one.at - other.at)
    const width = row.reduce((all, { as }) => all + sizes[as].width + flowSpacing.node, -flowSpacing.node)
    let x = -width / 2
    for (const { node } of ordered) {
      const size = sizes[node.as]
      places.set(node.id, { x, y, ...size })
      x += size.width + flowSpacing.node
    }
    right = Math.max(right, width / 2)
    bottoms.push(y + Math.max(...row.map(({ as }) => sizes[as].height)))
    y = (bottoms.at(-1) ?? y) + flowSpacing.layer
  }
  return { nodes: places, right, bottoms }
}

/** Gives each edge that skips layers the innermost free lane; edges that share a lane do not overlap. */
const lanesOf = ({ edges }: Flow, layers: Layers, first: number) => {
  const long = edges
    .map((line) => ({ id: getEdgeId(line), to: line.to, top: layers.get(line.from) ?? 0, end: layers.get(line.to) ?? 0 }))
    .filter(({ top, end }) => end - top > 1)
    .toSorted((one, other) => one.top - other.top || one.end - other.end)
  const free: Array<number> = []
  const lanes = long.map(({ id, to, top, end }) => {
    const found = free.findIndex((from) => from <= top)
    const lane = found === -1 ? free.length : found
    free[lane] = end
    return { id, to, top, x: first + lane * flowSpacing.lane }
  })
  return { lanes, last: first + free.length * flowSpacing.lane }
}

/** The position of the graph's origin in the pane, in pixels, and the pixels per unit of the graph. */
export type FlowViewport = { readonly x: number; readonly y: number; readonly zoom: number }

/** Returns the viewport that centers a node, without blank space above the first layer (y = 0). Pane in pixels. */
export const centerOn = (place: NodePosition, pane: NodeSize, zoom: number): FlowViewport => ({
  x: pane.width / 2 - (place.x + place.width / 2) * zoom,
  y: Math.min(flowSpacing.node, pane.height / 2 - (place.y + place.height / 2) * zoom),
  zoom,
})

/** Returns the viewport after the pane became `wider` by that many pixels (negative: narrower), with the same center. */
export const resizeViewport = ({ x, y, zoom }: FlowViewport, wider: number): FlowViewport => ({ x: x + wider / 2, y, zoom })
