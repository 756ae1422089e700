// How a pane looks at the graph of a script.
import { flowGaps, type Place, type Size } from "./flow-places.ts"

/** Where the graph's origin stands in the pane, in pixels of it, and how many of those a unit of the graph takes. */
export type FlowView = { readonly x: number; readonly y: number; readonly zoom: number }

/** How a pane looks at `place`: in its middle, but with nothing blank above the first place, which is at 0. In pixels of the pane. */
export const viewOf = (place: Place, pane: Size, zoom: number): FlowView => ({
  x: pane.width / 2 - (place.x + place.width / 2) * zoom,
  y: Math.min(flowGaps.node, pane.height / 2 - (place.y + place.height / 2) * zoom),
  zoom,
})

/** The same view once the pane is `wider` by so many pixels (less than none: narrower): what was in its middle still is. */
export const widened = ({ x, y, zoom }: FlowView, wider: number): FlowView => ({ x: x + wider / 2, y, zoom })
