// Questions: the eleven types, their defaults, limits, choices and checks.

export { firstDayOfWeek, parseDate } from "../date/calendar-date.ts"
export { newQuestion } from "../editing/new-instruction.ts"
export {
  getChoiceLimits,
  getDateLimits,
  getNumberLimits,
  listExclusiveChoices,
  maxPlaceholderLength,
  openTextLengths,
} from "../questions/answer-limits.ts"
export { type ChoiceCountWarning, type ChoiceQuestion, replaceChoices } from "../questions/choice-question.ts"
export {
  addChoice,
  type Choices,
  changeChoice,
  findDuplicateValues,
  findFreeValue,
  isChoiceValue,
  isValidChoiceText,
  maxChoiceTextLength,
  maxValueDigits,
  moveChoice,
  parseChoiceLines,
  parseChoiceValue,
  pasteChoiceLines,
  removeChoice,
} from "../questions/choices.ts"
export { currencies } from "../questions/currencies.ts"
export {
  type FileButton,
  fileExtensions,
  isButtonEnabled,
  maxButtonTextLength,
  normalizeButtonText,
  setButtonEnabled,
} from "../questions/file-question.ts"
export { computeSliderRemainder, maxBoundLabelLength, minNumber } from "../questions/number-question.ts"
export { Choice, Question, type QuestionType, questionTypes, Translation } from "../questions/question.ts"
export { questionFindings } from "../questions/question-check.ts"
export { emojiCount, listScaleValues, npsRanges, type ScaleQuestion, starCount } from "../questions/scale-question.ts"
