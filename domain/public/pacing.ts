// How long a chat takes: at least, typically and at most, its slowest messages, and the delay that a text asks for (decisions I9).
export { type DurationEstimate, estimateDuration, getInstructionSeconds, listSlowestInstructions } from "../flow/duration-estimate.ts"
export {
  computeInstructionDelay,
  defaultDelaySeconds,
  isManualDelay,
  readingDelay,
  readingSeconds,
  updateDelay,
} from "../script/reading-delay.ts"
