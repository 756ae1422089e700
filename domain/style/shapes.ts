// The shapes of messages that can be picked (spec/3-community §4, §9; decisions T7).

import { type Stylesheet, valueOf, withValue } from "./stylesheet.ts"
import { sameSize } from "./value.ts"
import { type WebName, webKeys } from "./web-keys.ts"

/** [T7] "Radius .75em or 1.75em with padding .75em or 1em", each with and without a pointed corner. */
export const messageShapes = {
  soft: { radius: ".75em", tail: ".75em", padding: ".75em" },
  "soft-pointed": { radius: ".75em", tail: "0em", padding: ".75em" },
  round: { radius: "1.75em", tail: "1.75em", padding: "1em" },
  "round-pointed": { radius: "1.75em", tail: "0em", padding: "1em" },
} as const satisfies Record<string, { readonly radius: string; readonly tail: string; readonly padding: string }>
export type MessageShape = keyof typeof messageShapes

const shapes: ReadonlyArray<MessageShape> = ["soft", "soft-pointed", "round", "round-pointed"]

/** The shape that a stylesheet's messages have, by radius, tail radius and padding; undefined for one that is none of them. */
export const shapeOf = (sheet: Stylesheet): MessageShape | undefined => {
  const is = (name: WebName, wanted: string) => sameSize(valueOf(webKeys, sheet, name) ?? "", wanted)
  return shapes.find((shape) => {
    const { radius, tail, padding } = messageShapes[shape]
    return is("message_border-radius", radius) && is("message_tail-border-radius", tail) && is("message_padding", padding)
  })
}

/** The stylesheet with messages of a shape. */
export const withShape = (sheet: Stylesheet, shape: MessageShape): Stylesheet => {
  const { radius, tail, padding } = messageShapes[shape]
  return withValue(
    withValue(withValue(sheet, "message_border-radius", radius), "message_tail-border-radius", tail),
    "message_padding",
    padding,
  )
}
