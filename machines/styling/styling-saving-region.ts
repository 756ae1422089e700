// Saving: sent with what has to be uploaded first; where that fails it is asked whether to try again (spec/3-community §4, §8), where
// somebody else saved first, how to go on (decisions T18).

import { assign } from "xstate"
import { isFailure, StyleOvertaken } from "../../domain/failure.ts"
import { isEmptyStyle, type Style, styleOf } from "../../domain/style/community-style.ts"
import { sideMenuOf } from "../../domain/style/side-menu-links.ts"
import { mergedStyle, type StylePicks } from "../../domain/style/style-merge.ts"
import { asFailure } from "../ports.ts"
import { acknowledged, lost, sending, stepped, unsent } from "./styling-edits.ts"
import { type StylingContext, styling } from "./styling-setup.ts"

// How the style goes on when somebody else saved first: merged with theirs, over theirs, or theirs (decisions T18).

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

export const saving = styling.createStateConfig({
  initial: "resting",
  states: {
    resting: { on: { "style.save": { guard: "maySave", target: "sending" } } },
    sending: {
      tags: "saving",
      entry: assign(({ context }) => sending(context)),
      invoke: {
        id: "save",
        src: "save",
        // The answer to a side menu may be what was lost: which one is kept nobody knows then.
        input: ({ context: { slug, style, base, sideMenu, isHalfKept } }) => ({ slug, style, base, before: isHalfKept ? null : sideMenu }),
        onDone: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.output.sideMenu) },
            target: "signedOut",
            actions: assign(({ context, event }) => acknowledged(context, event.output)),
          },
          {
            guard: ({ event }) => isFailure(event.output.sideMenu),
            target: "asking",
            actions: [
              assign(({ context, event }) => acknowledged(context, event.output)),
              { type: "fail", params: ({ event }) => asFailure(event.output.sideMenu) },
            ],
          },
          { target: "resting", actions: [assign(({ context, event }) => acknowledged(context, event.output)), "tellChanged"] },
        ],
        onError: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
            target: "signedOut",
            actions: assign(({ context }) => unsent(context)),
          },
          {
            guard: ({ event }) => asStyleOvertaken(event.error) !== null,
            target: "overtaken",
            actions: assign(({ context, event }) => overtaken(context, event.error)),
          },
          {
            target: "asking",
            actions: [assign(({ context }) => unsent(context)), { type: "fail", params: ({ event }) => asFailure(event.error) }],
          },
        ],
      },
    },
    /** Once the same person is signed in again, it goes on. */
    signedOut: {
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => ({ user: context.user }),
        onDone: "sending",
        onError: { target: "asking", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    overtaken: {
      on: {
        "conflict.merge": { target: "resting", actions: [assign(({ context, event }) => merged(context, event.picks)), "tellChanged"] },
        "conflict.overwrite": { target: "sending", actions: assign(({ context }) => overwriting(context)) },
        "conflict.discard": { target: "resting", actions: [assign(({ context }) => discarding(context)), "tellChanged"] },
      },
    },
    asking: {
      tags: "asks-to-retry",
      on: { "retry.give": "sending", "retry.refuse": "resting" },
    },
  },
})
