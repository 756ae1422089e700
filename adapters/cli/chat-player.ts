// Plays a chat with whoever sits at the terminal: texts and questions are printed, answers are typed.

import { createInterface } from "node:readline/promises"
import { parseResponseBody } from "../../domain/actions/outbound-request.ts"
import { fillPlaceholders } from "../../domain/catalog/catalog.ts"
import { answers as texts } from "../../domain/catalog/en/answers.ts"
import type { CompiledScript } from "../../domain/chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent, type InstructionTrace } from "../../domain/chat/conversation-engine.ts"
import type { ConversationEffect, ConversationEvent } from "../../domain/chat/conversation-state.ts"
import { buildOutcomeEvent, parseTypedAnswer } from "../../domain/chat/test-conversation.ts"
import { isRecord } from "../../domain/json/json-parser.ts"
import { numberLimits } from "../../domain/questions/answer-limits.ts"
import type { Question } from "../../domain/questions/question.ts"
import { scaleValues } from "../../domain/questions/scale-question.ts"
import { plainTextWithAlt } from "../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { nameKey } from "../../domain/script/instruction-name.ts"
import { nearestName } from "../../domain/text/name-search.ts"
import { escapeControlCharacters } from "./check-reports.ts"
import { print, printLine } from "./terminal.ts"

// What is printed of a conversation. Texts of a file and of a respondent are hostile: nothing in them may steer the terminal.

/** Rich text as the lines that a reader sees, with the words of its images. */
export const formatRichText = (html: string): string => plainTextWithAlt(html).split("\n").map(toSafeLine).join("\n")

/** A text as one line, with the joiners that emoji are made of, without what controls a terminal or turns the direction of writing. */
export const toSafeLine = (text: string): string => text.replace(/\s+/g, " ").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")

const outcomes = {
  shown: "shown",
  "not-shown": "not shown",
  unreadable: "not shown, the condition cannot be read",
  empty: "not shown, it is still empty",
} as const satisfies Record<InstructionTrace["outcome"], string>

/** Why an instruction was shown or not, indented: its condition, each value that it saw, the outcome. */
export const formatTrace = ({ condition, operandValues, outcome }: InstructionTrace): string =>
  [
    `  condition: ${condition === null ? "none" : escapeControlCharacters(condition)}`,
    ...operandValues.map(
      ({ reference, value }) => `  saw: ${escapeControlCharacters(reference)} = ${escapeControlCharacters(JSON.stringify(value))}`,
    ),
    `  outcome: ${outcomes[outcome]}`,
  ].join("\n")

/** Exit code 0, at the end of the chat or when nothing more is typed. */
export const playInteractively = async (chat: CompiledScript, trace: boolean): Promise<number> => {
  const terminal = createInterface({ input: process.stdin, terminal: false })
  const typed = terminal[Symbol.asyncIterator]()
  try {
    let at = beginConversation(chat, { seed: "" })
    show(at, trace)
    while (at.state.waiting !== null) {
      print("> ")
      const line = await typed.next()
      if (line.done) {
        printLine("")
        return 0
      }
      const asking = chat.list[at.state.next - 1]?.instruction
      if (asking === undefined) return 0
      at = handleEvent(chat, at.state, eventOf(at, asking, line.value.trim()))
      show(at, trace)
    }
    return 0
  } finally {
    terminal.close()
  }
}

/** Several choices are typed with commas between them, an action's outcome as a word or an object of JSON. */
const eventOf = ({ state: { waiting } }: EngineResult, instruction: Instruction, line: string): ConversationEvent => {
  if (waiting?.for !== "action")
    return { type: "answer", uuid: instruction.uuid, given: parseTypedAnswer(instruction.question ?? null, line) }
  const read = parseResponseBody(line)
  return buildOutcomeEvent(instruction, isRecord(read) ? read : line === "" ? null : line)
}

const show = ({ traces, effects }: EngineResult, trace: boolean): void => {
  if (trace)
    for (const look of traces)
      printLine(`${escapeControlCharacters(look.name)}${look.outcome === "shown" ? "" : " (not visited)"}\n${formatTrace(look)}`)
  for (const effect of effects) {
    const said = textOf(effect)
    if (said !== "") printLine(said)
  }
}

