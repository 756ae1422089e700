// Where the nodes of a graph stand: in layers from above to below, each below everything that leads to it, in time in proportion to the
// graph. A line that passes layers by runs in a lane beside them, so that no node hides it.
import type { Flow, FlowNode } from "../../../../domain/flow/flow-graph.ts"

/** Lengths, all in one unit. */
export type NodeSize = { readonly width: number; readonly height: number }
export type FlowNodeSizes = Readonly<Record<FlowNode["as"], NodeSize>>
/** The upper left corner of a node, and its size. */
export type NodePosition = NodeSize & { readonly x: number; readonly y: number }
/** Where a line that passes layers by runs down, and at which heights it goes there and comes back. */
export type Lane = { readonly x: number; readonly exitY: number; readonly entryY: number }
/** Of each node its place, by its id; of each line that passes layers by its lane, named as `lineId` does. */
export type FlowLayout = { readonly nodes: ReadonlyMap<string, NodePosition>; readonly lanes: ReadonlyMap<string, Lane> }

/** Between layers, between nodes of one layer, and between lanes. */
export const flowSpacing = { layer: 36, node: 28, lane: 12 } as const

/** A line's name: there is one between two nodes. */
export const getEdgeId = ({ from, to }: Flow["edges"][number]): string => `${from} ${to}`

/** What nothing can reach stands in a column of its own, right of all the rest. */
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

/** The layer of each node that the beginning leads to: one more than the lowest of those that lead to it. */
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

/** Each layer is centred; within it nodes stand below what leads to them, as far as there is room. */
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

/** The innermost lane that is free; lines that share one do not meet in it. */
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

// How a pane looks at the graph of a script.

/** Where the graph's origin stands in the pane, in pixels of it, and how many of those a unit of the graph takes. */
export type FlowViewport = { readonly x: number; readonly y: number; readonly zoom: number }

/** How a pane looks at `place`: in its middle, but with nothing blank above the first place, which is at 0. In pixels of the pane. */
export const centerOn = (place: NodePosition, pane: NodeSize, zoom: number): FlowViewport => ({
  x: pane.width / 2 - (place.x + place.width / 2) * zoom,
  y: Math.min(flowSpacing.node, pane.height / 2 - (place.y + place.height / 2) * zoom),
  zoom,
})

/** The same view once the pane is `wider` by so many pixels (less than none: narrower): what was in its middle still is. */
export const resizeViewport = ({ x, y, zoom }: FlowViewport, wider: number): FlowViewport => ({ x: x + wider / 2, y, zoom })
