// How long a chat takes to read: at least, typically and at most, over the ways that its conditions allow (decisions I9).
import type { Variable } from "../conditions/condition-variables.ts"
import type { Instruction } from "../script/instruction.ts"
import { readingSeconds } from "../script/reading-delay.ts"
import type { AuthoredScript } from "../script/script.ts"
import { analyzeInstructions, createPathTracker, type PathState, type PathStep } from "./path-enumeration.ts"

// The ways that a chat can take through instructions whose conditions hang together: for each instruction, what the ways up to it have in
// common. Ways that no condition tells apart any more are taken together.

/** An instruction on the way. */
export type TimedStep = PathStep & { readonly seconds: number; readonly isEnd: boolean }

type Span = { readonly least: number; readonly most: number }

/**
 * Seconds are those of the stops alone. `ended` are those of the ways that end here, `going` those of the ways that go on behind it; null where
 * there is none. `shown` is how many of all chats show the stop, `left` how many go on behind it: shares of 1.
 */
export type StepTiming = {
  readonly place: number
  readonly endedSeconds: Span | null
  readonly continuingSeconds: Span | null
  readonly shownShare: number
  readonly remainingShare: number
}

/** Ways that no condition to come can tell apart. */
type Way = PathState & Span & { readonly share: number }

/** `isJoint` says that every condition could be judged; where one could not, it was taken to hold in half of the chats, whatever the others do. */
export type PathTimings = { readonly steps: ReadonlyArray<StepTiming>; readonly isExact: boolean }

/** `stops` are in their order; no other instruction decides on their being shown, save that a chat ends with the first end. */
export const computePathTimings = (stops: ReadonlyArray<TimedStep>, things: ReadonlyArray<Variable>): PathTimings => {
  const memory = createPathTracker<Way>(stops, things, (way, classes, share) => ({
    ...way,
    answerClasses: classes,
    share: way.share * share,
  }))
  let ways: ReadonlyArray<Way> = [{ answerClasses: [], least: 0, most: 0, share: 1, wasShown: true }]
  let isJoint = true

  const passed = stops.map((stop): StepTiming => {
    const { place, seconds, isEnd, condition } = stop
    const on: Array<Way> = []
    let [ended, shown]: [Span | null, number] = [null, 0]
    for (const way of memory.enter(stop, ways)) {
      const verdict = condition === null || condition.holds(memory.classOf(way))
      isJoint &&= verdict !== null
      const share = verdict === null ? way.share / 2 : way.share
      if (verdict !== false) {
        const longer = { ...way, least: way.least + seconds, most: way.most + seconds, share, isShown: true }
        shown += share
        if (isEnd) ended = spanning(ended, longer)
        else on.push(longer)
      }
      if (verdict !== true) on.push({ ...way, share, wasShown: false })
    }
    ways = joined(memory.leave(place, on))
    return {
      place,
      endedSeconds: ended,
      continuingSeconds: ways.reduce<Span | null>(spanning, null),
      shownShare: shown,
      remainingShare: ways.reduce((sum, { share }) => sum + share, 0),
    }
  })
  return { steps: passed, isExact: isJoint }
}

const spanning = (span: Span | null, { least, most }: Span): Span =>
  span === null ? { least, most } : { least: Math.min(span.least, least), most: Math.max(span.most, most) }

/** Takes ways together that differ in nothing that is kept in mind. */
const joined = (ways: ReadonlyArray<Way>): ReadonlyArray<Way> => {
  const found = new Map<string, Way>()
  for (const way of ways) {
    const key = way.answerClasses.join()
    const same = found.get(key)
    found.set(key, same === undefined ? { ...way, wasShown: true } : { ...same, ...spanning(same, way), share: same.share + way.share })
  }
  return [...found.values()]
}

/**
 * Seconds: over the shortest way, over all ways with each answer as likely as another, and over the longest. `isJoint` says that all
 * conditions were judged together, so that there is a way which takes the least, and one which takes the most. Where it is false, some could not be
 * (they ask for parts of texts, for CRM data that can change, or for too many answers at a time): each of these is taken to hold or not
 * whatever the others do, and no way is shorter than the least or longer than the most.
 */
export type DurationEstimate = {
  readonly minSeconds: number
  readonly typicalSeconds: number
  readonly most: number
  readonly isExact: boolean
}

/** What it comes to in whole minutes, as people tell them: nothing takes none. */
export const toMinutes = ({ minSeconds, typicalSeconds, most }: DurationEstimate) => {
  const minutes = (seconds: number) => Math.max(1, Math.round(seconds / 60))
  return { least: minutes(minSeconds), typical: minutes(typicalSeconds), most: minutes(most) }
}

