// How long a chat takes: at least, typically and at most, its slowest messages, and the delay that a text asks for (decisions I9).
export { type Pacing, pacing, secondsOf, slowest } from "../flow/duration-estimate.ts"
export { computedDelay, defaultDelay, delayWith, isManualDelay, readingDelay, readingSeconds } from "../script/reading-delay.ts"
