// Saving: sent with what has to be uploaded first; where that fails it is asked whether to try again (spec/3-community §4, §8), where
// somebody else saved first, how to go on (decisions T18).

import { assign } from "xstate"
import { isFailure, StyleSaveConflict } from "../../domain/failure.ts"
import { decodeStyle, isEmptyStyle, type Style } from "../../domain/style/community-style.ts"
import { sideMenuOf } from "../../domain/style/side-menu-links.ts"
import { mergeStyles, type StylePicks } from "../../domain/style/style-merge.ts"
import { asFailure } from "../ports.ts"
import { applySaved, failSending, markNotSent, recordStep, sending } from "./styling-edits.ts"
import { type StylingContext, stylingSetup } from "./styling-setup.ts"

// How the style goes on when somebody else saved first: merged with theirs, over theirs, or theirs (decisions T18).

type Change = Partial<StylingContext>

export const toStyleConflict = (error: unknown): StyleSaveConflict | null => {
  const failure = asFailure(error)
  return failure instanceof StyleSaveConflict ? failure : null
}

/** Nothing was taken of what was sent: somebody else's style is what the server has. */
export const storeConflict = ({ steps }: StylingContext, error: unknown): Change => ({
  steps: markNotSent(steps),
  conflict: toStyleConflict(error),
})

/** The style as `makes` has it, on top of theirs; a step of undo where that is another one. */
const rebaseOnTheirs = (context: StylingContext, makes: (theirs: Style) => Style): Change => {
  if (context.conflict === null) return {}
  const theirs = decodeStyle(context.conflict.style)
  const style = makes(theirs)
  return {
    serverStyle: theirs,
    savedStyle: theirs,
    sideMenu: sideMenuOf(theirs.web),
    isSideMenuUnsaved: false,
    isFirstSetup: isEmptyStyle(theirs),
    conflict: null,
    style,
    steps: style === context.style ? context.steps : recordStep(context.steps, context.style, null),
  }
}

/** Both brought together; what both changed is as picked. */
export const mergeConflict = (context: StylingContext, picks: StylePicks): Change =>
  rebaseOnTheirs(context, (theirs) => mergeStyles({ base: context.savedStyle, mine: context.style, theirs }, picks))

/** Mine as it is, in the place of theirs. */
export const overwriteTheirs = (context: StylingContext): Change => rebaseOnTheirs(context, () => context.style)

/** Theirs in the place of mine, which undo brings back. */
export const discardOurs = (context: StylingContext): Change => rebaseOnTheirs(context, (theirs) => theirs)

export const savingRegion = stylingSetup.createStateConfig({
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
        input: ({ context: { slug, style, serverStyle, sideMenu, isSideMenuUnsaved } }) => ({
          slug,
          style,
          base: serverStyle,
          before: isSideMenuUnsaved ? null : sideMenu,
        }),
        onDone: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.output.sideMenu) },
            target: "signedOut",
            actions: assign(({ context, event }) => applySaved(context, event.output)),
          },
          {
            guard: ({ event }) => isFailure(event.output.sideMenu),
            target: "asking",
            actions: [
              assign(({ context, event }) => applySaved(context, event.output)),
              { type: "fail", params: ({ event }) => asFailure(event.output.sideMenu) },
            ],
          },
          { target: "resting", actions: [assign(({ context, event }) => applySaved(context, event.output)), "tellChanged"] },
        ],
        onError: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
            target: "signedOut",
            actions: assign(({ context }) => failSending(context)),
          },
          {
            guard: ({ event }) => toStyleConflict(event.error) !== null,
            target: "overtaken",
            actions: assign(({ context, event }) => storeConflict(context, event.error)),
          },
          {
            target: "asking",
            actions: [assign(({ context }) => failSending(context)), { type: "fail", params: ({ event }) => asFailure(event.error) }],
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
        "conflict.merge": {
          target: "resting",
          actions: [assign(({ context, event }) => mergeConflict(context, event.picks)), "tellChanged"],
        },
        "conflict.overwrite": { target: "sending", actions: assign(({ context }) => overwriteTheirs(context)) },
        "conflict.discard": { target: "resting", actions: [assign(({ context }) => discardOurs(context)), "tellChanged"] },
      },
    },
    asking: {
      tags: "asks-to-retry",
      on: { "retry.give": "sending", "retry.refuse": "resting" },
    },
  },
})
