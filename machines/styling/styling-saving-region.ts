// [T10, T18] The saving region: uploads assets and sends the style; a failure can be retried, a conflict merged.

import { assign } from "xstate"
import { isFailure, StyleSaveConflict } from "../../domain/failures/failure.ts"
import { decodeStyle, isEmptyStyle, type Style } from "../../domain/style/community-style.ts"
import { buildSideMenu } from "../../domain/style/side-menu-links.ts"
import { mergeStyles, type StyleMergeChoices } from "../../domain/style/style-merge.ts"
import { asFailure } from "../adapter-failure.ts"
import { applySaved, failSending, markNotSent, recordStep, startSending } from "./styling-edits.ts"
import type { StylingContext } from "./styling-model.ts"
import { stylingSetup } from "./styling-setup.ts"

type Change = Partial<StylingContext>

/** Returns the conflict that a save was rejected with; null for any other failure. */
export const toStyleConflict = (error: unknown): StyleSaveConflict | null => {
  const failure = asFailure(error)
  return failure instanceof StyleSaveConflict ? failure : null
}

/** Returns the context changes after a conflict: nothing of the save was stored. */
export const storeConflict = ({ steps }: StylingContext, error: unknown): Change => ({
  steps: markNotSent(steps),
  conflict: toStyleConflict(error),
})

/** Resolves the conflict with the style that `resolve` returns for theirs; a step of undo if that changes the style. */
const rebaseOnTheirs = (context: StylingContext, resolve: (theirs: Style) => Style): Change => {
  if (context.conflict === null) return {}
  const theirs = decodeStyle(context.conflict.style)
  const style = resolve(theirs)
  return {
    serverStyle: theirs,
    savedStyle: theirs,
    sideMenu: buildSideMenu(theirs.web),
    isSideMenuUnsaved: false,
    isFirstSetup: isEmptyStyle(theirs),
    conflict: null,
    style,
    steps: style === context.style ? context.steps : recordStep(context.steps, context.style, null),
  }
}

/** [T18] Returns the context changes of merging both styles; `picks` decides what both changed. */
export const mergeConflict = (context: StylingContext, picks: StyleMergeChoices): Change =>
  rebaseOnTheirs(context, (theirs) => mergeStyles({ base: context.savedStyle, mine: context.style, theirs }, picks))

/** [T18] Returns the context changes with which our style will replace theirs. */
export const overwriteTheirs = (context: StylingContext): Change => rebaseOnTheirs(context, () => context.style)

/** [T18] Returns the context changes with their style in place of ours; undo brings ours back. */
export const discardOurs = (context: StylingContext): Change => rebaseOnTheirs(context, (theirs) => theirs)

/** Saving, retrying, signing in again and resolving conflicts. */
export const savingRegion = stylingSetup.createStateConfig({
  initial: "idle",
  states: {
    idle: { on: { "style.save": { guard: "canSave", target: "sending" } } },
    sending: {
      tags: "saving",
      entry: assign(({ context }) => startSending(context)),
      invoke: {
        id: "save",
        src: "save",
        // If the last side menu save got no answer, the stored side menu is unknown, so send it again.
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
            target: "confirmingRetry",
            actions: [
              assign(({ context, event }) => applySaved(context, event.output)),
              { type: "fail", params: ({ event }) => asFailure(event.output.sideMenu) },
            ],
          },
          { target: "idle", actions: [assign(({ context, event }) => applySaved(context, event.output)), "raiseStyleChanged"] },
        ],
        onError: [
          {
            guard: { type: "isSignedOut", params: ({ event }) => asFailure(event.error) },
            target: "signedOut",
            actions: assign(({ context }) => failSending(context)),
          },
          {
            guard: ({ event }) => toStyleConflict(event.error) !== null,
            target: "conflict",
            actions: assign(({ context, event }) => storeConflict(context, event.error)),
          },
          {
            target: "confirmingRetry",
            actions: [assign(({ context }) => failSending(context)), { type: "fail", params: ({ event }) => asFailure(event.error) }],
          },
        ],
      },
    },
    /** Continues once the same user is signed in again. */
    signedOut: {
      invoke: {
        id: "signIn",
        src: "signIn",
        input: ({ context }) => ({ user: context.user }),
        onDone: "sending",
        onError: { target: "confirmingRetry", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    conflict: {
      on: {
        "conflict.merge": {
          target: "idle",
          actions: [assign(({ context, event }) => mergeConflict(context, event.picks)), "raiseStyleChanged"],
        },
        "conflict.overwrite": { target: "sending", actions: assign(({ context }) => overwriteTheirs(context)) },
        "conflict.discard": { target: "idle", actions: [assign(({ context }) => discardOurs(context)), "raiseStyleChanged"] },
      },
    },
    confirmingRetry: {
      tags: "confirming-retry",
      on: { "retry.confirm": "sending", "retry.cancel": "idle" },
    },
  },
})
