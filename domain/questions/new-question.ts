// A new question of each type, with its default options.
import type { Language } from "../text/language.ts"
import { openTextLengths } from "./answer-limits.ts"
import { addChoice } from "./choices.ts"
import { defaultButtonTexts, fileExtensions } from "./file-question.ts"
import type { Question, QuestionType } from "./question.ts"
import { emojiCount, npsRanges, starCount } from "./scale-question.ts"

type QuestionCreation = { readonly fresh: () => string; readonly locale: Language }

/** Returns a question as the picker adds it; `fresh` returns a new UUID. */
export const newQuestion = (type: QuestionType, creation: QuestionCreation): Question => {
  const common = { uuid: creation.fresh(), skipable: false, placeholder: "", presentation: null }
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
