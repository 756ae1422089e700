// The layout of a script's flow graph.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { buildFlow } from "../../domain/flow/flow-graph.ts"
import { flowSpacing, getEdgeId, layoutFlow } from "../../ui/console/editor/flow/flow-layout.ts"
import { playableInstructions, playableInstructionsByFacets } from "../arbitraries/chats.ts"
import { longScriptInstruction } from "../bench/long-script.ts"
import { measureProcessorTime } from "../fixtures/processor-time.ts"

const sizes = {
  instruction: { width: 208, height: 64 },
  start: { width: 96, height: 32 },
  end: { width: 96, height: 32 },
  joint: { width: 12, height: 12 },
} as const
const anyInstructions = fc.oneof(playableInstructions, playableInstructionsByFacets)

describe("the layout of a flow graph", () => {
  test("[I12] places every node, lets none overlap, and has every edge lead downward", () => {
    fc.assert(
      fc.property(anyInstructions, (instructions) => {
        const flow = buildFlow({ instructions })
        const { nodes } = layoutFlow(flow, sizes)
        expect([...nodes.keys()].toSorted()).toEqual(flow.nodes.map(({ id }) => id).toSorted())
        const all = [...nodes.values()]
        for (const [i, a] of all.entries())
          for (const b of all.slice(i + 1)) {
            const apart = a.x + a.width <= b.x || b.x + b.width <= a.x
            expect(apart || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true)
          }
        for (const { from, to } of flow.edges) {
          const [above, below] = [nodes.get(from), nodes.get(to)]
          expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
        }
      }),
    )
  })

  test("gives an edge a lane exactly where it passes nodes, to the right of all reachable ones, and shares it with no other edge there", () => {
    fc.assert(
      fc.property(anyInstructions, (instructions) => {
        const flow = buildFlow({ instructions })
        const { nodes, lanes } = layoutFlow(flow, sizes)
        const reached = flow.nodes.filter((node) => node.as !== "instruction" || node.unreached === null)
        const tops = new Set(reached.map(({ id }) => nodes.get(id)?.y))
        const right = Math.max(...reached.map(({ id }) => (nodes.get(id)?.x ?? 0) + (nodes.get(id)?.width ?? 0)))
        const runs = flow.edges.map((line) => {
          const [from, to] = [nodes.get(line.from)?.y ?? 0, nodes.get(line.to)?.y ?? 0]
          return { lane: lanes.get(getEdgeId(line))?.x, from, to }
        })
        for (const { lane, from, to } of runs) {
          const passes = [...tops].some((y) => y !== undefined && y > from && y < to)
          expect(lane !== undefined).toBe(passes)
          if (lane !== undefined) expect(lane).toBeGreaterThan(right)
        }
        for (const [i, a] of runs.entries())
          for (const b of runs.slice(i + 1))
            if (a.lane !== undefined && a.lane === b.lane) expect(a.to <= b.from || b.to <= a.from).toBe(true)
      }),
    )
  })

  test("places alternatives side by side, and gives a lane to the edge that skips them", () => {
    const flow = {
      nodes: [
        { id: "start", as: "start" },
        ...[0, 1, 2, 3].map((place) => ({ id: `i${place}`, as: "instruction", place, unreached: null, isUndecided: false }) as const),
        { id: "end", as: "end" },
      ],
      edges: [
        { from: "start", to: "i0" },
        { from: "i0", to: "i1" },
        { from: "i0", to: "i2" },
        { from: "i0", to: "i3" },
        { from: "i1", to: "i3" },
        { from: "i2", to: "i3" },
        { from: "i3", to: "end" },
      ],
    } as const
    const { nodes, lanes } = layoutFlow(flow, sizes)
    expect(nodes.get("i1")?.y).toBe(nodes.get("i2")?.y)
    expect((nodes.get("i2")?.x ?? 0) - (nodes.get("i1")?.x ?? 0)).toBe(sizes.instruction.width + flowSpacing.node)
    expect([...lanes.keys()]).toEqual(["i0 i3"])
  })

  test("takes time in proportion to the number of instructions", () => {
    const layoutTime = (count: number) => {
      const flow = buildFlow({ instructions: Array.from({ length: count }, (_, i) => longScriptInstruction(i)) })
      return Math.min(...[1, 2, 3].map(() => measureProcessorTime(() => layoutFlow(flow, sizes))))
    }
    // Quadratic time would make it 64 times as long.
    expect(layoutTime(1000)).toBeLessThan(24 * layoutTime(125) + 250)
  })
})
