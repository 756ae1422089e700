// A new instruction of each kind that the picker offers (spec/2-editor §2, §3; decisions I1).
import { type Action, type ActionType, newAction } from "../actions/action.ts"
import { newQuestion } from "../questions/new-question.ts"
import { type QuestionType, questionTypes } from "../questions/question.ts"
import type { Instruction, InstructionType } from "./instruction.ts"
import type { Language } from "./language.ts"
import { defaultDelaySeconds } from "./reading-delay.ts"

/** An instruction as picked, not yet in a list (its order is 0). `fresh` gives uuids, `locale` is the script's language. */
export const newInstruction = (entry: PickerEntry, making: { readonly fresh: () => string; readonly locale: Language }): Instruction => ({
  uuid: making.fresh(),
  order: 0,
  type: typeOf(entry),
  label: "",
  condition: null,
  typing_delay: defaultDelaySeconds,
  messages: [{ uuid: making.fresh(), locale: making.locale, content: "" }],
  question: isQuestion(entry) ? newQuestion(entry, making) : null,
  action: actionOf(entry),
})

const isQuestion = (entry: PickerEntry): entry is QuestionType => questionTypes.some((type) => type === entry)

const shown = ["message", "image", "video", "score", "end"] as const
type Shown = (typeof shown)[number]
const isShown = (entry: PickerEntry): entry is Shown => shown.some((it) => it === entry)

/** [I1] An end and a score are instruction types of their own; whatever else acts is an action. */
const typeOf = (entry: PickerEntry): InstructionType => (isQuestion(entry) ? "question" : isShown(entry) ? entry : "action")

const actionOf = (entry: PickerEntry): Action | null => {
  if (isQuestion(entry) || entry === "message" || entry === "image" || entry === "video") return null
  const type: ActionType = entry
  return newAction(type)
}

// What the instruction picker offers, in its groups and order (spec/2-editor §2).

/** What can be picked: something shown, a question, or something that acts. getFromAPI is in no group (spec/2-editor §2). */
export type PickerEntry = "message" | "image" | "video" | "score" | QuestionType | Exclude<ActionType, "score" | "payment" | "getFromAPI">
export type PickerGroup = "show" | "questions" | "control"

export const pickerGroups = {
  show: ["message", "image", "video", "score"],
  questions: questionTypes,
  control: ["end", "send2api", "askAI", "crmAuth", "crmApi", "send2con"],
} as const satisfies Record<PickerGroup, ReadonlyArray<PickerEntry>>

/** Entries that only developers are offered (`dev=true`). */
export const developerEntries: ReadonlyArray<PickerEntry> = ["askAI"]
