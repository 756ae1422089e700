// Plays a chat in the terminal: interactively, or with the answers of a file.
import { createInterface } from "node:readline/promises"
import { parseResponseBody } from "../../domain/actions/action-outcome.ts"
import { fillPlaceholders } from "../../domain/catalog/catalog.ts"
import { answers as texts } from "../../domain/catalog/en/answers.ts"
import type { CompiledScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent, type InstructionTrace } from "../../domain/chat/conversation-engine.ts"
import type { ConversationEffect, ConversationEvent } from "../../domain/chat/conversation-state.ts"
import { parseTypedAnswer } from "../../domain/chat/test-conversation.ts"
import { buildOutcomeEvent } from "../../domain/chat/typed-outcome.ts"
import { isRecord } from "../../domain/json/json-value.ts"
import { getNumberLimits } from "../../domain/questions/answer-limits.ts"
import type { Question } from "../../domain/questions/question.ts"
import { listScaleValues } from "../../domain/questions/scale-question.ts"
import { toPlainTextWithAlt } from "../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { toNameKey } from "../../domain/script/instruction-name.ts"
import { nearestName } from "../../domain/text/name-search.ts"
import { CommandFailed, escapeControlCharacters, print, printLine } from "./terminal-output.ts"

/** Rich text as plain lines, with the alternative texts of its images. */
export const formatRichText = (html: string): string => toPlainTextWithAlt(html).split("\n").map(toSafeLine).join("\n")

/**
 * A text as one line without control and bidirectional characters, since texts of scripts and answers must not control the
 * terminal. Joiners stay, because emoji contain them.
 */
export const toSafeLine = (text: string): string => text.replace(/\s+/g, " ").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")

const outcomeLabels = {
  shown: "shown",
  "not-shown": "not shown",
  unreadable: "not shown, the condition cannot be read",
  empty: "not shown, it is still empty",
} as const satisfies Record<InstructionTrace["outcome"], string>

/** Formats why an instruction was shown or not, indented: its condition, the values used in it, and the outcome. */
export const formatTrace = ({ condition, operandValues, outcome }: InstructionTrace): string =>
  [
    `  condition: ${condition === null ? "none" : escapeControlCharacters(condition)}`,
    ...operandValues.map(
      ({ reference, value }) => `  saw: ${escapeControlCharacters(reference)} = ${escapeControlCharacters(JSON.stringify(value))}`,
    ),
    `  outcome: ${outcomeLabels[outcome]}`,
  ].join("\n")

/** Plays until the chat or the input ends. Returns exit code 0. */
export const playInteractively = async (chat: CompiledScript, trace: boolean): Promise<number> => {
  const terminal = createInterface({ input: process.stdin, terminal: false })
  const lines = terminal[Symbol.asyncIterator]()
  try {
    let result = beginConversation(chat, { seed: "" })
    printResult(result, trace)
    while (result.state.waiting !== null) {
      print("> ")
      const line = await lines.next()
      if (line.done) {
        printLine("")
        return 0
      }
      const instruction = chat.list[result.state.next - 1]?.instruction
      if (instruction === undefined) return 0
      result = handleEvent(chat, result.state, parseTypedEvent(result, instruction, line.value.trim()))
      printResult(result, trace)
    }
    return 0
  } finally {
    terminal.close()
  }
}

/** Several choices are separated by commas; an action's outcome is a word or a JSON object. */
const parseTypedEvent = ({ state: { waiting } }: EngineResult, instruction: Instruction, line: string): ConversationEvent => {
  if (waiting?.for !== "action")
    return { type: "answer", uuid: instruction.uuid, given: parseTypedAnswer(instruction.question ?? null, line) }
  const body = parseResponseBody(line)
  return buildOutcomeEvent(instruction, isRecord(body) ? body : line === "" ? null : line)
}

const printResult = ({ traces, effects }: EngineResult, isTracing: boolean): void => {
  if (isTracing)
    for (const trace of traces)
      printLine(`${escapeControlCharacters(trace.name)}${trace.outcome === "shown" ? "" : " (not visited)"}\n${formatTrace(trace)}`)
  for (const effect of effects) {
    const text = formatEffect(effect)
    if (text !== "") printLine(text)
  }
}

const formatEffect = (effect: ConversationEffect): string => {
  switch (effect.type) {
    case "show":
    case "score":
      return formatRichText(effect.html)
    case "ask":
      return [formatRichText(effect.html), ...formatInputHints(effect.question)].filter(Boolean).join("\n")
    case "act":
      return [
        formatRichText(effect.html),
        `[${effect.action.type}${effect.due === null ? "" : `: ${effect.due.amount} ${effect.due.currency}`}: not performed here]${effect.waits ? " Its outcome?" : ""}`,
      ]
        .filter(Boolean)
        .join("\n")
    case "refuse":
      return toSafeLine(fillPlaceholders(texts[effect.problem.key], effect.problem.values))
    case "end": {
      const { message, url, endType } = effect.ending
      return [toSafeLine(message), toSafeLine(url), `[${endType}]`].filter(Boolean).join("\n")
    }
  }
}

