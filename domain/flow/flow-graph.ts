// The graph of a script: which instruction can directly follow which, and which are unreachable [I12].
import type { Variable } from "../conditions/condition-variables.ts"
import type { AuthoredScript } from "../script/script.ts"
import type { UnreachableReason } from "./analyzed-instruction.ts"
import { createPathTracker, type PathState, type PathStep } from "./path-enumeration.ts"
import { analyzeReachability, haveSamePaths } from "./reachability.ts"
import { createExplainer, type UnreachableExplanation } from "./unreachable-explanation.ts"

/** An instruction on a path; `node` is its id in the graph. */
export type FlowStep = PathStep & { readonly node: string; readonly isEnd: boolean }
export type FlowEdge = { readonly from: string; readonly to: string }
/** `junctions` are nodes that bundle edges. */
export type FlowEdges = { readonly edges: ReadonlyArray<FlowEdge>; readonly junctions: ReadonlyArray<string> }

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
    paths = mergeEqualPaths(tracker.leave(index, continuing).map((path) => ({ ...path, wasShown: true })))
  }
  for (const { last } of paths) addEdge(last, "end")
  return { edges: [...edges.values()], junctions }
}

/** Drops paths that are equal to another one. */
const mergeEqualPaths = (paths: ReadonlyArray<FlowPath>): ReadonlyArray<FlowPath> => [
  ...new Map(paths.map((path) => [`${path.last} ${path.wasShown} ${path.answerClasses.join()}`, path])).values(),
]

/** Why an instruction is unreachable, with the words of the check if it says so too. */
export type Unreached = { readonly reason: UnreachableReason; readonly explanation: UnreachableExplanation | null }

/**
 * A node of the graph: the start, the end, an instruction (`place` is its index in the script; `isUndecided` if it cannot be told whether it
 * is reached), or a junction that bundles edges. An edge out of a junction may be possible for only some of the edges into it.
 */
export type FlowNode =
  | { readonly id: string; readonly as: "start" | "end" | "joint" }
  | {
      readonly id: string
      readonly as: "instruction"
      readonly place: number
      readonly unreached: Unreached | null
      readonly isUndecided: boolean
    }
export type Flow = { readonly nodes: ReadonlyArray<FlowNode>; readonly edges: ReadonlyArray<FlowEdge> }

/** Returns the node id of the instruction at an index. */
export const getNodeId = (index: number): string => `i${index}`

/** [I12] Builds the graph. It contains every possible edge, and no impossible one if all conditions can be evaluated jointly. */
export const buildFlow = ({ instructions }: Pick<AuthoredScript, "instructions">): Flow => {
  const analysis = analyzeReachability(instructions)
  const explain = createExplainer(analysis)
  const steps = analysis.steps.flatMap((step) => (step.unreachableReason === null ? [{ ...step, node: getNodeId(step.place) }] : []))
  const { edges, junctions } = findFlowEdges(steps, analysis.variables)
  return {
    nodes: [
      { id: "start", as: "start" },
      ...analysis.steps.map(
        (step): FlowNode => ({
          id: getNodeId(step.place),
          as: "instruction",
          place: step.place,
          unreached: step.unreachableReason === null ? null : { reason: step.unreachableReason, explanation: explain(step) },
          isUndecided: step.unreachableReason === null && step.reach._tag === "Unknown",
        }),
      ),
      ...junctions.map((id): FlowNode => ({ id, as: "joint" })),
      { id: "end", as: "end" },
    ],
    edges,
  }
}

/** Returns the places of the instructions that cannot be reached, and of those of which this cannot be told. */
export const listUnreached = ({
  nodes,
}: Pick<Flow, "nodes">): { readonly unreached: ReadonlyArray<number>; readonly undecided: ReadonlyArray<number> } => ({
  unreached: nodes.flatMap((node) => (node.as === "instruction" && node.unreached !== null ? [node.place] : [])),
  undecided: nodes.flatMap((node) => (node.as === "instruction" && node.isUndecided ? [node.place] : [])),
})

/** Returns whether two versions of a script certainly have the same graph: they differ only in texts and reading delays. */
export const haveSameFlow = (a: Pick<AuthoredScript, "instructions">, b: Pick<AuthoredScript, "instructions">): boolean =>
  a.instructions === b.instructions || haveSamePaths(a.instructions, b.instructions)

/** Returns a function that lists the nodes directly after a node, skipping junctions; for readers who go through the graph node by node. */
export const createSuccessorLookup = ({ nodes, edges }: Flow): ((id: string) => ReadonlyArray<FlowNode>) => {
  const nodeById = new Map(nodes.map((node) => [node.id, node]))
  const successorIds = new Map<string, Array<string>>()
  for (const { from, to } of edges) {
    const ids = successorIds.get(from)
    if (ids === undefined) successorIds.set(from, [to])
    else ids.push(to)
  }
  const listSuccessors = (id: string): ReadonlyArray<FlowNode> =>
    (successorIds.get(id) ?? []).flatMap((to) => {
      const node = nodeById.get(to)
      return node === undefined ? [] : node.as === "joint" ? listSuccessors(to) : [node]
    })
  return (id) => [...new Set(listSuccessors(id))]
}
