// The graph of a script: which instruction can directly follow which, and which are unreachable [I12].
import type { Variable } from "../conditions/condition-variables.ts"
import { deepEqual } from "../json/json-equality.ts"
import type { Instruction } from "../script/instruction.ts"
import type { AuthoredScript } from "../script/script.ts"
import {
  type AnalyzedInstruction,
  analyzeInstructions,
  createPathTracker,
  type PathState,
  type PathStep,
  type UnreachableReason,
} from "./path-enumeration.ts"

/** An instruction on a path; `node` is its id in the graph. */
export type FlowStep = PathStep & { readonly node: string; readonly isEnd: boolean }
export type FlowEdge = { readonly from: string; readonly to: string }
/** `junctions` are nodes that bundle edges. After `endIndex` no path goes on; null if some path reaches the end of the script. */
export type FlowEdges = {
  readonly edges: ReadonlyArray<FlowEdge>
  readonly junctions: ReadonlyArray<string>
  readonly endIndex: number | null
}

/** If more edges would lead to a node, they are bundled in a junction. */
export const maxIncomingEdges = 12
/** One path, or several that no later condition distinguishes; `last` is the node of its last shown instruction. */
type FlowPath = PathState & { readonly last: string }

/**
 * Finds the edges between the nodes "start" and "end" by following all paths at once; paths that no later condition distinguishes are merged.
 * `steps` are in script order; a conversation ends with the first end that it shows.
 */
export const findFlowEdges = (steps: ReadonlyArray<FlowStep>, variables: ReadonlyArray<Variable>): FlowEdges => {
  const tracker = createPathTracker<FlowPath>(steps, variables, (path, answerClasses) => ({ ...path, answerClasses }))
  const edges = new Map<string, FlowEdge>()
  const junctions: Array<string> = []
  let paths: ReadonlyArray<FlowPath> = [{ answerClasses: [], last: "start", wasShown: true }]
  let endIndex: number | null = null

  const addEdge = (from: string, to: string): void => void edges.set(`${from} ${to}`, { from, to })
  const bundleEdges = (): void => {
    const lastNodes = new Set(paths.map(({ last }) => last))
    if (lastNodes.size <= maxIncomingEdges) return
    const id = `joint ${junctions.length}`
    junctions.push(id)
    for (const last of lastNodes) addEdge(last, id)
    paths = mergeEqualPaths(paths.map((path) => ({ ...path, last: id })))
  }

  for (const step of steps) {
    const { place: index, node, isEnd, condition } = step
    paths = tracker.enter(step, paths)
    bundleEdges()
    const continuing: Array<FlowPath> = []
    for (const path of paths) {
      const verdict = condition === null || condition.holds(tracker.classOf(path))
      if (verdict !== false) {
        addEdge(path.last, node)
        if (isEnd) addEdge(node, "end")
        else continuing.push({ ...path, last: node, wasShown: true })
      }
      if (verdict !== true) continuing.push({ ...path, wasShown: false })
    }
    if (continuing.length === 0) endIndex ??= index
    paths = mergeEqualPaths(tracker.leave(index, continuing).map((path) => ({ ...path, isShown: true })))
  }
  for (const { last } of paths) addEdge(last, "end")
  return { edges: [...edges.values()], junctions, endIndex }
}

/** Drops paths that are equal to another one. */
const mergeEqualPaths = (paths: ReadonlyArray<FlowPath>): ReadonlyArray<FlowPath> => [
  ...new Map(paths.map((path) => [`${path.last} ${path.wasShown} ${path.answerClasses.join()}`, path])).values(),
]

/**
 * A node of the graph: the start, the end, an instruction (`place` is its index in the script), or a junction that bundles edges. An edge
 * out of a junction may be possible for only some of the edges into it.
 */
export type FlowNode =
  | { readonly id: string; readonly as: "start" | "end" | "joint" }
  | { readonly id: string; readonly as: "instruction"; readonly place: number; readonly unreached: UnreachableReason | null }
export type Flow = { readonly nodes: ReadonlyArray<FlowNode>; readonly edges: ReadonlyArray<FlowEdge> }

/** Returns the node id of the instruction at an index. */
export const getNodeId = (index: number): string => `i${index}`

/** [I12] Builds the graph. It contains every possible edge, and no impossible one if all conditions can be evaluated jointly. */
export const buildFlow = ({ instructions }: Pick<AuthoredScript, "instructions">): Flow => {
  const { stops: all, things } = analyzeInstructions(instructions)
  const stops = all.flatMap((stop) => (stop.unreachableReason === null ? [{ ...stop, node: getNodeId(stop.place) }] : []))
  const { edges, junctions, endIndex } = findFlowEdges(stops, things)
  const reached = new Set(edges.map(({ to }) => to))
  const unreachedAt = ({ place, unreachableReason }: AnalyzedInstruction): UnreachableReason | null =>
    unreachableReason ?? (reached.has(getNodeId(place)) ? null : endIndex !== null && endIndex < place ? "after-end" : "condition")
  return {
    nodes: [
      { id: "start", as: "start" },
      ...all.map((stop): FlowNode => ({ id: getNodeId(stop.place), as: "instruction", place: stop.place, unreached: unreachedAt(stop) })),
      ...junctions.map((id): FlowNode => ({ id, as: "joint" })),
      { id: "end", as: "end" },
    ],
    edges,
  }
}

/** Whether two versions of a script have the same graph for certain: they differ in nothing but texts and reading delays. */
export const haveSameFlow = (one: Pick<AuthoredScript, "instructions">, other: Pick<AuthoredScript, "instructions">): boolean =>
  one.instructions === other.instructions ||
  (one.instructions.length === other.instructions.length &&
    one.instructions.every((it, place) => isSameStop(it, other.instructions[place])))

const isSameStop = (one: Instruction, other: Instruction | undefined): boolean =>
  other !== undefined &&
  (one === other ||
    (["uuid", "order", "type", "label", "condition", "question", "action"] as const).every((field) => deepEqual(one[field], other[field])))

/** What a node leads to directly, joints passed through: for who reads the graph node by node. */
export const createSuccessorLookup = ({ nodes, edges }: Flow): ((id: string) => ReadonlyArray<FlowNode>) => {
  const known = new Map(nodes.map((node) => [node.id, node]))
  const behind = new Map<string, Array<string>>()
  for (const { from, to } of edges) {
    const list = behind.get(from)
    if (list === undefined) behind.set(from, [to])
    else list.push(to)
  }
  const look = (from: string): ReadonlyArray<FlowNode> =>
    (behind.get(from) ?? []).flatMap((to) => {
      const node = known.get(to)
      return node === undefined ? [] : node.as === "joint" ? look(to) : [node]
    })
  return (id) => [...new Set(look(id))]
}
