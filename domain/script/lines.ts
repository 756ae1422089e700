// Follows all ways through instructions whose conditions hang together at once, and tells what comes directly after what. Ways that no
// condition tells apart any more are taken together, and so are lines that would be too many.
import type { Thing } from "../conditions/things.ts"
import { type ConditionedStop, memoryOf, type RememberingWay } from "./memory.ts"

/** An instruction on the way; `node` is its id in the graph. */
export type Stop = ConditionedStop & { readonly node: string; readonly isEnd: boolean }
export type Line = { readonly from: string; readonly to: string }
/** `joints` are nodes in which lines meet; `ended` is the place behind which no way goes on, null where one goes on to the end. */
export type Lines = { readonly edges: ReadonlyArray<Line>; readonly joints: ReadonlyArray<string>; readonly ended: number | null }

/** So many lines lead to a node at most. */
export const mostLines = 12
/** Ways that no condition to come can tell apart, and where they were last. */
type Way = RememberingWay & { readonly last: string }

/** From "start" to "end". `stops` are in their order; a chat ends with the first end that it shows. */
export const linesThrough = (stops: ReadonlyArray<Stop>, things: ReadonlyArray<Thing>): Lines => {
  const memory = memoryOf<Way>(stops, things, (way, classes) => ({ ...way, classes }))
  const edges = new Map<string, Line>()
  const joints: Array<string> = []
  let ways: ReadonlyArray<Way> = [{ classes: [], last: "start", isShown: true }]
  let ended: number | null = null

  const lead = (from: string, to: string): void => void edges.set(`${from} ${to}`, { from, to })
  const joinLines = (): void => {
    const lasts = new Set(ways.map(({ last }) => last))
    if (lasts.size <= mostLines) return
    const id = `joint ${joints.length}`
    joints.push(id)
    for (const last of lasts) lead(last, id)
    ways = together(ways.map((way) => ({ ...way, last: id })))
  }

  for (const stop of stops) {
    const { place, node, isEnd, condition } = stop
    ways = memory.at(stop, ways)
    joinLines()
    const on: Array<Way> = []
    for (const way of ways) {
      const verdict = condition === null || condition.holds(memory.classOf(way))
      if (verdict !== false) {
        lead(way.last, node)
        if (isEnd) lead(node, "end")
        else on.push({ ...way, last: node, isShown: true })
      }
      if (verdict !== true) on.push({ ...way, isShown: false })
    }
    if (on.length === 0) ended ??= place
    ways = together(memory.behind(place, on).map((way) => ({ ...way, isShown: true })))
  }
  for (const { last } of ways) lead(last, "end")
  return { edges: [...edges.values()], joints, ended }
}

/** Without those that differ from another one in nothing. */
const together = (ways: ReadonlyArray<Way>): ReadonlyArray<Way> => [
  ...new Map(ways.map((way) => [`${way.last} ${way.isShown} ${way.classes.join()}`, way])).values(),
]
