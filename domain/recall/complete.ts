// What can be recalled at a place of a text: names and keys, within two opening braces (decisions C11).
import type { Completion, Completions } from "../conditions/complete.ts"
import type { Reference } from "../conditions/condition.ts"
import { knownKeys, namedBefore } from "../conditions/subjects.ts"
import { plainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { nameOf } from "../script/name.ts"
import { type Markup, printRecall } from "./recall.ts"

const none: Completions = { from: 0, to: 0, options: [] }
const most = 50

/** Where a text is completed: in the instruction at `place`, with keys of the CRM that are known from elsewhere. */
type Where = {
  readonly instructions: ReadonlyArray<Instruction>
  readonly place: number
  readonly crmKeys: ReadonlyArray<string>
  /** How the text is written; plainly, where it is not said. */
  readonly markup?: Markup
}

/** The recalls that can stand at the place `caret` of a text, once two braces have been opened before it. */
export const completeRecall = (text: string, caret: number, where: Where): Completions => {
  const from = text.lastIndexOf("{{", caret)
  if (from === -1 || from + 2 > caret) return none
  const typed = text.slice(from + 2, caret)
  if (/[{}|\n]/.test(typed)) return none
  const sought = typed.trim().toLowerCase()
  const rank = ({ text: option, about }: Completion): number => {
    const at = option.slice(2).toLowerCase().indexOf(sought)
    return at === 0 ? 0 : at !== -1 ? 1 : about.toLowerCase().includes(sought) ? 2 : 3
  }
  const all = recalls(where)
  const options = [0, 1, 2].flatMap((one) => all.filter((option) => rank(option) === one)).slice(0, most)
  return { from, to: text.startsWith("}}", caret) ? caret + 2 : caret, options }
}

/** The same for a text that is JSON, in whose texts they are put. */
export const completeRecallInJson = (text: string, caret: number, where: Where): Completions => {
  const found = completeRecall(text, caret, where)
  return { ...found, options: found.options.map((it) => ({ ...it, text: JSON.stringify(it.text).slice(1, -1) })) }
}

const recalls = ({ instructions, place, crmKeys, markup = "plain" }: Where): ReadonlyArray<Completion> => {
  const named = namedBefore(instructions, place)
  const { metadata, crm } = knownKeys(instructions, crmKeys)
  const option = (reference: Reference, about: string): Completion => ({ text: printRecall(reference, "", markup), about })
  return [
    ...named
      .filter(({ question }) => question)
      .map((it) => option({ _tag: "Answer", name: nameOf(it), facet: null }, plainText(it.messages[0]?.content ?? "").slice(0, 80))),
    ...named.filter(({ type }) => type === "action").map((it) => option({ _tag: "Action", name: nameOf(it), key: null }, "")),
    ...metadata.map((key) => option({ _tag: "Metadata", key }, "")),
    ...crm.map((key) => option({ _tag: "Crm", key }, "")),
  ]
}