const textOf = (effect: ConversationEffect): string => {
  switch (effect.type) {
    case "show":
      return formatRichText(effect.html)
    case "score":
      return [formatRichText(effect.html), `[score: ${effect.score.total} in all, ${effect.score.average ?? "none"} on average]`]
        .filter(Boolean)
        .join("\n")
    case "ask":
      return [formatRichText(effect.html), ...choicesOf(effect.question)].filter(Boolean).join("\n")
    case "act":
      return [
        formatRichText(effect.html),
        `[${effect.action.type}${effect.due === null ? "" : `: ${effect.due.amount} ${effect.due.currency}`}: not done here]${effect.waits ? " Its outcome?" : ""}`,
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

/** What can be typed. */
const choicesOf = (question: Question): ReadonlyArray<string> => [
  ...(question.choices ?? []).map(({ value, translation }) => `  ${value}  ${toSafeLine(translation.content)}`),
  ...(question.type === "multiple" ? ["  (several, with commas between)"] : rangeOf(question)),
  ...(question.skipable === true ? ["  (may be left out)"] : []),
]

const rangeOf = (question: Question): ReadonlyArray<string> => {
  switch (question.type) {
    case "nps":
    case "starRating":
    case "emoji": {
      const values = scaleValues(question)
      return [`  (${values[0]} to ${values.at(-1)})`]
    }
    case "numeric":
    case "currency": {
      const { least, most } = numberLimits(question.options ?? {})
      return least === null || most === null ? [] : [`  (${least} to ${most})`]
    }
    default:
      return []
  }
}

// Plays a chat with a map from labels to answers, and prints the labels that were visited, one a line.

/** The entry that is no answer, where no instruction is called so: what is known of the respondent as `metadata.key`. */
const known = "metadata"

/** Exit code 0 when the chat came to its end, 1 when an answer that it needs is missing or wrong. */
export const playWithAnswers = (chat: CompiledScript, given: ReadonlyMap<string, unknown>, trace: boolean): number => {
  const names = chat.list.map(({ name }) => name)
  const called = new Set(names.map(nameKey))
  const metadata = called.has(known) ? undefined : given.get(known)
  for (const label of given.keys())
    if (!called.has(nameKey(label)) && !(label === known && isRecord(metadata))) console.error(unknown(label, names))
  const answers = new Map([...given].map(([label, answer]) => [nameKey(label), answer]))
  let at = beginConversation(chat, { seed: "", metadata: isRecord(metadata) ? metadata : {} })
  printOfByAnswers(at, trace)
  while (at.state.waiting !== null) {
    const { uuid } = at.state.waiting
    const asking = chat.list[at.state.next - 1]
    if (asking === undefined) return 0
    const { name, instruction } = asking
    const key = nameKey(name)
    const answer = answers.get(key)
    const next = handleEvent(
      chat,
      at.state,
      at.state.waiting.for === "answer" ? { type: "answer", uuid, given: answer } : buildOutcomeEvent(instruction, answer),
    )
    const [refused] = next.effects
    if (refused?.type === "refuse" && refused.uuid === uuid) {
      const { key: text, values } = refused.problem
      console.error(
        escapeControlCharacters(`${name}: ${answers.has(key) ? fillPlaceholders(texts[text], values) : "no answer is given for it"}`),
      )
      return 1
    }
    at = next
    printOfByAnswers(at, trace)
  }
  return 0
}

const printOfByAnswers = ({ traces }: EngineResult, trace: boolean): void => {
  for (const look of traces) {
    if (look.outcome === "shown") printLine(escapeControlCharacters(look.name))
    else if (trace) printLine(`${escapeControlCharacters(look.name)} (not visited)`)
    if (trace) printLine(formatTrace(look))
  }
}

const unknown = (label: string, names: ReadonlyArray<string>): string => {
  if (label === known) return "metadata is no map from keys to values"
  const nearest = nearestName(label, names)
  return `no instruction is called ${escapeControlCharacters(label)}${nearest === null ? "" : `; did you mean ${escapeControlCharacters(nearest)}?`}`
}
