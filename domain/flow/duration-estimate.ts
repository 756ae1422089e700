// Estimates how long a conversation takes: minimum, typical and maximum over all paths [I9].
import type { Variable } from "../conditions/condition-variables.ts"
import type { Instruction } from "../script/instruction.ts"
import type { AuthoredScript } from "../script/script.ts"
import { createPathTracker, type PathState, type PathStep } from "./path-enumeration.ts"
import { analyzeReachability } from "./reachability.ts"
import { computeReadingSeconds } from "./reading-delay.ts"
import { groupRelatedSteps } from "./step-groups.ts"

/** An instruction on a path. `seconds` are its delay and the time to read it. */
export type TimedStep = PathStep & { readonly seconds: number; readonly isEnd: boolean }

type Range = { readonly least: number; readonly most: number }

/**
 * Timing at one instruction, in seconds of this group of instructions only. `endedSeconds` covers the paths that end here,
 * `continuingSeconds` those that go on; null where there are none. Shares are fractions of all conversations: `shownShare` of those that
 * show the instruction, `remainingShare` of those that go on after it.
 */
export type StepTiming = {
  readonly place: number
  readonly endedSeconds: Range | null
  readonly continuingSeconds: Range | null
  readonly shownShare: number
  readonly remainingShare: number
}

/** One path, or several that no later condition distinguishes. */
type TimedPath = PathState & Range & { readonly share: number }

/** `isExact` is false if a condition could not be evaluated; it was then assumed to be true in half of the conversations. */
export type PathTimings = { readonly steps: ReadonlyArray<StepTiming>; readonly isExact: boolean }

/**
 * Computes the timing of all paths through instructions with related conditions. `steps` are in script order; no other instruction
 * decides whether they are shown, except that the first end that is shown ends the conversation.
 */
export const computePathTimings = (steps: ReadonlyArray<TimedStep>, variables: ReadonlyArray<Variable>): PathTimings => {
  const tracker = createPathTracker<TimedPath>(steps, variables, (path, answerClasses, share) => ({
    ...path,
    answerClasses,
    share: path.share * share,
  }))
  let paths: ReadonlyArray<TimedPath> = [{ answerClasses: [], least: 0, most: 0, share: 1, wasShown: true }]
  let isExact = true

  const timings = steps.map((step): StepTiming => {
    const { place: index, seconds, isEnd, condition } = step
    const continuing: Array<TimedPath> = []
    let [endedSeconds, shownShare]: [Range | null, number] = [null, 0]
    for (const path of tracker.enter(step, paths)) {
      const verdict = condition === null || condition.holds(tracker.classOf(path))
      isExact &&= verdict !== null
      const share = verdict === null ? path.share / 2 : path.share
      if (verdict !== false) {
        const shownPath = { ...path, least: path.least + seconds, most: path.most + seconds, share, wasShown: true }
        shownShare += share
        if (isEnd) endedSeconds = extendRange(endedSeconds, shownPath)
        else continuing.push(shownPath)
      }
      if (verdict !== true) continuing.push({ ...path, share, wasShown: false })
    }
    paths = mergeEqualPaths(tracker.leave(index, continuing))
    return {
      place: index,
      endedSeconds,
      continuingSeconds: paths.reduce<Range | null>(extendRange, null),
      shownShare,
      remainingShare: paths.reduce((sum, { share }) => sum + share, 0),
    }
  })
  return { steps: timings, isExact }
}

const extendRange = (range: Range | null, { least, most }: Range): Range =>
  range === null ? { least, most } : { least: Math.min(range.least, least), most: Math.max(range.most, most) }

/** Merges paths that have the same answer classes. */
const mergeEqualPaths = (paths: ReadonlyArray<TimedPath>): ReadonlyArray<TimedPath> => {
  const merged = new Map<string, TimedPath>()
  for (const path of paths) {
    const key = path.answerClasses.join()
    const same = merged.get(key)
    merged.set(
      key,
      same === undefined ? { ...path, wasShown: true } : { ...same, ...extendRange(same, path), share: same.share + path.share },
    )
  }
  return [...merged.values()]
}

/**
 * Seconds over the shortest path, averaged over all paths with each answer equally likely, and over the longest path. If `isExact`, all
 * conditions were evaluated jointly and the minimum and maximum are reached. Otherwise some conditions could not be (they test parts of
 * texts, CRM data that can change, or too many answers at a time); they count as true or false independently of the others, and no path
 * is shorter than the minimum or longer than the maximum.
 */
