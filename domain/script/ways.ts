// The ways that a chat can take through instructions whose conditions hang together: for each instruction, what the ways up to it have in
// common. Ways that no condition tells apart any more are taken together.
import type { Thing } from "../conditions/things.ts"
import { type ConditionedStop, memoryOf, type RememberingWay } from "./memory.ts"

/** An instruction on the way. */
export type Stop = ConditionedStop & { readonly seconds: number; readonly isEnd: boolean }

type Span = { readonly least: number; readonly most: number }

/**
 * Seconds are those of the stops alone. `ended` are those of the ways that end here, `going` those of the ways that go on behind it; null where
 * there is none. `shown` is how many of all chats show the stop, `left` how many go on behind it: shares of 1.
 */
export type Passed = {
  readonly place: number
  readonly ended: Span | null
  readonly going: Span | null
  readonly shown: number
  readonly left: number
}

/** Ways that no condition to come can tell apart. */
type Way = RememberingWay & Span & { readonly share: number }

/** `isJoint` says that every condition could be judged; where one could not, it was taken to hold in half of the chats, whatever the others do. */
export type Passing = { readonly passed: ReadonlyArray<Passed>; readonly isJoint: boolean }

/** `stops` are in their order; no other instruction decides on their being shown, save that a chat ends with the first end. */
export const waysThrough = (stops: ReadonlyArray<Stop>, things: ReadonlyArray<Thing>): Passing => {
  const memory = memoryOf<Way>(stops, things, (way, classes, share) => ({ ...way, classes, share: way.share * share }))
  let ways: ReadonlyArray<Way> = [{ classes: [], least: 0, most: 0, share: 1, isShown: true }]
  let isJoint = true

  const passed = stops.map((stop): Passed => {
    const { place, seconds, isEnd, condition } = stop
    const on: Array<Way> = []
    let [ended, shown]: [Span | null, number] = [null, 0]
    for (const way of memory.at(stop, ways)) {
      const verdict = condition === null || condition.holds(memory.classOf(way))
      isJoint &&= verdict !== null
      const share = verdict === null ? way.share / 2 : way.share
      if (verdict !== false) {
        const longer = { ...way, least: way.least + seconds, most: way.most + seconds, share, isShown: true }
        shown += share
        if (isEnd) ended = spanning(ended, longer)
        else on.push(longer)
      }
      if (verdict !== true) on.push({ ...way, share, isShown: false })
    }
    ways = joined(memory.behind(place, on))
    return {
      place,
      ended,
      going: ways.reduce<Span | null>(spanning, null),
      shown,
      left: ways.reduce((sum, { share }) => sum + share, 0),
    }
  })
  return { passed, isJoint }
}

const spanning = (span: Span | null, { least, most }: Span): Span =>
  span === null ? { least, most } : { least: Math.min(span.least, least), most: Math.max(span.most, most) }

/** Takes ways together that differ in nothing that is kept in mind. */
const joined = (ways: ReadonlyArray<Way>): ReadonlyArray<Way> => {
  const found = new Map<string, Way>()
  for (const way of ways) {
    const key = way.classes.join()
    const same = found.get(key)
    found.set(key, same === undefined ? { ...way, isShown: true } : { ...same, ...spanning(same, way), share: same.share + way.share })
  }
  return [...found.values()]
}
