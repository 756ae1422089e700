// What the instruction picker offers, in its groups and order (spec/2-editor §2).
import type { ActionType } from "../actions/action.ts"
import { type QuestionType, questionTypes } from "../questions/question.ts"

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
