// New instructions of each kind that the picker offers, and the picker's groups [I1].

import { defaultDelaySeconds } from "../flow/reading-delay.ts"
import { newQuestion } from "../questions/new-question.ts"
import { type QuestionType, questionTypes } from "../questions/question.ts"
import { type Action, type ActionType, newAction } from "../script/action.ts"
import type { Instruction, InstructionType } from "../script/instruction.ts"
import type { Language } from "../text/language.ts"

/** Returns an instruction as picked, with the order 0. `fresh` returns a new UUID; `locale` is the script's language. */
export const newInstruction = (entry: PickerEntry, creation: { readonly fresh: () => string; readonly locale: Language }): Instruction => ({
  uuid: creation.fresh(),
  order: 0,
  type: getType(entry),
  label: "",
  condition: null,
  typing_delay: defaultDelaySeconds,
  messages: [{ uuid: creation.fresh(), locale: creation.locale, content: "" }],
  question: isQuestion(entry) ? newQuestion(entry, creation) : null,
  action: createAction(entry),
})

const isQuestion = (entry: PickerEntry): entry is QuestionType => questionTypes.some((type) => type === entry)

const instructionTypeEntries = ["message", "image", "video", "score", "end"] as const
type InstructionTypeEntry = (typeof instructionTypeEntries)[number]
const hasInstructionType = (entry: PickerEntry): entry is InstructionTypeEntry => instructionTypeEntries.some((type) => type === entry)

/** [I1] An end or a score has its own instruction type; every other action is of the type `action`. */
const getType = (entry: PickerEntry): InstructionType => (isQuestion(entry) ? "question" : hasInstructionType(entry) ? entry : "action")

const createAction = (entry: PickerEntry): Action | null => {
  if (isQuestion(entry) || entry === "message" || entry === "image" || entry === "video") return null
  const type: ActionType = entry
  return newAction(type)
}

/** What can be picked. `getFromAPI` and `payment` are in no group [A16]. */
export type PickerEntry = "message" | "image" | "video" | "score" | QuestionType | Exclude<ActionType, "score" | "payment" | "getFromAPI">
export type PickerGroup = "show" | "questions" | "control"

/** The groups of the picker, in display order. */
export const pickerGroups = {
  show: ["message", "image", "video", "score"],
  questions: questionTypes,
  control: ["end", "send2api", "askAI", "crmAuth", "crmApi", "send2con"],
} as const satisfies Record<PickerGroup, ReadonlyArray<PickerEntry>>

/** Entries that are offered only to developers (`dev=true`). */
export const developerEntries: ReadonlyArray<PickerEntry> = ["askAI"]
