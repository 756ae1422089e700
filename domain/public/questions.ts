// What can be asked: the eleven types of questions, their defaults, bounds and choices (spec/2-editor §3).
export { questionFindings } from "../questions/check-question.ts"
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
export { currencies } from "../questions/currency.ts"
export { firstDayOfWeek, readDate } from "../questions/date.ts"
export { buttonText, type FileButton, fileExtensions, isButtonOn, longestButtonText, withButton } from "../questions/file.ts"
export { choiceLimits, dayLimits, numberLimits, singles } from "../questions/limits.ts"
export { type ChoiceQuestion, type CountWarning, withChoices } from "../questions/multiple.ts"
export { newQuestion } from "../questions/new-question.ts"
export { leastNumber, longestBoundLabel } from "../questions/numeric.ts"
export { Choice, Question, type QuestionType, questionTypes, Translation } from "../questions/question.ts"
export { emojiLevels, npsRanges, type ScaleQuestion, scaleValues, stars } from "../questions/scale.ts"
export { sliderRemainder } from "../questions/slider.ts"
export { longestPlaceholder, openLengths } from "../questions/text.ts"
