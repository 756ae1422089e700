// Plays a chat with whoever sits at the terminal: texts and questions are printed, answers are typed.
import { createInterface } from "node:readline/promises"
import { readAnswer } from "../../../domain/actions/asking.ts"
import { answers as texts } from "../../../domain/catalogue/en/answers.ts"
import { fillSlots } from "../../../domain/catalogue/fill-slots.ts"
import { cameTo } from "../../../domain/chat/came-to.ts"
import { begin, type Stepped, step } from "../../../domain/chat/chat.ts"
import type { Effect } from "../../../domain/chat/effect.ts"
import type { ChatEvent } from "../../../domain/chat/event.ts"
import type { Chat } from "../../../domain/chat/prepare.ts"
import { typedAnswer } from "../../../domain/chat/rehearse.ts"
import { isRecord } from "../../../domain/json.ts"
import { numberLimits } from "../../../domain/questions/limits.ts"
import type { Question } from "../../../domain/questions/question.ts"
import { scaleValues } from "../../../domain/questions/scale.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { print, printLine } from "../print.ts"
import { oneLine } from "../report.ts"
import { asLine, linesOf, traceOf } from "./lines.ts"

/** Exit code 0, at the end of the chat or when nothing more is typed. */
export const playByHand = async (chat: Chat, trace: boolean): Promise<number> => {
  const terminal = createInterface({ input: process.stdin, terminal: false })
  const typed = terminal[Symbol.asyncIterator]()
  try {
    let at = begin(chat, { seed: "" })
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
      at = step(chat, at.state, eventOf(at, asking, line.value.trim()))
      show(at, trace)
    }
    return 0
  } finally {
    terminal.close()
  }
}

/** Several choices are typed with commas between them, an action's outcome as a word or an object of JSON. */
const eventOf = ({ state: { waiting } }: Stepped, instruction: Instruction, line: string): ChatEvent => {
  if (waiting?.for !== "action") return { type: "answer", uuid: instruction.uuid, given: typedAnswer(instruction.question ?? null, line) }
  const read = readAnswer(line)
  return cameTo(instruction, isRecord(read) ? read : line === "" ? null : line)
}

const show = ({ looks, effects }: Stepped, trace: boolean): void => {
  if (trace)
    for (const look of looks) printLine(`${oneLine(look.name)}${look.outcome === "shown" ? "" : " (not visited)"}\n${traceOf(look)}`)
  for (const effect of effects) {
    const said = textOf(effect)
    if (said !== "") printLine(said)
  }
}

const textOf = (effect: Effect): string => {
  switch (effect.type) {
    case "show":
      return linesOf(effect.html)
    case "score":
      return [linesOf(effect.html), `[score: ${effect.score.total} in all, ${effect.score.average ?? "none"} on average]`]
        .filter(Boolean)
        .join("\n")
    case "ask":
      return [linesOf(effect.html), ...choicesOf(effect.question)].filter(Boolean).join("\n")
    case "act":
      return [
        linesOf(effect.html),
        `[${effect.action.type}${effect.due === null ? "" : `: ${effect.due.amount} ${effect.due.currency}`}: not done here]${effect.waits ? " Its outcome?" : ""}`,
      ]
        .filter(Boolean)
        .join("\n")
    case "refuse":
      return asLine(fillSlots(texts[effect.problem.key], effect.problem.values))
    case "end": {
      const { message, url, endType } = effect.ending
      return [asLine(message), asLine(url), `[${endType}]`].filter(Boolean).join("\n")
    }
  }
}

/** What can be typed. */
const choicesOf = (question: Question): ReadonlyArray<string> => [
  ...(question.choices ?? []).map(({ value, translation }) => `  ${value}  ${asLine(translation.content)}`),
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