export type DurationEstimate = {
  readonly minSeconds: number
  readonly typicalSeconds: number
  readonly most: number
  readonly isExact: boolean
}

/** Returns whole minutes for display, 1 or more; a duration of 0 counts as 1 too. */
export const toMinutes = ({ minSeconds, typicalSeconds, most }: DurationEstimate) => {
  const minutes = (seconds: number) => Math.max(1, Math.round(seconds / 60))
  return { least: minutes(minSeconds), typical: minutes(typicalSeconds), most: minutes(most) }
}

/** [I9] Estimates the duration of a script from its delays and reading times. Unreachable instructions take no time. */
export const estimateDuration = (script: Pick<AuthoredScript, "instructions" | "language">): DurationEstimate => {
  const { steps, variables } = listTimedSteps(script)
  const groups = groupRelatedSteps(steps, variables).map((group) => computePathTimings(group, variables))
  const timingAt = new Map(groups.flatMap(({ steps }, group) => steps.map((it) => [it.place, { ...it, group }] as const)))
  const progress = groups.map((): GroupProgress => ({ least: 0, most: 0, left: 1 }))
  // `least` and `most` seconds of the paths that go on so far, and the share of conversations on them.
  let [least, most, typical, remainingShare] = [0, 0, 0, 1]
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0]
  let isContinuing = true
  for (const { place: index, seconds } of steps) {
    const timing = timingAt.get(index)
    const groupBefore = timing && progress[timing.group]
    if (!isContinuing || timing === undefined || groupBefore === undefined) continue
    const otherGroups = {
      least: least - groupBefore.least,
      most: most - groupBefore.most,
      left: groupBefore.left === 0 ? 0 : remainingShare / groupBefore.left,
    }
    typical += otherGroups.left * timing.shownShare * seconds
    if (timing.endedSeconds !== null) {
      shortest = Math.min(shortest, otherGroups.least + timing.endedSeconds.least)
      longest = Math.max(longest, otherGroups.most + timing.endedSeconds.most)
    }
    isContinuing = timing.continuingSeconds !== null
    const groupAfter = { ...(timing.continuingSeconds ?? groupBefore), left: timing.remainingShare }
    progress[timing.group] = groupAfter
    least = otherGroups.least + groupAfter.least
    most = otherGroups.most + groupAfter.most
    remainingShare = otherGroups.left * groupAfter.left
  }
  if (isContinuing) {
    shortest = Math.min(shortest, least)
    longest = Math.max(longest, most)
  }
  // Rounding errors can push the mean slightly outside of the range.
  return {
    minSeconds: shortest,
    typicalSeconds: Math.min(Math.max(typical, shortest), longest),
    most: longest,
    isExact: groups.every((it) => it.isExact),
  }
}

type GroupProgress = { readonly least: number; readonly most: number; readonly left: number }

/** Lists the instructions that can be shown, in script order. */
const listTimedSteps = ({
  instructions,
  language,
}: Pick<AuthoredScript, "instructions" | "language">): {
  readonly steps: ReadonlyArray<TimedStep>
  readonly variables: ReadonlyArray<Variable>
} => {
  const { steps, variables } = analyzeReachability(instructions)
  return {
    steps: steps.flatMap((step) =>
      step.unreachableReason === null ? [{ ...step, seconds: getInstructionSeconds(step.instruction, language) }] : [],
    ),
    variables,
  }
}

/** [I9] Returns the seconds of one instruction: its delay, then reading its text and its choices. */
export const getInstructionSeconds = ({ typing_delay, messages, question }: Instruction, language: string): number => {
  const message = messages.find(({ locale }) => locale === language) ?? messages[0]
  const choiceSeconds = (question?.choices ?? []).reduce(
    (sum, { translation }) => sum + computeReadingSeconds(translation.content, translation.locale),
    0,
  )
  return Math.max(typing_delay, 0) + (message === undefined ? 0 : computeReadingSeconds(message.content, message.locale)) + choiceSeconds
}

/** Returns the slowest instructions, longest first; ties stay in script order. */
export const listSlowestInstructions = (
  script: AuthoredScript,
  count: number,
): ReadonlyArray<{ readonly instruction: Instruction; readonly seconds: number }> =>
  script.instructions
    .map((instruction) => ({ instruction, seconds: getInstructionSeconds(instruction, script.language) }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
