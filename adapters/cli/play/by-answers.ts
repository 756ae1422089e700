// Plays a chat with a map from labels to answers, and prints the labels that were visited, one a line.

import { answers as texts } from "../../../domain/catalogue/en/answers.ts"
import { fillSlots } from "../../../domain/catalogue/fill-slots.ts"
import { cameTo } from "../../../domain/chat/came-to.ts"
import { begin, type Stepped, step } from "../../../domain/chat/chat.ts"
import type { Chat } from "../../../domain/chat/prepare.ts"
import { isRecord } from "../../../domain/json.ts"
import { nearestName } from "../../../domain/nearest-name.ts"
import { nameKey } from "../../../domain/script/name.ts"
import { printLine } from "../print.ts"
import { oneLine } from "../report.ts"
import { traceOf } from "./lines.ts"

/** The entry that is no answer, where no instruction is called so: what is known of the respondent as `metadata.key`. */
const known = "metadata"

/** Exit code 0 when the chat came to its end, 1 when an answer that it needs is missing or wrong. */
export const playByAnswers = (chat: Chat, given: ReadonlyMap<string, unknown>, trace: boolean): number => {
  const names = chat.list.map(({ name }) => name)
  const called = new Set(names.map(nameKey))
  const metadata = called.has(known) ? undefined : given.get(known)
  for (const label of given.keys())
    if (!called.has(nameKey(label)) && !(label === known && isRecord(metadata))) console.error(unknown(label, names))
  const answers = new Map([...given].map(([label, answer]) => [nameKey(label), answer]))
  let at = begin(chat, { seed: "", metadata: isRecord(metadata) ? metadata : {} })
  print(at, trace)
  while (at.state.waiting !== null) {
    const { uuid } = at.state.waiting
    const asking = chat.list[at.state.next - 1]
    if (asking === undefined) return 0
    const { name, instruction } = asking
    const key = nameKey(name)
    const answer = answers.get(key)
    const next = step(
      chat,
      at.state,
      at.state.waiting.for === "answer" ? { type: "answer", uuid, given: answer } : cameTo(instruction, answer),
    )
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

const print = ({ looks }: Stepped, trace: boolean): void => {
  for (const look of looks) {
    if (look.outcome === "shown") printLine(oneLine(look.name))
    else if (trace) printLine(`${oneLine(look.name)} (not visited)`)
    if (trace) printLine(traceOf(look))
  }
}

const unknown = (label: string, names: ReadonlyArray<string>): string => {
  if (label === known) return "metadata is no map from keys to values"
  const nearest = nearestName(label, names)
  return `no instruction is called ${oneLine(label)}${nearest === null ? "" : `; did you mean ${oneLine(nearest)}?`}`
}
