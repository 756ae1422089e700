// Reading delays, and the estimated duration of a conversation [I6, I9].
export { type DurationEstimate, estimateDuration, getInstructionSeconds, listSlowestInstructions } from "../flow/duration-estimate.ts"
export {
  computeInstructionDelay,
  computeReadingDelay,
  computeReadingSeconds,
  defaultDelaySeconds,
  isManualDelay,
  updateDelay,
} from "../flow/reading-delay.ts"
