// The ways through a script as a graph: what can come directly after what, and what nothing can reach (decisions I12).
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

// Follows all ways through instructions whose conditions hang together at once, and tells what comes directly after what. Ways that no
// condition tells apart any more are taken together, and so are lines that would be too many.

/** An instruction on the way; `node` is its id in the graph. */
export type FlowStep = PathStep & { readonly node: string; readonly isEnd: boolean }
export type FlowEdge = { readonly from: string; readonly to: string }
/** `joints` are nodes in which lines meet; `ended` is the place behind which no way goes on, null where one goes on to the end. */
export type FlowEdges = {
  readonly edges: ReadonlyArray<FlowEdge>
  readonly junctions: ReadonlyArray<string>
  readonly endIndex: number | null
}

/** So many lines lead to a node at most. */
export const maxIncomingEdges = 12
/** Ways that no condition to come can tell apart, and where they were last. */
type Way = PathState & { readonly last: string }

/** From "start" to "end". `stops` are in their order; a chat ends with the first end that it shows. */
export const findFlowEdges = (stops: ReadonlyArray<FlowStep>, things: ReadonlyArray<Variable>): FlowEdges => {
  const memory = createPathTracker<Way>(stops, things, (way, classes) => ({ ...way, answerClasses: classes }))
  const edges = new Map<string, FlowEdge>()
  const joints: Array<string> = []
  let ways: ReadonlyArray<Way> = [{ answerClasses: [], last: "start", wasShown: true }]
  let ended: number | null = null

  const lead = (from: string, to: string): void => void edges.set(`${from} ${to}`, { from, to })
  const joinLines = (): void => {
    const lasts = new Set(ways.map(({ last }) => last))
    if (lasts.size <= maxIncomingEdges) return
    const id = `joint ${joints.length}`
    joints.push(id)
    for (const last of lasts) lead(last, id)
    ways = mergeEqualPaths(ways.map((way) => ({ ...way, last: id })))
  }

  for (const stop of stops) {
    const { place, node, isEnd, condition } = stop
    ways = memory.enter(stop, ways)
    joinLines()
    const on: Array<Way> = []
    for (const way of ways) {
      const verdict = condition === null || condition.holds(memory.classOf(way))
      if (verdict !== false) {
        lead(way.last, node)
        if (isEnd) lead(node, "end")
        else on.push({ ...way, last: node, wasShown: true })
      }
      if (verdict !== true) on.push({ ...way, wasShown: false })
    }
    if (on.length === 0) ended ??= place
    ways = mergeEqualPaths(memory.leave(place, on).map((way) => ({ ...way, isShown: true })))
  }
  for (const { last } of ways) lead(last, "end")
  return { edges: [...edges.values()], junctions: joints, endIndex: ended }
}

/** Without those that differ from another one in nothing. */
const mergeEqualPaths = (ways: ReadonlyArray<Way>): ReadonlyArray<Way> => [
  ...new Map(ways.map((way) => [`${way.last} ${way.wasShown} ${way.answerClasses.join()}`, way])).values(),
]

/**
 * A node of the graph: the beginning, the end, an instruction (`place` in the script), or a joint, in which ways meet that would else be
 * too many lines; what comes after it may be what only some of them lead to.
 */
export type FlowNode =
  | { readonly id: string; readonly as: "start" | "end" | "joint" }
  | { readonly id: string; readonly as: "instruction"; readonly place: number; readonly unreached: UnreachableReason | null }
export type Flow = { readonly nodes: ReadonlyArray<FlowNode>; readonly edges: ReadonlyArray<FlowEdge> }

/** The id of the node that an instruction is. */
export const getNodeId = (place: number): string => `i${place}`

/** [I12] No conversation goes a way that is not in the graph; where conditions can be judged together, none is in it that none can go. */
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
