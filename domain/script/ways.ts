// The ways that a chat can take through instructions whose conditions hang together: for each instruction, what the ways up to it have in
// common. Ways that no condition tells apart any more are taken together, so that what counts is how many answers matter at a time and not
// how many there are.
import type { ClassOf, Judged } from "../conditions/judge.ts"
import type { Thing } from "../conditions/things.ts"

/** An instruction on the way; `condition` is null where it is always shown. */
export type Stop = { readonly place: number; readonly seconds: number; readonly isEnd: boolean; readonly condition: Judged | null }

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

/** Ways that no condition to come can tell apart; `classes` are those of the answers that are kept in mind. */
type Way = Span & { readonly classes: ReadonlyArray<number>; readonly share: number; readonly isShown: boolean }

/** So many different ways are followed at a time; an answer that would make more of them is not kept in mind. */
const mostWays = 256

/** `isJoint` says that every condition could be judged; where one could not, it was taken to hold in half of the chats, whatever the others do. */
export type Passing = { readonly passed: ReadonlyArray<Passed>; readonly isJoint: boolean }

/** `stops` are in their order; no other instruction decides on their being shown, save that a chat ends with the first end. */
export const waysThrough = (stops: ReadonlyArray<Stop>, things: ReadonlyArray<Thing>): Passing => {
  const lastAsked = lastAskedIn(stops, things)
  const bornAt = new Map<number, ReadonlyArray<number>>()
  for (const thing of lastAsked.keys()) {
    const born = things[thing]?.born ?? -1
    bornAt.set(born, [...(bornAt.get(born) ?? []), thing])
  }
  const known = new Set<number>()
  const forgotten = new Set<number>()
  let kept: ReadonlyArray<number> = []
  let ways: ReadonlyArray<Way> = [{ classes: [], least: 0, most: 0, share: 1, isShown: true }]
  let isJoint = true

  const learn = (thing: number): void => {
    known.add(thing)
    const { none, shown } = things[thing] ?? { none: 0, shown: [] }
    if (ways.length * shown.length > mostWays) {
      forgotten.add(thing)
      return
    }
    kept = [...kept, thing]
    ways = ways.flatMap((way) =>
      (way.isShown ? shown : [{ of: none, share: 1 }]).map(({ of, share }) => ({
        ...way,
        classes: [...way.classes, of],
        share: way.share * share,
      })),
    )
  }
  const classOf =
    ({ classes }: Way): ClassOf =>
    (thing) => {
      if (forgotten.has(thing)) return null
      const at = kept.indexOf(thing)
      return classes[at] ?? things[thing]?.none ?? null
    }

  const passed = stops.map(({ place, seconds, isEnd, condition }): Passed => {
    for (const thing of condition?.asks ?? []) if (things[thing]?.born === -1 && !known.has(thing)) learn(thing)
    const on: Array<Way> = []
    let [ended, shown]: [Span | null, number] = [null, 0]
    for (const way of ways) {
      const verdict = condition === null || condition.holds(classOf(way))
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
    ways = on
    for (const thing of bornAt.get(place) ?? []) learn(thing)
    const stillAsked = kept.map((thing) => (lastAsked.get(thing) ?? -1) > place)
    kept = kept.filter((_, i) => stillAsked[i])
    ways = joined(ways, stillAsked)
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

/** Takes ways together that differ in nothing that is still asked for. */
const joined = (ways: ReadonlyArray<Way>, stillAsked: ReadonlyArray<boolean>): ReadonlyArray<Way> => {
  const found = new Map<string, Way>()
  for (const way of ways) {
    const classes = way.classes.filter((_, i) => stillAsked[i])
    const key = classes.join()
    const same = found.get(key)
    found.set(
      key,
      same === undefined ? { ...way, classes, isShown: true } : { ...same, ...spanning(same, way), share: same.share + way.share },
    )
  }
  return [...found.values()]
}

/** Of each thing whose answer is ever asked for when it can be there: the last place that asks. */
export const lastAskedIn = (
  stops: ReadonlyArray<Pick<Stop, "place" | "condition">>,
  things: ReadonlyArray<Thing>,
): ReadonlyMap<number, number> => {
  const last = new Map<number, number>()
  for (const { place, condition } of stops)
    for (const thing of condition?.asks ?? []) if ((things[thing]?.born ?? place) < place) last.set(thing, place)
  return last
}
