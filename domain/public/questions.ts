// What can be asked: the eleven types of questions, their defaults, bounds and choices (spec/2-editor §3).

export { firstDayOfWeek, readDate } from "../date/calendar-date.ts"
export { choiceLimits, dayLimits, longestPlaceholder, numberLimits, openLengths, singles } from "../questions/answer-limits.ts"
export { type ChoiceQuestion, type CountWarning, withChoices } from "../questions/choice-question.ts"
export {
  addChoice,
  addLines,
  type Choices,
  changeChoice,
  choiceValue,
  duplicates,
  freeValue,
  isChoiceText,
  isChoiceValue,
  longestChoiceText,
  mostValueDigits,
  moveChoice,
  pasteLines,
  removeChoice,
} from "../questions/choices.ts"
export { buttonText, type FileButton, fileExtensions, isButtonOn, longestButtonText, withButton } from "../questions/file-question.ts"
export { newQuestion } from "../questions/new-question.ts"
export { currencies, leastNumber, longestBoundLabel, sliderRemainder } from "../questions/number-question.ts"
export { Choice, Question, type QuestionType, questionTypes, Translation } from "../questions/question.ts"
export { questionFindings } from "../questions/question-check.ts"
export { emojiLevels, npsRanges, type ScaleQuestion, scaleValues, stars } from "../questions/scale-question.ts"
