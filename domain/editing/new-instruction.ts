// New instructions of each kind that the picker offers, with their questions and actions, and the picker's groups [I1].

import { defaultPayloadStructure, printPayloadStructure } from "../actions/payload-structure.ts"
import { defaultDelaySeconds } from "../flow/reading-delay.ts"
import { openTextLengths } from "../questions/answer-limits.ts"
import { addChoice } from "../questions/choices.ts"
import { defaultButtonTexts, fileExtensions } from "../questions/file-question.ts"
import { type Question, type QuestionType, questionTypes } from "../questions/question.ts"
import { emojiCount, npsRanges, starCount } from "../questions/scale-question.ts"
import { type Action, type ActionType } from "../script/action.ts"
import type { Instruction, InstructionType } from "../script/instruction.ts"
import type { Language } from "../text/language.ts"

/** Returns an instruction as picked, with the order 0. `newUuid` returns a new UUID; `locale` is the script's language. */
export const newInstruction = (
  entry: PickerEntry,
  creation: { readonly newUuid: () => string; readonly locale: Language },
): Instruction => ({
  uuid: creation.newUuid(),
  order: 0,
  type: getType(entry),
  label: "",
  condition: null,
  typing_delay: defaultDelaySeconds,
  messages: [{ uuid: creation.newUuid(), locale: creation.locale, content: "" }],
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

/** Returns a new action as the picker adds it, with default params. */
export const newAction = (type: ActionType): Action => {
  switch (type) {
    case "end":
      return { type, params: { endType: "finished", endAction: "close", message: "", url: "" } }
    case "send2api":
      return {
        type,
        params: {
          endpoint: "",
          version: 2,
          questions: null,
          options: printPayloadStructure(defaultPayloadStructure),
          labels: {},
          trigger: null,
        },
      }
    case "crmAuth":
      return { type, params: { placeholder: "", crmAuthType: "anonymous", connection: null } }
    case "crmApi":
      return { type, params: { placeholder: "", column: "", connection: null } }
    case "send2con":
      return { type, params: { connector: null, mapper: "default" } }
    case "getFromAPI":
      return { type, params: { endpoint: "", sendPayload: {} } }
    case "askAI":
      return { type, params: { provider: null, endpoint: "", purpose: "", contextText: "" } }
    case "score":
      return { type, params: { charttype: "average" } }
    case "payment":
      return { type, params: { environment: "staging", amount: null, autoRedirect: false } }
  }
}

type QuestionCreation = { readonly newUuid: () => string; readonly locale: Language }

/** Returns a question as the picker adds it; `newUuid` returns a new UUID. */
export const newQuestion = (type: QuestionType, creation: QuestionCreation): Question => {
  const common = { uuid: creation.newUuid(), skipable: false, placeholder: "", presentation: null }
  const choices = () => addChoice(addChoice([], "", creation), "", creation)
  switch (type) {
    case "choice":
      return { ...common, type, choices: choices(), options: { columns: 1, randomize: false } }
    case "multiple":
      return { ...common, type, choices: choices(), options: { columns: 1, randomize: false, minimum: 1, maximum: 2 } }
    case "open":
      return {
        ...common,
        type,
        choices: [],
        options: { minimum: openTextLengths.defaultMinimum, maximum: openTextLengths.defaultMaximum, boxSize: "multiline" },
      }
    case "email":
      return { ...common, type, choices: [], options: {} }
    case "numeric":
      return {
        ...common,
        type,
        choices: [],
        options: { minimum: 0, maximum: 100, precision: 0, hasSlider: false, stepSize: 1, hasLabel: false },
      }
    case "starRating":
      return { ...common, type, choices: [], options: { max: starCount, increment: 1 } }
    case "currency":
      return { ...common, type, choices: [], options: { minimum: 1, maximum: 100_000, precision: 2, currency: 1 } }
    case "nps":
      return { ...common, type, choices: [], options: { ...npsRanges[0] } }
    case "emoji":
      return { ...common, type, choices: [], options: { emoticonsCount: emojiCount } }
    case "file":
      return {
        ...common,
        type,
        choices: [],
        options: {
          extensions: [...fileExtensions],
          fileUploadCameraText: defaultButtonTexts[creation.locale].camera,
          fileUploadLibraryText: defaultButtonTexts[creation.locale].library,
          fileCameraCapability: true,
          fileLibraryCapability: true,
        },
      }
    case "date":
      return { ...common, type, choices: [], options: { minimum: null, maximum: null } }
  }
}
