// Follows all ways through instructions whose conditions hang together at once, and tells what comes directly after what. Ways that no
// condition tells apart any more are taken together, and so are lines that would be too many.
import type { Judged } from "../conditions/judge.ts"
import type { Thing } from "../conditions/things.ts"
import { lastAskedIn } from "./ways.ts"

/** An instruction on the way; `condition` is null where it is always shown, `node` its id in the graph. */
export type Stop = { readonly place: number; readonly node: string; readonly isEnd: boolean; readonly condition: Judged | null }
export type Line = { readonly from: string; readonly to: string }
/** `joints` are nodes in which lines meet; `ended` is the place behind which no way goes on, null where one goes on to the end. */
export type Lines = { readonly edges: ReadonlyArray<Line>; readonly joints: ReadonlyArray<string>; readonly ended: number | null }

/** So many lines lead to a node at most. */
export const mostLines = 12
/** So many different ways are followed at a time; an answer that would make more of them is not kept in mind. */
const mostWays = 256

/** Ways that no condition to come can tell apart, and where they were last; `classes` are those of the answers that are kept in mind. */
type Way = { readonly classes: ReadonlyArray<number>; readonly last: string; readonly isShown: boolean }

/** From "start" to "end". `stops` are in their order; a chat ends with the first end that it shows. */
export const linesThrough = (stops: ReadonlyArray<Stop>, things: ReadonlyArray<Thing>): Lines => {
  const lastAsked = lastAskedIn(stops, things)
  const bornAt = new Map<number, ReadonlyArray<number>>()
  for (const thing of lastAsked.keys()) {
    const born = things[thing]?.born ?? -1
    bornAt.set(born, [...(bornAt.get(born) ?? []), thing])
  }
  const edges = new Map<string, Line>()
  const joints: Array<string> = []
  const known = new Set<number>()
  const forgotten = new Set<number>()
  let kept: ReadonlyArray<number> = []
  let ways: ReadonlyArray<Way> = [{ classes: [], last: "start", isShown: true }]
  let ended: number | null = null

  const lead = (from: string, to: string): void => void edges.set(`${from} ${to}`, { from, to })
  const learn = (thing: number): void => {
    known.add(thing)
    const { none, shown } = things[thing] ?? { none: 0, shown: [] }
    if (ways.length * shown.length > mostWays) {
      forgotten.add(thing)
      return
    }
    kept = [...kept, thing]
    ways = ways.flatMap((way) => (way.isShown ? shown : [{ of: none }]).map(({ of }) => ({ ...way, classes: [...way.classes, of] })))
  }
  const joinLines = (): void => {
    const lasts = new Set(ways.map(({ last }) => last))
    if (lasts.size <= mostLines) return
    const id = `joint ${joints.length}`
    joints.push(id)
    for (const last of lasts) lead(last, id)
    ways = together(ways.map((way) => ({ ...way, last: id })))
  }

  for (const { place, node, isEnd, condition } of stops) {
    for (const thing of condition?.asks ?? []) if (things[thing]?.born === -1 && !known.has(thing)) learn(thing)
    joinLines()
    const on: Array<Way> = []
    for (const way of ways) {
      const classOf = (thing: number): number | null =>
        forgotten.has(thing) ? null : (way.classes[kept.indexOf(thing)] ?? things[thing]?.none ?? null)
      const verdict = condition === null || condition.holds(classOf)
      if (verdict !== false) {
        lead(way.last, node)
        if (isEnd) lead(node, "end")
        else on.push({ ...way, last: node, isShown: true })
      }
      if (verdict !== true) on.push({ ...way, isShown: false })
    }
    ways = on
    if (on.length === 0) ended ??= place
    for (const thing of bornAt.get(place) ?? []) learn(thing)
    const isStillAsked = kept.map((thing) => (lastAsked.get(thing) ?? -1) > place)
    kept = kept.filter((_, i) => isStillAsked[i])
    ways = together(ways.map((way) => ({ ...way, classes: way.classes.filter((_, i) => isStillAsked[i]), isShown: true })))
  }
  for (const { last } of ways) lead(last, "end")
  return { edges: [...edges.values()], joints, ended }
}

/** Without those that differ from another one in nothing. */
const together = (ways: ReadonlyArray<Way>): ReadonlyArray<Way> => [
  ...new Map(ways.map((way) => [`${way.last} ${way.isShown} ${way.classes.join()}`, way])).values(),
]
