// Plays a chat with a map from labels to answers, and prints the labels that were visited, one a line.

import { answers as texts } from "../../../domain/catalogue/en/answers.ts"
import { fillSlots } from "../../../domain/catalogue/fill-slots.ts"
import { begin, type Stepped, step } from "../../../domain/chat/chat.ts"
import type { ChatEvent } from "../../../domain/chat/event.ts"
import type { Chat } from "../../../domain/chat/prepare.ts"
import { isRecord } from "../../../domain/json.ts"
import { nearestName } from "../../../domain/nearest-name.ts"
import { nameKey } from "../../../domain/script/name.ts"
import { printLine } from "../print.ts"
import { oneLine } from "../report.ts"
import { traceOf } from "./lines.ts"

/** Exit code 0 when the chat came to its end, 1 when an answer that it needs is missing or wrong. */
export const playByAnswers = (chat: Chat, given: ReadonlyMap<string, unknown>, trace: boolean): number => {
  const names = chat.list.map(({ name }) => name)
  for (const label of given.keys()) if (!names.some((name) => nameKey(name) === nameKey(label))) console.error(unknown(label, names))
  const answers = new Map([...given].map(([label, answer]) => [nameKey(label), answer]))
  let at = begin(chat, { seed: "" })
  print(at, trace)
  while (at.state.waiting !== null) {
    const { uuid } = at.state.waiting
    const name = names[at.state.next - 1] ?? ""
    const key = nameKey(name)
    const next = step(chat, at.state, eventFor(at.state.waiting, answers.get(key)))
    const [refused] = next.effects
    if (refused?.type === "refuse" && refused.uuid === uuid) {
      const { key: text, values } = refused.problem
      console.error(oneLine(`${name}: ${answers.has(key) ? fillSlots(texts[text], values) : "no answer is given for it"}`))
      return 1
    }
    at = next
    print(at, trace)
  }
  return 0
}

/** An action's answer is its outcome, or an object with its outcome and its results. */
const eventFor = (waiting: { readonly for: "answer" | "action"; readonly uuid: string }, given: unknown): ChatEvent => {
  const { uuid } = waiting
  if (waiting.for === "answer") return { type: "answer", uuid, given }
  return isRecord(given)
    ? { type: "action.done", uuid, outcome: given["outcome"] ?? null, results: given }
    : { type: "action.done", uuid, outcome: given ?? null }
}

const print = ({ looks }: Stepped, trace: boolean): void => {
  for (const look of looks) {
    if (look.outcome === "shown") printLine(oneLine(look.name))
    else if (trace) printLine(`${oneLine(look.name)} (not visited)`)
    if (trace) printLine(traceOf(look))
  }
}

const unknown = (label: string, names: ReadonlyArray<string>): string => {
  const nearest = nearestName(label, names)
  return `no instruction is called ${oneLine(label)}${nearest === null ? "" : `; did you mean ${oneLine(nearest)}?`}`
}
