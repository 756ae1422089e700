// How the style goes on when somebody else saved first: merged with theirs, over theirs, or theirs (decisions T18).
import { StyleOvertaken } from "../../domain/failure.ts"
import { sideMenuOf } from "../../domain/style/links.ts"
import { mergedStyle, type StylePicks } from "../../domain/style/merge.ts"
import { isEmptyStyle, type Style, styleOf } from "../../domain/style/payload.ts"
import { asFailure } from "../port.ts"
import type { StylingContext } from "./setup.ts"
import { lost, stepped } from "./steps.ts"

type Change = Partial<StylingContext>

export const asStyleOvertaken = (error: unknown): StyleOvertaken | null => {
  const failure = asFailure(error)
  return failure instanceof StyleOvertaken ? failure : null
}

/** Nothing was taken of what was sent: somebody else's style is what the server has. */
export const overtaken = ({ steps }: StylingContext, error: unknown): Change => ({ steps: lost(steps), theirs: asStyleOvertaken(error) })

/** The style as `makes` has it, on top of theirs; a step of undo where that is another one. */
const onTheirs = (context: StylingContext, makes: (theirs: Style) => Style): Change => {
  if (context.theirs === null) return {}
  const theirs = styleOf(context.theirs.style)
  const style = makes(theirs)
  return {
    base: theirs,
    saved: theirs,
    sideMenu: sideMenuOf(theirs.web),
    isHalfKept: false,
    isFirst: isEmptyStyle(theirs),
    theirs: null,
    style,
    steps: style === context.style ? context.steps : stepped(context.steps, context.style, null),
  }
}

/** Both brought together; what both changed is as picked. */
export const merged = (context: StylingContext, picks: StylePicks): Change =>
  onTheirs(context, (theirs) => mergedStyle({ base: context.saved, mine: context.style, theirs }, picks))

/** Mine as it is, in the place of theirs. */
export const overwriting = (context: StylingContext): Change => onTheirs(context, () => context.style)

/** Theirs in the place of mine, which undo brings back. */
export const discarding = (context: StylingContext): Change => onTheirs(context, (theirs) => theirs)
