// The flow graph of a script [I12].
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, handleEvent } from "../../domain/chat/conversation-engine.ts"
import { buildFlow, createSuccessorLookup, type Flow, getNodeId, maxIncomingEdges } from "../../domain/flow/flow-graph.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import {
  playableInstructions,
  playableInstructionsByFacets,
  type RespondentAction,
  respondentActions,
  validAnswer,
} from "../arbitraries/chats.ts"

/** The indexes of the instructions that a conversation shows, in order, and whether it ended. */
const conversation = (instructions: ReadonlyArray<Instruction>, all: ReadonlyArray<RespondentAction>) => {
  const chat = compileScript({ language: "nl", instructions })
  let step = beginConversation(chat, { seed: "een" })
  for (const { does, pick } of all) {
    const { waiting } = step.state
    if (waiting === null) break
    const question = instructions.find(({ uuid }) => uuid === waiting.uuid)?.question
    step = handleEvent(
      chat,
      step.state,
      waiting.for === "action"
        ? { type: "action.done", uuid: waiting.uuid, outcome: pick % 2 === 0 ? "ok" : null }
        : { type: "answer", uuid: waiting.uuid, given: question && does === "right" ? validAnswer(question, pick) : null },
    )
  }
  const indexes = step.state.visited.map((uuid) => instructions.findIndex((it) => it.uuid === uuid))
  return { indexes, isOver: step.state.ending !== null }
}
const comesAfter = (flow: Flow, from: string, to: string): boolean => createSuccessorLookup(flow)(from).some(({ id }) => id === to)
const anyInstructions = fc.oneof(playableInstructions, playableInstructionsByFacets)

describe("the flow of a script", () => {
  test("[I12] contains the path of every conversation", () => {
    fc.assert(
      fc.property(anyInstructions, respondentActions, (instructions, all) => {
        const flow = buildFlow({ instructions })
        const { indexes, isOver } = conversation(instructions, all)
        const path = ["start", ...indexes.map(getNodeId), ...(isOver ? ["end"] : [])]
        for (const [i, from] of path.slice(0, -1).entries())
          expect([from, path[i + 1], comesAfter(flow, from, path[i + 1] ?? "")]).toEqual([from, path[i + 1], true])
      }),
    )
  })

  test("[I12] has a node for each instruction, of which reachable ones lead on and unreachable ones have no edges", () => {
    fc.assert(
      fc.property(anyInstructions, (instructions) => {
        const flow = buildFlow({ instructions })
        const reached = new Set(["start"])
        for (const id of reached) for (const { from, to } of flow.edges) if (from === id) reached.add(to)
        expect(flow.nodes.flatMap((node) => (node.as === "instruction" ? [node.place] : []))).toEqual(instructions.map((_, place) => place))
        for (const node of flow.nodes) {
          const isAlone = node.as === "instruction" && node.unreached !== null
          expect([node.id, reached.has(node.id)]).toEqual([node.id, !isAlone])
          expect(flow.edges.some(({ from }) => from === node.id)).toBe(!isAlone && node.as !== "end")
        }
      }),
    )
  })

  test("[I12] has edges that lead forward only, and no edge twice", () => {
    fc.assert(
      fc.property(anyInstructions, (instructions) => {
        const { edges } = buildFlow({ instructions })
        const placeOf = (id: string) => Number(/^i(\d+)$/.exec(id)?.[1])
        for (const { from, to } of edges) expect(placeOf(from) >= placeOf(to)).toBe(false)
        expect(new Set(edges.map(({ from, to }) => `${from} ${to}`)).size).toBe(edges.length)
      }),
    )
  })

  test("[I12] leads from an end instruction only to the end of the chat", () => {
    fc.assert(
      fc.property(anyInstructions, (instructions) => {
        const { edges } = buildFlow({ instructions })
        for (const [index, { type }] of instructions.entries())
          if (type === "end") expect(edges.filter(({ from, to }) => from === getNodeId(index) && to !== "end")).toEqual([])
      }),
    )
    const end = instruction(0, { type: "end", condition: "metadata.x", action: { type: "end", params: {} } })
    expect(buildFlow({ instructions: [end, instruction(1, {})] }).edges).toEqual([
      { from: "start", to: getNodeId(0) },
      { from: getNodeId(0), to: "end" },
      { from: "start", to: getNodeId(1) },
      { from: getNodeId(1), to: "end" },
    ])
  })

  test("[I12] has no edges between branches that exclude each other", () => {
    const instructions = [
      questionInstruction(0, "colour", { uuid: "q", type: "choice", choices: createChoices("Rood", "Blauw") }),
      instruction(1, { condition: "colour == 1" }),
      instruction(2, { condition: "colour == 2" }),
      instruction(3, {}),
      instruction(4, { condition: "colour == 1 && colour == 2" }),
      instruction(5, { type: "end", action: { type: "end", params: {} } }),
      instruction(6, {}),
    ]
    const { edges, nodes } = buildFlow({ instructions })
    expect(edges.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(
      ["i0 i1", "i0 i2", "i1 i3", "i2 i3", "i3 i5", "i5 end", "start i0"].toSorted(),
    )
    expect(
      nodes.flatMap((node) => (node.as === "instruction" && node.unreached !== null ? [[node.place, node.unreached.reason]] : [])),
    ).toEqual([
      [4, "condition"],
      [6, "after-end"],
    ])
  })

  test("[I12] has edges in proportion to the script, not to its square, however many conditions follow one another", () => {
    const instructions = Array.from({ length: 600 }, (_, index) => instruction(index, { condition: `metadata.m${index}` }))
    const { edges, nodes } = buildFlow({ instructions })
    expect(edges.length).toBeLessThan(maxIncomingEdges * nodes.length)
    expect(nodes.some(({ as }) => as === "joint")).toBe(true)
    expect(nodes.every((node) => node.as !== "instruction" || node.unreached === null)).toBe(true)
  })

  test("[I12] leads from the start to the end for an empty script", () => {
    expect(buildFlow({ instructions: [] }).edges).toEqual([{ from: "start", to: "end" }])
  })
})
