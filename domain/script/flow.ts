// The ways through a script as a graph: what can come directly after what, and what nothing can reach (decisions I12).
import { same } from "../same.ts"
import type { Instruction } from "./instruction.ts"
import { type Line, linesThrough } from "./lines.ts"
import type { Authored } from "./script.ts"
import { type ScriptStop, stopsOf, type Unreached } from "./stops.ts"

/**
 * A node of the graph: the beginning, the end, an instruction (`place` in the script), or a joint, in which ways meet that would else be
 * too many lines; what comes after it may be what only some of them lead to.
 */
export type FlowNode =
  | { readonly id: string; readonly as: "start" | "end" | "joint" }
  | { readonly id: string; readonly as: "instruction"; readonly place: number; readonly unreached: Unreached | null }
export type Flow = { readonly nodes: ReadonlyArray<FlowNode>; readonly edges: ReadonlyArray<Line> }

/** The id of the node that an instruction is. */
export const nodeOf = (place: number): string => `i${place}`

/** [I12] No conversation goes a way that is not in the graph; where conditions can be judged together, none is in it that none can go. */
export const flowOf = ({ instructions }: Pick<Authored, "instructions">): Flow => {
  const { stops: all, things } = stopsOf(instructions)
  const stops = all.flatMap((stop) => (stop.unreached === null ? [{ ...stop, node: nodeOf(stop.place) }] : []))
  const { edges, joints, ended } = linesThrough(stops, things)
  const reached = new Set(edges.map(({ to }) => to))
  const unreachedAt = ({ place, unreached }: ScriptStop): Unreached | null =>
    unreached ?? (reached.has(nodeOf(place)) ? null : ended !== null && ended < place ? "after-end" : "condition")
  return {
    nodes: [
      { id: "start", as: "start" },
      ...all.map((stop): FlowNode => ({ id: nodeOf(stop.place), as: "instruction", place: stop.place, unreached: unreachedAt(stop) })),
      ...joints.map((id): FlowNode => ({ id, as: "joint" })),
      { id: "end", as: "end" },
    ],
    edges,
  }
}

/** Whether two versions of a script have the same graph for certain: they differ in nothing but texts and reading delays. */
export const haveSameFlow = (one: Pick<Authored, "instructions">, other: Pick<Authored, "instructions">): boolean =>
  one.instructions === other.instructions ||
  (one.instructions.length === other.instructions.length &&
    one.instructions.every((it, place) => isSameStop(it, other.instructions[place])))

const isSameStop = (one: Instruction, other: Instruction | undefined): boolean =>
  other !== undefined &&
  (one === other ||
    (["uuid", "order", "type", "label", "condition", "question", "action"] as const).every((field) => same(one[field], other[field])))

/** What a node leads to directly, joints passed through: for who reads the graph node by node. */
export const following = ({ nodes, edges }: Flow): ((id: string) => ReadonlyArray<FlowNode>) => {
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
