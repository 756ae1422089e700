// `graph FILE`: which instruction can follow which, as a drawing in the language of Mermaid or Graphviz [I12].

import { buildFlow, type FlowNode } from "../../domain/flow/flow-graph.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { getSingleFile, parseCommandArguments } from "./command-arguments.ts"
import { loadScript } from "./input-files.ts"
import { CommandFailed, escapeControlCharacters, printLine } from "./terminal-output.ts"

type Shape = "start" | "end" | "joint" | "instruction" | "unreached"

/** How a language of drawings writes a graph. Labels have no control characters. */
type GraphFormat = {
  readonly opening: string
  readonly node: (id: string, label: string, shape: Shape) => string
  readonly edge: (from: string, to: string) => string
  readonly closing: ReadonlyArray<string>
}

const mermaidBrackets: Readonly<Record<Shape, readonly [open: string, close: string]>> = {
  start: ["([", "])"],
  end: ["([", "])"],
  joint: ["((", "))"],
  instruction: ["[", "]"],
  unreached: ["[/", "/]"],
}

const dotShapes: Readonly<Record<Shape, string>> = {
  start: "oval",
  end: "oval",
  joint: "point",
  instruction: "box",
  unreached: "box, style=dashed",
}

// "end" is a keyword of Mermaid.
const toMermaidId = (id: string): string => (id === "end" ? "finish" : id.replace(/\W/g, "_"))

const graphFormats = {
  mermaid: {
    opening: "flowchart TD",
    node: (id, label, shape) => {
      const [open, close] = mermaidBrackets[shape]
      return `  ${toMermaidId(id)}${open}"${label.replace(/[#"<>&`]/g, (character) => `#${character.charCodeAt(0)};`)}"${close}`
    },
    edge: (from, to) => `  ${toMermaidId(from)} --> ${toMermaidId(to)}`,
    closing: [],
  },
  dot: {
    opening: "digraph script {",
    node: (id, label, shape) => `  "${id}" [label="${label.replace(/[\\"]/g, String.raw`\$&`)}", shape=${dotShapes[shape]}]`,
    edge: (from, to) => `  "${from}" -> "${to}"`,
    closing: ["}"],
  },
} as const satisfies Readonly<Record<string, GraphFormat>>

/** Returns exit code 1 if the file has errors that leave no script to draw; otherwise 0. */
export const runGraph = async (args: ReadonlyArray<string>): Promise<number> => {
  const { file, format } = parseGraphArguments(args)
  const script = await loadScript(file)
  if (script === null) return 1
  for (const line of drawGraph(script, graphFormats[format])) printLine(line)
  return 0
}

const parseGraphArguments = (args: ReadonlyArray<string>) => {
  const { values, positionals } = parseCommandArguments(args, { format: { type: "string" } })
  const file = getSingleFile("graph", positionals)
  const { format = "mermaid" } = values
  if (format !== "mermaid" && format !== "dot") throw new CommandFailed(`no such format: ${format}. There are mermaid, dot`)
  return { file, format } as const
}

const drawGraph = (script: AuthoredScript, format: GraphFormat): ReadonlyArray<string> => {
  const { nodes, edges } = buildFlow(script)
  return [
    format.opening,
    ...nodes.map((node) => format.node(node.id, escapeControlCharacters(getLabel(script, node)), getShape(node))),
    ...edges.map(({ from, to }) => format.edge(from, to)),
    ...format.closing,
  ]
}

const getLabel = ({ instructions }: AuthoredScript, node: FlowNode): string => {
  if (node.as === "joint") return " "
  if (node.as !== "instruction") return node.as === "start" ? "Start" : "End"
  const instruction = instructions[node.place]
  return instruction === undefined ? node.id : `${node.place + 1}. ${getInstructionName(instruction)}`
}

const getShape = (node: FlowNode): Shape => (node.as !== "instruction" ? node.as : node.unreached === null ? "instruction" : "unreached")