/** Returns the lines that tell what can be typed. */
const formatInputHints = (question: Question): ReadonlyArray<string> => [
  ...(question.choices ?? []).map(({ value, translation }) => `  ${value}  ${toSafeLine(translation.content)}`),
  ...(question.type === "multiple" ? ["  (one or more, separated by commas)"] : formatRange(question)),
  ...(question.skipable === true ? ["  (optional)"] : []),
]

const formatRange = (question: Question): ReadonlyArray<string> => {
  switch (question.type) {
    case "nps":
    case "starRating":
    case "emoji": {
      const values = listScaleValues(question)
      return [`  (${values[0]} to ${values.at(-1)})`]
    }
    case "numeric":
    case "currency": {
      const { least, most } = getNumberLimits(question.options ?? {})
      return least === null || most === null ? [] : [`  (${least} to ${most})`]
    }
    default:
      return []
  }
}

/** The key of the respondent's metadata in the answers file. If an instruction has this name, the entry is its answer instead. */
export const metadataLabel = "metadata"

type PlayOptions = {
  readonly isTracing: boolean
  /** The name of the instruction at which to stop; undefined plays to the end. */
  readonly to: string | undefined
}

/**
 * Plays a chat with a map from labels to answers and prints the visited labels, one per line. Returns exit code 0 when the
 * chat ended, or showed the instruction at which to stop; 1 when a required answer is missing or invalid, or the chat ended before.
 */
export const playWithAnswers = (
  chat: CompiledScript,
  answersByLabel: ReadonlyMap<string, unknown>,
  { isTracing, to }: PlayOptions,
): number => {
  const names = chat.list.map(({ name }) => name)
  const nameKeys = new Set(names.map(toNameKey))
  const target = to === undefined ? null : toNameKey(to.trim())
  if (target !== null && !nameKeys.has(target)) throw new CommandFailed(formatUnknownLabel(to?.trim() ?? "", names))
  const metadata = nameKeys.has(metadataLabel) ? undefined : answersByLabel.get(metadataLabel)
  for (const label of answersByLabel.keys())
    if (!nameKeys.has(toNameKey(label)) && !(label === metadataLabel && isRecord(metadata))) console.error(formatUnknownLabel(label, names))
  const answers = new Map([...answersByLabel].map(([label, answer]) => [toNameKey(label), answer]))
  let result = beginConversation(chat, { seed: "", metadata: isRecord(metadata) ? metadata : {} })
  if (printVisited(result, isTracing, target)) return 0
  while (result.state.waiting !== null) {
    const { uuid } = result.state.waiting
    const waitingInstruction = chat.list[result.state.next - 1]
    if (waitingInstruction === undefined) return 0
    const { name, instruction } = waitingInstruction
    const key = toNameKey(name)
    const answer = answers.get(key)
    const next = handleEvent(
      chat,
      result.state,
      result.state.waiting.for === "answer" ? { type: "answer", uuid, given: answer } : buildOutcomeEvent(instruction, answer),
    )
    const [effect] = next.effects
    if (effect?.type === "refuse" && effect.uuid === uuid) {
      const { key: text, values } = effect.problem
      console.error(
        escapeControlCharacters(`${name}: ${answers.has(key) ? fillPlaceholders(texts[text], values) : "the file has no answer for it"}`),
      )
      return 1
    }
    result = next
    if (printVisited(result, isTracing, target)) return 0
  }
  if (target === null) return 0
  console.error(escapeControlCharacters(`the chat ended without showing ${to?.trim()}`))
  return 1
}

/** Prints the visited instructions up to the one at which to stop; returns whether that was one of them. */
const printVisited = ({ traces }: EngineResult, isTracing: boolean, target: string | null): boolean => {
  for (const trace of traces) {
    if (trace.outcome === "shown") printLine(escapeControlCharacters(trace.name))
    else if (isTracing) printLine(`${escapeControlCharacters(trace.name)} (not visited)`)
    if (isTracing) printLine(formatTrace(trace))
    if (trace.outcome === "shown" && toNameKey(trace.name) === target) return true
  }
  return false
}

const formatUnknownLabel = (label: string, names: ReadonlyArray<string>): string => {
  if (label === metadataLabel) return "metadata is not an object of keys and values"
  const nearest = nearestName(label, names)
  return `no instruction is called ${escapeControlCharacters(label)}${nearest === null ? "" : `; did you mean ${escapeControlCharacters(nearest)}?`}`
}