/** [I9] The seconds of a script, delays and reading time together. What nothing can reach takes none. */
export const estimateDuration = (script: Pick<AuthoredScript, "instructions" | "language">): DurationEstimate => {
  const { stops, things } = timedStopsOf(script)
  const groups = groupRelatedSteps(stops, things).map((group) => computePathTimings(group, things))
  const passedAt = new Map(groups.flatMap(({ steps }, group) => steps.map((it) => [it.place, { ...it, group }] as const)))
  const going = groups.map((): GroupProgress => ({ least: 0, most: 0, left: 1 }))
  // `least` and `most` of what goes on; `left` is the share of chats that do.
  let [least, most, typical, left] = [0, 0, 0, 1]
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0]
  let goesOn = true
  for (const { place, seconds } of stops) {
    const passed = passedAt.get(place)
    const before = passed && going[passed.group]
    if (!goesOn || passed === undefined || before === undefined) continue
    const others = { least: least - before.least, most: most - before.most, left: before.left === 0 ? 0 : left / before.left }
    typical += others.left * passed.shownShare * seconds
    if (passed.endedSeconds !== null) {
      shortest = Math.min(shortest, others.least + passed.endedSeconds.least)
      longest = Math.max(longest, others.most + passed.endedSeconds.most)
    }
    goesOn = passed.continuingSeconds !== null
    const after = { ...(passed.continuingSeconds ?? before), left: passed.remainingShare }
    going[passed.group] = after
    least = others.least + after.least
    most = others.most + after.most
    left = others.left * after.left
  }
  if (goesOn) {
    shortest = Math.min(shortest, least)
    longest = Math.max(longest, most)
  }
  // A mean lies between; sums of fractions can miss that by their last digit.
  return {
    minSeconds: shortest,
    typicalSeconds: Math.min(Math.max(typical, shortest), longest),
    most: longest,
    isExact: groups.every((it) => it.isExact),
  }
}

type GroupProgress = { readonly least: number; readonly most: number; readonly left: number }

/** The instructions that can be shown, in their order, up to the first that always ends the chat. */
const timedStopsOf = ({
  instructions,
  language,
}: Pick<AuthoredScript, "instructions" | "language">): {
  readonly stops: ReadonlyArray<TimedStep>
  readonly things: ReadonlyArray<Variable>
} => {
  const { stops, things } = analyzeInstructions(instructions)
  return {
    stops: stops.flatMap((stop) =>
      stop.unreachableReason === null ? [{ ...stop, seconds: getInstructionSeconds(stop.instruction, language) }] : [],
    ),
    things,
  }
}

/** Stops in the same group when the conditions of both, or of what they ask about, ask about the same thing. */
const groupRelatedSteps = (stops: ReadonlyArray<TimedStep>, things: ReadonlyArray<Variable>): ReadonlyArray<ReadonlyArray<TimedStep>> => {
  const nodes = new Map<string, string>()
  const root = (node: string): string => {
    let top = node
    for (let next = nodes.get(top); next !== undefined; next = nodes.get(top)) top = next
    for (let at = node; at !== top; ) {
      const next = nodes.get(at) ?? top
      nodes.set(at, top)
      at = next
    }
    return top
  }
  const join = (one: string, other: string): void => {
    const [left, right] = [root(one), root(other)]
    if (left !== right) nodes.set(left, right)
  }
  for (const { place, condition } of stops) for (const thing of condition?.asks ?? []) join(`stop ${place}`, `thing ${thing}`)
  for (const [i, { sourceIndex }] of things.entries()) if (sourceIndex >= 0) join(`stop ${sourceIndex}`, `thing ${i}`)
  const groups = new Map<string, Array<TimedStep>>()
  for (const stop of stops) {
    const of = root(`stop ${stop.place}`)
    const group = groups.get(of)
    if (group === undefined) groups.set(of, [stop])
    else group.push(stop)
  }
  return [...groups.values()]
}

/** [I9] The seconds of one instruction: its delay, then the reading of its text and its choices. */
export const getInstructionSeconds = ({ typing_delay, messages, question }: Instruction, language: string): number => {
  const shown = messages.find(({ locale }) => locale === language) ?? messages[0]
  const choices = (question?.choices ?? []).reduce(
    (sum, { translation }) => sum + readingSeconds(translation.content, translation.locale),
    0,
  )
  return Math.max(typing_delay, 0) + (shown === undefined ? 0 : readingSeconds(shown.content, shown.locale)) + choices
}

/** The instructions that take longest, the slowest first; of equals the earlier. */
export const listSlowestInstructions = (
  script: AuthoredScript,
  count: number,
): ReadonlyArray<{ readonly instruction: Instruction; readonly seconds: number }> =>
  script.instructions
    .map((instruction) => ({ instruction, seconds: getInstructionSeconds(instruction, script.language) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
